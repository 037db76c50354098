import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { approveRules, Bench, bytesBelow } from './support';

/**
 * Folders of knowledge that public repositories have, one repository a folder, each with its `.agents/knowledge`. They are read at
 * test time and never committed.
 */
const FOLDER = process.env.PUBLIC_PACKS ?? '';
const names = FOLDER !== '' && existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const KNOWLEDGE = path.join('.agents', 'knowledge');

interface Doctor {
  readonly packs: readonly { readonly name: string; readonly location: string; readonly scope: string }[];
  readonly leftOut: readonly { readonly place: string }[];
}

const describePacks = names.length > 0 ? describe : describe.skip;

describePacks('the knowledge of a public repository (folder PUBLIC_PACKS)', () => {
  it.each(names.length > 0 ? names : ['none'])(
    '%s: each pack is loaded or named, answers the same twice, and stays as it is',
    async (name) => {
      const bench = new Bench().configured();
      mkdirSync(bench.at('vault'));
      cpSync(path.join(FOLDER, name, KNOWLEDGE), bench.at('vault', KNOWLEDGE), { recursive: true });
      await bench.run(bench.at('vault'), 'init', 'wiki', '--yes');
      await approveRules(bench, bench.at('vault', 'wiki'));
      const before = await bytesBelow(bench.at('vault', KNOWLEDGE));
      const inVault = (...argv: string[]) =>
        bench.run(bench.at('vault'), ...argv, '--wiki', 'wiki', '--vault', bench.at('vault'));

      const { packs, leftOut } = (await inVault('packs', 'doctor', '--json')).json<Doctor>();
      const guides = Object.keys(before).filter((file) => path.basename(file) === 'KNOWLEDGE.md');
      const told = [...packs.map(({ location }) => location), ...leftOut.map(({ place }) => place)];
      for (const file of guides) {
        expect(told.some((place) => bench.at('vault', KNOWLEDGE, file).startsWith(place))).toBe(true);
      }
      for (const pack of packs.filter(({ scope }) => scope === 'project')) {
        const guide = await inVault('packs', 'activate', pack.name);
        expect([guide.exit, guide.out.match(/<\/knowledge_pack_guide>/g)]).toEqual([0, ['</knowledge_pack_guide>']]);
        const ask = ['packs', 'resolve', '--pack', pack.name, 'What does it say, and where are its limits?'];
        const context = await inVault(...ask);
        expect(context.exit).toBe(0);
        expect((context.out.match(/<\/knowledge_pack>/g) ?? []).length).toBeLessThanOrEqual(1);
        expect((await inVault(...ask)).out).toBe(context.out);
      }
      expect(await bytesBelow(bench.at('vault', KNOWLEDGE))).toEqual(before);
      bench.remove();
    },
  );
});
