import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureCitations, measureCoverage } from '../../quality/measure-citations';
import { findFalseConflicts, measureChanges, measureFacts } from '../../quality/measure-facts';
import { findLosses } from '../../quality/measure-losses';
import { measureShape } from '../../quality/measure-shape';
import { readSource, readWiki, type WikiReading } from '../../quality/reading';
import { type QualitySet } from '../../quality/types';
import { MANIFEST } from '../../bench/generate';

/** The measures, on small wikis of which one can see what they have to find. */

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const OLD = 'The mill on the Wend was built in 1794 by Ann Lowe. It ground oats for the whole of the valley.\n';
const NEW = 'According to its datestone, the mill was built in 1796. The wheel was taken out in 1921 and sold.\n';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const set: QualitySet = {
  name: 'mill',
  title: 'Mill',
  hasForeignTexts: false,
  purpose: 'A mill.',
  facts: [
    { id: 'old', fact: '', sources: ['1900-01-01-old.md'], match: ['mill', '1794'], status: 'contradicted' },
    { id: 'new', fact: '', sources: ['1950-01-01-new.md'], match: ['mill', '1796'], status: 'contradicted' },
    { id: 'wheel', fact: '', sources: ['1950-01-01-new.md'], match: ['wheel', '1921'], status: 'current' },
  ],
  changes: [{ id: 'built', kind: 'contradiction', about: '', older: 'old', newer: 'new', expected: '' }],
  sources: [
    { file: '1900-01-01-old.md', bytes: bytes(OLD) },
    { file: '1950-01-01-new.md', bytes: bytes(NEW) },
  ],
};
const files = new Set(set.sources.map(({ file }) => file));

const page = (title: string, body: string, kind = 'entity'): string =>
  `---\nschema: knowledge/v1\nkind: ${kind}\ntitle: ${title}\n---\n\n${body}\n`;

const NOTES = `[^old-1]: [1900-01-01-old], line 1: “The mill on the Wend was built in 1794 by Ann Lowe.”
[^new-1]: [1950-01-01-new], line 1: “According to its datestone, the mill was built in 1796.”`;

const MILL = page('Mill', `Its age is disputed: 1794[^old-1] or 1796.[^new-1] See [[wheel]].\n\n${NOTES}`);
const WHEEL = page('Wheel', 'The [[mill]] had a wheel until 1921.');

async function wikiOf(pages: Readonly<Record<string, string>>): Promise<WikiReading> {
  const folder = mkdtempSync(path.join(tmpdir(), 'living-wiki-measure-'));
  folders.push(folder);
  mkdirSync(path.join(folder, 'sources'));
  mkdirSync(path.join(folder, 'entities'));
  writeFileSync(path.join(folder, 'KNOWLEDGE.md'), MANIFEST);
  for (const source of set.sources) writeFileSync(path.join(folder, 'sources', source.file), source.bytes);
  for (const [name, text] of Object.entries(pages)) writeFileSync(path.join(folder, 'entities', `${name}.md`), text);
  return readWiki(folder);
}

const sources = async () => Promise.all(set.sources.map(readSource));
const byFile = async () => new Map((await sources()).map((source) => [source.file, source]));

it('a fact is found in one sentence below its title, and not when its value is missing', async () => {
  const score = measureFacts(set, await wikiOf({ mill: MILL, wheel: WHEEL }), files);
  expect(score).toEqual({ total: 3, onPages: ['old', 'new', 'wheel'], onlyOnSummaries: [], missing: [] });
  const less = await wikiOf({
    mill: page('Mill', 'It was built by Ann Lowe.'),
    wheel: page('Wheel', 'It was sold in 1921.', 'summary'),
  });
  expect(measureFacts(set, less, files)).toMatchObject({
    onPages: [],
    onlyOnSummaries: ['wheel'],
    missing: ['old', 'new'],
  });
});

