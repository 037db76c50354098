import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { locateWiki } from '../../src/node/locate-wiki';
import { Bench } from './support';

let bench: Bench;
beforeEach(async () => {
  bench = new Bench();
  await bench.run(bench.folder, 'init', 'wiki');
});
afterEach(() => {
  bench.remove();
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(bench.at(file)), { recursive: true });
  writeFileSync(bench.at(file), text);
}

function addView(folder: string, name: string, extending: string, more = ''): void {
  const head = `schema: knowledge.workspace/v1\nname: ${name}\ntitle: View ${name}\ndescription: A view.\nversion: 1.0.0\n`;
  write(`${folder}/KNOWLEDGE.md`, `---\n${head}extends: ${extending}\n${more}---\n`);
}

const run = (...argv: string[]) => bench.run(bench.at('wiki'), ...argv);

it.each(['operators', 'companies', 'teams', 'views'])(
  'a view in %s/ whose parent is misspelt is listed and named',
  async (at) => {
    addView(`${at}/lost`, 'lost', '../../wki/KNOWLEDGE.md');
    expect((await run('lens', 'list')).out).toMatch(
      /lost .*\n {4}The parent wki\/KNOWLEDGE\.md does not exist\..* knowledge_extends_missing/,
    );
    expect((await run('lint')).out).toContain(`../${at}/lost/KNOWLEDGE.md`);
    expect((await run('status')).out).toContain('The parent wki/KNOWLEDGE.md does not exist.');
  },
);

it('a name of two views is refused, with the choices', async () => {
  addView('teams/a', 'twin', '../../wiki/KNOWLEDGE.md');
  addView('teams/b', 'twin', '../../wiki/KNOWLEDGE.md');
  for (const argv of [['lint'], ['search', 'x'], ['lens', 'show', 'twin']]) {
    const refused = await run(...argv, ...(argv[0] === 'lens' ? [] : ['--lens', 'twin']));
    expect(refused.exit).toBe(2);
    expect(refused.err).toContain('teams/a/KNOWLEDGE.md, teams/b/KNOWLEDGE.md');
  }
  expect((await run('lint', '--lens', 'teams/b', '--json')).json()).toMatchObject({ lens: 'twin' });
});

it('ingest reads through the view that is named', async () => {
  addView('views/brief', 'brief', '../../wiki/KNOWLEDGE.md', 'curation:\n  newEntryThreshold: Seen in nine sources.\n');
  write('wiki/sources/lens.md', '# Lenses\n\nA Fresnel lens is a lens built from concentric rings of prisms.\n');
  const { proposals, lens } = (await run('ingest', '--lens', 'brief', '--json')).json<{
    lens: string;
    proposals: { files: { path: string }[] }[];
  }>();
  expect(lens).toBe('brief');
  expect(proposals[0]?.files.map(({ path }) => path)).toEqual(['summaries/lens-summary.md']);
  expect((await run('proposals', 'show', '1')).out).toContain('It was read through the lens brief');
  expect((await run('ingest', '--lens', 'gone')).exit).toBe(2);
});

it('another wiki beside this one does not make the folder that holds both a vault, which may be a home', async () => {
  await bench.run(bench.folder, 'init', 'another');
  const vaultOf = async (): Promise<string> => (await locateWiki({ cwd: bench.at('wiki') })).vault;
  expect(await vaultOf()).toBe(bench.at('wiki'));
  addView('short', 'short', '../wiki/KNOWLEDGE.md');
  expect(await vaultOf()).toBe(bench.folder);
});
