import { silentRun } from '../../../src/base';
import { checkChangeSet, guard, withDependencies, type ChangeSet } from '../../../src/change';
import { composeHubs, estimateHubs, lacksOverview, type HubRequest } from '../../../src/ingest';
import { unlinkedMentions } from '../../../src/ingest/unlinked-mentions';
import { createPageIndex } from '../../../src/search';
import { MemoryVault } from '../../../src/vault';
import { readSnapshot } from '../../../src/wiki';
import { resolveLens } from '../../../src/workspace';
import { says } from '../../model/server/behaviours';
import { ModelServer } from '../../model/server/server';
import { countingRandom, createFixture } from '../../model/support';
import { promptOf, rendered } from '../model-run/support';
import { manifest, NOW, page } from '../support/curated-wiki';

/** Pages that connect a wiki are made of what its pages say already. */

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const LIGHTS = ['Ardal', 'Brek', 'Corran', 'Dunmore', 'Eilean', 'Fara'];
const SOURCE_ONLY = 'The cook of the tender was called Moses.';

/** A page for each light, with two dated statements, each of another source. */
function lightPage(name: string, at: number): string {
  const [source, slug] = [`200${at}-report`, name.toLowerCase()];
  const built = `${name} Light was built in 18${at}0.`;
  const lit = `${name} Light was automated in 19${at}5.`;
  return page(
    slug,
    `${name} Light`,
    [
      `${built}[^${source}-1] ${lit}[^${source}-2]`,
      '',
      `[^${source}-1]: [${source}], line 3: “${built}”`,
      `[^${source}-2]: [${source}], line 4: “${lit}”`,
    ].join('\n'),
    `sources:\n  - sources/${source}.md\n`,
  );
}

function filesOf(lights: readonly string[] = LIGHTS): Record<string, string> {
  const files: Record<string, string> = { 'KNOWLEDGE.md': manifest() };
  for (const [at, name] of lights.entries()) {
    files[`entities/${name.toLowerCase()}.md`] = lightPage(name, at % 10);
    files[`sources/200${at % 10}-report.md`] =
      `# Report\n\n${name} Light was built in 18${at % 10}0.\n${name} Light was automated in 19${at % 10}5.\n${SOURCE_ONLY}\n`;
  }
  return files;
}

async function requestFor(files: Readonly<Record<string, string>>): Promise<HubRequest> {
  const vault = new MemoryVault(files);
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  const snapshot = await readSnapshot({ vault, lens, run: silentRun });
  return { snapshot, lens, index: await createPageIndex(snapshot, silentRun), now: NOW, run: silentRun };
}

/** The marks in a prompt by what is said there. */
function markIn(prompt: string, said: string): string {
  const line = prompt.split('\n').find((each) => each.startsWith('- ') && each.includes(said));
  return /\{(\d+\.\d+)\}$/.exec(line ?? '')?.[1] ?? 'none';
}

interface Composed {
  readonly changeSet: ChangeSet;
  readonly texts: Record<string, string>;
  readonly prompts: readonly string[];
}

async function compose(
  files: Readonly<Record<string, string>>,
  answer: (prompt: string, nth: number) => string,
  more: Pick<HubRequest, 'offered' | 'considered'> = {},
): Promise<Composed> {
  const prompts: string[] = [];
  server.script((heard, response) => {
    prompts.push(promptOf(heard));
    return says(answer(prompts.at(-1) ?? '', prompts.length))(heard, response);
  });
  const request = { ...(await requestFor(files)), ...more };
  const changeSet = await composeHubs(request, { model: createFixture(server).model, random: countingRandom() });
  checkChangeSet(changeSet);
  expect(guard({ changeSet, snapshot: request.snapshot }).filter(({ severity }) => severity === 'error')).toEqual([]);
  const all = new Set(changeSet.files.flatMap(({ hunks }) => hunks.map(({ id }) => id)));
  return { changeSet, texts: rendered(changeSet, all), prompts };
}

function overview(prompt: string, more = ''): string {
  const built = markIn(prompt, 'Ardal Light was built');
  return `=== page overview\n# The lights of the bay\nThe oldest is [[ardal|Ardal Light]], built in 1800.{${built}}${more}`;
}

