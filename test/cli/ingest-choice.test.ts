import { mkdirSync, writeFileSync } from 'node:fs';
import { Bench } from './support';

/** Which of many sources one ingest reads. */

let bench: Bench;
let wiki: string;
beforeEach(async () => {
  bench = new Bench();
  wiki = bench.at('wiki');
  await bench.run(bench.folder, 'init', wiki);
  mkdirSync(bench.at('wiki', 'sources'), { recursive: true });
  for (const [at, name] of ['ferry', 'lock', 'mill'].entries()) {
    const file = bench.at('wiki', 'sources', `${name}.md`);
    const date = `2026-0${String(at + 1)}-10`;
    const text = `The ${name} is a work of the Ashlock Canal. It was built in 180${String(at)}.`;
    writeFileSync(file, `---\ndate: ${date}\n---\n\n# The ${name}\n\n${text}\n`);
  }
});
afterEach(() => bench.remove());

/** The sources of the new proposals, in order. */
async function proposed(...options: string[]): Promise<readonly string[]> {
  const result = await bench.run(wiki, 'ingest', '--json', ...options);
  return result.json<{ proposals: readonly { source: string }[] }>().proposals.map(({ source }) => source);
}

it('a limit leaves the other sources new, and the next ingest goes on with them', async () => {
  expect(await proposed('--limit', '2')).toEqual(['sources/ferry.md', 'sources/lock.md']);
  expect((await bench.run(wiki, 'status')).out).toContain('sources/mill.md');
  expect(await proposed('--limit', '2')).toEqual(['sources/mill.md']);
});

it('the newest sources can come first', async () => {
  expect(await proposed('--newest', '--limit', '1')).toEqual(['sources/mill.md']);
});

it('a date leaves out sources whose file did not change since', async () => {
  expect(await proposed('--since', '2999-01-01')).toEqual([]);
  expect((await bench.run(wiki, 'ingest', '--since', '2999-01-01')).out).toBe('No source changed since that date.\n');
  expect(await proposed('--since', '2020-01-01', '--limit', '1')).toEqual(['sources/ferry.md']);
  const wrong = await bench.run(wiki, 'ingest', '--since', 'yesterday');
  expect(wrong.exit).toBe(2);
  expect(wrong.err).toContain('Enter a date such as 2026-04-27.');
});
