import { LOSS_KINDS } from '../../../src/change';
import { ModelServer } from '../../model/server/server';
import { answerWith, hunksOf, ModelWiki, pagesOf, planOf, rendered, type ModelRequest } from './support';

const SOURCE = `# The light

The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds. Grant kept it for nine years.
`;

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

/** Curates a source with a model that answers as told, and returns its requests. */
async function curate(
  answer: (asked: ModelRequest) => unknown,
  source = SOURCE,
  files: Readonly<Record<string, string>> = {},
): Promise<{
  readonly texts: Record<string, string>;
  readonly asked: readonly ModelRequest[];
  readonly notes: string;
}> {
  const asked: ModelRequest[] = [];
  server.script(
    answerWith((request) => {
      asked.push(request);
      return answer(request);
    }),
  );
  const wiki = await ModelWiki.of(server, { 'sources/light.md': source, ...files });
  const changeSet = await wiki.curate('sources/light.md');
  expect(wiki.refused(changeSet)).toEqual([]);
  return { texts: rendered(changeSet), asked, notes: changeSet.notes.join('\n') };
}

const bodyOf = (text = ''): string => text.slice(text.indexOf('# ')).split('\n\n[^light-')[0] ?? '';

const ONE_PAGE = [{ slug: 'the-light', title: 'The light', units: ['1.1-1.4'] }];
const TWO_PAGES = [
  { slug: 'the-light', title: 'The light', units: ['1.1-1.4'] },
  { slug: 'grant', title: 'Grant', kind: 'person', units: ['1.4'] },
];

