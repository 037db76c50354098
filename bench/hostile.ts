import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun, type Clock, type Random } from '../src/base';
import { markupReader } from '../src/node/markup';
import { mergeText } from '../src/change';
import { createNodeVault } from '../src/node/vault';
import { inertMarkdown, inlineText, readFrontmatter, scanText, structureOf } from '../src/markdown';
import { MemoryVault, type Vault } from '../src/vault';
import { searchPages, Workbench } from '../src/workbench';
import { epub } from '../test/ingest/support/zip';
import { MANIFEST } from './generate';

/** Inputs that somebody makes to cost time or memory. Each is measured at `n` and `4n`: linear work takes four times as long. */
interface Scenario {
  readonly name: string;
  readonly n: number;
  readonly run: (n: number) => Promise<unknown>;
}

export interface HostileFigures {
  readonly scenarios: Readonly<
    Record<string, { readonly smallMs: number; readonly largeMs: number; readonly ratio: number }>
  >;
  /** The piece of Markdown that takes longest for its length, and the one that grows fastest from `n` to `4n`. */
  readonly slowestMarkup: { readonly unit: string; readonly ms: number };
  readonly fastestGrowing: { readonly unit: string; readonly ratio: number };
  readonly hugeSourceStatusMs: number;
  /** Peak memory of a process that ingests 10 MB of a text, start of the program included. */
  readonly tenMegabytesPeakMB: Readonly<Record<string, number>>;
}

const PAGE_HEAD =
  '---\nschema: knowledge/v1\nslug: long\nkind: concept\ntitle: Long Page\nupdated_at: 2026-04-27\n---\n\n# Long Page\n\n';
const SOURCE = '# Long Page\n\nThe Long Page is 5 metres tall. The Long Page was built in 1823.\n';

const repeat = (n: number, piece: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => piece(at)).join('');

async function openWiki(vault: Vault, clock: Clock): Promise<Workbench> {
  let ids = 0;
  const random: Random = { id: (length) => (ids += 1).toString(36).padStart(length, '0').slice(-length) };
  return Workbench.open({ vault, root: '', clock, random, markup: markupReader }, silentRun);
}

async function wikiOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Workbench> {
  const clock: Clock = { now: () => Date.now() };
  const vault = new MemoryVault({ 'KNOWLEDGE.md': MANIFEST }, clock);
  for (const [file, content] of Object.entries(files)) await vault.write(file, content);
  return openWiki(vault, clock);
}

export async function ingest(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const workbench = await wikiOf(files);
  const { failed } = await workbench.ingest({ curator: 'extractive' });
  const [failure] = failed;
  if (failure !== undefined) throw new Error(failure.message);
}

const chapter = `<html><body>${repeat(400, (at) => `<p>Paragraph ${at} of the chapter.</p>`)}</body></html>`;

function repeatedChapter(n: number): Uint8Array {
  const items = repeat(n, (at) => `<item id="c${at}" href="a.xhtml" media-type="application/xhtml+xml"/>`);
  const spine = repeat(n, (at) => `<itemref idref="c${at}"/>`);
  const opf = `<package><manifest>${items}</manifest><spine>${spine}</spine></package>`;
  return epub({ 'a.xhtml': chapter }, { 'OEBPS/book.opf': opf });
}

const char = (code: number): string => String.fromCodePoint(code);
/** Letters of many scripts that are written with spaces. */
const LETTERS = Array.from({ length: 0x2fff - 0xc0 }, (_, at) => char(0xc0 + at)).filter((each) => /\p{L}/u.test(each));
const letter = (at: number): string => LETTERS[at % LETTERS.length] ?? 'a';

