import { hunksToAccept, withDependencies, type ChangeSet } from '../../../src/change';
import { readLedger } from '../../../src/wiki';
import { manifest } from '../support/curated-wiki';
import { ModelServer } from '../../model/server/server';
import {
  answerWith,
  diligent,
  hunksOf,
  ModelWiki,
  page,
  pagesOf,
  planOf,
  rendered,
  type ModelRequest,
} from './support';

const SOURCE = `# The light

The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds.

Print this page.
`;

/** A page that an earlier ingest wrote, with a sentence of its owner. */
const PAGE = page(
  'the-light',
  'The light',
  `The light is a tower.[^memoir-2] I was there in 1990. It is 31 metres tall.[^memoir-5]

## Staff

- Grant kept it.[^memoir-9]

[^memoir-2]: [memoir], line 2: “The light is a tower on the point.”
[^memoir-5]: [memoir], line 5: “It is 31 metres tall.”
[^memoir-9]: [memoir], line 9: “Grant kept it.”`,
  'sources:\n  - sources/memoir.md\n',
);
const WITH_PAGE = {
  'entities/the-light.md': PAGE,
  'sources/memoir.md': 'x\nThe light is a tower on the point.\n\n\nIt is 31 metres tall.\n\n\n\nGrant kept it.\n',
};

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

async function curate(
  answer: (asked: ModelRequest) => unknown,
  files: Readonly<Record<string, string>> = {},
  more = '',
): ReturnType<ModelWiki['curate']> {
  server.script(answerWith(answer));
  const wiki = await ModelWiki.of(server, { 'sources/light.md': SOURCE, ...files }, more);
  const changeSet = await wiki.curate('sources/light.md');
  expect(wiki.refused(changeSet)).toEqual([]);
  return changeSet;
}

function bodyOf(text = ''): string {
  return text.slice(text.indexOf('# '));
}

/** A model that plans one page and writes it as told; the second text is for a repair. */
function writing(op: 'compose' | 'edit', ...answers: readonly object[]): (asked: ModelRequest) => unknown {
  return ({ task, units, before }) => {
    if (task === 'plan') return planOf([{ slug: 'the-light', op, units: [...units.keys()] }]);
    return pagesOf([{ slug: 'the-light', ...(answers[before] ?? answers.at(-1)) }]);
  };
}

