import { hunksToAccept } from '../../../src/change';
import { readFrontmatter } from '../../../src/markdown';
import { ModelServer } from '../../model/server/server';
import {
  answerWith,
  claim,
  edits,
  hunksOf,
  ModelWiki,
  page,
  promptOf,
  rendered,
  texts,
  type ModelRequest,
  type Edit,
} from './support';

const SOURCE = 'sources/2026-04-15-survey.txt';
const PATH = 'entities/halden-light.md';
const BODY = `Halden Light is a lighthouse – the “oldest” on the coast. It was built in 1829. [first]

It has a lamp. It has a bell. It has a lamp.

## Facts

- It is white.
- It is tall.

| What | How much |
| --- | --- |
| Height | 30 m |

## See also

- [[other]]`;
const TEXT = 'Halden Light was built in 1831. Halden Light has a horn. The tower is red.';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const built = claim('Halden Light was built in 1831.', 'Halden Light was built in 1831.', { about: ['Halden Light'] });
const survey = {
  claims: [
    claim('Its tower is red.', 'The tower is red.', { about: ['Halden Light'] }),
    claim('It has a horn.', 'Halden Light has a horn.', { about: ['Halden Light'] }),
  ],
  names: [],
};

async function wikiWith(
  answer: (asked: ModelRequest) => unknown,
  more = '',
  files: Record<string, string> = {},
  surveyed: unknown = survey,
): Promise<ModelWiki> {
  server.script(
    answerWith((asked) => (asked.task === 'survey' ? surveyed : asked.task === 'texts' ? texts() : answer(asked))),
  );
  return ModelWiki.of(
    server,
    {
      'sources/first.txt': 'Halden Light was built in 1829.',
      [SOURCE]: TEXT,
      [PATH]: page('halden-light', 'Halden Light', BODY, 'sources:\n  - sources/first.txt\n'),
      'entities/other.md': page('other', 'Other', 'Another light.', 'sources:\n  - sources/first.txt\n'),
      ...files,
    },
    more,
  );
}

const horn = (op: string, anchor: string, text = 'It has a horn.'): Edit => ({ op, anchor, text, claims: ['c2'] });

async function edited(...list: Edit[]): Promise<{ text: string; notes: string; asked: number }> {
  const wiki = await wikiWith(({ before }) => edits(before === 0 ? list : []));
  const changeSet = await wiki.curate(SOURCE);
  expect(wiki.refused(changeSet)).toEqual([]);
  return { text: rendered(changeSet)[PATH] ?? '', notes: changeSet.notes.join('\n'), asked: server.asked.length };
}

describe('an edit finds its place', () => {
  it.each([
    [
      'after a sentence',
      horn('insert_after', 'It has a bell.'),
      'It has a bell. It has a horn. [2026-04-15-survey] It has a lamp.',
    ],
    [
      'after an item',
      horn('insert_after', 'It is white.', '- It has a horn.'),
      '- It is white.\n- It has a horn. [2026-04-15-survey]\n- It is tall.',
    ],
    [
      'after a row',
      horn('insert_after', '| Height | 30 m |', '| Horn | one |'),
      '| Height | 30 m |\n| Horn | one [2026-04-15-survey] |\n',
    ],
    [
      'as a block after a block',
      horn('insert_after', 'It has a bell.', 'It has a horn.\n\nIt is loud.'),
      'It has a lamp.\n\nIt has a horn.\n\nIt is loud. [2026-04-15-survey]\n\n## Facts',
    ],
    [
      'at the end of a section',
      horn('append_to_section', '## Facts'),
      '| Height | 30 m |\n\nIt has a horn. [2026-04-15-survey]\n\n## See also',
    ],
    [
      'in a new section before the closing sections',
      horn('append_to_section', 'Signals'),
      '## Signals\n\nIt has a horn. [2026-04-15-survey]\n\n## See also',
    ],
    [
      'instead of a sentence',
      horn('replace', 'It has a bell.'),
      'It has a lamp. It has a horn. [2026-04-15-survey] It has a lamp.',
    ],
    [
      'with other quotation marks and spaces than the page',
      horn('insert_after', 'Halden Light is a lighthouse - the "oldest"  on the coast.'),
      '– the “oldest” on the coast. It has a horn. [2026-04-15-survey] It was built',
    ],
  ])('%s', async (_, edit, expected) => {
    const { text, asked } = await edited(edit);
    expect(text).toContain(expected);
    expect(asked).toBe(3);
  });

  it('changes no byte outside its hunks, even with Windows line ends', async () => {
    const wiki = await wikiWith(() => edits([horn('append_to_section', 'Facts')]), '', {
      [PATH]: page('halden-light', 'Halden Light', BODY, 'sources:\n  - sources/first.txt\n').replaceAll('\n', '\r\n'),
    });
    const text = rendered(await wiki.curate(SOURCE))[PATH] ?? '';
    expect(text).toContain('\r\n\r\nIt has a horn. [2026-04-15-survey]\r\n\r\n## See also');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });
});

