import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSet } from '../../quality/run-set';
import { loadSet } from '../../quality/sets';
import { shippedCli } from '../cli/support';
import { startVerbatimModel, VERBATIM } from './verbatim-model';

/** What the program makes of a model that keeps every rule and adds nothing. */

const sets = path.join(__dirname, '..', '..', 'quality', 'sets');
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-verbatim-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it('a model that writes every unit as it is gets every fact onto a page, and nothing is lost or invented', async () => {
  const set = loadSet(sets, 'canal');
  const server = await startVerbatimModel();
  const endpoint = { url: server.url, model: VERBATIM, key: null, record: null, overview: false, rewrite: false };
  const report = await runSet(set, { scratch, cli: shippedCli(), endpoint, order: set.sources, say: () => undefined });
  await server.close();
  const { steps, facts, citations, coverage, shape, remarks } = report;
  expect(steps.flatMap(({ problems }) => problems)).toEqual([]);
  expect([facts.missing, facts.onlyOnSummaries]).toEqual([[], []]);
  expect([citations.wrong, citations.unknownMarks, citations.unusedNotes]).toEqual([[], [], []]);
  expect(citations.quotesOutsideFootnotes).toBe(0);
  for (const { source, units, cited } of coverage) expect([source, cited >= units * 0.9]).toEqual([source, true]);
  expect(steps.flatMap(({ unnamedLosses, lostFacts }) => [...unnamedLosses, ...lostFacts])).toEqual([]);
  expect(shape.brokenLinks).toEqual([]);
  expect(remarks).toEqual({ placed: 2, kept: 2 });
}, 120_000);
