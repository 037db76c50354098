import { cpSync } from 'node:fs';
import path from 'node:path';
import { Bench } from '../cli/support';

/** The example wiki that a strong model made is one to keep: whole, linked, and every quote of it in its source. */

const example = path.join(__dirname, '..', '..', 'examples', 'by-a-model', 'lighthouse');
let bench: Bench;
beforeEach(() => {
  bench = new Bench();
  cpSync(example, bench.at('lighthouse'), { recursive: true });
});
afterEach(() => bench.remove());

it('the example wiki by a model has no problem but the two contradictions of its sources', async () => {
  const result = await bench.run(bench.at('lighthouse'), 'lint', '--json', '--no-log');
  expect(result.exit).toBe(0);
  const { findings } = result.json<{ findings: readonly { rule: string }[] }>();
  expect(findings.map(({ rule }) => rule)).toEqual(['contradiction', 'contradiction']);
});

it('every quote of the example wiki by a model is in its source', async () => {
  const { exit, out } = await bench.run(bench.at('lighthouse'), 'verify');
  expect(out).toContain('223 quotes checked');
  expect(exit).toBe(0);
});