describe('pages that a model writes', () => {
  it('link names of other pages at their first mention, those planned included', async () => {
    const { texts } = await curate(({ task }) =>
      task === 'plan'
        ? planOf(TWO_PAGES)
        : pagesOf([
            {
              slug: 'the-light',
              markdown: 'Built in 1874.{1.1} 29 metres.{1.2} 4 pounds.{1.3} It was kept by Grant, and Grant left.{1.4}',
            },
            { slug: 'grant', markdown: 'Grant kept it.{1.4}' },
          ]),
    );
    expect(bodyOf(texts['entities/the-light.md'])).toContain(
      'It was kept by [[grant|Grant]], and Grant left.[^light-4]',
    );
    expect(Object.values(texts).join('\n')).not.toContain('[[grant|Grant]] kept it.');
  });

  it('leave all pages alone that share the planned title, and say so', async () => {
    const twin = (slug: string): string =>
      `---\nschema: knowledge/v1\nslug: ${slug}\nkind: entity\ntitle: The light\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# The light\n\nA light.\n`;
    const { texts, notes } = await curate(
      ({ task }) =>
        task === 'plan'
          ? planOf([{ slug: 'tower', title: 'The light', units: ['1.1-1.4'] }])
          : pagesOf([
              {
                slug: 'tower',
                markdown: 'Built in 1874.{1.1} 29 metres.{1.2} 4 pounds.{1.3} Grant kept it.{1.4}',
              },
            ]),
      SOURCE,
      { 'entities/light-one.md': twin('light-one'), 'entities/light-two.md': twin('light-two') },
    );
    expect(Object.keys(texts)).toContain('entities/tower.md');
    expect(Object.keys(texts).filter((path) => path.startsWith('entities/light-'))).toEqual([]);
    const note =
      '“The light” matches several pages, so none was changed: entities/light-one.md, entities/light-two.md.';
    expect(notes.split('\n').filter((each) => each === note)).toHaveLength(1);
  });

  it('link whole words, where a model links a part of one', async () => {
    const { texts } = await curate(({ task }) =>
      task === 'plan'
        ? planOf(TWO_PAGES)
        : pagesOf([
            {
              slug: 'the-light',
              markdown:
                'Built in 1874.{1.1} 29 metres.{1.2} 4 pounds, as in `a[[grant]]s`.{1.3} It was [[grant|Gran]]t{1.4} and re[[grant]]s, [[grant|灯]]台.{1.4}',
            },
            { slug: 'grant', markdown: 'Grant kept it.{1.4}' },
          ]),
    );
    expect(bodyOf(texts['entities/the-light.md'])).toContain(
      '4 pounds, as in `a[[grant]]s`.[^light-3] It was [[grant|Grant]][^light-4] and [[grant|regrants]], [[grant|灯]]台.[^light-4]',
    );
  });

  it('may link with other words in a table, where the bar is escaped', async () => {
    const table = '| When | What |\n| --- | --- |\n| Later | [[grant|Grant]] kept [[the-light\\|it]].{1.4} |';
    const { texts, asked } = await curate(({ task }) =>
      task === 'plan'
        ? planOf(TWO_PAGES)
        : pagesOf([
            { slug: 'the-light', markdown: `Built in 1874.{1.1} 29 metres.{1.2} 4 pounds.{1.3}\n\n${table}` },
            { slug: 'grant', markdown: 'Grant kept the light.{1.4}' },
          ]),
    );
    expect(asked).toHaveLength(2);
    expect(bodyOf(texts['entities/the-light.md'])).toContain(
      '| Later | [[grant\\|Grant]] kept [[the-light\\|it]].[^light-4] |',
    );
  });

  it('show each unit once in a call, however many pages use it', async () => {
    const { asked } = await curate(({ task, units }) =>
      task === 'plan'
        ? planOf(TWO_PAGES)
        : pagesOf([
            { slug: 'the-light', markdown: [...units.keys()].map((mark) => `So it is.{${mark}}`).join(' ') },
            { slug: 'grant', markdown: 'Grant kept the light.{1.4}' },
          ]),
    );
    const prompt = asked[1]?.prompt ?? '';
    expect(prompt.split('Grant kept it for nine years.')).toHaveLength(2);
    expect(prompt).toMatch(/^Page grant \(\w+\), create: \nIts units: 4$/m);
    // What only concerns pages that exist is not explained for new ones.
    expect(prompt).not.toContain('`dropped`');
    expect(prompt).not.toContain('{o4');
  });

  it('need not repeat a unit that another page cites', async () => {
    const { asked, notes } = await curate(({ task }) =>
      task === 'plan'
        ? planOf([
            { slug: 'the-light', title: 'The light', units: ['1.1-1.4'] },
            { slug: 'fees', title: 'Fees', units: ['1.2-1.4'] },
          ])
        : pagesOf([
            { slug: 'the-light', markdown: 'The tower was built in 1874.{1.1}' },
            { slug: 'fees', markdown: 'It is tall.{1.2} It costs 4 pounds.{1.3} Grant kept it.{1.4}' },
          ]),
    );
    expect(asked.map(({ task }) => task)).toEqual(['plan', 'pages']);
    expect(notes).toContain('4 of 4 passages used.');
  });

  it('are repaired block by block, with the text that was answered before', async () => {
    const { texts, asked } = await curate(({ task, before }) => {
      if (task === 'plan') return planOf(ONE_PAGE);
      if (before === 0) {
        const markdown =
          'The light is a tower of 1874.{1.1}\n\n## Size\n\nIt is 29 metres tall.{1.2} It is the tallest.\n\n## Fees\n\nAdults pay 4 pounds.{1.3} Grant kept it.{1.4}';
        return pagesOf([{ slug: 'the-light', markdown, aliases: ['tower'] }]);
      }
      const edits = [{ block: 'd3', starts: 'It is', do: 'replace', markdown: 'The tower is 29 metres tall.{1.2}' }];
      return pagesOf([{ slug: 'the-light', edits }]);
    });
    expect(asked).toHaveLength(3);
    expect(asked[2]?.prompt).toContain('[d3] It is 29 metres tall.{1.2} It is the tallest.');
    expect(asked[2]?.prompt).toContain('This has no mark of a unit and is left out: "It is the tallest.".');
    // Of what is not at fault, only the first words are sent, and no unit.
    expect(asked[2]?.prompt).toContain('[d1] The light is a tower …');
    expect([...(asked[2]?.units.keys() ?? [])]).toEqual(['1.2', '1.3', '1.4']);
    expect(bodyOf(texts['entities/the-light.md'])).toBe(
      '# The light\n\nThe light is a tower of 1874.[^light-1]\n\n## Size\n\nThe tower is 29 metres tall.[^light-2]\n\n## Fees\n\nAdults pay 4 pounds.[^light-3] Grant kept it.[^light-4]',
    );
    expect(texts['entities/the-light.md']).toContain('tower');
  });

  it('are repaired whole, where a problem concerns the whole answer', async () => {
    const { asked } = await curate(({ task, before }) => {
      if (task === 'plan') return planOf(ONE_PAGE);
      const markdown =
        'The light is a tower of 1874.{1.1}\n\nIt is 29 metres tall.{1.2} Adults pay 4 pounds.{1.3} Grant kept it.{1.4}';
      const unread = before === 0 ? ['=== something else'] : [];
      return pagesOf([{ slug: 'the-light', markdown, ...{ unread } }]);
    });
    expect(asked[2]?.prompt).toContain('[d2] It is 29 metres tall.{1.2} Adults pay 4 pounds.{1.3} Grant kept it.{1.4}');
    expect([...(asked[2]?.units.keys() ?? [])]).toEqual(['1.1', '1.2', '1.3', '1.4']);
  });

  it('are repaired with the statement of the page that is gone, and nothing else of it', async () => {
    const before =
      'The light stands on a rock.[^memoir-1] It is red.[^memoir-2]\n\n## Keepers\n\nEvan kept it.[^memoir-3]\n\n[^memoir-1]: [memoir], line 1: “The light stands on a rock.”\n[^memoir-2]: [memoir], line 1: “It is red.”\n[^memoir-3]: [memoir], line 1: “Evan kept it.”';
    const { asked } = await curate(
      ({ task, before: answered }) => {
        if (task === 'plan') return planOf([{ slug: 'the-light', op: 'edit', units: ['1.1-1.4'] }]);
        const markdown =
          'The light was built in 1874 and stands on a rock.{1.1}{2.1} It is 29 metres tall.{1.2} Adults pay 4 pounds.{1.3} Grant kept it.{1.4}';
        const edits = [{ block: 'b1', starts: 'The light', do: 'replace', markdown }];
        const dropped = [{ mark: '2.2', reason: 'wrong', by: '' }];
        return pagesOf([answered === 0 ? { slug: 'the-light', edits } : { slug: 'the-light', dropped }]);
      },
      SOURCE,
      {
        'sources/memoir.md': 'The light stands on a rock. It is red. Evan kept it.\n',
        'entities/the-light.md': `---\nschema: knowledge/v1\nslug: the-light\nkind: entity\ntitle: The light\nsources: [sources/memoir.md]\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# The light\n\n${before}\n`,
      },
    );
    expect(asked).toHaveLength(3);
    expect(asked[2]?.prompt).toContain('"It is red." {2.2} is gone and not listed');
    expect(asked[2]?.prompt).toContain('[b1] The light stands on a rock.{2.1} It is red.{2.2}');
    expect(asked[2]?.prompt).not.toContain('Evan kept it');
  });

  it('are repaired without the page as it is, where only a sentence without a mark is to be corrected', async () => {
    const before =
      'The light stands on a rock.[^memoir-1]\n\n[^memoir-1]: [memoir], line 1: “The light stands on a rock.”';
    const { texts, asked } = await curate(
      ({ task, before: answered }) => {
        if (task === 'plan') return planOf([{ slug: 'the-light', op: 'compose', units: ['1.1-1.4'] }]);
        const markdown =
          'Built in 1874.{1.1} It is the tallest.\n\n29 metres.{1.2} 4 pounds.{1.3} Grant kept it.{1.4}\n\n{b1}';
        if (answered === 0) return pagesOf([{ slug: 'the-light', markdown }]);
        const edits = [{ block: 'd1', starts: 'Built in', do: 'replace', markdown: 'It was built in 1874.{1.1}' }];
        return pagesOf([{ slug: 'the-light', edits }]);
      },
      SOURCE,
      {
        'sources/memoir.md': 'The light stands on a rock.\n',
        'entities/the-light.md': `---\nschema: knowledge/v1\nslug: the-light\nkind: entity\ntitle: The light\nsources: [sources/memoir.md]\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# The light\n\n${before}\n`,
      },
    );
    expect(
      asked.map(({ prompt }) => [prompt.includes('[b1] The light stands'), prompt.includes('[d1] Built in')]),
    ).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    expect(bodyOf(texts['entities/the-light.md'])).toContain(
      '# The light\n\nIt was built in 1874.[^light-1]\n\n29 metres.[^light-2] 4 pounds.[^light-3] Grant kept it.[^light-4]\n\nThe light stands on a rock.[^memoir-1]',
    );
  });

  it('are not asked for again because of a question or a few words, nor shown twice in one prompt', async () => {
    const thread =
      '# Stops\n\n### ann opened this on 2026-01-04\n\nThe tower was built in 1874. Good to know. I like it. Well done. Is it high? Is it old? Is it red?\n\n### bob commented on 2026-01-05\n\n+1\n';
    const { asked, texts, notes } = await curate(
      ({ task, units }) =>
        task === 'plan'
          ? planOf([
              { slug: 'the-light', op: 'edit', units: [...units.keys()] },
              { slug: 'grant', title: 'Grant', units: ['1.1'], from: ['the-light'] },
            ])
          : pagesOf([
              { slug: 'the-light', edits: [{ block: '', do: 'append', starts: '', markdown: 'Built in 1874.{1.1}' }] },
              { slug: 'grant', markdown: 'Grant saw it built.{1.1}' },
            ]),
      thread,
      {
        'sources/memoir.md': 'The light stands on a rock.\n',
        'entities/the-light.md':
          '---\nschema: knowledge/v1\nslug: the-light\nkind: entity\ntitle: The light\nsources: [sources/memoir.md]\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# The light\n\nThe light stands on a rock.[^memoir-1]\n\n[^memoir-1]: [memoir], line 1: “The light stands on a rock.”\n',
      },
    );
    const pages = asked.filter(({ task }) => task === 'pages');
    expect(pages).toHaveLength(1);
    expect(pages[0]?.prompt.split('The light stands on a rock.')).toHaveLength(2);
    expect(notes).toContain('4 boilerplate');
    expect(texts['summaries/light-summary.md']).not.toContain('Good to know');
  });

  it('include a command that a plain text does not mark as code', async () => {
    const { texts } = await curate(
      ({ task }) =>
        task === 'plan'
          ? planOf(ONE_PAGE)
          : pagesOf([
              { slug: 'the-light', markdown: 'Compare both sides:{1.1}\n\n{1.2!}\n\nIt is so.{1.3!} Kept.{1.4}' },
            ]),
      '# The light\n\nCompare both sides with the tool.\n\nlight verify --deep BUCKET/KEY\n\nAdults pay 4 pounds. Grant kept it.\n',
    );
    expect(bodyOf(texts['entities/the-light.md'])).toContain(
      'both sides:[^light-1]\n\n`light verify --deep BUCKET/KEY`[^light-2]\n\nIt is so.[^light-3]',
    );
  });

  it('take up a unit that the plan also leaves, without another call', async () => {
    const { asked } = await curate(({ task }) =>
      task === 'plan'
        ? { ...(planOf(ONE_PAGE) as object), left: [{ units: ['1.4'], reason: 'boilerplate', note: '' }] }
        : pagesOf([
            { slug: 'the-light', markdown: 'Built in 1874.{1.1} 29 metres.{1.2} 4 pounds.{1.3} Grant kept it.{1.4}' },
          ]),
    );
    expect(asked.map(({ task }) => task)).toEqual(['plan', 'pages']);
  });

  it('may be long: nothing is cut off', async () => {
    const source = `# The light\n\n${Array.from({ length: 150 }, (_, at) => `Keeper number ${at + 1} of the light was a man of the village who kept it well.`).join(' ')}\n`;
    const { texts, notes } = await curate(
      ({ task, units }) =>
        task === 'plan'
          ? planOf([{ slug: 'the-light', title: 'The light', units: ['1.1-1.150'] }])
          : pagesOf([
              { slug: 'the-light', markdown: [...units].map(([mark, text]) => `${text}{${mark}}`).join('\n\n') },
            ]),
      source,
    );
    expect(notes).toContain('150 of 150 passages used.');
    expect(texts['entities/the-light.md']).toContain('Keeper number 150 of the light was a man');
  });
});

