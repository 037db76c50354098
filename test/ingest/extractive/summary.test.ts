import { silentRun, YieldBudget } from '../../../src/base';
import { parseSource } from '../../../src/ingest/extractive/parse-source';
import { chooseKeySentences, DEPTH_LIMITS } from '../../../src/ingest/extractive/rank-sentences';
import { CuratedWiki, prose } from '../support/curated-wiki';

const CHAPTER = `# Harbour locks

A harbour lock is a chamber that lifts boats between two levels of water. A harbour lock needs a pair of gates and a keeper. A harbour
lock loses water with each boat that passes. Every harbour lock in the region was rebuilt with steel gates.

## Opening the gates

The keeper opens the upper gates only after the water in the chamber is level. Valves in the gates let the water through slowly.

\`\`\`rust
let gate_width = 5;
let keeper = Keeper::new(gate_width);
\`\`\`

At this point, the water in the chamber and the gates have the same level as the boats. The value of gate_width decides how fast the
water leaves the chamber through the gates. Water that leaves the chamber calls Keeper::new with the width of the gates. Valves that
leak let the water out of the chamber through the gates at night. Chambers covered previously have gates that keep the water level.

Only the town of Fenwick Major has a second chamber. Boats from Lower Marsham and boats to Lower Marsham wait in the basin.
`;

const summaryOf = async (text: string, file = 'sources/chapter.md'): Promise<string> => {
  const wiki = await CuratedWiki.of({ [file]: text });
  await wiki.ingest(file);
  const pages = await wiki.pages();
  return Object.entries(pages).find(([path]) => path.startsWith('summaries/'))?.[1] ?? '';
};

describe('the summary of a chapter with listings', () => {
  it('says nothing that only an example explains', async () => {
    const summary = await summaryOf(CHAPTER);
    expect(summary).toContain('Valves that leak let the water out of the chamber');
    expect(summary).not.toMatch(/At this point|gate\\?_width|Keeper|covered previously/);
  });

  it('links in its second sentence to the page of what its title names', async () => {
    expect(await summaryOf(CHAPTER)).toMatch(
      /\n\nA document of [^\n]+ \[chapter\]\n\nIts subject has a page of its own: \[\[harbour-lock\|Harbour Lock\]\]\. \[chapter\]\n/i,
    );
  });

  it('lists only names that stand there twice', async () => {
    const summary = await summaryOf(CHAPTER);
    expect(summary).toContain('- Lower Marsham\n');
    expect(summary).not.toContain('- Fenwick Major\n');
    expect(await summaryOf(CHAPTER.replace(/```[^`]+```/, ''))).toContain('- Fenwick Major\n');
  });

  it('has at most ten sentences, however long it is', async () => {
    const nouns = ['pumps', 'ropes', 'cranes', 'lamps', 'barges', 'bells', 'boilers', 'ledgers', 'anchors', 'tools'];
    const verbs = ['carried', 'lifted', 'painted', 'counted', 'mended', 'weighed', 'bought', 'sold', 'stored', 'moved'];
    const lines = nouns.flatMap((noun, at) =>
      verbs.map((verb, other) => `The old ${noun} were ${verb} by ${nouns[(at + other + 1) % 10] ?? ''} near a quay.`),
    );
    const said = /\n## What it says\n\n((?:- .*\n)+)/.exec(
      await summaryOf(`# Stores\n\n${lines.join('\n\n').repeat(4)}\n`),
    );
    const count = said?.[1]?.match(/^- /gm)?.length ?? 0;
    expect(count).toBeGreaterThan(3);
    expect(count).toBeLessThanOrEqual(10);
  });
});

it('keeps what its subject is, when only one sentence is wanted', async () => {
  const pace = new YieldBudget(silentRun);
  const text = prose(
    [
      'glimctl (short for glimmer control) is meant for lamps, buoys, bells, horns, ropes, sails, oars, nets, hooks, and much else.',
      ...['valve', 'gauge', 'hinge', 'winch'].map(
        (part) => `The harbour office replaced the ${part} of its harbour pump in 1950.`,
      ),
    ].join('\n\n'),
  );
  const parsed = await parseSource({ ...text, title: 'glimctl' }, pace);
  const limits = { ...DEPTH_LIMITS.medium, sentences: [1, 1] as const };
  const [chosen] = await chooseKeySentences(parsed, [], limits, () => true, pace);
  expect(chosen?.text).toContain('glimctl');
});

describe('the columns of a table', () => {
  it('are all named, with the range of their numbers', async () => {
    const long = 'Drivers in fatal collisions who had not been involved in any accident before';
    const summary = await summaryOf(
      `State,${long},Share\nOhio,12,.5\nUtah,9,.25\nIowa,30,.75\n`,
      'sources/drivers.csv',
    );
    expect(summary).toContain(`\n- ${long}: 9 to 30\n- Share: .25 to .75\n`);
  });

  it('of options in a text are not columns of the text', async () => {
    expect(await summaryOf(`${CHAPTER}\n| Option | Use |\n| --- | --- |\n| a | b |\n| c | d |\n`)).not.toContain(
      '## Columns',
    );
  });

  it('of one record are its fields', async () => {
    const record = '{"subject": "A new keeper", "votes": {"ada": 1, "ben": 0}}';
    const summary = await summaryOf(record, 'sources/2022-07-20-0.json');
    expect(summary).toContain('\n# 2022-07-20-0\n');
    expect(summary).toContain('A record of 20 July 2022 with the fields subject, votes.ada and votes.ben.');
    expect(summary).toContain('\n## Fields\n\n- subject: A new keeper\n- votes.ada: 1\n');
  });
});

it('a summary says first what the document is, gives each sentence its heading, and leaves out what leans on another sentence', async () => {
  const wiki = await CuratedWiki.of({
    'sources/locks.md':
      '# Rules for keepers\n\n## Scope\n\nThis document defines the duties of the keepers of locks on the canal. Keepers live beside the locks.\n\n' +
      '## Opening hours {#hours}\n\nThe keepers open the gates of the locks at six in summer. The problem is that the keepers of most locks sleep longer.\n\n' +
      '## Repairs\n\nThe keepers of the locks replace the oak gates after 25 years. These gates of the locks weigh four tonnes.\n',
  });
  await wiki.ingest('sources/locks.md');
  const summary = (await wiki.pages())['summaries/locks-summary.md'] ?? '';
  const points = [...summary.matchAll(/^- ([^[]+)\[\^/gm)].map(([, point]) => point);
  expect(points[0]).toBe('Scope: This document defines the duties of the keepers of locks on the canal.');
  expect(points).toContain('Opening hours: The keepers open the gates of the locks at six in summer.');
  expect(points.join('\n')).not.toMatch(/The problem is|These gates/);
  expect(summary).toContain('“Opening hours”');
});

it('what a document says of itself stands on one page only', async () => {
  const wiki = await CuratedWiki.of({
    'sources/notching.md':
      '# Notching of gates\n\nNotching of gates is a way to let water through a closed gate. This document describes the notching of gates on the canal and why keepers want it.\n\nNotching of gates needs two keepers. Notching of gates was tried in 1912.\n',
  });
  await wiki.ingest('sources/notching.md');
  const text = Object.values(await wiki.pages())
    .join('\n')
    .replace(/^\[\^.*$/gm, '');
  expect(text.split('This document describes the notching').length - 1).toBe(1);
});
