import { structureOf, type TextStructure } from '../markdown';
import { foldName } from '../vault';
import { fileTitle } from './title';
import { type GuardedFile, type GuardReport } from './guard-file';
import { lineAt, splitLines } from './lines';
import { type Hunk, type LossKind } from './types';

/** A change may take away this share of a page's words without saying so. */
const MAX_WORD_LOSS_SHARE = 0.2;
/** Below so many words, a share says nothing. */
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

type Multiset = Map<string, number>;

/** What one file has, and what the change takes from it and brings to it, by kind. */
interface LossTally {
  readonly file: GuardedFile;
  readonly before: TextStructure;
  readonly removed: ReadonlyMap<LossKind, Multiset>;
  readonly added: ReadonlyMap<LossKind, Multiset>;
  /** The lines that the file has more of after the change. */
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
 * What the change takes away without a hunk that declares it. What moves, within a page or to another page of the change,
 * is not lost; a figure changed within a table and lines changed within a code block are edits; links follow renamed and deleted
 * pages. The deletion of a page says by itself that everything goes.
 */
export function lossFindings(
  files: readonly GuardedFile[],
): readonly { readonly path: string; readonly reported: GuardReport }[] {
  return findLosses([...talliesOf(files)]);
}

/** {@link lossFindings}, to be worked off in steps: one a file, the last of which gives the findings. */
export function* lossFindingsInSteps(
  files: readonly GuardedFile[],
): Generator<undefined, ReturnType<typeof lossFindings>> {
  const ledgers: LossTally[] = [];
  for (const ledger of talliesOf(files)) {
    ledgers.push(ledger);
    yield;
  }
  return findLosses(ledgers);
}

function* talliesOf(files: readonly GuardedFile[]): Generator<LossTally> {
  const renames = renamedNames(files);
  for (const file of files) yield tallyOf(file, renames);
}

function findLosses(ledgers: readonly LossTally[]): ReturnType<typeof lossFindings> {
  const pool = new Map(STRUCTURAL_KINDS.map((kind) => [kind, poolAdded(ledgers, kind)]));
  const found: { path: string; reported: GuardReport }[] = [];
  for (const ledger of ledgers) {
    const { edit, path, hunks } = ledger.file;
    if (edit.kind === 'created' || edit.kind === 'deleted') continue;
    const declared = new Set(hunks.flatMap((hunk) => hunk.declares));
    for (const kind of STRUCTURAL_KINDS) {
      if (declared.has(kind)) continue;
      const lost = lostOf(ledger, kind, pool.get(kind) ?? new Map<string, number>());
      if (lost.length > 0) found.push({ path, reported: lossReport(ledger.file, kind, lost) });
    }
    if (!declared.has('words')) {
      const reported = wordLossReport(ledger, ledgers);
      if (reported) found.push({ path, reported });
    }
  }
  return found;
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

/** What counts as the same thing: a heading at any level, a link through a rename, a quoted line but for its blanks. */
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

/** The names of renamed pages, old and new, as the new one; those of deleted pages as `null`. */
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

/** What other files gain; a part of a page that moves to another is taken from here, once. */
function poolAdded(ledgers: readonly LossTally[], kind: LossKind): Multiset {
  const pool: Multiset = new Map();
  for (const { added } of ledgers)
    for (const [key, count] of added.get(kind) ?? []) pool.set(key, (pool.get(key) ?? 0) + count);
  return pool;
}

function lostOf(ledger: LossTally, kind: LossKind, pool: Multiset): readonly string[] {
  const lost: string[] = [];
  for (const [key, count] of ledger.removed.get(kind) ?? []) {
    const moved = Math.min(count, pool.get(key) ?? 0);
    pool.set(key, (pool.get(key) ?? 0) - moved);
    for (let left = count - moved; left > 0; left--) lost.push(key);
  }
  const gained = [...(ledger.added.get(kind) ?? [])].flatMap(([key, count]) => new Array<string>(count).fill(key));
  if (kind === 'tables') return lost.length > gained.length ? lost : [];
  if (kind === 'code') return lost.filter((block) => !takeEditedBlock(block, gained));
  return lost;
}

/** Takes the block out of `gained` that keeps at least half of the lines of `block`. */
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
  const shown = names.slice(0, 3).map((name) => `"${clip(name)}"`);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  const [one, many] = NOUNS[kind];
  const place = placeOf(file, lost[0] ?? '');
  return {
    code: `loss_${kind}`,
    severity: 'error',
    message: `This change takes away ${lost.length === 1 ? `the ${one}` : `${lost.length} ${many}`} ${shown.join(', ')} without saying so.`,
    remedy: 'Reject this part, or take it over by hand if it is meant.',
    ...place,
  };
}

function wordLossReport(ledger: LossTally, ledgers: readonly LossTally[]): GuardReport | null {
  const { file, before } = ledger;
  const removed = ledger.removed.get('words') ?? new Map<string, number>();
  const isMuch = (bagOfWords: Multiset): boolean => total(bagOfWords) > before.words.length * MAX_WORD_LOSS_SHARE;
  if (before.words.length < MIN_WORDS_FOR_SHARE || !isMuch(removed)) return null;
  const gone = subtract(removed, countItems(structureOf(movedLines(ledger, ledgers).join('\n')).words));
  if (!isMuch(gone)) return null;
  return {
    code: 'loss_words',
    severity: 'error',
    message: `This change takes away ${Math.round((total(gone) / before.words.length) * 100)} percent of the words of the page without saying so.`,
    remedy: 'Reject this part, or take it over by hand if it is meant.',
    ...placeOf(file, ''),
  };
}

/** Lines that this file loses and another file gains. Single common words would be found anywhere; whole lines are not. */
function movedLines(ledger: LossTally, ledgers: readonly LossTally[]): readonly string[] {
  const lost = subtract(linesOf(ledger.file.before), linesOf(ledger.file.after));
  const moved: string[] = [];
  for (const other of ledgers) {
    if (other === ledger) continue;
    for (const [line, count] of other.gainedLines()) {
      const left = lost.get(line) ?? 0;
      const taken = Math.min(count, left);
      if (taken === 0) continue;
      moved.push(...new Array<string>(taken).fill(line));
      lost.set(line, left - taken);
    }
  }
  return moved;
}

/** Where in the text before something stood, and which hunk takes it. */
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

function countItems(items: readonly string[]): Multiset {
  const counts: Multiset = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function subtract(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Multiset {
  const left: Multiset = new Map();
  for (const [item, count] of a) if (count > (b.get(item) ?? 0)) left.set(item, count - (b.get(item) ?? 0));
  return left;
}

function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
