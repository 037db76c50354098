/**
 * Promise 14, second part. A small input never makes a long wait: the work of each parser grows about as fast as its input,
 * whatever the input is made of.
 *
 * Counted calls would not show this: what a regular expression or a library does inside one call is not counted. So processor
 * time is compared, of an input and of one eight times as long. Linear work takes 8 times as long, quadratic work 64 times;
 * the bound lies between, and a comparison that exceeds it is made again before it fails.
 */
import { mergeText } from '../../src/change';
import { silentRun } from '../../src/base';
import { numberUnits } from '../../src/ingest';
import {
  findSection,
  inertLine,
  inertMarkdown,
  plainText,
  proseRanges,
  readFrontmatter,
  readStatements,
  scanText,
  splitSentences,
  structureOf,
} from '../../src/markdown';
import { readLedger } from '../../src/wiki/ledger';
import { extracted } from '../ingest/support/extract-source';

const N = 700;
const FACTOR = 8;
/** Between the two on a logarithmic scale, with room for a busy machine. */
const BOUND = 40;
/** In milliseconds. Quadratic work on the longer input takes longer, so that what is quicker need not be compared. */
const QUICK = 12;
const ATTEMPTS = 6;

type Work = (n: number) => () => unknown;

async function costOf(work: () => unknown, runs = 1): Promise<number> {
  let least = Infinity;
  for (let at = 0; at < runs; at++) {
    const start = process.cpuUsage();
    const time = performance.now();
    await work();
    const clock = performance.now() - time;
    const { user, system } = process.cpuUsage(start);
    // The processor's time counts the threads of the engine too, the clock's counts other programs.
    least = Math.min(least, (user + system) / 1000, clock);
  }
  return least;
}

/** How many times as long the longer input takes, at least; 0 where that is quick. */
async function growthOf(work: Work): Promise<number> {
  const [small, large] = [work(N), work(FACTOR * N)];
  let ratio = Infinity;
  let longest = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && ratio > BOUND; attempt++) {
    longest = Math.min(longest, await costOf(large));
    if (longest < QUICK) return 0;
    ratio = Math.min(ratio, longest / (await costOf(small, 2)));
  }
  return ratio;
}

type Piece = string | ((at: number) => string);

const many = (n: number, piece: Piece): string =>
  Array.from({ length: n }, (_, at) => (typeof piece === 'string' ? piece : piece(at))).join('');

/** Reads texts that consist of one piece. Each run has a text of its own, so that none is answered from memory. */
function reading(piece: Piece, read: (text: string) => unknown): Work {
  return (n) => {
    const text = many(n, piece);
    let runs = 0;
    return () => read(`${text}\n${(runs += 1)}`);
  };
}

async function fastGrowing(works: Iterable<readonly [string, Work]>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, work] of works) {
    const ratio = await growthOf(work);
    if (ratio > BOUND) found.push(`${name}: ${ratio.toFixed(0)} times as long`);
  }
  return found;
}

const INLINE: readonly Piece[] = [
  ...['*', '**a ', '_a ', '*a_', '*[', '`', '`a``', '\\', '&', '&#', '~~', '==a ', '$', '$a ', '%%a'],
  ...['[', ']', '[a](', '![', '[a][b]', '[x](<', '[x](a "', '[a', '[[', '[[a|', '![[', ']]'],
  ...['[^a', '[^1]', (at: number) => `a.[^s-${at}] `],
  ...['<', '<a b="', '<!--', '<?', '<![CDATA[', '</a>', '<div>', 'www.a ', 'http://a', 'a@b.c', '{{', '<%', '(a:: '],
  ...['“', '"', '„', '«', '. ', 'A. ', '。', 'e.g. ', ' ', '\t', '\u200b', '😀', '2020-01-01 '],
];

