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
      'behind a sentence',
      horn('insert_after', 'It has a bell.'),
      'It has a bell. It has a horn. [2026-04-15-survey] It has a lamp.',
    ],
    [
      'behind an item',
      horn('insert_after', 'It is white.', '- It has a horn.'),
      '- It is white.\n- It has a horn. [2026-04-15-survey]\n- It is tall.',
    ],
    [
      'behind a row',
      horn('insert_after', '| Height | 30 m |', '| Horn | one |'),
      '| Height | 30 m |\n| Horn | one [2026-04-15-survey] |\n',
    ],
    [
      'a block behind a block',
      horn('insert_after', 'It has a bell.', 'It has a horn.\n\nIt is loud.'),
      'It has a lamp.\n\nIt has a horn.\n\nIt is loud. [2026-04-15-survey]\n\n## Facts',
    ],
    [
      'at the end of a section',
      horn('append_to_section', '## Facts'),
      '| Height | 30 m |\n\nIt has a horn. [2026-04-15-survey]\n\n## See also',
    ],
    [
      'in a new section before what closes the page',
      horn('append_to_section', 'Signals'),
      '## Signals\n\nIt has a horn. [2026-04-15-survey]\n\n## See also',
    ],
    [
      'in the place of a sentence',
      horn('replace', 'It has a bell.'),
      'It has a lamp. It has a horn. [2026-04-15-survey] It has a lamp.',
    ],
    [
      'with other marks and blanks than the page',
      horn('insert_after', 'Halden Light is a lighthouse - the "oldest"  on the coast.'),
      '– the “oldest” on the coast. It has a horn. [2026-04-15-survey] It was built',
    ],
  ])('%s', async (_, edit, expected) => {
    const { text, asked } = await edited(edit);
    expect(text).toContain(expected);
    expect(asked).toBe(3);
  });

  it('leaves every byte outside of its hunks alone, Windows line ends included', async () => {
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
    ['stands nowhere', 'It has a trumpet.', 'does not stand on the page'],
    ['stands twice', 'It has a lamp.', 'stands 2 times on the page'],
    ['is in the frontmatter', 'slug: halden-light', 'does not stand on the page'],
  ])('%s: the model is asked again once, shown what is wrong', async (_, anchor, problem) => {
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

  it('is left out with a note when it does not fit then either', async () => {
    const wiki = await wikiWith(() => edits([horn('insert_after', 'It has a trumpet.')]));
    const changeSet = await wiki.curate(SOURCE);
    expect(server.asked).toHaveLength(4);
    expect(changeSet.files.map(({ path }) => path)).not.toContain(PATH);
    expect(changeSet.notes.join()).toContain('its anchor "It has a trumpet." does not stand on the page.');
  });
});

describe('an edit that code refuses', () => {
  it.each([
    ['names no claim', { ...horn('insert_after', 'It has a bell.'), claims: ['c9'] }, 'names no claim'],
    ['sets a field of code', horn('set_field', 'sources', 'x'), 'not for a model to set'],
    ['drops links in silence', horn('replace', '- [[other]]', '- nothing'), 'takes away links without saying so'],
  ])('%s', async (_, edit, note) => {
    const { text, notes } = await edited(edit);
    expect(text).toBe('');
    expect(notes).toContain(note);
  });

  it('is kept when it says what it takes away, and the hunk says so too', async () => {
    const wiki = await wikiWith(() => edits([{ ...horn('replace', '- [[other]]', '- nothing'), declares: ['links'] }]));
    const changeSet = await wiki.curate(SOURCE);
    const hunk = hunksOf(changeSet, PATH).find(({ text }) => text.includes('nothing'));
    expect([hunk?.declares, hunk?.reason]).toEqual([['links'], expect.stringContaining('Takes away: links.')]);
  });
});