function timeline(prompt: string): string {
  const rows = LIGHTS.map(
    (name, at) =>
      `| 18${at}0 | [[${name.toLowerCase()}|${name} Light]] is built.{${markIn(prompt, `${name} Light was built`)}} |`,
  );
  return ['=== page timeline', '# Timeline of the lights', '| Date | Event |', '| --- | --- |', ...rows].join('\n');
}

it('an overview and a timeline are made of statements of pages, with the footnotes that these have', async () => {
  const { changeSet, texts, prompts } = await compose(
    filesOf(),
    (prompt) => `${overview(prompt)}\n\nSee also: [[brek|Brek Light]]\n${timeline(prompt)}`,
  );
  expect(changeSet.files.map(({ path, kind }) => [path, kind])).toEqual([
    ['concepts/overview.md', 'created'],
    ['timelines/timeline.md', 'created'],
  ]);
  expect(prompts).toHaveLength(1);
  expect(prompts.join('\n')).not.toContain(SOURCE_ONLY);
  const made = texts['concepts/overview.md'] ?? '';
  expect(made).toContain('title: The lights of the bay');
  expect(made).toContain('built in 1800.[^2000-report-1]');
  expect(made).toContain('[^2000-report-1]: [2000-report], line 3: “Ardal Light was built in 1800.”');
  expect(made).toContain('\n\nSee also: [[brek|Brek Light]], [[timeline|Timeline of the lights]]\n');
  expect(texts['timelines/timeline.md']).toContain('| 1850 | [[fara\\|Fara Light]] is built.[^2005-report-1] |');
  expect(
    changeSet.files
      .flatMap(({ hunks }) => hunks.flatMap(({ evidence }) => evidence))
      .every(({ quote }) => quote.includes(' Light was ')),
  ).toBe(true);
});

it('what no statement says is asked to be corrected, and a sentence without a mark is left out', async () => {
  const { changeSet, texts, prompts } = await compose(filesOf(), (prompt, nth) =>
    nth === 1
      ? overview(prompt, ` It has 777 steps.{${markIn(prompt, 'Brek Light was built')}} The keeper was mad.`)
      : overview(prompt),
  );
  expect(prompts).toHaveLength(2);
  expect(prompts[1]).toContain('No statement has this: 777.');
  expect(texts['concepts/overview.md']).not.toMatch(/777|mad/);
  expect(changeSet.notes.join('\n')).not.toContain('777');
});

it('a row is shown cell by cell, with the empty ones, each with its own marks', async () => {
  const table = [
    '| Light | Built | Height | Automated |',
    '| --- | --- | --- | --- |',
    '| [[ardal\\|Ardal Light]] | 1800[^2000-report-1] | | 1905[^2000-report-2] |',
    '',
    '[^2000-report-1]: [2000-report], line 3: “Ardal Light was built in 1800.”',
    '[^2000-report-2]: [2000-report], line 4: “Ardal Light was automated in 1905.”',
  ].join('\n');
  const rows = page(
    'dates-of-lights',
    'Dates of the lights',
    table,
    'sources:\n  - sources/2000-report.md\n',
    'comparison',
  );
  const { prompts } = await compose({ ...filesOf(), 'comparisons/dates-of-lights.md': rows }, () => '=== page none');
  expect(prompts[0]).toMatch(/^- Ardal Light \| 1800\{\d+\.\d+\} \| {2}\| 1905\{\d+\.\d+\}$/m);
});

