import { compareStatements, type ConflictPolicy } from '../../../src/ingest/contradictions';
import { type Source } from '../../../src/wiki';
import { CuratedWiki } from '../support/curated-wiki';

const NAMES = ['Tarn Valley Society', 'Society', 'Corrie Head', 'Tarn Valley Railway'];

async function policy(): Promise<{ readonly older: Source; readonly rules: ConflictPolicy }> {
  const wiki = await CuratedWiki.of({ 'sources/2024-01-10-guide.txt': 'A.\n', 'sources/2024-02-10-notes.txt': 'B.\n' });
  const [older, source] = [...wiki.snapshot.sources.values()];
  if (older === undefined || source === undefined) throw new Error('The wiki has no sources.');
  const dateOf = (): string => '2024-01-10';
  return { older, rules: { resolution: 'defer', dateOf, source, date: '2024-02-10', isSuperseded: () => false } };
}

/** What the two sentences give differently, whichever was read first. */
async function differences(one: string, other: string, before: string | null = null): Promise<readonly string[][]> {
  const { older, rules } = await policy();
  const read = (text: string, next: string, isLast: boolean): string[] =>
    compareStatements(
      [{ text, source: older, before: isLast ? null : before }],
      [{ sentence: { text: next }, before: isLast ? before : null }],
      NAMES,
      rules,
    ).conflicts.map(({ attribute }) => attribute);
  return [read(one, other, true), read(other, one, false)];
}

it.each([
  ['Its chair is Ruth Adeyemi.', 'The chair of the Tarn Valley Society is Daniel Frost.', 'chair'],
  [
    'The Corrie Head pump was installed in 1996 by the firm Harrow and Sons.',
    'The pump of Corrie Head was installed in 1998 by the firm Harrow and Sons.',
    'date',
  ],
  ['The Corrie Head pump holds 96 litres of oil.', 'The Corrie Head pump holds 98 litres of oil.', 'value in l'],
  ['The Society employs four people.', 'The Tarn Valley Society employs six people.', 'number of people'],
  ['The hotel is owned by the Harrow family.', 'The hotel belongs to the Bracken Trust.', 'owner'],
  ['The Corrie Head hotel is closed.', 'The Corrie Head hotel is open all year.', 'state'],
  [
    'The boiler of the Tarn Valley Railway must be shut down at 96 °C.',
    'The boiler of the Tarn Valley Railway must be shut down at 88 degrees Celsius.',
    'temperature',
  ],
  ['Corrie Head lies on a slope of 12 %.', 'Corrie Head lies on a slope of 9%.', 'amount in %'],
  [
    'The Tarn Valley Railway was opened on 4 May 1887.',
    'The Tarn Valley Railway opened to the public in June 1887, when the first train left.',
    'opened',
  ],
])('two sentences disagree: %s / %s', async (one, other, attribute) => {
  expect(await differences(one, other)).toEqual([[attribute], [attribute]]);
});

it('a pronoun means what the sentence before is about', async () => {
  const before = 'The Corrie Head viaduct has nine arches.';
  const [one, other] = ['The viaduct was designed by Joseph Lund.', 'It was designed by the engineer Walter Braid.'];
  expect(await differences(one, other, before)).toEqual([['designed'], ['designed']]);
});

it.each([
  [
    'The Corrie Head pump was installed in 1996 by the firm Harrow and Sons.',
    'The Corrie Head boiler was installed in 1998 by the firm Harrow and Sons.',
  ],
  ['The Corrie Head pump was built in 1996.', 'The Corrie Head boiler was built in 1998.'],
  ['The Corrie Head pump holds 96 litres of oil.', 'The Corrie Head boiler holds 98 litres of oil.'],
  ['Corrie Head has a pump that was opened in 1996.', 'Corrie Head has a lift that was opened in 1999.'],
  ['Last week, 9 boats of the Society were sold.', 'Last week, 4 boats of the Society were sold.'],
  ['The Corrie Head hotel is closed.', 'The Corrie Head station is open all year.'],
  ['The hotel is owned by the Harrow family.', 'The mill is owned by the Bracken Trust.'],
  ['The hotel is owned by the Harrow family.', 'The hotel belongs to the Harrow family.'],
  ['The Tarn Valley Society employs six people.', 'The Tarn Valley Society has six members.'],
  [
    'The boiler of the Tarn Valley Railway must be shut down at 96 °C.',
    'The boiler of the Tarn Valley Railway must be shut down at 205 °F.',
  ],
  ['The Tarn Valley Railway opened in 1887.', 'The Tarn Valley Railway opened to traffic in 1887.'],
])('two sentences do not disagree: %s / %s', async (one, other) => {
  expect(await differences(one, other)).toEqual([[], []]);
});
