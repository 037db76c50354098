/**
 * Whether a small input can make a long wait: the work of each reader should grow about as fast as its input, whatever the
 * input is made of.
 *
 * Processor time is compared, of an input and of one eight times as long. Linear work takes 8 times as long, quadratic work
 * 64 times. Counted calls would not show this: what a regular expression does inside one call is not counted.
 */
import { mergeText } from '../src/change';
import { silentRun } from '../src/base';
import { numberUnits } from '../src/ingest';
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
} from '../src/markdown';
import { readLedger } from '../src/wiki/ledger';
import { extracted } from '../test/ingest/support/extract-source';
import { changeWorks, documentWorks } from './growth-documents';
import { ingest } from './hostile';

/** What the shorter input is made of, in pieces, and how many times as long the longer one is. */
const N = 700;
const FACTOR = 8;
/** Between linear and quadratic on a logarithmic scale. */
const BOUND = 25;
/** What is as good as linear is not measured again. */
const LINEAR = 10;
/** In milliseconds. Quadratic work on the longer input takes longer, so what is quicker is not compared. */
const QUICK = 12;
const ATTEMPTS = 6;

export interface GrowthFigures {
  /** For each reader, the piece whose time grows fastest from {@link N} pieces to {@link FACTOR} times as many. */
  readonly worst: Readonly<Record<string, { readonly piece: string; readonly ratio: number }>>;
  /** What grows faster than {@link BOUND}: "reader: piece". */
  readonly tooFast: readonly string[];
  /** Of a search that is known to be quadratic; the measurement is worth nothing where this is below {@link BOUND}. */
  readonly control: number;
}

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
  for (let attempt = 0; attempt < ATTEMPTS && ratio > LINEAR; attempt++) {
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

/** Prose of every kind that the curator without a model looks for. */
const PROSE: readonly Piece[] = [
  ...[
    (at: number) => `A${at.toString(16)} Bc${at.toString(16)} `,
    (at: number) => `Ann B${at} is a baker of Town${at}. `,
  ],
  ...[
    (at: number) => `The Tower ${at % 97} is ${at} metres tall.\n\n`,
    (at: number) => `## The H${at}\n\nThe H${at} is a part.\n\n`,
  ],
  ...[
    (at: number) => `- Name${at}: value ${at}\n`,
    (at: number) => `|a${at}|b${at}|\n`,
    (at: number) => `[[Name ${at}]] `,
  ],
  ...[(at: number) => `Great Bell ${at} (GB${at}) is a bell. `, (at: number) => `In ${1000 + at} the Bell rang. `],
  ...[
    (at: number) => `The Bell weighs ${at} kg. `,
    (at: number) => `decided: ${at}\n\n`,
    (at: number) => `Who is Ann${at}? `,
  ],
  ...[
    (at: number) => `**T${at}** - a thing.\n`,
    (at: number) => `> On day ${at} Bob wrote:\n`,
    (at: number) => `Ann${at}: yes.\n`,
  ],
  ...[
    'The Great Bell is a bell of bronze. ',
    'the same words stand here ',
    'The Great Bell of the Great Tower. ',
    'A b. ',
    'a ',
  ],
  ...[
    'The Great Bell, the Great Tower and the Great Lamp ',
    'Bell Bell ',
    'a-b-',
    'A.B.',
    "it's ",
    '1.5 m ',
    '1 May 1900 ',
  ],
];

const FRONTMATTER: readonly Piece[] = [
  ...[(at: number) => `k${at}: v\n`, (at: number) => `k${at}: "v"  # c\n`, 'k: v\n', (at: number) => `k${at}: *a\n`],
  ...['- a\n', '  - a\n', '# a\n', '\n', ' ', '"', "'", '“', 'a\n', (at: number) => `k${at}: |\n  t\n`],
  ...['[', '{', '- ', '? ', 'a: ', 'a:: b ', '[a\n', '{a: ', '{{', '[^a', '[[a|', '&a ', '!a '],
];

/** A note of n sections, of which the last is looked for. */
const SECTIONS: Readonly<Record<string, (n: number) => string>> = {
  heading: (n) => `H${n - 1}`,
  'block id': (n) => `^b-${n - 1}`,
  'heading below headings': (n) => many(n, (at) => `H${at}#`),
};

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

const CURATOR = 'what is proposed without a model';

function* allWorks(): Generator<readonly [reader: string, piece: string, work: Work]> {
  const named = (piece: Piece): string => JSON.stringify(typeof piece === 'string' ? piece : piece(7));
  for (const [reader, pieces, read] of readings) {
    for (const piece of pieces) yield [reader, named(piece), reading(piece, read)];
  }
  const frontmatter = (text: string): unknown => readFrontmatter(`---\na: &a [x]\n${text}\n---\n\nText.\n`);
  for (const piece of FRONTMATTER) yield ['frontmatter', named(piece), reading(piece, frontmatter)];
  for (const [name, fragment] of Object.entries(SECTIONS)) {
    const work: Work = (n) => {
      const note = many(n, (at) => `## H${at}\n\nText. ^b-${at}\n\n`);
      return () => findSection(note, scanText(note), fragment(n));
    };
    yield ['sections of a note', name, work];
  }
  for (const [name, sides] of Object.entries(SIDES)) {
    const work: Work = (n) => {
      const [base, proposed, current] = sides(n);
      return () => mergeText(base, proposed, current);
    };
    yield ['a difference and a merge', name, work];
  }
  for (const piece of PROSE) yield [CURATOR, named(piece), reading(piece, (text) => ingest({ 'sources/a.md': text }))];
  yield* changeWorks;
  yield* documentWorks;
}

/**
 * Measures every reader with every piece. About two minutes.
 * @param only the one reader that is measured; all when absent
 */
export async function measureGrowth(say: (line: string) => void, only?: string): Promise<GrowthFigures> {
  // What a quotation once was looked for with: from each mark to the end of the line.
  const control = await growthOf(reading('“', (text) => [...text.matchAll(/“[^”\n]*”/g)]));
  const worst: Record<string, { piece: string; ratio: number }> = {};
  const tooFast: string[] = [];
  for (const [reader, piece, work] of allWorks()) {
    if (only !== undefined && reader !== only) continue;
    if (worst[reader] === undefined) say(reader);
    const ratio = await growthOf(work);
    if (ratio > BOUND) tooFast.push(`${reader}: ${piece}`);
    if (ratio >= (worst[reader]?.ratio ?? 0)) worst[reader] = { piece, ratio: Number(ratio.toFixed(1)) };
  }
  return { worst, tooFast, control: Number(control.toFixed(1)) };
}