describe('an anchor that does not fit', () => {
  it.each([
    ['is missing', 'It has a trumpet.', 'is not on the page'],
    ['occurs twice', 'It has a lamp.', 'is on the page 2 times'],
    ['is in the frontmatter', 'slug: halden-light', 'is not on the page'],
  ])('because it %s is sent back to the model once, with the reason', async (_, anchor, problem) => {
    const wiki = await wikiWith(({ before }) =>
      edits(
        before === 0
          ? [horn('insert_after', anchor), { ...horn('insert_after', 'It is white.', '- It is bright.') }]
          : [horn('insert_after', 'It has a bell.')],
      ),
    );
    const changeSet = await wiki.curate(SOURCE);
    expect(server.asked).toHaveLength(4);
    const again = promptOf(server.asked[3]!);
    expect(again).toContain(JSON.stringify(anchor));
    expect(again).toContain(problem);
    const text = rendered(changeSet)[PATH] ?? '';
    expect(text).toContain('It has a bell. It has a horn.');
    expect(text).toContain('- It is bright.');
  });

  it('is left out with a note if it still does not fit', async () => {
    const wiki = await wikiWith(() => edits([horn('insert_after', 'It has a trumpet.')]));
    const changeSet = await wiki.curate(SOURCE);
    expect(server.asked).toHaveLength(4);
    expect(changeSet.files.map(({ path }) => path)).not.toContain(PATH);
    expect(changeSet.notes.join()).toContain('its anchor "It has a trumpet." is not on the page.');
  });
});

describe('an edit that code refuses', () => {
  it.each([
    ['names no claim', { ...horn('insert_after', 'It has a bell.'), claims: ['c9'] }, 'names no claim'],
    ['sets a protected field', horn('set_field', 'sources', 'x'), 'a model may not set the field'],
    ['drops links silently', horn('replace', '- [[other]]', '- nothing'), 'removes links without declaring it'],
  ])('%s', async (_, edit, note) => {
    const { text, notes } = await edited(edit);
    expect(text).toBe('');
    expect(notes).toContain(note);
  });

  it('is kept if it declares what it removes, and the hunk says so too', async () => {
    const wiki = await wikiWith(() => edits([{ ...horn('replace', '- [[other]]', '- nothing'), declares: ['links'] }]));
    const changeSet = await wiki.curate(SOURCE);
    const hunk = hunksOf(changeSet, PATH).find(({ text }) => text.includes('nothing'));
    expect([hunk?.declares, hunk?.reason]).toEqual([['links'], expect.stringContaining('Removes: links.')]);
  });
});

describe('a field', () => {
  it('is set within limits: confidence by the sources, and only known names', async () => {
    const wiki = await wikiWith(() =>
      edits([
        horn('set_field', 'confidence', '1'),
        horn('set_field', 'aliases', 'Old Horn, the “oldest” on the coast'),
        horn('set_field', 'title', 'Evil Light'),
        horn('set_field', 'tags', 'Light House, x\ny'),
      ]),
    );
    const changeSet = await wiki.curate(SOURCE);
    const { data } = readFrontmatter(rendered(changeSet)[PATH] ?? '');
    expect(data.confidence).toBe(0.85);
    expect(data.title).toBe('Halden Light');
    expect(data.tags).toEqual(['light-house', 'x-y']);
    expect(data.aliases).toEqual(['the “oldest” on the coast']);
    expect(data.sources).toEqual(['sources/first.txt', SOURCE]);
    expect(changeSet.notes.join()).toContain('a confidence of 1; 0.85 is proposed');
  });
});