describe('a field', () => {
  it('is set within bounds: confidence by the sources, names only such as are known', async () => {
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
    expect(changeSet.notes.join()).toContain('advisory');
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

  it('joins the summaries of the two sources where the other has one', async () => {
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
    ['recency', 'captured_at: "2020-01-01T00:00:00Z"\n', 'new', 'the newer source stands'],
    ['recency', 'captured_at: "2027-01-01T00:00:00Z"\n', 'old', 'the newer source stands'],
    ['authority', 'authority: rumour\n', 'new', 'the source of more authority stands'],
    ['authority', 'authority: primary\n', 'old', 'the source of more authority stands'],
  ])(
    '%s: with the other source as %j the %s statement stands, and the other is kept in the history',
    async (name, facts, stands, words) => {
      const wiki = await conflicting(policy(name), dated('sources/first.md', facts));
      const changeSet = await wiki.curate(SOURCE);
      expect(wiki.refused(changeSet)).toEqual([]);
      const text = rendered(changeSet)[PATH] ?? '';
      const [body = '', history = ''] = text.split('## History');
      expect(body).toContain(
        stands === 'new' ? 'Halden Light was built in 1831. [2026-04-15-survey]' : 'It was built in 1829. [first]',
      );
      expect(body.includes('1829')).toBe(stands === 'old');
      expect(history).toContain(
        stands === 'new' ? 'It was built in 1829. [first]' : '"Halden Light was built in 1831." [2026-04-15-survey]',
      );
      expect(history).toContain(words);
      expect(readFrontmatter(text).data.contradicts).toBeUndefined();
      const replaced = hunksOf(changeSet, PATH).find(({ title }) => title === 'Contradiction settled');
      if (stands === 'new')
        expect(replaced?.needs).toContain(hunksOf(changeSet, PATH).find(({ title }) => title === 'History')?.id);
    },
  );

  it('observation-count: what more sources say on the page stands', async () => {
    const body = `${BODY.replace(' [first]', '')}\n\n## What the sources say\n\n> "Halden Light was built in 1831." [second]\n>\n> "It was built in 1831, I think." [third]`;
    const wiki = await conflicting(policy('observation-count'), {
      'sources/second.txt': 'Halden Light was built in 1831.',
      'sources/third.txt': 'It was built in 1831, I think.',
      [PATH]: page('halden-light', 'Halden Light', body, 'sources:\n  - sources/first.txt\n'),
    });
    const text = rendered(await wiki.curate(SOURCE))[PATH] ?? '';
    expect(text).toContain('Halden Light was built in 1831. [2026-04-15-survey]');
    expect(text).toContain('; what more sources say stands.');
  });

  it('is found by code when the model tells nothing of it', async () => {
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

/** Everything bad that a model does to pages; code or the guard catches each, and the page stays whole. */
describe('a ruinous model', () => {
  const whole = page('halden-light', 'Halden Light', BODY);
  const half = BODY.slice(0, BODY.indexOf('## Facts'));
  it.each([
    [
      'drops half of the page',
      () => ({ ...horn('replace', half.trim(), ''), declares: ['words', 'links', 'headings', 'quotes', 'tables'] }),
      'take away too much of the page',
    ],
    ['drops half of the page, a little at a time', null, 'take away too much of the page'],
    ['repeats the page', () => horn('insert_after', 'It has a bell.', whole), 'its text is the page again'],
    [
      'repeats the page in a fence',
      () => horn('append_to_section', 'Facts', `Here is the updated page:\n\n\`\`\`markdown\n${whole}\n\`\`\``),
      'its text is the page again',
    ],
    ['answers about another page', () => horn('insert_after', 'Another light.'), 'does not stand on the page'],
    [
      'leaks a tag of its prompt',
      () => horn('insert_after', 'It has a bell.', 'It has a horn. <|im_end|>'),
      'a tag of a prompt',
    ],
    [
      'talks about itself',
      () => horn('insert_after', 'It has a bell.', 'As an AI language model, I cannot see the horn.'),
      'talk of a model about itself',
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

  it('invents quotes: what rests on them is marked and left out', async () => {
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
    // The page is not said to rest on a source that gave it nothing.
    expect(rendered(changeSet)[PATH] ?? whole).toBe(whole);
  });
});
