import { clip } from '../base';
import { structureOf, type TextStructure } from '../markdown';
import { foldName } from '../vault';
import { fileTitle } from './title';
import { type GuardedFile, type GuardReport } from './guard-file';
import { lineAt, splitLines } from './lines';
import { countItems, subtract, total, type Multiset } from './multiset';
import { type Hunk, type LossKind } from './types';

/** The share of a page's words that a change may remove without declaring it. */
const MAX_WORD_LOSS_SHARE = 0.2;
/** Below this number of words, the share is not checked. */
const MIN_WORDS_FOR_SHARE = 10;

const NOUNS: Readonly<Record<LossKind, readonly [one: string, many: string]>> = {
  headings: ['heading', 'headings'],
  links: ['link', 'links'],
  quotes: ['quoted line', 'quoted lines'],
  code: ['code block', 'code blocks'],
  tables: ['table cell', 'table cells'],
  footnotes: ['footnote', 'footnotes'],
  words: ['word', 'words'],
};

/** What the change removes from one file and adds to it, by kind. */
interface LossTally {
  readonly file: GuardedFile;
  readonly before: TextStructure;
  readonly removed: ReadonlyMap<LossKind, Multiset>;
  readonly added: ReadonlyMap<LossKind, Multiset>;
  /** Lines that occur more often after the change. */
  readonly gainedLines: () => Multiset;
}

const STRUCTURAL_KINDS: readonly Exclude<LossKind, 'words'>[] = [
  'headings',
  'links',
  'quotes',
  'code',
  'tables',
  'footnotes',
];

/**
 * Content that the change removes without a hunk that declares it. Content that moves within a page or to another page of
 * the change is not lost. Changed values in a table and changed lines in a code block are edits, and links may follow
 * renamed and deleted pages. Deleting a page declares the loss of everything in it.
 *
 * Yields after each file.
 */
export function* lossFindings(
  files: readonly GuardedFile[],
): Generator<undefined, readonly { readonly path: string; readonly reported: GuardReport }[]> {
  const renames = renamedNames(files);
  const tallies: LossTally[] = [];
  for (const file of files) {
    tallies.push(tallyOf(file, renames));
    yield;
  }
  const pool = new Map(STRUCTURAL_KINDS.map((kind) => [kind, poolAdded(tallies, kind)]));
  return tallies.flatMap((tally) => undeclaredLosses(tally, tallies, pool));
}

function undeclaredLosses(
  tally: LossTally,
  tallies: readonly LossTally[],
  pool: ReadonlyMap<LossKind, Multiset>,
): readonly { readonly path: string; readonly reported: GuardReport }[] {
  const { edit, path, hunks } = tally.file;
  if (edit.kind === 'created' || edit.kind === 'deleted') return [];
  const declared = new Set(hunks.flatMap((hunk) => hunk.declares));
  const found: GuardReport[] = [];
  for (const kind of STRUCTURAL_KINDS) {
    if (declared.has(kind)) continue;
    const lost = lostOf(tally, kind, pool.get(kind) ?? new Map<string, number>());
    if (lost.length > 0) found.push(lossReport(tally.file, kind, lost));
  }
  const words = declared.has('words') ? null : wordLossReport(tally, tallies);
  if (words) found.push(words);
  return found.map((reported) => ({ path, reported }));
}

function tallyOf(file: GuardedFile, renames: ReadonlyMap<string, string | null>): LossTally {
  const before = structureOf(file.before ?? '');
  const after = structureOf(file.after ?? '');
  const removed = new Map<LossKind, Multiset>();
  const added = new Map<LossKind, Multiset>();
  for (const kind of STRUCTURAL_KINDS) {
    const was = countItems(keysOf(before, kind, renames));
    const is = countItems(keysOf(after, kind, renames));
    removed.set(kind, subtract(was, is));
    added.set(kind, subtract(is, was));
  }
  removed.set('words', subtract(countItems(before.words), countItems(after.words)));
  let gained: Multiset | undefined;
  const gainedLines = (): Multiset => (gained ??= subtract(linesOf(file.after), linesOf(file.before)));
  return { file, before, removed, added, gainedLines };
}