const BLOCKS: readonly Piece[] = [
  ...['> ', '- ', '1. ', '  - a\n', '> > a\n', '\n \n', '| ', '|-', '|a|\n|-|\n', '```\n', '~~~\n', '- ```\n', '``` '],
  ...['# ', '# a\n', 'a\n===\n', '---\n', '<div>\n', '<script>', '^', ' ^a', '[!note]', '> “', '\r'],
  ...[(at: number) => `## H${at}\n\n`, (at: number) => `Text. ^b-${at}\n\n`, (at: number) => `[a${at}]: b\n`],
  ...[(at: number) => `[^${at}]: b\n`, (at: number) => `[^s-${at}]: [s], line ${at}: “quote ${at}”\n`],
  ...[(at: number) => `[a][${at}] `, (at: number) => `Sentence ${at}.[^s-${at}]\n\n`, (at: number) => `[[#H${at}]] `],
];

const readings: readonly (readonly [string, readonly Piece[], (text: string) => unknown])[] = [
  ['links, headings, block ids and tags', [...INLINE, ...BLOCKS], (text) => scanText(text)],
  ['the structure of a text', BLOCKS, structureOf],
  ['footnotes and what they stand by', [...INLINE, ...BLOCKS], readStatements],
  ['the statements of a page', BLOCKS, readLedger],
  ['sentences', [...INLINE, ...BLOCKS], splitSentences],
  ['plain text', [...INLINE, ...BLOCKS], plainText],
  ['prose', [...INLINE, ...BLOCKS], proseRanges],
  ['inert Markdown', [...INLINE, ...BLOCKS], (text) => inertMarkdown(text)],
  ['an inert line', INLINE, (text) => inertLine(text)],
  [
    'an extract of Markdown and its units',
    BLOCKS,
    async (text) => numberUnits(await extracted('a.md', `Start.\n\n${text}`), silentRun),
  ],
  [
    'an extract of HTML',
    [
      ...[
        '<',
        '<p>',
        '<b>',
        '<a href=',
        '<a b="',
        '</p>',
        '<table><tr><td>a',
        '<ul><li>a',
        '<!--',
        '<![CDATA[',
        '&',
        '&#',
      ],
      ...['<dfn>a<br>', '<template>', '<svg>', '<p>a</b>', '<br>', '<h2>a</h2>', '<script>', '<td colspan=100>'],
    ],
    // Elements within elements are refused beyond a depth.
    (text) => extracted('a.html', `<!doctype html><p>Start.</p>${text}`).catch(() => null),
  ],
  [
    'an extract of JSON',
    [
      ...['[', '{"a":', '1,', '"', '\\u0041', '\\', '{"a":1},', '[],', '1e9,', ' ', '\n'],
      (at: number) => `{"k${at}":"v"},`,
    ],
    (text) => extracted('a.json', `[{"a":"b"},${text}0]`).catch(() => null),
  ],
  [
    'an extract of CSV',
    ['"', '""', ',', 'a,b\n', '"a\n', ';', '\t', (at: number) => `${at},"${at}\n"\n`],
    (text) => extracted('a.csv', `a,b\nc,d\n${text}`).catch(() => null),
  ],
];

it.each(readings)('%s: twice as much takes about twice as long', async (_, pieces, read) => {
  const works = pieces.map(
    (piece) => [JSON.stringify(typeof piece === 'string' ? piece : piece(7)), reading(piece, read)] as const,
  );
  expect(await fastGrowing(works)).toEqual([]);
});

it('frontmatter: twice as much takes about twice as long', async () => {
  const pieces: readonly Piece[] = [
    ...[(at: number) => `k${at}: v\n`, (at: number) => `k${at}: "v"  # c\n`, 'k: v\n', (at: number) => `k${at}: *a\n`],
    ...['- a\n', '  - a\n', '# a\n', '\n', ' ', '"', "'", '“', 'a\n', (at: number) => `k${at}: |\n  t\n`],
    ...['[', '{', '- ', '? ', 'a: ', 'a:: b ', '[a\n', '{a: ', '{{', '[^a', '[[a|', '&a ', '!a '],
  ];
  const read = (text: string): unknown => readFrontmatter(`---\na: &a [x]\n${text}\n---\n\nText.\n`);
  const works = pieces.map((piece) => [JSON.stringify(piece), reading(piece, read)] as const);
  expect(await fastGrowing(works)).toEqual([]);
});

