import { silentRun } from '../../../src/base';
import { extract, numberUnits } from '../../../src/ingest';
import { sameNameNotes } from '../../../src/ingest/model-run/same-names';
import { type PlannedPage } from '../../../src/ingest/model-run/planned-page';

/** Two names for one thing, as a source says in so many words, make one page: code tells the reviewer. */

const planned = (slug: string, title: string): PlannedPage => ({
  ...{ slug, title, kind: 'concept', op: 'create', page: null },
  ...{ units: [1], from: [], aliases: [], ended: [], why: '' },
});

async function notesFor(text: string, pages: readonly PlannedPage[], known: string | null = null) {
  const bytes = new TextEncoder().encode(text);
  const hash = `sha256:${'0'.repeat(64)}` as const;
  const { units } = await numberUnits(await extract({ path: 'sources/a.md', bytes, hash, run: silentRun }), silentRun);
  return sameNameNotes(units, pages, (name) => (name === known ? known : null));
}

it.each([
  'Sid, also called unstable, is the development distribution.',
  'The unstable distribution (also known as Sid) changes daily.',
  'The unstable distribution, whose code name is sid, changes daily.',
  'The development distribution is unstable, nicknamed “sid” since 1998.',
])('%s', async (text) => {
  const pages = [planned('sid', 'Sid'), planned('unstable', 'Unstable')];
  const distribution = planned('unstable', 'Unstable distribution');
  const both = text.includes('unstable distribution') ? [planned('sid', 'Sid'), distribution] : pages;
  const [note, ...more] = await notesFor(text, both);
  expect(note).toMatch(/^Unit 1 says that "(?:sid|unstable)" and "(?:sid|unstable)" are one thing: “.*”\. Merge them/);
  expect(more).toEqual([]);
});

it('a page that exists counts, one page for both names needs no note, and two things need none', async () => {
  const text = 'Sid, also called unstable, is the development distribution.';
  expect(await notesFor(text, [planned('sid', 'Sid')], 'unstable')).toHaveLength(1);
  expect(await notesFor(text, [{ ...planned('sid', 'Sid'), aliases: ['unstable'] }])).toEqual([]);
  expect(await notesFor('Sid is unlike stable.', [planned('sid', 'Sid'), planned('stable', 'Stable')])).toEqual([]);
});
