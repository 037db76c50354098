import fc from 'fast-check';
import { joinSentences } from '../../../src/ingest/model-run/paragraphs';
import { ModelServer } from '../../model/server/server';
import { answerWith, ModelWiki, pagesOf, planOf, rendered, type ModelRequest } from './support';

/** The writer may compose: code asks again only for what is lost, and names each place that has to change. */

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const SOURCE = `# The light

The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds at the gate. Grant kept the lamp for nine years.

In 1874 the tower was built. Adults must pay 4 pounds. The lamp was kept by Grant for nine years. A bell hangs at the door. The door is green. The steps are of oak.
`;
const BODY =
  'The tower was built in 1874 and is 29 metres tall.{1.1}{1.2} Adults pay 4 pounds at the gate.{1.3} Grant kept the lamp for nine years.{1.4}';

interface Curated {
  readonly texts: Record<string, string>;
  readonly asked: readonly ModelRequest[];
  readonly notes: string;
  readonly coverage: unknown;
}

async function curate(
  answer: (asked: ModelRequest) => unknown,
  files: Readonly<Record<string, string>> = {},
): Promise<Curated> {
  const asked: ModelRequest[] = [];
  server.script(
    answerWith((request) => {
      asked.push(request);
      return answer(request);
    }),
  );
  const wiki = await ModelWiki.of(server, { 'sources/light.md': SOURCE, ...files });
  const changeSet = await wiki.curate('sources/light.md');
  expect(wiki.refused(changeSet)).toEqual([]);
  return {
    texts: rendered(changeSet),
    asked,
    notes: changeSet.notes.join('\n'),
    coverage: changeSet.facts.coverage,
  };
}

const plan = (more: object = {}): unknown =>
  planOf([{ slug: 'the-light', title: 'The light', units: ['1.1-1.10'], ...more }]);
const bodyOf = (text = ''): string => text.slice(text.indexOf('# ')).split('\n\n[^light-')[0] ?? '';

it('a unit that only repeats what the page says is not asked for, and is accounted for as said', async () => {
  const all = `${BODY} A bell hangs at the green door.{1.8}{1.9} The steps are of oak.{1.10}`;
  const { asked, coverage, texts } = await curate(({ task }) =>
    task === 'plan' ? plan() : pagesOf([{ slug: 'the-light', markdown: all }]),
  );
  expect(asked.map(({ task }) => task)).toEqual(['plan', 'pages']);
  expect(coverage).toMatchObject({
    left: [{ units: '5-7', reason: 'already-said', note: '“the-light” says it' }],
    unplaced: '',
  });
  expect(texts['summaries/light-summary.md'] ?? '').not.toContain('Further details');
});

it('a unit that says something else is asked for', async () => {
  const { asked } = await curate(({ task }) =>
    task === 'plan' ? plan() : pagesOf([{ slug: 'the-light', markdown: BODY }]),
  );
  expect(asked[2]?.prompt).toContain('- the-light No page cites these planned units: 1.8-1.10.');
});

it('what is asked for is put where it belongs: a repair sees the blocks that cite the units next to it', async () => {
  const before = `${BODY}\n\n## The lamp and the men who kept it for us\n\nThe lamp was kept by Grant for nine years.{1.7}`;
  const repaired: { prompt: string; body: string }[] = [];
  for (const block of ['d3', 'd1']) {
    const { asked, texts } = await curate(({ task, before: answered }) => {
      if (task === 'plan') return plan();
      if (answered === 0) return pagesOf([{ slug: 'the-light', markdown: before }]);
      const markdown = 'A bell hangs at the green door, with steps of oak.{1.8}{1.9}{1.10}';
      const starts = block === 'd3' ? 'The lamp' : 'The tower';
      return pagesOf([{ slug: 'the-light', edits: [{ block, starts, do: 'replace', markdown }] }]);
    });
    repaired.push({ prompt: asked[3]?.prompt ?? asked[2]?.prompt ?? '', body: bodyOf(texts['entities/the-light.md']) });
  }
  const [taken, refused] = repaired;
  expect(taken?.prompt).toContain('[d2] ## The lamp and the men who kept it for us');
  expect(taken?.prompt).toContain('[d3] The lamp was kept by Grant for nine years.{1.7}');
  expect(taken?.prompt).toContain('[d1] The tower was built in …');
  expect(taken?.body).toContain('with steps of oak.');
  // A text for a block of which only the first words were shown is not taken. The next repair is told, and sees the block.
  expect(refused?.prompt).toContain(
    'd1: A correction of "The tower was built in 1874 and is 29 metres tall.{1.1}{1.2}" was left out, because only its first words had been shown.',
  );
  expect(refused?.prompt).toContain('[d1] The tower was built in 1874 and is 29 metres tall.{1.1}{1.2} Adults pay');
});