async function indexTwice(body: string): Promise<void> {
  const clock: Clock = { now: () => Date.now() };
  const vault = new MemoryVault({ 'KNOWLEDGE.md': MANIFEST, 'concepts/long.md': PAGE_HEAD + body }, clock);
  const workbench = await openWiki(vault, clock);
  await searchPages(workbench, { query: 'long' });
  await vault.write('concepts/long.md', `${PAGE_HEAD}Short.\n`);
  await workbench.refresh(['concepts/long.md']);
  await searchPages(workbench, { query: 'short' });
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a source into a page of 4,000 and 16,000 headings',
    n: 4_000,
    run: (n) =>
      ingest({
        'concepts/long.md': PAGE_HEAD + repeat(n, (at) => `## Part ${at}\n\nPart ${at} is short.\n\n`),
        'sources/a.md': SOURCE,
      }),
  },
  {
    name: 'a page of 4,000 and 16,000 block ids, read for an answer',
    n: 4_000,
    run: async (n) => {
      const workbench = await wikiOf({ 'concepts/long.md': PAGE_HEAD + repeat(n, (at) => `Text. ^b-${at}\n\n`) });
      await workbench.readPage({ page: 'long' });
    },
  },
  {
    name: 'a page of 4,000 and 16,000 links to its own headings, checked',
    n: 4_000,
    run: async (n) => {
      const body = repeat(n, (at) => `## H${at}\n\n[[#H${n - at - 1}]]\n\n`);
      await (await wikiOf({ 'concepts/long.md': PAGE_HEAD + body })).lint({});
    },
  },
  {
    name: 'a source of 50,000 and 200,000 headings',
    n: 50_000,
    run: (n) => ingest({ 'sources/a.md': `Start.\n\n${repeat(n, (at) => `## ${at}\n`)}` }),
  },
  {
    name: 'front matter of 8,000 and 32,000 keys',
    n: 8_000,
    run: (n) => Promise.resolve(readFrontmatter(`---\n${repeat(n, (at) => `k${at}: v\n`)}---\n`)),
  },
  {
    name: 'front matter of 8,000 and 32,000 aliases',
    n: 8_000,
    run: (n) => Promise.resolve(readFrontmatter(`---\na: &a [x]\n${repeat(n, (at) => `b${at}: *a\n`)}---\n`)),
  },
  {
    name: 'a book that names one chapter 500 and 2,000 times',
    n: 500,
    run: (n) => ingest({ 'sources/a.epub': repeatedChapter(n) }),
  },
  {
    name: 'a page of 10,000 and 40,000 different Chinese characters, indexed for search, edited and indexed again',
    n: 10_000,
    run: (n) => indexTwice(repeat(n, (at) => char(0x3400 + at))),
  },
  {
    name: 'a page of 2,500 and 10,000 different Hangul syllables, likewise',
    n: 2_500,
    run: (n) => indexTwice(repeat(n, (at) => char(0xac00 + at))),
  },
  {
    name: 'a page of 40,000 and 160,000 words that differ in their last letter, of 4,000 letters, likewise',
    n: 40_000,
    run: (n) => indexTwice(repeat(n, (at) => `w${Math.floor(at / 4_000)}${letter(at % 4_000)} `)),
  },
  {
    name: 'a merge of 4,000 and 16,000 lines of which two sides changed every other one',
    n: 4_000,
    run: (n) => {
      const side = (word: string): string => repeat(n, (at) => (at % 2 === 0 ? `l${at}\n` : `${word}${at}\n`));
      return Promise.resolve(mergeText(side('a'), side('b'), side('c')));
    },
  },
  {
    name: 'a merge of lists of 4,000 and 16,000 properties without a common one',
    n: 4_000,
    run: (n) => {
      const side = (word: string): string => `---\ntags:\n${repeat(n, (at) => `  - ${word}${at}\n`)}---\n`;
      return Promise.resolve(mergeText(side('a'), side('b'), side('c')));
    },
  },
];

const UNITS = [
  ...[
    '[',
    ']',
    '[[',
    '![',
    '[a](',
    '[a][',
    '*',
    '**a',
    '_a ',
    '`',
    '`a',
    '|',
    '| a ',
    '> ',
    '- ',
    '<',
    '<a ',
    '<a b="',
    '<!--',
    '\\',
    '&',
    '$a',
    '%%a',
  ],
  ...[
    '[^a]: ',
    '#a ',
    '{',
    '(',
    ' ',
    '\t',
    'a\n',
    '> a\n',
    '- a\n',
    '  - a\n',
    '|a|\n',
    '|a|\n|-|\n',
    '# a\n',
    '```\n',
    '<div>\n',
    '[a]: b\n',
    '^a\n',
    '\n',
  ],
];

function readMarkup(text: string): void {
  scanText(text);
  inlineText(text);
  structureOf(text);
  inertMarkdown(text);
}

/** Processor time in milliseconds: other programs count less than by the clock. */
async function costOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Measures the scenarios in this process, then those that need one of their own. @param scratch an empty folder */
export async function measureHostile(scratch: string, say: (line: string) => void): Promise<HostileFigures> {
  const scenarios: Record<string, { smallMs: number; largeMs: number; ratio: number }> = {};
  for (const { name, n, run } of SCENARIOS) {
    say(name);
    await run(Math.ceil(n / 8));
    const [smallMs, largeMs] = [await costOf(() => run(n)), await costOf(() => run(4 * n))];
    scenarios[name] = {
      smallMs: Math.round(smallMs),
      largeMs: Math.round(largeMs),
      ratio: Number((largeMs / smallMs).toFixed(1)),
    };
  }
  let slowestMarkup = { unit: '', ms: 0 };
  let fastestGrowing = { unit: '', ratio: 0 };
  for (const unit of UNITS) {
    say(`markup of ${JSON.stringify(unit)}`);
    const text = (length: number): string => unit.repeat(length / unit.length);
    const [small, large] = [
      await costOf(() => readMarkup(text(100_000))),
      await costOf(() => readMarkup(text(400_000))),
    ];
    if (large > slowestMarkup.ms) slowestMarkup = { unit, ms: Math.round(large) };
    // What takes next to no time grows by chance.
    if (large > 200 && large / small > fastestGrowing.ratio)
      fastestGrowing = { unit, ratio: Number((large / small).toFixed(1)) };
  }
  return {
    scenarios,
    slowestMarkup,
    fastestGrowing,
    hugeSourceStatusMs: Math.round(await hugeSource(scratch)),
    tenMegabytesPeakMB: Object.fromEntries(Object.keys(LARGE_SOURCES).map((name) => [name, Math.round(peakOf(name))])),
  };
}

/** The time of `status` in a wiki with a source of 1 GB, which takes no space on most file systems. */
async function hugeSource(scratch: string): Promise<number> {
  mkdirSync(path.join(scratch, 'sources'), { recursive: true });
  writeFileSync(path.join(scratch, 'KNOWLEDGE.md'), MANIFEST);
  const file = openSync(path.join(scratch, 'sources', 'huge.md'), 'w');
  ftruncateSync(file, 2 ** 30);
  closeSync(file);
  const workbench = await openWiki(createNodeVault(scratch), { now: () => Date.now() });
  return costOf(() => workbench.status());
}

/** Ten megabytes each. Much of a peak is what V8 has not collected yet; `NODE_OPTIONS=--max-old-space-size=350` is enough for all of them. */
const LARGE_SOURCES: Readonly<Record<string, readonly [path: string, piece: (at: number) => string]>> = {
  'ordinary Markdown': ['sources/a.md', (at) => `The Tower ${at % 977} is ${at} metres tall.\n\n`],
  'words of one letter': ['sources/a.md', () => 'a '],
  'sentences of two letters': ['sources/a.md', () => 'A b. '],
  'lines of one letter': ['sources/a.txt', () => 'a\n'],
  'capitalised words without a repetition': ['sources/a.md', (at) => `A${at.toString(16)} Bc${at.toString(16)} `],
  'HTML paragraphs of one letter': ['sources/a.html', () => '<p>a</p>'],
  'HTML cells that span a hundred columns': [
    'sources/a.html',
    (at) => (at === 0 ? '<table><tr>' : '<td colspan=100>a'),
  ],
};

/** Peak memory in megabytes of a process that ingests one of {@link LARGE_SOURCES}. */
function peakOf(name: string): number {
  const result = spawnSync(process.execPath, [process.argv[1] ?? '', '--hostile-memory', name], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(result.stderr);
  return Number(result.stdout);
}

/** Ingests one of {@link LARGE_SOURCES} and prints the peak memory of this process in megabytes. */
export async function printPeak(name: string): Promise<void> {
  const [file, piece] = LARGE_SOURCES[name] ?? ['sources/a.md', () => name];
  const pieces: string[] = [];
  for (let [at, length] = [0, 0]; length < 10_000_000; at += 1) {
    const next = piece(at);
    pieces.push(next);
    length += next.length;
  }
  const text = pieces.join('');
  pieces.length = 0;
  await ingest({ [file]: text });
  process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
}
