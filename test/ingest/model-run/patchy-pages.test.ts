import { countAddedSources, findPatchyPages } from '../../../src/ingest/model-run/patchy-pages';
import { listedLines } from '../../../src/ingest/model-run/prompt';
import { CuratedWiki, page } from '../support/curated-wiki';

const IDS = ['y1790', 'y1791', 'y1792', 'y1793'];
const NOTES = IDS.map((id) => `[^${id}-1]: [${id}], line 1: “Words of ${id}.”`).join('\n');
const paragraph = (...ids: readonly string[]): string => ids.map((id) => `Said in ${id}.[^${id}-1]`).join(' ');
const body = (...paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n\n${NOTES}\n`;

it('sources that each have paragraphs of their own were only added, back to the last that was worked in', () => {
  const added = body(...IDS.map((id) => paragraph(id)));
  expect(countAddedSources(added, IDS)).toBe(3);
  expect(countAddedSources(body(paragraph('y1790'), paragraph('y1791')), IDS.slice(0, 2))).toBe(1);
  // The page was composed with the third source: its first paragraph tells all.
  const composed = body(paragraph('y1790', 'y1791', 'y1792'), paragraph('y1792'), paragraph('y1793'));
  expect(countAddedSources(composed, IDS)).toBe(1);
  expect(countAddedSources(body(...IDS.map((id) => paragraph('y1790', id))), IDS)).toBe(0);
});

it('a page that grew by a paragraph a source is named in a plan as one to compose', async () => {
  const sources = `sources:\n${IDS.map((id) => `  - sources/${id}.md`).join('\n')}\n`;
  const texts = Object.fromEntries(IDS.map((id) => [`sources/${id}.md`, `Words of ${id}.\n`]));
  const wiki = await CuratedWiki.of({
    ...texts,
    'entities/war.md': page('war', 'War', body(...IDS.map((id) => paragraph(id))), sources),
    'entities/peace.md': page('peace', 'Peace', body(paragraph(...IDS)), sources),
  });
  const listed = [...wiki.snapshot.pages.values()];
  const lines = listedLines(listed, await findPatchyPages(wiki.snapshot, listed));
  expect(lines).toContain('- war | compose: 3 sources were only added | entity');
  expect(lines).toContain('- peace | entity');
});