it('a hub that exists is brought up to date and keeps what its owner wrote', async () => {
  const first = await compose(filesOf(LIGHTS.slice(0, 5)), (prompt) => overview(prompt));
  const hub = (first.texts['concepts/overview.md'] ?? '').replace('\n\n[^', '\n\nI rowed there once.\n\n[^');
  const files = { ...filesOf(), 'concepts/overview.md': hub };
  const { texts, prompts, changeSet } = await compose(files, (prompt) =>
    [
      '=== page overview',
      '=== b1 insert_after: The oldest',
      `The newest is [[fara|Fara Light]], built in 1850.{${markIn(prompt, 'Fara Light was built')}}`,
    ].join('\n'),
  );
  expect(prompts[0]).toContain('{o1: I rowed there once.}');
  // A timeline is asked for too, which needs what the overview tells; once there is one, it is not shown a second time.
  expect(markIn(prompts[0] ?? '', 'Ardal Light was built')).not.toBe('none');
  const row = '| 1810 | Brek Light is built.[^b-1] |\n\n[^b-1]: [2001-report], line 3: “Brek Light was built in 1810.”';
  const lights = page('timeline', 'Timeline of the lights', `| Date | Event |\n| --- | --- |\n${row}`);
  const again = await compose({ ...files, 'concepts/timeline.md': lights }, () => '=== page none');
  expect(markIn(again.prompts[0] ?? '', 'Ardal Light was built')).toBe('none');
  expect(markIn(again.prompts[0] ?? '', 'Corran Light was built')).not.toBe('none');
  const made = texts['concepts/overview.md'] ?? '';
  expect(made).toContain('The newest is [[fara|Fara Light]], built in 1850.[^2005-report-1]');
  expect(made).toContain('I rowed there once.');
  expect(made).toContain('built in 1800.[^2000-report-1]');
  expect(made).toContain('- sources/2005-report.md');
  expect(changeSet.files.flatMap(({ hunks }) => hunks.flatMap(({ drops = [] }) => drops))).toEqual([]);
});

it('a new overview sees what a timeline says already', async () => {
  const first = await compose(filesOf(), timeline);
  const files = { ...filesOf(), 'timelines/timeline.md': first.texts['timelines/timeline.md'] ?? '' };
  const { prompts, texts } = await compose(files, (prompt) => overview(prompt));
  expect(prompts[0]).toContain('Hub timeline:');
  expect(texts['concepts/overview.md']).toContain('built in 1800.[^2000-report-1]');
});

it('the timeline and the table of one subject are no hubs of the wiki: a timeline is asked for, made of their rows too', async () => {
  const row = 'Ardal Light got a horn in 1911.';
  const body = `| Year | Event |\n| --- | --- |\n| 1911 | ${row}[^2000-report-1] |\n\n[^2000-report-1]: [2000-report], line 5: “${row}”`;
  const subject = (slug: string, kind: string): string =>
    page(slug, 'Horns of Ardal', body, 'sources:\n  - sources/2000-report.md\n', kind);
  const files = {
    ...filesOf(),
    'timelines/horns.md': subject('horns', 'timeline'),
    'comparisons/lamps.md': subject('lamps', 'comparison'),
  };
  const { prompts, texts } = await compose(files, (prompt) => `${overview(prompt)}\n${timeline(prompt)}`);
  expect(prompts[0]).toContain('`timeline`: ');
  expect(prompts[0]).toContain('At most one more page');
  expect(prompts[0]).not.toContain('Hub horns:');
  expect(prompts[0]).toContain(`- 1911 | ${row}`);
  expect(texts['timelines/timeline.md']).toContain('hub: timeline');
  expect(lacksOverview((await requestFor(files)).snapshot)).toBe(true);
});

it('"people" in a sentence is no link to the page of the people', async () => {
  const hub = page('people', 'People of the bay', 'Six.', 'metadata:\n  living-wiki:\n    hub: people\n');
  const text = 'Fourteen people of Ardal Light came.';
  const files = { ...filesOf(), 'comparisons/people.md': hub, 'entities/fair.md': page('fair', 'Fair', text) };
  const { snapshot } = await requestFor(files);
  const fair = snapshot.pagesBySlug('fair').flatMap((each) => unlinkedMentions({}, snapshot, each, text));
  expect(fair.map(({ label }) => label)).toEqual(['Ardal Light']);
});

it('a small wiki is not asked about, and nothing is proposed', async () => {
  const { changeSet, prompts } = await compose(filesOf(LIGHTS.slice(0, 3)), (prompt) => overview(prompt));
  expect([prompts, changeSet.files]).toEqual([[], []]);
  expect(lacksOverview((await requestFor(filesOf(LIGHTS.slice(0, 3)))).snapshot)).toBe(false);
  expect(lacksOverview((await requestFor(filesOf())).snapshot)).toBe(true);
});

it('what is sent does not grow with the wiki', async () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `${LIGHTS[at % 6] ?? ''}${at}x`);
  const [small, large] = await Promise.all(
    [200, 1000].map(async (count) =>
      estimateHubs(await requestFor(filesOf(many(count))), { random: countingRandom() }),
    ),
  );
  expect(small?.calls).toBe(1);
  expect((large?.inputTokens ?? 0) / (small?.inputTokens ?? 1)).toBeLessThan(1.1);
});

