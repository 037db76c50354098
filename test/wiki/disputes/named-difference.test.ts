import { silentRun } from '../../../src/base';
import { composeDisputesPage } from '../../../src/wiki';
import { cutToDifference, hasNamedDifference } from '../../../src/wiki/disputes/named-difference';
import { type CitedPassage } from '../../../src/wiki/disputes/passages';
import { openFiles } from '../support/wiki';

const passage = (markdown: string, ...quotes: readonly string[]): CitedPassage => ({
  markdown,
  notes: quotes.map((quote, at) => ({ label: `a-${at}`, content: quote, sourceId: quote, quote })),
});
const differ = (before: string, after: string): boolean =>
  hasNamedDifference(passage(before, '2019-post'), passage(after, '2022-post'), (id) => `${id.slice(0, 4)}-05-19`);

describe('a change', () => {
  it.each([
    ['a value', 'The pier is 120 metres long on the sea side.', 'On the sea side the pier is 131 metres long.'],
    ['a count', 'The log holds 12 shards of equal size.', 'The log holds 14 shards of equal size.'],
    [
      'a count of what has a name',
      "She counted 58 Daubenton's bats.",
      "In May 2023 her successor counted 103 Daubenton's bats.",
    ],
    [
      'who does it',
      'They met on Sundays, led by Ron Pargeter.',
      'In 2009 they met on Thursdays, led by Tomasz Zielinski.',
    ],
    [
      'a day from which it is so',
      'Boats pass in convoys.',
      'Boats pass without a convoy: since 1 May 2023 there are lights.',
    ],
    ['a date', 'The Trust is to open the line by 2012.', 'The line of the Trust opens by 2031.'],
    ['a holder', 'Ada Pell is master of the ferry.', 'Tom Rusk is master of the ferry.'],
    ['a version', 'Uploads resume with release 1.4.0.', 'Uploads resume with release 2.0.1.'],
    ['words of change', 'Shards last a year.', 'Shards cover six months instead.'],
    [
      'what became of a plan',
      'It was considering smaller shards of the log.',
      'The shards of the log were made smaller.',
    ],
  ])('is named by %s', (_, before, after) => {
    expect(differ(before, after)).toBe(true);
  });

  it.each([
    [
      'other words for the same',
      'In May 2019 it was described as rapidly becoming critical Internet infrastructure.',
      'In November 2019 it was called an important piece of Internet security infrastructure.',
    ],
    [
      'a figure that only one of them gives',
      'The project depends on contributions from its users and supporters.',
      'In May 2022 the project drew 100% of its funding from contributions of its users and supporters.',
    ],
    [
      'the same facts in another order',
      'Built on Trillian, open log software of Google, it runs at Amazon with MariaDB as its database.',
      'It runs on an open source stack: Trillian, the data store of Google, backed by a MariaDB database at Amazon.',
    ],
    [
      'the same amount in another unit',
      'The pier is 1.2 km long.',
      'In length the pier is 1,200 metres, the long one.',
    ],
    [
      'another event of another time',
      'In spring 2009 the bats were counted by an engineer, who saw more than before the work.',
      'Her successor, who counted the bats in May 2023.',
    ],
    [
      'the year in which it was said',
      'In 2003 they asked for a lamp at the door.',
      'In 2009 they asked for a lamp at the door.',
    ],
    ['an amount of something else', 'The pier is 120 metres long.', 'The pier has 14 lamps along its long side.'],
  ])('is not %s', (_, before, after) => {
    expect(differ(before, after)).toBe(false);
  });

  it('is told by a writer who had both passages and says how it was', () => {
    const before = passage('Ada paid a good part of the costs.', 'x');
    const later = 'Ada and Tom pay a good part; in May only Ada had been named.';
    const dateOf = (): null => null;
    expect(hasNamedDifference(before, passage(later, 'y', 'x'), dateOf)).toBe(true);
    expect(hasNamedDifference(before, passage(later, 'y'), dateOf)).toBe(false);
  });
});

it('a long statement is cut at pauses to what is said of the same, with its figures', () => {
  const long = passage(
    'After years in which the crew had mended what it could with its own hands and little money, the pier was measured once more, and is now 131 metres long, which the harbour master had doubted when he first saw the drawings of the engineer.',
  );
  const other = passage('The pier is 120 metres long.');
  const { markdown } = cutToDifference(long, other);
  expect(markdown).toMatch(/is now 131 metres long.* …$/);
  expect(markdown.length).toBeLessThan(180);
  expect(long.markdown).toContain(markdown.replace(/^… | …$/g, ''));
  expect(cutToDifference(other, long)).toBe(other);
});

