import { readCallouts } from '../../../src/wiki';
import { ModelServer } from '../../model/server/server';
import { page } from '../support/curated-wiki';
import { answerWith, ModelWiki, pagesOf, planOf, rendered, type ModelRequest } from './support';

/** Code finds what the source and the wiki cannot both say, hands it to the model, and says what the model passes over. */

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const filler = Array.from(
  { length: 60 },
  (_, at) => `The keeper wrote letter ${at + 1} about the weather of the coast.`,
);
const LONG = page(
  'halden-light',
  'Halden Light',
  `Halden Light is a lighthouse.\n\n${filler.map((line) => `${line}[^memoir-2]`).join('\n\n')}\n\n## History\n\nHalden Light was built in 1874.[^memoir-1]\n\n[^memoir-1]: [memoir], line 1: “Halden Light was built in 1874.”\n[^memoir-2]: [memoir], line 3: “The keeper wrote letters about the weather of the coast.”`,
  'sources:\n  - sources/memoir.md\n',
);
const FILES = {
  'entities/halden-light.md': LONG,
  'sources/memoir.md':
    '---\nschema: knowledge.source/v1\nid: memoir\ntitle: Memoir\ncaptured_at: 1999-05-01\n---\n\nHalden Light was built in 1874.\n\nThe keeper wrote letters about the weather of the coast.\n',
  'sources/guide.md': 'Halden Light was built in 1884.\n\nThe harbour of Halden has forty berths.\n',
};

/** Writes a page about the harbour, and says of the light what `tell` gives. */
function model(prompts: string[], tell: (asked: ModelRequest) => unknown): ReturnType<typeof answerWith> {
  return answerWith((asked) => {
    prompts.push(asked.prompt);
    if (asked.task !== 'plan') return tell(asked);
    return planOf([{ slug: 'harbour', title: 'Harbour of Halden', units: ['1.1', '1.2'] }]);
  });
}

const HARBOUR = 'Near the harbour stands Halden Light, built in 1884.{1.1} The harbour has forty berths.{1.2}';

it('a contradiction with a page that the plan does not touch is given to the model, and is flagged if it says nothing', async () => {
  const prompts: string[] = [];
  server.script(model(prompts, () => pagesOf([{ slug: 'harbour', markdown: HARBOUR }])));
  const { notes } = await (await ModelWiki.of(server, FILES)).curate('sources/guide.md');
  // The plan sees it too, so that it can have the page changed.
  expect(prompts[0]).toContain('halden-light 1999: Halden Light was built in 1874. (1?)');
  expect(prompts.at(-1)).toContain('- {1.1} and {2.1} halden-light: "Halden Light was built in 1874." (built)');
  expect(notes.filter((note) => note.includes('contradict'))).toEqual([
    'May contradict "halden-light" (built), and no page says so: it says “Halden Light was built in 1874.”, the source says “Halden Light was built in 1884.”.',
  ]);
});

it('a contradiction that the model names is not flagged', async () => {
  const conflicts = [{ marks: ['1.1', '2.1'], what: 'when the light was built' }];
  server.script(model([], () => pagesOf([{ slug: 'harbour', markdown: HARBOUR, conflicts }])));
  const changeSet = await (await ModelWiki.of(server, FILES)).curate('sources/guide.md');
  expect(changeSet.notes.filter((note) => note.startsWith('May contradict'))).toEqual([]);
  expect(changeSet.log.bullets).toEqual(['Contradiction on harbour: when the light was built']);
});

