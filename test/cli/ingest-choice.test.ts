import { mkdirSync, writeFileSync } from 'node:fs';
import { nodeTimer } from '../../src/node';
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

it('after Ctrl-C, what was applied is listed, and what is left is read by the next ingest', async () => {
  const stop = new AbortController();
  let begun = 0;
  bench.signal = stop.signal;
  bench.jobTimer = {
    ...nodeTimer,
    sleep: (ms, signal) => {
      // Each job sleeps until it says that it is alive.
      if ((begun += 1) === 3) stop.abort();
      return nodeTimer.sleep(ms, signal);
    },
  };
  const stopped = await bench.run(wiki, 'ingest', '--apply');
  expect(stopped.exit).toBe(1);
  expect(stopped.out).toMatch(/sources\/ferry\.md[\s\S]*sources\/lock\.md/);
  expect(stopped.out).not.toContain('sources/mill.md');
  expect(stopped.err).toContain('Cancelled after 2 of 3 sources. 2 proposals were applied. All of this is kept.');
  expect(stopped.err).toContain('Ingest again to go on with the last source.');
  bench.signal = new AbortController().signal;
  expect(await proposed('--apply')).toEqual(['sources/mill.md']);
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