describe('rows of an earlier page', () => {
  const note = (label: string, source: string): string => `[^${label}]: [${source}], line 1: “${label}.”`;
  const page = (slug: string, title: string, body: string, notes: readonly string[]): string =>
    `---\nschema: knowledge/v1\nslug: ${slug}\nkind: entity\ntitle: ${title}\nsources: [sources/2019-post.md, sources/2022-post.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# ${title}\n\n${body}\n\n${notes.join('\n')}\n`;
  const row = (slug: string, before: string, after: string): string => `| [[${slug}]] | ${before} | ${after} |`;
  const disputes = (...rows: readonly string[]): string =>
    `---\nschema: knowledge/v1\nslug: disputes-and-changes\nkind: concept\ntitle: Disputes and changes\nupdated_at: "2026-04-27T15:00:00Z"\nmetadata: {living-wiki: {generated: disputes}}\n---\n\n# Disputes and changes\n\n## What changed\n\n| Page | Before | Since then |\n| --- | --- | --- |\n${rows.join('\n')}\n\n${[note('a', '2019-post'), note('b', '2022-post'), note('c', '2022-post')].join('\n')}\n`;
  const sources = {
    'sources/2019-post.md': '---\ndate: 2019-05-15\n---\n\nA post.\n',
    'sources/2022-post.md': '---\ndate: 2022-05-19\n---\n\nA post.\n',
  };
  const composed = async (files: Record<string, string>): Promise<string> => {
    const next = await openFiles({ ...sources, ...files });
    const request = { current: next, next, touched: [], overtaken: [], now: 0, run: silentRun };
    return (await composeDisputesPage(request)) ?? '';
  };
  const rowsOf = (text: string): readonly string[] => text.match(/^\| \[\[.*$/gm) ?? [];
  const OLD = row(
    'pier',
    '2019-05-15: The pier is 120 metres long.[^a]',
    '2022-05-19: The pier of oak is 131 metres long.[^b]',
  );

  it('show what the page says now on the ground of the later passage, and are then the same with each change', async () => {
    const files = {
      'pier.md': page('pier', 'Pier', 'By a new tape the pier is 131 metres long.[^b] It has lamps.[^c]', [
        ...[note('b', '2022-post'), note('c', '2022-post')],
      ]),
    };
    const text = await composed({ ...files, 'disputes-and-changes.md': disputes(OLD) });
    expect(rowsOf(text)).toEqual([
      '| [[pier\\|Pier]] | 2019-05-15: The pier is 120 metres long.[^a] | 2022-05-19: By a new tape the pier is 131 metres long.[^b] |',
    ]);
    expect(await composed({ ...files, 'disputes-and-changes.md': text })).toBe(text);
  });

  it('follow the passage to another page', async () => {
    const files = {
      'pier.md': page('pier', 'Pier', 'The pier has lamps.[^c]', [note('c', '2022-post')]),
      'tape.md': page('tape', 'Tape', 'By the tape the pier is 131 metres long.[^b]', [note('b', '2022-post')]),
    };
    const [only] = rowsOf(await composed({ ...files, 'disputes-and-changes.md': disputes(OLD) }));
    expect(only).toContain(
      '| [[tape\\|Tape]] | 2019-05-15: The pier is 120 metres long.[^a] | 2022-05-19: By the tape',
    );
  });

  it('go if no page cites the later passage, or what it says of it is no change', async () => {
    for (const body of ['The pier has lamps.[^c]', 'The pier was measured.[^b]']) {
      const files = { 'pier.md': page('pier', 'Pier', body, [note('b', '2022-post'), note('c', '2022-post')]) };
      expect(rowsOf(await composed({ ...files, 'disputes-and-changes.md': disputes(OLD) }))).toEqual([]);
    }
  });

  it('stand together by their pages, the oldest change first', async () => {
    const files = {
      'pier.md': page(
        'pier',
        'Pier',
        'The pier is 131 metres long.[^b] In 2019 the pier had 9 lamps on posts, and no longer 7.[^a]',
        [...[note('a', '2019-post'), note('b', '2022-post')]],
      ),
      'ferry.md': page('ferry', 'Ferry', 'The ferry takes 40 cars.[^c]', [note('c', '2022-post')]),
    };
    const text = await composed({
      ...files,
      'disputes-and-changes.md': disputes(
        OLD,
        row('ferry', 'The ferry takes 30 cars.[^a]', 'The ferry takes 40 cars.[^c]'),
        row('pier', 'The pier had 7 lamps.', 'In 2019 the pier had 9 lamps on posts, and no longer 7.[^a]'),
      ),
    });
    expect(rowsOf(text).map((each) => each.replace(/^\| \[\[(\w+).*\| (\S+) .*$/, '$1 $2'))).toEqual([
      'ferry 2022-05-19:',
      'pier 2019-05-15:',
      'pier 2022-05-19:',
    ]);
  });
});