it('a hundred rows of a long table are shown besides the prose, and what does not fit is said and comes first the next time', async () => {
  const rows = Array.from({ length: 160 }, (_, at) => {
    const quote = `Keeper ${at} came in ${at + 1710}.`;
    return {
      row: `| ${at + 1710} | Keeper ${at} came.[^2000-report-${at + 10}] |`,
      note: `[^2000-report-${at + 10}]: [2000-report], line 5: “${quote}”`,
    };
  });
  const undated = Array.from({ length: 400 }, (_, at) => ({
    line: `The keeper of the rock wrote word ${at} about the sea and the wind.[^2000-report-${at + 1000}]`,
    note: `[^2000-report-${at + 1000}]: [2000-report], line 5: “Word ${at} about the sea and the wind.”`,
  }));
  const keepers = page(
    'keepers',
    'Keepers',
    [
      'Keepers lived here.[^2000-report-9]\n',
      `${undated.map(({ line }) => line).join(' ')}\n`,
      `## Years\n\n| Year | Event |\n| --- | --- |\n${rows.map(({ row }) => row).join('\n')}\n`,
      `[^2000-report-9]: [2000-report], line 4: “Keepers lived here.”`,
      ...[...rows, ...undated].map(({ note }) => note),
    ].join('\n'),
    'sources:\n  - sources/2000-report.md\n',
  );
  const files = { ...filesOf(), 'entities/keepers.md': keepers };
  const { prompts, changeSet } = await compose(files, (prompt) => overview(prompt));
  const shown = rows.filter((_, at) => prompts[0]?.includes(`Keeper ${at} came.`) === true);
  expect(shown).toHaveLength(100);
  expect(changeSet.notes).toContain('60 more statements with a date did not fit. Compose again to take them up.');
  expect(prompts[0]).toContain('(its tables have 60 rows more)');
  // The prompt has its bound all the same.
  expect(prompts[0]?.match(/The keeper of the rock wrote/g)?.length).toBeLessThan(200);
  const offered = new Set((changeSet.facts.offered as readonly string[]).map(String));
  const next = await compose(files, (prompt) => overview(prompt), { offered });
  expect(rows.slice(100).every((_, at) => next.prompts[0]?.includes(`Keeper ${at + 100} came.`))).toBe(true);
});

const hubPage = (slug: string, role: string, text: string): string =>
  page(slug, `Hub ${slug}`, text, `metadata:\n  living-wiki:\n    hub: ${role}\n`, 'concept');

it('a hub that exists is never asked for as a new one, however many others are linked more', async () => {
  const files: Record<string, string> = { ...filesOf(), 'concepts/people.md': hubPage('people', 'people', 'Nobody.') };
  for (const name of ['locks', 'lamps', 'horns', 'rocks', 'boats'])
    files[`concepts/${name}.md`] = hubPage(name, 'table', 'See [[rocks]], [[lamps]], [[horns]], [[locks]], [[boats]].');
  const { prompts, texts } = await compose(files, (prompt) =>
    ['=== page people', '=== b1 replace: Nobody', `Alan built it.{${markIn(prompt, 'Ardal Light was built')}}`].join(
      '\n',
    ),
  );
  const [asked, mended] = (prompts[0] ?? '').split('Leave out a page');
  expect(asked).not.toContain('`people`: ');
  expect(mended).toContain('What these are to be:\n`people`: ');
  expect(prompts[0]).not.toContain('At most one more page');
  expect(prompts[0]).toContain('Hub people:');
  expect(texts['concepts/people.md']).toContain('Alan built it.[^2000-report-1]');
});

it('the length of the overview follows the number of pages', async () => {
  const many = Array.from({ length: 40 }, (_, at) => `${LIGHTS[at % 6] ?? ''}${at}x`);
  const few = await compose(filesOf(), () => '=== page none');
  const more = await compose(filesOf(many), () => '=== page none');
  expect(few.prompts[0]).toContain('takes 200 to 400 words for 6 pages');
  expect(more.prompts[0]).toContain('takes 400 to 650 words for 40 pages');
  const [short, long] = await Promise.all(
    [filesOf(), filesOf(many)].map(async (files) =>
      estimateHubs(await requestFor(files), { random: countingRandom() }),
    ),
  );
  expect(long?.outputTokens).toBeGreaterThan(short?.outputTokens ?? 0);
});