it('a contradiction is told where both sides are in one place with their sources', async () => {
  const verdicts = async (text: string): Promise<string | undefined> =>
    measureChanges(set, await wikiOf({ mill: text }))[0]?.verdict;
  expect(await verdicts(MILL)).toBe('told');
  expect(await verdicts(page('Mill', 'Built in 1794. Or in 1796.'))).toBe('apart');
  expect(await verdicts(page('Mill', `Built in 1796.[^new-1]\n\n${NOTES}`))).toBe('newer-only');
  expect(await verdicts(page('Mill', 'It stands.'))).toBe('missing');
});

it('a contradiction in a callout that nobody planted is false', async () => {
  const callout = (one: string, other: string): string =>
    page(
      'Mill',
      `> [!warning] Contradiction: year\n> The mill was built in ${one}.\n>\n> The mill was built in ${other}.`,
    );
  expect(findFalseConflicts(set, await wikiOf({ mill: callout('1794', '1796') }))).toEqual([]);
  expect(findFalseConflicts(set, await wikiOf({ mill: callout('1794', '1921') }))).toHaveLength(1);
});

it('a quote that is not in its source is wrong, in a footnote and outside one', async () => {
  const good = measureCitations(await wikiOf({ mill: MILL }), await byFile());
  expect(good).toMatchObject({ total: 2, real: 2, unknownMarks: [], unusedNotes: [], sentences: 2, supported: 1 });
  const text = `Old.[^old-1][^nowhere]\n\n> "The mill sank." [1950-01-01-new], line 1\n\n${NOTES.replace('1794', '1797')}`;
  const bad = measureCitations(await wikiOf({ mill: page('Mill', text) }), await byFile());
  expect(bad.wrong.map(({ quote }) => quote)).toEqual([
    'The mill on the Wend was built in 1797 by Ann Lowe.',
    'The mill sank.',
  ]);
  expect([bad.unknownMarks.map(({ text }) => text), bad.unusedNotes.map(({ text }) => text)]).toEqual([
    ['nowhere'],
    ['new-1'],
  ]);
  expect(bad.quotesOutsideFootnotes).toBe(1);
});

it('a unit of a source is covered by a quote of it or of a part of it', async () => {
  const wiki = await wikiOf({ mill: MILL });
  const { all } = measureCitations(wiki, await byFile());
  expect(measureCoverage(await sources(), all, wiki)).toEqual([
    { source: '1900-01-01-old.md', units: 2, cited: 1 },
    { source: '1950-01-01-new.md', units: 2, cited: 1 },
  ]);
});

it('a statement that is gone is lost, unless it moved or was named', async () => {
  const before = await wikiOf({ mill: MILL, wheel: WHEEL });
  const gone = await wikiOf({ mill: page('Mill', 'It stands.'), wheel: WHEEL });
  const lost = findLosses(before, gone, '{"notes":[]}').unnamed.map(({ text }) => text);
  expect(lost).toEqual(['Its age is disputed: 1794 or 1796.', 'See wheel.']);
  const said = '{"notes":["Removes the statement “Its age is disputed: 1794 or 1796.” (superseded)"]}';
  expect(findLosses(before, gone, said).named).toHaveLength(1);
  const moved = await wikiOf({
    mill: page('Mill', 'It stands. See [[wheel]].'),
    wheel: page('Wheel', `Of 1794.[^old-1]\n\nThe [[mill]] had a wheel until 1921.\n\n${NOTES}`),
  });
  expect(findLosses(before, moved, '').unnamed).toEqual([]);
});

it('repeats, thin pages, pages that nothing links to and broken links are seen', async () => {
  const long = 'The mill on the Wend stood beside the old bridge.';
  const wiki = await wikiOf({ mill: page('Mill', `${long} See [[nowhere]].`), wheel: page('Wheel', long) });
  const shape = measureShape(wiki);
  expect(shape.repeated).toEqual([{ page: 'entities/wheel.md', text: long }]);
  expect(shape.oneSentence).toEqual(['entities/wheel.md']);
  expect(shape.withoutInboundLinks).toEqual(['entities/mill.md', 'entities/wheel.md']);
  expect(shape.brokenLinks).toEqual([{ page: 'entities/mill.md', text: '[[nowhere]]' }]);
});
