import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { Bench } from './support';

/**
 * Conversations that people published, in files or archives of the programs that they talked to. They are read at test time and never
 * committed. A test of the reader, not of what they say.
 */
const FOLDER = process.env.PUBLIC_CONVERSATIONS ?? '';
const names = FOLDER !== '' && existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }) : [];
const files = names.filter((name) => /\.(?:md|txt|json|jsonl|zip)$/.test(name));

interface Report {
  readonly found: readonly { readonly path: string; readonly class: string; readonly bytes: number }[];
  readonly problems: readonly { readonly path: string }[];
}

const describeFiles = files.length > 0 ? describe : describe.skip;

describeFiles('published conversations (folder PUBLIC_CONVERSATIONS)', () => {
  it('are each read or named, harvested once, and stay as they are', async () => {
    const bench = new Bench().configured();
    mkdirSync(bench.at('vault/.obsidian'), { recursive: true });
    const copies = files.map((name) => ({ name, copy: bench.at('talks', name) }));
    for (const { name, copy } of copies) {
      cpSync(path.join(FOLDER, name), copy);
      utimesSync(copy, 1_700_000_000, 1_700_000_000);
    }
    const run = (...argv: string[]) => bench.run(bench.at('vault'), 'harvest', bench.at('talks'), ...argv, '--json');

    const { found, problems } = (await run()).json<Report>();
    for (const { copy } of copies) {
      expect([...found, ...problems].some(({ path: place }) => path.resolve(bench.at('vault'), place) === copy)).toBe(
        true,
      );
    }
    expect(found.every(({ bytes }) => bytes > 0)).toBe(true);

    expect((await run('--curator', 'extractive', '--apply')).exit).toBe(0);
    const again = (await run()).json<Report>();
    expect(again.found.filter((one) => one.class === 'harvest')).toEqual([]);
    for (const { name, copy } of copies) expect(readFileSync(copy)).toEqual(readFileSync(path.join(FOLDER, name)));
    bench.remove();
  });
});