const DISPUTES = `---
schema: knowledge/v1
slug: disputes-and-changes
kind: concept
title: Disputes and changes
updated_at: "2026-01-01T00:00:00Z"
metadata:
  living-wiki:
    generated: disputes
---

# Disputes and changes

Ardal Light was built in 1800.[^2000-report-1] Brek Light was built in 1810.[^2001-report-1]

[^2000-report-1]: [2000-report], line 3: “Ardal Light was built in 1800.”
[^2001-report-1]: [2001-report], line 3: “Brek Light was built in 1810.”
`;

/** An overview from before there was a page of disputes. */
const WITH_DISPUTES = hubPage(
  'overview',
  'overview',
  [
    'The lights of the bay stand on rocks.[^2002-report-1]',
    '## Disputed and open',
    '- Ardal Light was built in 1800.[^2000-report-1]\n- Brek Light was built in 1810.[^2001-report-1]',
    '## History',
    '- Corran Light was automated in 1925.[^2002-report-2]',
    [
      '[^2000-report-1]: [2000-report], line 3: “Ardal Light was built in 1800.”',
      '[^2001-report-1]: [2001-report], line 3: “Brek Light was built in 1810.”',
      '[^2002-report-1]: [2002-report], line 5: “All lights stand on rocks.”',
      '[^2002-report-2]: [2002-report], line 4: “Corran Light was automated in 1925.”',
    ].join('\n'),
  ].join('\n\n'),
);

it('an old list of disputes in the overview goes where the page of disputes tells them, unlisted, and nothing waits for it', async () => {
  const files = {
    ...filesOf(),
    'disputes-and-changes.md': DISPUTES,
    'concepts/overview.md': WITH_DISPUTES,
    'timelines/timeline.md': hubPage('timeline', 'timeline', 'Nothing yet.'),
  };
  const { prompts, texts, changeSet } = await compose(files, () =>
    ['=== page overview', '=== b2 delete: Disputed and', '', '=== b3 delete: Ardal Light', ''].join('\n'),
  );
  expect(prompts).toHaveLength(1);
  expect(prompts[0]).toContain('“Disputed and open” of the overview lists what [[disputes-and-changes]] tells');
  expect(texts['concepts/overview.md']).not.toContain('Disputed and open');
  const drops = changeSet.files.flatMap(({ hunks }) => hunks.flatMap(({ drops: own = [] }) => own));
  expect(drops.map(({ text, saidOn }) => [text, saidOn])).toEqual([
    ['Ardal Light was built in 1800.', 'entities/ardal.md'],
    ['Brek Light was built in 1810.', 'entities/brek.md'],
  ]);
});

it('what no other page says may not go from an overview without a word', async () => {
  const files = { ...filesOf(), 'concepts/overview.md': WITH_DISPUTES };
  const { prompts } = await compose(files, () => '=== page overview\n=== b1 delete: The lights\n');
  expect(prompts[1]).toMatch(/"The lights of the bay stand on rocks\." \{\d\.1\} is gone and not listed/);
});

it('a hub that changes gets links to the other hubs and the page of disputes, before its history; a new hub links to those that exist', async () => {
  const files = {
    ...filesOf(),
    'disputes-and-changes.md': DISPUTES,
    'concepts/overview.md': WITH_DISPUTES,
    'timelines/timeline.md': hubPage('timeline', 'timeline', 'See also: [[ardal|Ardal Light]]'),
  };
  const { texts } = await compose(files, (prompt) => {
    const mark = markIn(prompt, 'Fara Light was built');
    return [
      '=== page overview',
      '=== b1 insert_after: The lights',
      `The newest is Fara Light, built in 1850.{${mark}}`,
      '=== page timeline',
      '=== b1 insert_before: See also',
      `Fara Light was built in 1850.{${mark}}`,
      '=== page people',
      `# People of the bay\nSomebody built Fara Light in 1850.{${mark}}`,
    ].join('\n');
  });
  expect(texts['concepts/overview.md']).toContain(
    'See also: [[people|People of the bay]], [[timeline|Hub timeline]], [[disputes-and-changes|Disputes and changes]]\n\n## History',
  );
  expect(texts['timelines/timeline.md']).toContain(
    'See also: [[ardal|Ardal Light]], [[people|People of the bay]], [[overview|Hub overview]], [[disputes-and-changes|Disputes and changes]]\n',
  );
  expect(texts['comparisons/people.md']).toContain(
    'See also: [[overview|Hub overview]], [[timeline|Hub timeline]], [[disputes-and-changes|Disputes and changes]]\n',
  );
});