describe('ingest by a model', () => {
  it('makes pages whose sentences cite the source in footnotes', async () => {
    const texts = rendered(await curate(diligent('the-light', 'The light')));
    expect(bodyOf(texts['entities/the-light.md'])).toBe(`# The light

The tower was built in 1874.[^light-1] It is 29 metres tall.[^light-2] Adults pay 4 pounds.[^light-3] Print this page.[^light-4]

[^light-1]: [light], under “The light”, line 3: “The tower was built in 1874.” ([[light-summary|summary]])
[^light-2]: [light], under “The light”, line 3: “It is 29 metres tall.” ([[light-summary|summary]])
[^light-3]: [light], under “The light”, line 3: “Adults pay 4 pounds.” ([[light-summary|summary]])
[^light-4]: [light], under “The light”, line 5: “Print this page.” ([[light-summary|summary]])
`);
    expect(bodyOf(texts['summaries/light-summary.md'])).toContain('A source about a light.');
  });

  it('never writes a quote that the model made up, and tells it of a mark that does not exist', async () => {
    const asked: string[] = [];
    const changeSet = await curate((request) => {
      asked.push(request.prompt);
      if (request.task === 'plan') return diligent('the-light', 'The light')(request);
      return pagesOf([
        { slug: 'the-light', markdown: 'It is tall.{1.2} It sank.{1.77}[^light-5]\n\n[^light-5]: [light]: “It sank.”' },
      ]);
    });
    expect(asked.at(-1)).toContain('There is no unit {1.77}.');
    const text = rendered(changeSet)['entities/the-light.md'] ?? '';
    expect([...readLedger(text).notes.keys()]).toEqual(['light-2']);
    expect(changeSet.notes.join('\n')).toContain('There is no unit {1.77}.');
  });

  it('leaves out what names no unit, says so, and gives what introduces a list the marks of its first item', async () => {
    const asked: string[] = [];
    const changeSet = await curate((request) => {
      asked.push(request.prompt);
      if (request.task === 'plan') return diligent('the-light', 'The light')(request);
      const markdown =
        'The light is old. It was built in 1874.{1.1}\n\n## Myths\n\nIt sank with all hands.\n\n## Fees\n\nThese are the fees:\n\n- 4 pounds.{1.3}\n- 900 pounds.\n\n| What | How |\n| --- | --- |\n| Height | 29 metres{1.2} |\n| Depth | 400 metres |\n\nSee also: [[the-light]]';
      return pagesOf([{ slug: 'the-light', markdown }]);
    });
    expect(asked.at(-1)).toContain('This has no mark of a unit and is left out: "It sank with all hands.".');
    const [body] = bodyOf(rendered(changeSet)['entities/the-light.md']).split('\n\n[^light-1]:');
    expect(body).toBe(
      '# The light\n\nIt was built in 1874.[^light-1]\n\n## Fees\n\nThese are the fees:[^light-3]\n\n- 4 pounds.[^light-3]\n\n| What | How |\n| --- | --- |\n| Height | 29 metres[^light-2] |\n\nSee also: [[the-light]]',
    );
    expect(changeSet.notes.join('\n')).toContain('"Depth | 400 metres"');
  });

  it('lets a mark count for the sentences before it that its unit states', async () => {
    const changeSet = await curate((request) =>
      request.task === 'plan'
        ? diligent('the-light', 'The light')(request)
        : pagesOf([
            {
              slug: 'the-light',
              markdown:
                'Adults pay four coins, it sank. The tower was built. It was built in 1874.{1.1} Tall, 29 metres.{1.2} 4 pounds.{1.3}',
            },
          ]),
    );
    const [body] = bodyOf(rendered(changeSet)['entities/the-light.md']).split('\n\n[^light-1]:');
    expect(body).toBe(
      '# The light\n\nThe tower was built.[^light-1] It was built in 1874.[^light-1] Tall, 29 metres.[^light-2] 4 pounds.[^light-3]',
    );
  });

  it('accounts for every unit: what the model forgets is asked for, then shown on the summary', async () => {
    const asked: string[] = [];
    const changeSet = await curate(({ task, prompt, before }) => {
      asked.push(prompt);
      if (task !== 'plan') return pagesOf([{ slug: 'the-light', markdown: 'It was built in 1874.{1.1}' }]);
      return before === 0
        ? planOf([{ slug: 'the-light', title: 'The light', units: ['1.1'] }])
        : planOf([], { left: [{ units: ['1.4'], reason: 'navigational', note: 'a print button' }] });
    });
    expect(asked[1]).toContain('No page uses these units, and `left` does not name them: 1.2-1.4.');
    expect(changeSet.facts.coverage).toEqual({
      units: 4,
      cited: '1',
      left: [{ units: '4', reason: 'navigational', note: 'a print button' }],
      postponed: [],
      unplaced: '2-3',
    });
    expect(changeSet.notes).toContain(
      '1 of 4 passages used, 1 navigational, 2 under “Further details” of the summary.',
    );
    const summary = bodyOf(rendered(changeSet)['summaries/light-summary.md']);
    expect(summary).toContain(
      '## Further details\n\n- It is 29 metres tall.[^light-2]\n- Adults pay 4 pounds.[^light-3]',
    );
  });

  it('shows a page as numbered blocks with marks, and edits it without touching what is around', async () => {
    let prompt = '';
    const changeSet = await curate((request) => {
      if (request.task === 'pages') prompt = request.prompt;
      return writing('edit', {
        edits: [
          {
            block: 'b3',
            starts: 'Grant kept',
            do: 'insert_after',
            markdown:
              '- Adults pay 4 pounds.{1.3}\n- Its height is 29 metres.{1.2}\n- It is of 1874.{1.1} Printed.{1.4}',
          },
        ],
      })(request);
    }, WITH_PAGE);
    expect(prompt).toContain('[b1] The light is a tower.{2.2} {o1: I was there in 1990.} It is 31 metres tall.{2.5}');
    expect(prompt).toContain('[b3] - Grant kept it.{2.9}');
    expect(rendered(changeSet)['entities/the-light.md']).toBe(
      PAGE.replace(
        '- Grant kept it.[^memoir-9]\n',
        '- Grant kept it.[^memoir-9]\n- Adults pay 4 pounds.[^light-3]\n- Its height is 29 metres.[^light-2]\n- It is of 1874.[^light-1] Printed.[^light-4]\n',
      )
        .replace('- sources/memoir.md\n', '- sources/memoir.md\n  - sources/light.md\n')
        .replace('"2026-01-01T00:00:00Z"', '"2026-05-01T08:00:00Z"')
        .trimEnd()
        .concat(
          '\n[^light-3]: [light], under “The light”, line 3: “Adults pay 4 pounds.” ([[light-summary|summary]])',
          '\n[^light-2]: [light], under “The light”, line 3: “It is 29 metres tall.” ([[light-summary|summary]])',
          '\n[^light-1]: [light], under “The light”, line 3: “The tower was built in 1874.” ([[light-summary|summary]])',
          '\n[^light-4]: [light], under “The light”, line 5: “Print this page.” ([[light-summary|summary]])\n',
        ),
    );
  });

  it('takes an item of a numbered list that is named without its number', async () => {
    const markdown = '2. It is 29 metres tall.{1.2} It is of 1874.{1.1} 4 pounds.{1.3} Printed.{1.4}';
    const changeSet = await curate(
      writing('edit', { edits: [{ block: 'b3', starts: 'Grant kept', do: 'insert_after', markdown }] }),
      { ...WITH_PAGE, 'entities/the-light.md': PAGE.replace('- Grant kept', '1. Grant kept') },
    );
    expect(rendered(changeSet)['entities/the-light.md']).toContain('2. It is 29 metres tall.[^light-2]');
  });

  it('gives a page a better title, with its heading and its old title as an alias, and takes no name of another page', async () => {
    const renamed = (retitle: string): Promise<ChangeSet> =>
      curate(
        ({ task }) =>
          task === 'plan'
            ? planOf([{ slug: 'the-light', op: 'edit', units: ['1', '2', '3', '4'], retitle }])
            : pagesOf([
                {
                  slug: 'the-light',
                  edits: [
                    { block: 'b3', starts: 'Grant kept', do: 'insert_after', markdown: '- Adults pay 4 pounds.{1.3}' },
                  ],
                },
              ]),
        { ...WITH_PAGE, 'entities/grant.md': page('grant', 'Amy Grant', 'A keeper.') },
      );
    const changeSet = await renamed('The Halden Light');
    const text = rendered(changeSet)['entities/the-light.md'] ?? '';
    expect(text).toContain('slug: the-light\n');
    expect(text).toContain('title: The Halden Light\n');
    expect(text).toContain('aliases:\n  - The light\n');
    expect(text).toContain('\n# The Halden Light\n');
    expect(JSON.stringify(changeSet.facts)).toContain('Renamed from “The light”.');
    const refused = await renamed('Amy Grant');
    expect(rendered(refused)['entities/the-light.md']).toContain('\n# The light\n');
    expect(refused.notes.join('\n')).toContain('“The light” keeps its title: “Amy Grant” is a name of “grant”.');
    const long = 'How the light of Halden came to be built and is kept';
    expect((await renamed(long)).notes).toContain(`“The light” keeps its title: “${long}” is too long, or a sentence.`);
  });

  it('refuses an edit whose block begins otherwise than the model thinks', async () => {
    const asked: string[] = [];
    const changeSet = await curate((request) => {
      asked.push(request.prompt);
      return writing('edit', { edits: [{ block: 'b1', starts: 'Staff of the light', do: 'delete', markdown: '' }] })(
        request,
      );
    }, WITH_PAGE);
    expect(asked.at(-1)).toContain('Block [b1] of "the-light" starts with "the light", not with "Staff of the light".');
    expect(hunksOf(changeSet, 'entities/the-light.md')).toEqual([]);
  });

  const COMPOSED =
    'The light is a tower on the point.{2.2} It was built in 1874.{1.1} {o1}\n\n## Visits\n\nAdults pay 4 pounds.{1.3} Print it.{1.4}\n\n## Staff\n\n- Grant kept it.{2.9}\n\n## History\n\nIt was said to be 31 metres tall;{2.5} it is 29 metres.{1.2}';

  it('composes a page anew, keeps the owner’s sentence to the letter, and moves what no longer holds', async () => {
    const changeSet = await curate(writing('compose', { markdown: COMPOSED }), WITH_PAGE);
    const text = rendered(changeSet)['entities/the-light.md'] ?? '';
    expect(bodyOf(text).split('\n\n[^')[0]).toBe(`# The light

The light is a tower on the point.[^memoir-2] It was built in 1874.[^light-1] I was there in 1990.

## Visits

Adults pay 4 pounds.[^light-3] Print it.[^light-4]

## Staff

- Grant kept it.[^memoir-9]

## History

It was said to be 31 metres tall;[^memoir-5] it is 29 metres.[^light-2]`);
    const { accounts } = changeSet.facts as { accounts: Record<string, { dropped: unknown[]; kept: number }> };
    expect(accounts['the-light']).toMatchObject({ dropped: [], kept: 2 });
  });

  it('asks again when a sentence of the owner is missing, and never applies such a change by itself', async () => {
    const asked: string[] = [];
    const changeSet = await curate((request) => {
      asked.push(request.prompt);
      return writing('compose', { markdown: COMPOSED.replace(' {o1}', '') })(request);
    }, WITH_PAGE);
    expect(asked.at(-1)).toContain('A sentence of the owner is missing: {o1} "I was there in 1990.".');
    const drops = hunksOf(changeSet, 'entities/the-light.md').flatMap((hunk) => hunk.drops ?? []);
    expect(drops).toEqual([{ text: 'I was there in 1990.', reason: null }]);
    expect(rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md'] ?? PAGE).toContain(
      'I was there in 1990.',
    );
  });

  it('names what a composed page no longer says, with the reason', async () => {
    const withoutStaff = COMPOSED.replace('\n\n## Staff\n\n- Grant kept it.{2.9}', '');
    const changeSet = await curate(
      writing(
        'compose',
        { markdown: withoutStaff },
        { markdown: withoutStaff, dropped: [{ mark: '2.9', reason: 'wrong', by: '' }] },
      ),
      WITH_PAGE,
    );
    const drops = hunksOf(changeSet, 'entities/the-light.md').flatMap((hunk) => hunk.drops ?? []);
    expect(drops).toEqual([{ text: 'Grant kept it.', reason: 'The model considers it wrong.' }]);
    const text = rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md'] ?? PAGE;
    expect(text).toContain('Grant kept it.[^memoir-9]');
  });

  it('moves to History what a newer source ended, with its date, so that nothing waits', async () => {
    const open = PAGE.replace('It is 31 metres tall.[^memoir-5]', 'As of 2019 its height was not known.[^memoir-5]');
    const composed =
      'The light is a tower on the point.{2.2} It was built in 1874 and is 29 metres tall.{1.1}{1.2} {o1}\n\n## Visits\n\nAdults pay 4 pounds.{1.3} Print it.{1.4}\n\n## Staff\n\n- Hale keeps it.{1.4}';
    const dropped = [
      { mark: '2.5', reason: 'superseded_by', by: '1.2' },
      { mark: '2.9', reason: 'superseded_by', by: '1.4' },
    ];
    const changeSet = await curate(writing('compose', { markdown: composed, dropped }), {
      ...WITH_PAGE,
      'entities/the-light.md': open,
    });
    const text = rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md'] ?? '';
    expect(bodyOf(text)).toContain('is 29 metres tall.[^light-1][^light-2] I was there in 1990.');
    expect(bodyOf(text)).toContain(`- Hale keeps it.[^light-4]

## History

- As of 2019 its height was not known.[^memoir-5]
- As stated earlier: Grant kept it.[^memoir-9]

[^`);
    expect(text).toContain('[^memoir-5]: [memoir], line 5');
    const { accounts } = changeSet.facts as { accounts: Record<string, unknown> };
    expect(accounts['the-light']).toMatchObject({
      dropped: [],
      moved: [
        { text: 'As of 2019 its height was not known.', to: 'History' },
        { text: 'Grant kept it.', to: 'History' },
      ],
    });
    // Half of it would lose a sentence.
    const history = hunksOf(changeSet, 'entities/the-light.md').find((hunk) => hunk.text.includes('## History'));
    const rest = new Set(hunksToAccept(changeSet));
    for (const id of withDependencies(changeSet, [history?.id ?? ''], 'reject')) rest.delete(id);
    expect(rendered(changeSet, rest)['entities/the-light.md'] ?? open).toContain('Grant kept it.[^memoir-9]');
  });

  it('dates what it moves by the newest of the sources that it rests on', async () => {
    const note =
      '---\nschema: knowledge.source/v1\nid: note\ntitle: Note\ncaptured_at: 2005-05-01\n---\n\nGrant kept it.\n';
    const twice = `${PAGE.replace('Grant kept it.[^memoir-9]', 'Grant kept it.[^memoir-9][^note-1]').trimEnd()}\n[^note-1]: [note], line 8: “Grant kept it.”\n`;
    const markdown = COMPOSED.replace('- Grant kept it.{2.9}', '- Hale keeps it.{1.4}');
    const dropped = [{ mark: '2.9', reason: 'superseded_by', by: '1.4' }];
    const files = { ...WITH_PAGE, 'sources/note.md': note, 'entities/the-light.md': twice };
    const changeSet = await curate(writing('compose', { markdown, dropped }), files);
    const text = rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md'] ?? '';
    expect(text).toContain('- As stated on 1 May 2005: Grant kept it.[^memoir-9][^note-1]');
  });

  it('applies the rest of a block whose statement is dropped, which alone waits', async () => {
    const text = PAGE.replace(
      'I was there in 1990. It is 31 metres tall.[^memoir-5]',
      'It is 31 metres tall.[^memoir-5] It stands on the point.[^memoir-2]',
    );
    const dropped = [{ mark: '2.5', reason: 'wrong', by: '' }];
    const lead = 'Since 1874 the light has been a tower on the point.{2.2}{1.1} It stands on the point.{2.2}';
    const edits = [
      { block: 'b1', starts: 'The light', do: 'replace', markdown: `${lead} Adults pay 4 pounds.{1.3}` },
      { block: 'b3', starts: 'Grant kept', do: 'insert_after', markdown: '- It is 29 metres tall.{1.2} Print.{1.4}' },
    ];
    const changeSet = await curate(writing('edit', { edits, dropped }), {
      ...WITH_PAGE,
      'entities/the-light.md': text,
    });
    const applied = rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md'] ?? text;
    expect(bodyOf(applied)).toContain(
      'been a tower on the point.[^memoir-2][^light-1] It stands on the point.[^memoir-2] Adults pay 4 pounds.[^light-3] It is 31 metres tall.[^memoir-5]\n\n## Staff',
    );
    expect(applied).toContain('[^memoir-5]: [memoir]');
    const everything = rendered(changeSet, hunksToAccept(changeSet, { drops: true }));
    expect(bodyOf(everything['entities/the-light.md'])).toContain('4 pounds.[^light-3]\n\n## Staff');
    expect(hunksOf(changeSet, 'entities/the-light.md').flatMap(({ drops = [] }) => drops)).toEqual([
      { text: 'It is 31 metres tall.', reason: 'The model considers it wrong.' },
    ]);
  });

  it('composes a page of which one statement is dropped without waiting with all of it', async () => {
    const composed =
      'The tower of 1874 is 29 metres tall.{1.1}{1.2} {o1}\n\n## Visits\n\nAdults pay 4 pounds.{1.3} Print it.{1.4}\n\n## Place\n\nThe light is a tower on the point.{2.2}';
    const dropped = [
      { mark: '2.5', reason: 'superseded_by', by: '1.2' },
      { mark: '2.9', reason: 'wrong', by: '' },
    ];
    const changeSet = await curate(writing('compose', { markdown: composed, dropped }), WITH_PAGE);
    const text = bodyOf(rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md']).split('\n\n[^')[0];
    expect(text).toBe(`# The light

The tower of 1874 is 29 metres tall.[^light-1][^light-2] I was there in 1990.

## Visits

Adults pay 4 pounds.[^light-3] Print it.[^light-4]

## Place

The light is a tower on the point.[^memoir-2]

- Grant kept it.[^memoir-9]

## History

- As stated earlier: It is 31 metres tall.[^memoir-5]`);
  });

  describe('a statement that is dropped as a duplicate', () => {
    const LEAD = 'The light is a tower.[^memoir-2]';
    const PLACE = '## Place\n\nOn the point it stands, and ships pass.[^memoir-2]\n\n## Staff';
    const twice = PAGE.replace('## Staff', PLACE);
    const composed = (lead: string, place: string): string =>
      `${lead}{1.1} {o1} It is 29 metres tall.{1.2} It was 31.{2.5}\n\n## Place\n\n${place}\n\n## Visits\n\nAdults pay 4 pounds.{1.3} Print it.{1.4}\n\n## Staff\n\n- Grant kept it.{2.9}`;
    const dropping = (text: string, place: string): ReturnType<typeof curate> =>
      curate(
        writing('compose', {
          markdown: composed('It was built in 1874.', place),
          dropped: [{ mark: '2.2', reason: 'duplicate_of', by: 'the-light' }],
        }),
        { ...WITH_PAGE, 'entities/the-light.md': text },
      );

    it('goes without a person where a statement that stays cites the same passage', async () => {
      const changeSet = await dropping(twice, 'On the point it stands, and ships pass.{2.2}');
      const applied = rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md'] ?? twice;
      expect(applied).not.toContain(LEAD);
      expect(applied).toContain('On the point it stands, and ships pass.[^memoir-2]');
      const drops = hunksOf(changeSet, 'entities/the-light.md').flatMap((hunk) => hunk.drops ?? []);
      expect(drops).toEqual([
        { text: 'The light is a tower.', reason: 'Another sentence says the same.', saidOn: 'entities/the-light.md' },
      ]);
    });

    it.each([
      [
        'that has a figure which no other has',
        twice.replace('is a tower.', 'is a tower of 1874 steps.'),
        'On the point it stands, and ships pass.{2.2}',
      ],
      [
        'whose twin rests on another passage',
        twice.replace('ships pass.[^memoir-2]', 'ships pass.[^memoir-9]'),
        'On the point it stands, and ships pass.{2.9}',
      ],
    ])('waits %s', async (_, text, place) => {
      const changeSet = await dropping(text, place);
      const applied = rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md'] ?? text;
      expect(applied).toContain('The light is a tower');
    });

    it('goes where the page that is named says it, and waits where that page drops it too', async () => {
      const keeper = page(
        'keeper',
        'Keeper',
        'Ships pass the keeper on the point.[^memoir-2]\n\n[^memoir-2]: [memoir], line 2: “The light is a tower on the point.”',
        'sources:\n  - sources/memoir.md\n',
      );
      const dropped = (by: string): object => ({ dropped: [{ mark: '2.2', reason: 'duplicate_of', by }] });
      const both = (keeperText: string) =>
        curate(
          ({ task, units }) =>
            task === 'plan'
              ? planOf([
                  { slug: 'the-light', op: 'compose', units: [...units.keys()] },
                  { slug: 'keeper', op: 'compose', units: ['1.2'] },
                ])
              : pagesOf([
                  {
                    slug: 'the-light',
                    markdown: composed('It was built in 1874.', 'It stands on rock.{1.1}'),
                    ...dropped('keeper'),
                  },
                  { slug: 'keeper', markdown: keeperText, ...dropped('the-light') },
                ]),
          { ...WITH_PAGE, 'entities/keeper.md': keeper },
        );
      const kept = await both('Ships pass the keeper on the point.{2.2} It is 29 metres tall.{1.2}');
      expect(rendered(kept, hunksToAccept(kept))['entities/the-light.md']).not.toContain(LEAD);
      const gone = await both('It is 29 metres tall.{1.2}');
      const texts = rendered(gone, hunksToAccept(gone));
      expect(texts['entities/the-light.md'] ?? PAGE).toContain(LEAD);
      expect(texts['entities/keeper.md'] ?? keeper).toContain('Ships pass the keeper');
    });
  });

  it('cites a passage once, also where an earlier version told another line for it', async () => {
    const old = PAGE.replace('It is 31 metres tall.[^memoir-5]', 'It has 29 metres.[^light-2]').replace(
      /^\[\^memoir-5\].*$/m,
      '[^light-2]: [light], under “The light”, line 1: “It is 29 metres tall.” ([[light-summary|summary]])',
    );
    const markdown = '- It is 29 metres tall.{1.2} It is of 1874.{1.1} Adults pay 4 pounds.{1.3} Print.{1.4}';
    const changeSet = await curate(
      writing('edit', { edits: [{ block: 'b3', starts: 'Grant kept', do: 'insert_after', markdown }] }),
      { ...WITH_PAGE, 'entities/the-light.md': old },
    );
    const text = rendered(changeSet)['entities/the-light.md'] ?? '';
    expect(text).toContain('- It is 29 metres tall.[^light-2] It is of 1874.[^light-1]');
    expect(text.match(/^\[\^light-2.*$/gm)).toEqual([expect.stringContaining('line 1: “It is 29 metres tall.”')]);
  });

  it('puts what was not known yet before the paragraph that tells what came of it', async () => {
    const open = PAGE.replace('It is 31 metres tall.[^memoir-5]', 'As of 2019 its height was not known.[^memoir-5]');
    const composed =
      'The light is a tower on the point,{2.2} and is 29 metres tall.{1.2} {o1}\n\n## Height\n\nIt is 29 metres tall.{1.2} It was built in 1874.{1.1}\n\n## Visits\n\nAdults pay 4 pounds.{1.3} Print it.{1.4}\n\n## Staff\n\n- Grant kept it.{2.9}';
    const dropped = [{ mark: '2.5', reason: 'superseded_by', by: '1.2' }];
    const changeSet = await curate(writing('compose', { markdown: composed, dropped }), {
      ...WITH_PAGE,
      'entities/the-light.md': open,
    });
    const text = rendered(changeSet, hunksToAccept(changeSet))['entities/the-light.md'] ?? '';
    expect(text).toContain(
      '## Height\n\nAs of 2019 its height was not known.[^memoir-5] It is 29 metres tall.[^light-2] It was',
    );
    expect(text).not.toContain('## History');
  });

  it('gives a page of its own to what a limit leaves out, by name', async () => {
    server.script(
      answerWith(({ task, targets }) =>
        task === 'plan'
          ? planOf([
              { slug: 'tower', title: 'Tower', units: ['1.1', '1.2'] },
              { slug: 'fees', title: 'Fees', units: ['1.3', '1.4'] },
            ])
          : pagesOf(targets.map(({ slug }) => ({ slug, markdown: 'It is of 1874.{1.1} It is tall.{1.2}' }))),
      ),
    );
    const wiki = await ModelWiki.of(server, { 'sources/light.md': SOURCE });
    const changeSet = await wiki.curate('sources/light.md', { maxPages: 1 });
    expect(changeSet.facts.coverage).toMatchObject({
      postponed: [{ slug: 'fees', title: 'Fees', units: '3-4' }],
      unplaced: '',
    });
    expect(changeSet.notes[0]).toBe('Creates 1 page, leaves for later 1 page.');
  });

  it('sends the owner’s purpose with every prompt', async () => {
    const prompts: string[] = [];
    server.script(
      answerWith((request) => {
        prompts.push(request.prompt);
        return diligent('the-light', 'The light')(request);
      }),
    );
    const wiki = await ModelWiki.of(server, {
      'sources/light.md': SOURCE,
      'KNOWLEDGE.md': `${manifest()}\n# Lights\n\nOnly towers matter here.\n`,
    });
    await wiki.curate('sources/light.md');
    expect(prompts.length).toBeGreaterThan(1);
    for (const prompt of prompts) expect(prompt).toContain('Only towers matter here.');
  });

  it('has only those blocks read a second time that code has doubts about', async () => {
    const checked: string[] = [];
    const markdown = (tall: string): string => `Built in 1874.{1.1}\n\n${tall}{1.2}\n\n4 pounds.{1.3} In print.{1.4}`;
    const answer = (tall: string) => (request: ModelRequest) => {
      if (request.task === 'verification') checked.push(request.prompt);
      if (request.task === 'pages') return pagesOf([{ slug: 'the-light', markdown: markdown(tall) }]);
      return diligent('the-light', 'The light')(request);
    };
    const wiki = await ModelWiki.of(server, { 'sources/light.md': SOURCE });
    server.script(answerWith(answer('It is 29 metres tall.')));
    const { facts } = await wiki.curate('sources/light.md', { verify: 'doubtful' });
    expect(facts.accounts).toMatchObject({ 'the-light': { added: 4, warnings: [] } });
    expect(checked).toEqual([]);
    server.script(answerWith(answer('It is 31 metres tall.')));
    await wiki.curate('sources/light.md', { verify: 'doubtful' });
    expect(checked).toHaveLength(1);
    expect(checked[0]).toContain('[p1.2] It is 31 metres tall.{1.2}');
    expect(checked[0]).not.toContain('[p1.1]');
  });

  it('lets a second reading correct a sentence, and refuses a correction that breaks the page', async () => {
    const answer = (markdown: string) => (request: ModelRequest) =>
      request.task === 'verification'
        ? { findings: [{ block: 'p1.1', sentence: 'Adults', kind: 'overclaim', markdown }] }
        : diligent('the-light', 'The light')(request);
    server.script(
      answerWith(answer('Built in 1874.{1.1} Height: 29 metres.{1.2} Adults pay 4 pounds.{1.3} Print.{1.4}')),
    );
    const wiki = await ModelWiki.of(server, { 'sources/light.md': SOURCE });
    const good = await wiki.curate('sources/light.md', { verify: 'all' });
    expect(bodyOf(rendered(good)['entities/the-light.md'])).toContain('Height: 29 metres.[^light-2]');
    server.script(answerWith(answer('It sank.{1.99}')));
    const bad = await wiki.curate('sources/light.md', { verify: 'all' });
    expect(bodyOf(rendered(bad)['entities/the-light.md'])).toContain('Adults pay 4 pounds.[^light-3]');
  });

  it('asks a weak model of each sentence whether its units say it, and leaves out what they do not', async () => {
    const asked: string[] = [];
    server.script(
      answerWith((request) => {
        if (request.task === 'verification') {
          asked.push(request.prompt);
          return { answer: request.prompt.includes('queen') ? 'no' : 'yes' };
        }
        if (request.task === 'plan') return diligent('the-light', 'The light')(request);
        const markdown = 'It was built in 1874.{1.1} The queen came.{1.2} Adults pay 4 pounds.{1.3} Print.{1.4}';
        return pagesOf([{ slug: 'the-light', markdown }]);
      }),
    );
    const wiki = await ModelWiki.of(server, { 'sources/light.md': SOURCE });
    const changeSet = await wiki.curate('sources/light.md', { verify: 'all', smallSteps: 'on' });
    expect(asked).toHaveLength(4);
    const texts = rendered(changeSet);
    expect(bodyOf(texts['entities/the-light.md'])).toContain(
      'It was built in 1874.[^light-1] Adults pay 4 pounds.[^light-3]',
    );
    expect(Object.values(texts).join('')).not.toContain('queen');
    expect(texts['summaries/light-summary.md']).toMatch(/## Further details\n\n- It is 29 metres tall\.\[\^light-2\]/);
    expect(changeSet.notes).toContain(
      '1 sentence left out, because the model did not find it in its units when asked again.',
    );
  });
});