describe('a contradiction follows the policy of the manifest', () => {
  const conflict = () => edits([], [{ claim: 'c1', statement: 'It was built in 1829.' }]);
  const conflicting = (more: string, files: Record<string, string> = {}, answer = conflict): Promise<ModelWiki> =>
    wikiWith(answer, more, files, { claims: [built], names: [] });
  const policy = (name: string): string => `curation:\n  conflictResolution: ${name}\n`;

  it.each(['defer', 'keep-both', 'observation-count'])(
    '%s: both are kept, and contradict each other in both directions',
    async (name) => {
      const wiki = await conflicting(policy(name));
      const changeSet = await wiki.curate(SOURCE);
      const pages = rendered(changeSet);
      expect(pages[PATH]).toContain('It was built in 1829. [first]');
      expect(pages[PATH]).toContain(
        '> [!warning] Contradiction\n> This page: It was built in 1829. [first]\n>\n> "Halden Light was built in 1831." [2026-04-15-survey], line 1',
      );
      expect(readFrontmatter(pages[PATH] ?? '').data.contradicts).toEqual(['2026-04-15-survey']);
      expect(readFrontmatter(pages['summaries/2026-04-15-survey.md'] ?? '').data.contradicts).toEqual(['halden-light']);
      expect(wiki.refused(changeSet)).toEqual([]);
    },
  );

  it('links the summaries of the two sources if the other has one', async () => {
    const wiki = await conflicting(policy('defer'), {
      'summaries/first.md': page('first', 'First', 'Says 1829.', 'sources:\n  - sources/first.txt\n', 'summary'),
    });
    const pages = rendered(await wiki.curate(SOURCE));
    expect(readFrontmatter(pages['summaries/first.md'] ?? '').data.contradicts).toEqual(['2026-04-15-survey']);
    expect(readFrontmatter(pages['summaries/2026-04-15-survey.md'] ?? '').data.contradicts).toEqual(['first']);
    expect(readFrontmatter(pages[PATH] ?? '').data.contradicts).toBeUndefined();
  });

  const dated = (name: string, first: string): Record<string, string> => ({
    'sources/first.txt': '',
    [name]: `---\nschema: knowledge.source/v1\nid: first\n${first}---\n\nHalden Light was built in 1829.`,
    [PATH]: page('halden-light', 'Halden Light', BODY, `sources:\n  - ${name}\n`),
  });

  it.each([
    ['recency', 'captured_at: "2020-01-01T00:00:00Z"\n', 'new', 'the newer source wins'],
    ['recency', 'captured_at: "2027-01-01T00:00:00Z"\n', 'old', 'the newer source wins'],
    ['authority', 'authority: rumour\n', 'new', 'the source with more authority wins'],
    ['authority', 'authority: primary\n', 'old', 'the source with more authority wins'],
  ])(
    '%s: with the other source as %j the %s statement wins, and the other is kept in the history',
    async (name, facts, winner, words) => {
      const wiki = await conflicting(policy(name), dated('sources/first.md', facts));
      const changeSet = await wiki.curate(SOURCE);
      expect(wiki.refused(changeSet)).toEqual([]);
      const text = rendered(changeSet)[PATH] ?? '';
      const [body = '', history = ''] = text.split('## History');
      expect(body).toContain(
        winner === 'new' ? 'Halden Light was built in 1831. [2026-04-15-survey]' : 'It was built in 1829. [first]',
      );
      expect(body.includes('1829')).toBe(winner === 'old');
      expect(history).toContain(
        winner === 'new' ? 'It was built in 1829. [first]' : '"Halden Light was built in 1831." [2026-04-15-survey]',
      );
      expect(history).toContain(words);
      expect(readFrontmatter(text).data.contradicts).toBeUndefined();
      const replaced = hunksOf(changeSet, PATH).find(({ title }) => title === 'Contradiction settled');
      if (winner === 'new')
        expect(replaced?.needs).toContain(hunksOf(changeSet, PATH).find(({ title }) => title === 'History')?.id);
    },
  );

  it('observation-count: the statement of more sources wins', async () => {
    const body = `${BODY.replace(' [first]', '')}\n\n## What the sources say\n\n> "Halden Light was built in 1831." [second]\n>\n> "It was built in 1831, I think." [third]`;
    const wiki = await conflicting(policy('observation-count'), {
      'sources/second.txt': 'Halden Light was built in 1831.',
      'sources/third.txt': 'It was built in 1831, I think.',
      [PATH]: page('halden-light', 'Halden Light', body, 'sources:\n  - sources/first.txt\n'),
    });
    const text = rendered(await wiki.curate(SOURCE))[PATH] ?? '';
    expect(text).toContain('Halden Light was built in 1831. [2026-04-15-survey]');
    expect(text).toContain('; the statement of more sources wins.');
  });

  it('is found by code if the model does not report it', async () => {
    const wiki = await conflicting(policy('defer'), {}, () => edits([]));
    expect(rendered(await wiki.curate(SOURCE))[PATH]).toContain('> This page: It was built in 1829. [first]');
  });

  it('never rewrites a quotation of another source', async () => {
    const quoted = page(
      'halden-light',
      'Halden Light',
      '> "Halden Light was built in 1829." [first]',
      'sources:\n  - sources/first.md\n',
    );
    const files = { ...dated('sources/first.md', 'captured_at: "2020-01-01T00:00:00Z"\n'), [PATH]: quoted };
    const answer = () => edits([], [{ claim: 'c1', statement: 'Halden Light was built in 1829.' }]);
    const changeSet = await (await conflicting(policy('recency'), files, answer)).curate(SOURCE);
    expect(rendered(changeSet)[PATH]).toContain('> "Halden Light was built in 1829." [first]');
    expect(changeSet.notes.join()).not.toContain('a part was left out');
  });
});

