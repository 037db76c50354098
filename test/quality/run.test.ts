import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { renderSample, renderTable } from '../../quality/report';
import { runSet, type SetReport } from '../../quality/run-set';
import { loadSet } from '../../quality/sets';
import { shippedCli } from '../cli/support';

/** What must hold of every run, whatever its scores are. */

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-quality-')));
const set = loadSet(path.join(__dirname, '..', '..', 'quality', 'sets'), 'canal');
let report: SetReport;

beforeAll(async () => {
  report = await runSet(set, { scratch, cli: shippedCli(), endpoint: null, order: set.sources, say: () => undefined });
}, 120_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it('the built-in curator applies every source without a problem and without a call', () => {
  expect(report.steps.map(({ file, applied, problems, calls }) => ({ file, applied, problems, calls }))).toEqual(
    set.sources.map(({ file }) => ({ file, applied: true, problems: [], calls: 0 })),
  );
});

it('no link is broken', () => {
  expect(report.shape.brokenLinks).toEqual([]);
});

it('every quote is in its source, and every footnote has a note', () => {
  expect(report.citations.total).toBeGreaterThan(50);
  expect(report.citations.wrong).toEqual([]);
  expect(report.citations.unknownMarks).toEqual([]);
  expect(report.citations.unusedNotes).toEqual([]);
});

it('no later source takes a statement away without a word, least of all one of the owner', () => {
  expect(report.steps.flatMap(({ unnamedLosses }) => unnamedLosses)).toEqual([]);
  expect(report.steps.flatMap(({ lostFacts }) => lostFacts)).toEqual([]);
  expect(report.remarks).toEqual({ placed: 2, kept: 2 });
});

it('no contradiction is claimed that nobody planted', () => {
  expect(report.falseConflicts).toEqual([]);
});

it('the report names every figure and a sample of the citations', () => {
  const { total } = report.facts;
  const found = report.facts.onPages.length + report.facts.onlyOnSummaries.length + report.facts.missing.length;
  expect([total, found]).toEqual([60, 60]);
  expect(renderTable([['canal', report]])).toMatch(/^facts on pages +\d+ of 60$/m);
  expect(renderSample(report.citations.all).match(/^## /gm)).toHaveLength(60);
});