it('an overview that is much too long is asked for again once, and one that exists is told its length', async () => {
  const long = (prompt: string): string => {
    const mark = markIn(prompt, 'Ardal Light was built');
    return `=== page overview\n# The lights\n${`The oldest of all of the lights of the bay was built in 1800.{${mark}}\n\n`.repeat(45)}`;
  };
  const first = await compose(filesOf(), (prompt, nth) => (nth < 3 ? long(prompt) : '=== page none'));
  expect(first.prompts).toHaveLength(2);
  expect(first.prompts[1]).toMatch(/The overview has \d{3} words, and 400 at most is enough/);
  const files = { ...filesOf(), 'concepts/overview.md': first.texts['concepts/overview.md'] ?? '' };
  const next = await compose(files, () => '=== page none');
  expect(next.prompts[0]).toMatch(/It has \d{3}: shorten it/);
});

it('an unchanged wiki of which the model has seen everything is not asked about again, and a few new statements are', async () => {
  const files = { ...filesOf(), 'concepts/overview.md': hubPage('overview', 'overview', 'Nothing yet.') };
  const first = await compose(files, () => '=== page none');
  const keys = (name: string): ReadonlySet<string> => new Set(first.changeSet.facts[name] as readonly string[]);
  const known = { offered: keys('offered'), considered: keys('considered') };
  const again = await compose(files, () => '=== page none', known);
  expect([first.prompts.length, again.prompts]).toEqual([1, []]);
  expect(again.changeSet.notes).toEqual([
    'Nothing new: no page says anything that the model has not seen for the overview pages.',
  ]);
  const quotes = ['red', 'blue', 'green', 'white', 'brown'].map((name) => `The ${name} lamp is kept in the tower.`);
  const lamps = quotes.map((quote, at) => `${quote}[^l-${at}]`).join(' ');
  const notes = quotes.map((quote, at) => `[^l-${at}]: [2000-report], line 9: “${quote}”`).join('\n');
  const more = await compose(
    { ...files, 'entities/lamps.md': page('lamps', 'Lamps', `${lamps}\n\n${notes}`) },
    () => '=== page none',
    known,
  );
  expect(more.prompts).toHaveLength(1);
});

it('an overview that lists disputes is a reason to ask once', async () => {
  const files = {
    ...filesOf(),
    'disputes-and-changes.md': DISPUTES,
    'concepts/overview.md': WITH_DISPUTES,
    'timelines/timeline.md': hubPage('timeline', 'timeline', 'Nothing yet.'),
  };
  const first = await compose(files, () => '=== page none');
  const offered = new Set(first.changeSet.facts.offered as readonly string[]);
  const considered = new Set(first.changeSet.facts.considered as readonly string[]);
  const untried = await compose(files, () => '=== page none', { offered });
  const tried = await compose(files, () => '=== page none', { offered, considered });
  expect([untried.prompts.length, tried.prompts.length]).toEqual([1, 0]);
});

it('hubs are shown whole to the model that changes them', async () => {
  const paragraphs = Array.from(
    { length: 30 },
    (_, at) => `## Part ${at}\n\nNothing is known of part ${at} of the bay, of its people and its boats.`,
  );
  const rows = Array.from({ length: 60 }, (_, at) => `| ${1700 + at} | The boat of year ${at} sank. |`);
  const table = `| Date | Event |\n| --- | --- |\n${rows.join('\n')}`;
  const files = {
    ...filesOf(),
    'concepts/overview.md': hubPage('overview', 'overview', paragraphs.join('\n\n')),
    'timelines/timeline.md': hubPage('timeline', 'timeline', table),
  };
  const { prompts, changeSet } = await compose(files, () => '=== page none');
  const [prompt = ''] = prompts;
  expect(paragraphs.every((_, at) => prompt.includes(`of part ${at} of the bay`))).toBe(true);
  expect(rows.every((_, at) => prompt.includes(`The boat of year ${at} sank.`))).toBe(true);
  // The model was asked: that there was nothing to ask would be wrong.
  expect(changeSet.notes).toEqual(['The answer of the model added nothing to the overview pages.']);
});