it('a writer may leave a few details to the summary, and no more', async () => {
  const write = (left: string, markdown: string) =>
    curate(({ task }) => (task === 'plan' ? plan() : pagesOf([{ slug: 'the-light', markdown, ...{ left } }])));
  const few = await write('9, 10', `${BODY} A bell hangs at the door.{1.8}`);
  expect(few.asked).toHaveLength(2);
  expect(few.texts['summaries/light-summary.md']).toMatch(
    /## Further details\n\n- The door is green\.\[[^]*- The steps are/,
  );
  const many = await write('3-10', 'The tower was built in 1874 and is 29 metres tall.{1.1}{1.2}');
  expect(many.asked[2]?.prompt).toContain('No page cites these planned units:');
});

it('a sentence that stays with another mark is not asked for in `dropped`', async () => {
  const page = `---\nschema: knowledge/v1\nslug: the-light\nkind: entity\ntitle: The light\nsources: [sources/memoir.md]\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# The light\n\nAll adults pay 4 pounds at the gate.[^memoir-1] The lamp is red.[^memoir-2]\n\n[^memoir-1]: [memoir], line 1: “All adults pay 4 pounds at the gate.”\n[^memoir-2]: [memoir], line 1: “The lamp is red.”\n`;
  const files = {
    'sources/memoir.md': 'All adults pay 4 pounds at the gate. The lamp is red.\n',
    'entities/the-light.md': page,
  };
  const all = `${BODY} A bell hangs at the green door.{1.8}{1.9} The steps are of oak.{1.10}`;
  const { asked, notes } = await curate(
    ({ task }) => (task === 'plan' ? plan({ op: 'compose' }) : pagesOf([{ slug: 'the-light', markdown: all }])),
    files,
  );
  expect(asked[2]?.prompt).toContain('"The lamp is red." {2.2} is gone and not listed in `dropped`.');
  expect(asked[2]?.prompt).not.toContain('{2.1} is gone');
  expect(notes).not.toContain('{2.1} is gone');
});

it('a repair names each place once with all that is wrong there, however many there are', async () => {
  const sentences = Array.from({ length: 12 }, (_, at) => `Keeper ${at + 31} came in ${1901 + at}.{1.4}`);
  const table = '| What | When |\n| --- | --- |\n| Tower | 1874{1.1} |\n| Door | 1999{1.9} |';
  const all = `${BODY} A bell hangs at the green door.{1.8}{1.9} The steps are of oak.{1.10}`;
  const { asked } = await curate(({ task }) =>
    task === 'plan'
      ? plan()
      : pagesOf([{ slug: 'the-light', markdown: `${all}\n\n${sentences.join(' ')}\n\n## Dates\n\n${table}` }]),
  );
  const errors = (asked[2]?.prompt ?? '').split('Correct exactly these errors:')[1] ?? '';
  for (let at = 0; at < 12; at += 1) expect(errors).toContain(`"Keeper ${at + 31} came in ${1901 + at}."`);
  expect(errors.match(/- the-light d2: /g)).toHaveLength(1);
  expect(errors).toContain('- the-light d4.2: No unit of this sentence has "1999"');
  expect(asked[2]?.prompt).toContain('[d4.2] | Door | 1999{1.9} |');
});

describe('paragraphs of one sentence', () => {
  it('are joined where they follow one another', async () => {
    const markdown =
      'A tower of 1874.{1.1}\n\nIt is 29 metres tall.{1.2}\n\nAdults pay 4 pounds.{1.3}\n\nGrant kept it.{1.4}\n\n## Door\n\nA bell hangs at the door.{1.8}\n\nThe door is green.{1.9}\n\n- Steps of oak.{1.10}';
    const { texts, asked } = await curate(({ task }) =>
      task === 'plan' ? plan() : pagesOf([{ slug: 'the-light', markdown }]),
    );
    expect(asked).toHaveLength(2);
    expect(bodyOf(texts['entities/the-light.md'])).toBe(
      '# The light\n\nA tower of 1874.[^light-1] It is 29 metres tall.[^light-2] Adults pay 4 pounds.[^light-3] Grant kept it.[^light-4]\n\n## Door\n\nA bell hangs at the door.[^light-8]\n\nThe door is green.[^light-9]\n\n- Steps of oak.[^light-10]',
    );
  });

  it('keep every word, mark and other block in its order', () => {
    const block = fc.oneof(
      fc.integer({ min: 1, max: 99 }).map((at) => `Keeper ${at} came.[^light-${at}]`),
      fc.constantFrom(
        '## Fees',
        '- An item.[^a-1]',
        '| a | b |\n| --- | --- |\n| 1 | 2 |',
        '> [!note] Hm',
        '**Bold.** Text.',
        'These are:',
      ),
      fc.constant('One came.[^a-1] Two came.[^a-2]'),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 30 }), (blocks) => {
        const before = blocks.join('\n\n');
        const after = joinSentences(before);
        expect(after.replace(/\s+/g, ' ')).toBe(before.replace(/\s+/g, ' '));
        expect(joinSentences(after, new Set(after.split('\n\n')))).toBe(after);
        const kept = blocks.filter((each) => !each.startsWith('Keeper'));
        expect(after.split('\n\n').filter((each) => kept.includes(each))).toEqual(kept);
        expect(joinSentences(before, new Set(blocks))).toBe(before);
      }),
    );
  });
});