it.each(['a: ', '- ', '? ', '[', '{a: ', '[a\n', 'a:: b '])(
  'frontmatter nested as deep as %j repeated is named, and does not end the process',
  (piece) => {
    for (const n of [200, 100_000 / piece.length]) {
      const { problems } = readFrontmatter(`---\n${many(Math.floor(n), piece)}\n---\n`);
      expect(problems.map(({ message }) => message)).toEqual([
        'The frontmatter is nested too deeply. Use fewer levels.',
      ]);
    }
  },
);

it('frontmatter whose nesting is hidden by comments is named as well', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `${' '.repeat(at * 40)}${'- '.repeat(20)}\n# x\n\n`).join('');
  const { problems } = readFrontmatter(`---\na:\n${lines}\n---\n`);
  expect(problems.map(({ message }) => message)).toEqual(['The frontmatter is nested too deeply. Use fewer levels.']);
});

it('sections by heading and by block id: twice as much takes about twice as long', async () => {
  const text = (n: number): string => many(n, (at) => `## H${at}\n\nText. ^b-${at}\n\n`);
  const find = (fragment: (n: number) => string): Work => {
    return (n) => {
      const note = text(n);
      return () => findSection(note, scanText(note), fragment(n));
    };
  };
  const works: [string, Work][] = [
    ['heading', find((n) => `H${n - 1}`)],
    ['block id', find((n) => `^b-${n - 1}`)],
    ['heading below headings', find((n) => many(n, (at) => `H${at}#`))],
  ];
  expect(await fastGrowing(works)).toEqual([]);
});

/** The sides of a merge, each of n lines, that leave a comparison little to hold on to. */
const SIDES: Readonly<Record<string, (n: number) => readonly [string, string, string]>> = {
  'every other line changed on both sides': (n) => {
    const side = (word: string): string => many(n, (at) => (at % 2 === 0 ? `l${at}\n` : `${word}${at}\n`));
    return [side('a'), side('b'), side('c')];
  },
  'no line in common': (n) => [many(n, (at) => `a${at}\n`), many(n, (at) => `b${at}\n`), many(n, (at) => `c${at}\n`)],
  'one line again and again': (n) => [many(n, 'a\n'), many(n * 2, 'a\n'), many(n, 'a\nb\n')],
  'the lines in reverse': (n) => [
    many(n, (at) => `${at}\n`),
    many(n, (at) => `${n - at}\n`),
    many(n, (at) => `${at}\nx\n`),
  ],
  'lists of properties without a common one': (n) => {
    const side = (word: string): string => `---\ntags:\n${many(n, (at) => `  - ${word}${at}\n`)}---\n`;
    return [side('a'), side('b'), side('c')];
  },
  'one line without an end': (n) => [many(n, 'a '), many(n, 'ab '), many(n, 'a c ')],
};

it('a difference and a merge: twice as much takes about twice as long', async () => {
  const works = Object.entries(SIDES).map(([name, sides]): [string, Work] => [
    name,
    (n) => {
      const [base, proposed, current] = sides(n);
      return () => mergeText(base, proposed, current);
    },
  ]);
  expect(await fastGrowing(works)).toEqual([]);
});

it('quadratic work is noticed', async () => {
  // What a quotation once was looked for with: from each mark to the end of the line.
  const works = [['quotations', reading('“', (text) => [...text.matchAll(/“[^”\n]*”/g)])] as const];
  expect(await fastGrowing(works)).toHaveLength(1);
});