it('a source is shown with the title and the authors of its frontmatter, which a page may tell', async () => {
  const told = `---\ntitle: Notes from Halden\nauthors: [Nora Pell, Ida Lund]\n---\n\n${SOURCE}`;
  const { asked } = await curate(
    ({ task }) =>
      task === 'plan'
        ? planOf(ONE_PAGE)
        : pagesOf([
            {
              slug: 'the-light',
              markdown:
                'In "Notes from Halden", Nora Pell says that the tower is of 1874.{1.1} It is 29 metres tall.{1.2} Adults pay 4 pounds.{1.3} Grant kept it.{1.4}',
            },
          ]),
    told,
  );
  expect(asked).toHaveLength(2);
  expect(asked[0]?.prompt).toMatch(
    /Title and author of the source:\n<[^>]*>\n"Notes from Halden" by Nora Pell, Ida Lund\n/,
  );
  expect(asked[1]?.prompt).toContain('{1.…} is light, "Notes from Halden" by Nora Pell, Ida Lund, no date');
  // A title that stands above the passages is not told again.
  const plain = await curate(({ task }) => (task === 'plan' ? planOf(ONE_PAGE) : pagesOf([])));
  expect(plain.asked[0]?.prompt).not.toContain('Title and author of the source');
});

it('footnotes of sources with long names have short labels, and two with the same label stay apart', async () => {
  const report = 'sources/2003-06-02-report-on-the-light.md';
  const files = {
    [report]: '# Report\n\nThe light is 30 metres tall.\n',
    'sources/2003-09-01-second-report-on-the-light.md': '# Report\n\nThe light is 31 metres tall.\n',
  };
  let wiki = await ModelWiki.of(server, files);
  const write = (markdown: string, op: 'create' | 'compose') =>
    server.script(
      answerWith(({ task }) =>
        task === 'plan'
          ? planOf([{ slug: 'the-light', title: 'The light', op, units: ['1.1'] }])
          : pagesOf([{ slug: 'the-light', markdown }]),
      ),
    );
  write('It is 30 metres tall.{1.1}', 'create');
  const first = rendered(await wiki.curate(report));
  expect(first['entities/the-light.md']).toContain('It is 30 metres tall.[^2003-light-1]');
  wiki = await ModelWiki.of(server, { ...files, ...first });
  write('One says that it is 30 metres tall.{2.1} Another says 31 metres.{1.1}', 'compose');
  const second = rendered(await wiki.curate('sources/2003-09-01-second-report-on-the-light.md'));
  expect(second['entities/the-light.md']).toContain(
    'One says that it is 30 metres tall.[^2003-light-1] Another says 31 metres.[^2003-light-1b]',
  );
});