describe('a contradiction that waits for a person', () => {
  const conflicts = [{ marks: ['1.1', '2.1'], what: 'when the light was **built**. It matters.' }];
  const flag = '> [!warning] Contradiction: when the light was built; It matters';
  const written = async (markdown: string, policy = 'defer'): Promise<string> => {
    server.script(model([], () => pagesOf([{ slug: 'harbour', markdown, conflicts }])));
    const wiki = await ModelWiki.of(server, FILES, `curation:\n  conflictResolution: ${policy}\n`);
    return rendered(await wiki.curate('sources/guide.md'))['entities/harbour.md'] ?? '';
  };

  it('is flagged below a paragraph that tells both sides', async () => {
    const both = 'Halden Light was built in 1874 or 1884.{2.1}{1.1}\n\nThe harbour has forty berths.{1.2}';
    const text = await written(both);
    const sides =
      '> Memoir (1999-05-01) says: “Halden Light was built in 1874.”[^memoir-1]\n> Guide says: “Halden Light was built in 1884.”[^guide-1]';
    expect(text).toContain(`1884.[^memoir-1][^guide-1]\n\n${flag}\n${sides}\n\nThe harbour has`);
    const [callout] = readCallouts(text);
    expect(callout?.pair?.sides.map((side) => side.text)).toEqual([
      'Halden Light was built in 1874.',
      'Halden Light was built in 1884.',
    ]);
    expect(await written(both, 'keep-both')).not.toContain('[!');
  });

  it('has the sentence to which a side refers back', async () => {
    const files = {
      ...FILES,
      'sources/guide.md': 'Halden Light was built in 1884. We take this as the year of its lamp.\n',
    };
    const markdown = 'Halden Light was built in 1884.{1.1}{1.2}';
    const disputed = [{ marks: ['1.2', '2.1'], what: 'when the light was built' }];
    server.script(model([], () => pagesOf([{ slug: 'harbour', markdown, conflicts: disputed }])));
    const text =
      rendered(await (await ModelWiki.of(server, files)).curate('sources/guide.md'))['entities/harbour.md'] ?? '';
    const said =
      'Guide says: “Halden Light was built in 1884.”[^guide-1] “We take this as the year of its lamp.”[^guide-2]';
    expect(text).toContain(`> Memoir (1999-05-01) says: “Halden Light was built in 1874.”[^memoir-1]\n> ${said}\n`);
    expect(readCallouts(text)[0]?.pair?.sides.map((side) => side.sourceId)).toEqual(['memoir', 'guide']);
  });

  it('says of each sentence by its mark which side it is', async () => {
    const files = {
      ...FILES,
      'entities/halden-light.md': LONG.replace('“Halden Light was built', '“So it was. Halden Light was built'),
    };
    server.script(
      model([], () =>
        pagesOf([{ slug: 'harbour', markdown: HARBOUR, conflicts: [{ marks: ['1.1', '2.1'], what: 'the year' }] }]),
      ),
    );
    const changeSet = await (await ModelWiki.of(server, files)).curate('sources/guide.md');
    const text = rendered(changeSet)['entities/harbour.md'] ?? '';
    expect(text).toContain(
      '> Memoir (1999-05-01) says: “So it was.[^memoir-1] Halden Light was built in 1874.”[^memoir-1]\n> Guide says: “Halden Light was built in 1884.”[^guide-1]',
    );
    expect(readCallouts(text)[0]?.pair?.sides.map((side) => side.sourceId)).toEqual(['memoir', 'guide']);
  });

  it.each([
    ['', ''],
    ['a section that is put in behind it', '## Berths\n\nThe harbour has forty berths.{1.2}'],
  ])('is flagged below the table of which a row tells it, and before %s', async (_, behind) => {
    const table = '| Light | Built |\n| --- | --- |\n| Halden Light | 1874[^memoir-1] |\n| Skerry Light | |';
    const files = {
      ...FILES,
      'entities/lights.md': page(
        'lights',
        'Lights of the coast',
        `These lights stand on the coast.\n\n${table}\n\n## Keepers\n\nEach has a keeper.\n\n[^memoir-1]: [memoir], line 1: “Halden Light was built in 1874.”`,
        'sources:\n  - sources/memoir.md\n',
      ),
    };
    const row = '| Halden Light | 1874{2.1} or 1884{1.1} |';
    const edits = [
      { block: 'b2.1', starts: '| Halden Light', do: 'replace', markdown: row },
      ...(behind === '' ? [] : [{ block: 'b2', starts: '| Light', do: 'insert_after', markdown: behind }]),
    ];
    server.script(
      answerWith(({ task }) =>
        task === 'plan'
          ? planOf([{ slug: 'lights', op: 'edit', units: ['1.1', '1.2'] }])
          : pagesOf([{ slug: 'lights', edits, conflicts }]),
      ),
    );
    const changeSet = await (await ModelWiki.of(server, files)).curate('sources/guide.md');
    const text = rendered(changeSet)['entities/lights.md'] ?? '';
    expect(text).toContain(
      `| Skerry Light | |\n\n${flag}\n> Memoir (1999-05-01) says: “Halden Light was built in 1874.”[^memoir-1]\n> Guide says: “Halden Light was built in 1884.”[^guide-1]\n\n${behind === '' ? '## Keepers' : '## Berths'}`,
    );
    expect(readCallouts(text)[0]?.pair?.sides.map((side) => side.sourceId)).toEqual(['memoir', 'guide']);
  });

  it('has the other side in the callout where the page does not tell it', async () => {
    const text = await written(HARBOUR);
    expect(text).toContain(
      `berths.[^guide-2]\n\n${flag}\n> Memoir (1999-05-01) says: “Halden Light was built in 1874.”[^memoir-1]\n`,
    );
    expect(text).toContain('\n[^memoir-1]: [memoir], line 1: “Halden Light was built in 1874.”');
  });
});