/** Keys for comparison: headings ignore their level, links follow renames, quoted lines ignore white space at the ends. */
function keysOf(
  structure: TextStructure,
  kind: Exclude<LossKind, 'words'>,
  renames: ReadonlyMap<string, string | null>,
): readonly string[] {
  if (kind === 'headings') return structure.headings.map((heading) => heading.replace(/^#+\s*/, ''));
  if (kind === 'quotes') return structure.quotes.map((line) => line.trim());
  if (kind !== 'links') return structure[kind];
  return structure.links.flatMap((link) => {
    const name = linkName(link);
    if (!renames.has(name)) return [link];
    const next = renames.get(name);
    return next === null || next === undefined ? [] : [`=> ${next}`];
  });
}

/** Old and new names of renamed pages to the new name; names of deleted pages to `null`. */
function renamedNames(files: readonly GuardedFile[]): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>();
  for (const { edit, path } of files) {
    const old = foldName(fileTitle(edit.path));
    const now = foldName(fileTitle(path));
    if (edit.kind === 'deleted') names.set(old, null);
    else if (old !== now) names.set(old, now).set(now, now);
  }
  return names;
}

function linkName(link: string): string {
  const target = link.replace(/^!/, '').split('#', 1)[0] ?? '';
  return foldName(fileTitle(target));
}

/** What the files gain. Content that moves to another page is taken from this pool, once. */
function poolAdded(tallies: readonly LossTally[], kind: LossKind): Multiset {
  const pool: Multiset = new Map();
  for (const { added } of tallies)
    for (const [key, count] of added.get(kind) ?? []) pool.set(key, (pool.get(key) ?? 0) + count);
  return pool;
}

function lostOf(tally: LossTally, kind: LossKind, pool: Multiset): readonly string[] {
  const lost: string[] = [];
  for (const [key, count] of tally.removed.get(kind) ?? []) {
    const moved = Math.min(count, pool.get(key) ?? 0);
    pool.set(key, (pool.get(key) ?? 0) - moved);
    for (let left = count - moved; left > 0; left--) lost.push(key);
  }
  const gained = [...(tally.added.get(kind) ?? [])].flatMap(([key, count]) => new Array<string>(count).fill(key));
  if (kind === 'tables') return lost.length > gained.length ? lost : [];
  if (kind === 'code') return lost.filter((block) => !takeEditedBlock(block, gained));
  return lost;
}

/** Removes from `gained` the edited version of `block`: a block that keeps at least half of its lines. */
function takeEditedBlock(block: string, gained: string[]): boolean {
  const lines = countItems(splitLines(block).map((line) => line.trim()));
  const size = total(lines);
  const at = gained.findIndex((other) => {
    const gone = total(subtract(lines, countItems(splitLines(other).map((line) => line.trim()))));
    return gone * 2 <= size;
  });
  if (at < 0) return false;
  gained.splice(at, 1);
  return true;
}

function lossReport(file: GuardedFile, kind: LossKind, lost: readonly string[]): GuardReport {
  const names = [...new Set(lost)].map((item) => item.replace(/^=> /, ''));
  const shown = names.slice(0, 3).map((name) => `"${clip(name, 60)}"`);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  const [one, many] = NOUNS[kind];
  const place = placeOf(file, lost[0] ?? '');
  return {
    code: `loss_${kind}`,
    severity: 'error',
    message: `This change removes ${lost.length === 1 ? `the ${one}` : `${lost.length} ${many}`} ${shown.join(', ')} without declaring it.`,
    remedy: 'Reject this part, or make the change by hand if it is intended.',
    ...place,
  };
}

function wordLossReport(tally: LossTally, tallies: readonly LossTally[]): GuardReport | null {
  const { file, before } = tally;
  const removed = tally.removed.get('words') ?? new Map<string, number>();
  const isTooMuch = (words: Multiset): boolean => total(words) > before.words.length * MAX_WORD_LOSS_SHARE;
  if (before.words.length < MIN_WORDS_FOR_SHARE || !isTooMuch(removed)) return null;
  const gone = subtract(removed, countItems(structureOf(movedLines(tally, tallies).join('\n')).words));
  if (!isTooMuch(gone)) return null;
  return {
    code: 'loss_words',
    severity: 'error',
    message: `This change removes ${Math.round((total(gone) / before.words.length) * 100)}% of the words of the page without declaring it.`,
    remedy: 'Reject this part, or make the change by hand if it is intended.',
    ...placeOf(file, ''),
  };
}

/** Lines that move to another file. Whole lines, because single common words occur everywhere. */
function movedLines(tally: LossTally, tallies: readonly LossTally[]): readonly string[] {
  const lost = subtract(linesOf(tally.file.before), linesOf(tally.file.after));
  const moved: string[] = [];
  for (const other of tallies) {
    if (other === tally) continue;
    for (const [line, count] of other.gainedLines()) {
      const left = lost.get(line) ?? 0;
      const taken = Math.min(count, left);
      if (taken === 0) continue;
      for (let copy = 0; copy < taken; copy++) moved.push(line);
      lost.set(line, left - taken);
    }
  }
  return moved;
}

/** The line of an item before the change, and the hunk that removes it. */
function placeOf(file: GuardedFile, item: string): { readonly line: number; readonly hunk: Hunk | undefined } {
  const before = file.before ?? '';
  const removing = file.hunks.filter((hunk) => hunk.end > hunk.start);
  const needle = (splitLines(item)[0] ?? '').trim();
  for (const hunk of removing) {
    const from = before.lastIndexOf('\n', hunk.start - 1) + 1;
    const at = needle === '' ? -1 : before.slice(from, hunk.end + needle.length).indexOf(needle);
    if (at >= 0) return { line: lineAt(before, from + at), hunk };
  }
  const largest = removing.reduce<Hunk | undefined>(
    (best, hunk) => (best && best.end - best.start >= hunk.end - hunk.start ? best : hunk),
    undefined,
  );
  return { line: lineAt(before, largest?.start ?? 0), hunk: largest ?? file.hunks[0] };
}

function linesOf(text: string | null): Multiset {
  return countItems(
    splitLines(text ?? '')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}