/** Every way in which a model damages pages. Code or the guard catches each, and the page stays whole. */
describe('a destructive model', () => {
  const whole = page('halden-light', 'Halden Light', BODY);
  const half = BODY.slice(0, BODY.indexOf('## Facts'));
  it.each([
    [
      'drops half of the page',
      () => ({ ...horn('replace', half.trim(), ''), declares: ['words', 'links', 'headings', 'quotes', 'tables'] }),
      'remove too much of the page',
    ],
    ['drops half of the page, a little at a time', null, 'remove too much of the page'],
    ['repeats the page', () => horn('insert_after', 'It has a bell.', whole), 'it repeats the page'],
    [
      'repeats the page in a fence',
      () => horn('append_to_section', 'Facts', `Here is the updated page:\n\n\`\`\`markdown\n${whole}\n\`\`\``),
      'it repeats the page',
    ],
    ['answers about another page', () => horn('insert_after', 'Another light.'), 'is not on the page'],
    [
      'leaks a tag of its prompt',
      () => horn('insert_after', 'It has a bell.', 'It has a horn. <|im_end|>'),
      'a tag of a prompt',
    ],
    [
      'talks about itself',
      () => horn('insert_after', 'It has a bell.', 'As an AI language model, I cannot see the horn.'),
      'a remark of a model about itself',
    ],
    [
      'leaves a placeholder',
      () => horn('insert_after', 'It has a bell.', 'It has a horn.\n\n(rest of the page unchanged)'),
      'a placeholder',
    ],
  ])('%s', async (_, edit, note) => {
    const pieces = ['It was built in 1829.', 'It has a bell.', '- It is white.', '- It is tall.'];
    const list =
      edit === null ? pieces.map((anchor) => ({ ...horn('replace', anchor, ''), declares: ['words'] })) : [edit()];
    const wiki = await wikiWith(() => edits(list));
    const changeSet = await wiki.curate(SOURCE);
    expect(changeSet.notes.join('\n')).toContain(note);
    expect(wiki.refused(changeSet)).toEqual([]);
    const after = rendered(changeSet)[PATH] ?? BODY;
    const kept = BODY.split('\n').filter((line) => line.trim() !== '' && after.includes(line.trim()));
    expect(kept.length).toBeGreaterThanOrEqual(BODY.split('\n').filter((line) => line.trim() !== '').length - 2);
    expect(after).not.toMatch(/im_end|AI language model|rest of the page/);
  });

  it('invents quotes, and everything that rests on them is marked and left out', async () => {
    const invented = {
      claims: [
        ...survey.claims,
        claim('It sank in 1900.', 'Halden Light sank in the storm of 1900.', { about: ['Halden Light'] }),
      ],
      names: [],
    };
    server.script(
      answerWith(({ task }) =>
        task === 'survey'
          ? invented
          : task === 'texts'
            ? texts([{ text: 'The light sank.', claims: ['c3'] }])
            : edits([{ ...horn('insert_after', 'It has a bell.', 'It sank in 1900.'), claims: ['c3'] }]),
      ),
    );
    const wiki = await ModelWiki.of(server, { 'sources/first.txt': 'x', [SOURCE]: TEXT, [PATH]: whole });
    const changeSet = await wiki.curate(SOURCE);
    const accepted = hunksToAccept(changeSet);
    const sunk = changeSet.files.flatMap(({ hunks }) => hunks.filter(({ text }) => text.includes('sank')));
    expect(sunk.length).toBeGreaterThanOrEqual(3);
    for (const hunk of sunk) {
      expect(accepted.has(hunk.id)).toBe(false);
      expect(hunk.reason).toContain('not in the source');
    }
    expect(JSON.stringify(rendered(changeSet))).not.toContain('sank');
    // The page does not list a source that gave it nothing.
    expect(rendered(changeSet)[PATH] ?? whole).toBe(whole);
  });
});