it('the sentence about the source keeps its signs, shows what is markup as it is, and holds no slug and no mark', async () => {
  const { texts } = await curate(({ task }) =>
    task === 'plan'
      ? planOf(ONE_PAGE, {
          source: {
            what: 'Issue #212 of [[halden-light|the light]] and [[rock-tower]], in which 96% of `parts` cost <$5.{1.1}',
            date: null,
            points: [],
          },
        })
      : pagesOf([
          { slug: 'the-light', markdown: 'Built in 1874.{1.1} 29 metres.{1.2} 4 pounds.{1.3} Kept by Grant.{1.4}' },
        ]),
  );
  const summary = Object.entries(texts).find(([path]) => path.startsWith('summaries/'))?.[1];
  expect(summary).toContain('Issue #212 of the light and rock tower, in which 96% of parts cost <\\$5. [light]');
});

it('a change declares losses only where it replaces text', async () => {
  const page = `---\nschema: knowledge/v1\nslug: the-light\nkind: entity\ntitle: The light\nsources: [sources/memoir.md]\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# The light\n\nThe light is red.[^memoir-1]\n\nIt is old.[^memoir-2]\n\n[^memoir-1]: [memoir], line 1: “The light is red.”\n[^memoir-2]: [memoir], line 1: “It is old.”\n`;
  server.script(
    answerWith(({ task }) => {
      if (task === 'plan') return planOf([{ slug: 'the-light', op: 'edit', units: ['1.1-1.4'] }]);
      const rest = 'It is 29 metres tall.{1.2} Adults pay 4 pounds.{1.3} Grant kept it.{1.4}';
      const edits = [
        { block: 'b1', starts: 'The light', do: 'replace', markdown: 'The light of 1874 is red.{1.1}{2.1}' },
        { block: '', starts: '', do: 'append', markdown: rest },
      ];
      return pagesOf([{ slug: 'the-light', edits }]);
    }),
  );
  const files = {
    'sources/light.md': SOURCE,
    'sources/memoir.md': 'The light is red. It is old.\n',
    'entities/the-light.md': page,
  };
  const changeSet = await (await ModelWiki.of(server, files)).curate('sources/light.md');
  const declared = (words: string): readonly string[] | undefined =>
    hunksOf(changeSet, 'entities/the-light.md').find(({ text }) => text.includes(words))?.declares;
  expect(declared('of 1874')).toEqual([...LOSS_KINDS]);
  expect(declared('29 metres')).toEqual([]);
});
