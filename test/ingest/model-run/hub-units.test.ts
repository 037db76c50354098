import { concludes } from '../../../src/ingest/model-run/conclusions';
import { missedHubUnits, withHubUnits } from '../../../src/ingest/model-run/hub-units';
import { type IngestPlan, type PlannedPage } from '../../../src/ingest/model-run/planned-page';
import { type WrittenPage } from '../../../src/ingest/model-run/read-written';
import { numberUnits, type Unit } from '../../../src/ingest';
import { silentRun } from '../../../src/base';
import { type Page } from '../../../src/wiki';
import { CuratedWiki, page } from '../support/curated-wiki';

/** A timeline gets every dated event that a plan gives to another page, and a list of people everybody who is named with a role. */

const TEXT = [
  'The lock was reopened on 7 October 2023. The line is to open in 2031.',
  'The lock has two gates. This was written on 15 January 2024.',
  'Priya Nandakumar is the chair of the Trust.',
].join(' ');

async function read(): Promise<{ units: readonly Unit[]; timeline: Page; people: Page }> {
  const hub = (role: string): string => `metadata:\n  living-wiki:\n    hub: ${role}\n`;
  const wiki = await CuratedWiki.of({
    'sources/letter.md': `${TEXT}\n`,
    'timelines/timeline.md': page('timeline', 'Timeline', 'Events.', hub('timeline'), 'timeline'),
    'comparisons/people.md': page('people', 'People', 'People.', hub('people'), 'comparison'),
  });
  const { units } = await numberUnits(await wiki.extract('sources/letter.md'), silentRun);
  const [timeline, people] = ['timelines/timeline.md', 'comparisons/people.md'].map((path) =>
    wiki.snapshot.pages.get(path),
  );
  if (timeline === undefined || people === undefined) throw new Error('no hubs');
  return { units, timeline, people };
}

function planned(slug: string, own: Page | null, units: readonly number[]): PlannedPage {
  const more = { title: slug, kind: 'entity', op: 'edit', from: [], aliases: [], why: '', ended: [] } as const;
  return { slug, page: own, units, ...more };
}

const planOf = (pages: readonly PlannedPage[]): IngestPlan => ({
  ...{ what: '', date: null, points: [], left: [], replaces: [], answers: [], unsettled: [], unnamed: [] },
  pages,
});

const numbersOf = (units: readonly Unit[], pattern: RegExp): readonly number[] =>
  units.flatMap(({ text, number }) => (pattern.test(text) ? [number] : []));

it('gives a planned timeline the dated events of other pages, but not the day of the source', async () => {
  const { units, timeline, people } = await read();
  const all = units.map(({ number }) => number);
  const pages = [planned('lock', null, all), planned('timeline', timeline, []), planned('people', people, [])];
  const { plan } = withHubUnits(planOf(pages), units, [timeline, people], '2024-01-15');
  expect(plan.pages.map((each) => each.units)).toEqual([all, numbersOf(units, /2023|2031/), numbersOf(units, /chair/)]);
});

it('gives it nothing that no page uses', async () => {
  const { units, timeline } = await read();
  const pages = [planned('lock', null, numbersOf(units, /gates/)), planned('timeline', timeline, [])];
  const { plan } = withHubUnits(planOf(pages), units, [timeline], null);
  expect(plan.pages[1]?.units).toEqual([]);
});

it('tells what a hub does not say in the end, also of one that is not planned', async () => {
  const { units, timeline } = await read();
  const all = units.map(({ number }) => number);
  const hubs = withHubUnits(planOf([planned('lock', null, all)]), units, [timeline], '2024-01-15');
  expect(hubs.plan.pages).toHaveLength(1);
  expect(missedHubUnits(hubs, units, [])).toEqual([
    'timeline: not told there: “The lock was reopened on 7 October 2023.”, “The line is to open in 2031.”.',
  ]);
  const cited = new Set(numbersOf(units, /2023|2031/));
  const written = { planned: planned('timeline', timeline, []), cited } as unknown as WrittenPage;
  expect(missedHubUnits(hubs, units, [written])).toEqual([]);
});

it.each([
  ['The plans were carried out.', 'The tea room was opened in 2010. The bridge was rebuilt.', true],
  ['The aim is 2031, if there is the money.', 'Our aim is 2031. We have £2.2 million.', true],
  ['The aim is 2031, if the council agrees.', 'Our aim is 2031, unless the council objects.', false],
  ['The tea room was opened in 2010.', 'It opened in 2010.', false],
])('%s', (text, known, expected) => {
  expect(concludes(text, known)).toBe(expected);
});