it('two reports within the source are given to the model, and are flagged, or named if no page gives both', async () => {
  const files = { 'sources/guide.md': 'The register says that Halden has 40 berths. The harbour master says 44.\n' };
  const prompts: string[] = [];
  const written = async (markdown: string, conflicts: readonly object[] = []) => {
    server.script(model(prompts, () => pagesOf([{ slug: 'harbour', markdown, conflicts }])));
    const changeSet = await (await ModelWiki.of(server, files)).curate('sources/guide.md');
    const notes = changeSet.notes.filter((note) => note.startsWith('The source reports'));
    return { notes, text: rendered(changeSet)['entities/harbour.md'] ?? '' };
  };
  const one = await written('Halden has 40 berths by the register.{1.1}');
  expect(prompts.at(-1)).toContain('- {1.2} and {1.1}: "The register says that Halden has 40 berths." (number)');
  expect(one.notes).toEqual([
    'The source reports two things (number), and no page gives both: “The register says that Halden has 40 berths.”, “The harbour master says 44.”.',
  ]);
  const both = await written('Halden has 40 berths by the register, 44 by the harbour master.{1.1}{1.2}', [
    { marks: ['1.2', '1.1'], what: 'the number of berths' },
  ]);
  expect(both.notes).toEqual([]);
  expect(both.text).toContain(
    '> [!warning] Contradiction: the number of berths\n> Guide says: “The register says that Halden has 40 berths.”[^guide-1]\n> Guide says: “The harbour master says 44.”[^guide-2]',
  );
});

it('a statement that agrees is no candidate', async () => {
  const prompts: string[] = [];
  server.script(model(prompts, () => pagesOf([{ slug: 'harbour', markdown: HARBOUR }])));
  const agreeing = {
    ...FILES,
    'sources/guide.md': 'Halden Light was built in 1874.\n\nThe harbour has forty berths.\n',
  };
  const { notes } = await (await ModelWiki.of(server, agreeing)).curate('sources/guide.md');
  expect(prompts.join('')).not.toContain('may contradict each other');
  expect(notes.filter((note) => note.startsWith('May contradict'))).toEqual([]);
});

it('a source that is cited without a quote keeps its mark in a page that is composed, and is named when it goes', async () => {
  const old = page(
    'halden-light',
    'Halden Light',
    'Halden Light was built in 1874. [memoir]\n\nIts keeper wrote letters. [memoir]',
    'sources:\n  - sources/memoir.md\n',
  );
  const compose = (markdown: string, dropped: readonly unknown[] = []) =>
    answerWith(({ task }) =>
      task === 'plan'
        ? planOf([{ slug: 'halden-light', op: 'compose', units: ['1.1', '1.2'] }])
        : pagesOf([{ slug: 'halden-light', markdown, dropped }]),
    );
  const files = { ...FILES, 'entities/halden-light.md': old };
  const prompts: string[] = [];
  const kept = compose('Halden Light was built in 1874.{2.0} Its keeper wrote letters.{2.0} It has a harbour.{1.2}');
  server.script((heard, response) => {
    prompts.push(heard.text);
    void kept(heard, response);
  });
  const whole = await (await ModelWiki.of(server, files)).curate('sources/guide.md');
  expect(prompts.at(-1)).toContain('{2.0}');
  const text = whole.files
    .find(({ path }) => path === 'entities/halden-light.md')
    ?.hunks.map((hunk) => hunk.text)
    .join('\n');
  expect(text).toContain('Halden Light was built in 1874.[memoir]');
  expect(whole.facts.accounts).toMatchObject({ 'halden-light': { dropped: [] } });

  server.script(compose('Halden Light was built in 1874.{2.0} It has a harbour.{1.2}'));
  const less = await (await ModelWiki.of(server, files)).curate('sources/guide.md');
  expect(less.facts.accounts).toMatchObject({
    'halden-light': { dropped: [{ text: 'Its keeper wrote letters. [memoir]', reason: null }] },
  });
});