it('an overview that leaves something out keeps it on the summary of its source, and waits for nobody', async () => {
  const files = filesOf();
  const told = 'The bay has six lights.';
  const note = `[^2000-report-9]: [2000-report], line 9: “${told}”`;
  files['concepts/overview.md'] = page(
    'overview',
    'The lights of the bay',
    `${told}[^2000-report-9]\n\n${note}`,
    'sources:\n  - sources/2000-report.md\nmetadata:\n  living-wiki:\n    hub: overview\n',
    'concept',
  );
  files['summaries/2000-report.md'] = page(
    '2000-report',
    'Report of 2000',
    '## What it says\n\n- A light was built. [2000-report]\n\n## Pages\n\n- [[ardal]]',
    'sources:\n  - sources/2000-report.md\n',
    'summary',
  );
  const { changeSet, texts } = await compose(files, (prompt) => overview(prompt));
  expect(texts['concepts/overview.md']).not.toContain(told);
  expect(texts['summaries/2000-report.md']).toContain(`## More about The lights of the bay\n\n${told}[^2000-report-9]`);
  const hunks = changeSet.files.flatMap((file) => file.hunks);
  expect(hunks.flatMap(({ drops }) => drops ?? [])).toEqual([]);
  const [first] = hunks;
  expect(withDependencies(changeSet, [first?.id ?? ''], 'reject').size).toBe(hunks.length);
});

it('a page about what sources disagree on is asked for, with what code found to differ', async () => {
  const files = filesOf();
  const points = LIGHTS.slice(0, 3).map((name, at) => {
    const statement = `${name} Light was built in 18${at}0.`;
    return {
      line: `- ${statement}[^200${at}-report-1]`,
      note: `[^200${at}-report-1]: [200${at}-report], line 3: “${statement}”`,
    };
  });
  const body = ['## Open questions', ...points.map(({ line }) => line), points.map(({ note }) => note).join('\n')];
  files['disputes-and-changes.md'] = page(
    'disputes-and-changes',
    'Disputes and changes',
    body.join('\n\n'),
    'metadata:\n  living-wiki:\n    generated: disputes\n',
    'concept',
  );
  const { texts, prompts } = await compose(files, (prompt) => {
    const mark = markIn(prompt, 'Brek Light was built');
    return `${overview(prompt)}\n=== page disagreements\n# What is not agreed\n**Brek.** It was built in 1810.{${mark}}`;
  });
  expect(prompts[0]).toContain('What differs or is open, as code found it');
  expect(prompts[0]).toContain('(Open questions)');
  const [, made = ''] = Object.entries(texts).find(([path]) => path.endsWith('disagreements.md')) ?? [];
  expect(made).toContain('hub: disagreements');
  expect(made).toContain('It was built in 1810.[^2001-report-1]');
});

it('an article on a theme that several pages tell in pieces becomes a page about a subject', async () => {
  const { texts } = await compose(filesOf(), (prompt) => {
    const first = markIn(prompt, 'Ardal Light was automated');
    const second = markIn(prompt, 'Brek Light was automated');
    const text = `# Automation of the lights\nThe lights were automated one by one.{${first}}\n\n## Order\nArdal Light was automated in 1905, and Brek Light in 1915.{${first}}{${second}}`;
    return `${overview(prompt)}\n=== page automation\n${text}`;
  });
  const [path, made = ''] = Object.entries(texts).find(([each]) => each.endsWith('automation.md')) ?? [];
  expect(path).toBe('concepts/automation.md');
  expect(made).toContain('title: Automation of the lights');
  expect(made).not.toContain('hub:');
  expect(made).not.toContain('See also');
  expect(made).toContain('and [[brek|Brek Light]] in 1915.[^2000-report-2][^2001-report-2]');
});
