import { structureOf } from '../markdown';
import type { Structure } from '../markdown';
import { foldName } from '../vault';
import { fileTitle } from './title';
import type { GuardedFile, Reported } from './guard-file';
import { lineAt, splitLines } from './lines';
import type { Hunk, Loss } from './types';

/** A change may take away this share of a page's words without saying so. */
const wordShare = 0.2;
/** Below so many words, a share says nothing. */
const fewWords = 10;

const nouns: Readonly<Record<Loss, readonly [one: string, many: string]>> = {
  headings: ['heading', 'headings'],
  links: ['link', 'links'],
  quotes: ['quoted line', 'quoted lines'],
  code: ['code block', 'code blocks'],
  tables: ['table cell', 'table cells'],
  footnotes: ['footnote', 'footnotes'],
  words: ['word', 'words'],
};

type Bag = Map<string, number>;

/** What one file has, and what the change takes from it and brings to it, by kind. */
interface Ledger {
  readonly file: GuardedFile;
  readonly before: Structure;
  readonly removed: ReadonlyMap<Loss, Bag>;
  readonly added: ReadonlyMap<Loss, Bag>;
  /** The lines that the file has more of after the change. */
  readonly gainedLines: () => Bag;
}

const kinds: readonly Exclude<Loss, 'words'>[] = ['headings', 'links', 'quotes', 'code', 'tables', 'footnotes'];

/**
 * What the change takes away without a hunk that declares it. What moves, within a page or to another page of the change,
 * is not lost; a figure changed within a table and lines changed within a code block are edits; links follow renamed and deleted
 * pages. The deletion of a page says by itself that everything goes.
 */
export function lossFindings(
  files: readonly GuardedFile[],
): readonly { readonly path: string; readonly reported: Reported }[] {
  return weigh([...ledgersOf(files)]);
}

/** {@link lossFindings}, to be worked off in steps: one a file, the last of which gives the findings. */
export function* lossSteps(files: readonly GuardedFile[]): Generator<undefined, ReturnType<typeof lossFindings>> {
  const ledgers: Ledger[] = [];
  for (const ledger of ledgersOf(files)) {
    ledgers.push(ledger);
    yield;
  }
  return weigh(ledgers);
}

function* ledgersOf(files: readonly GuardedFile[]): Generator<Ledger> {
  const renames = renamedNames(files);
  for (const file of files) yield ledgerOf(file, renames);
}

function weigh(ledgers: readonly Ledger[]): ReturnType<typeof lossFindings> {
  const pool = new Map(kinds.map((kind) => [kind, pooled(ledgers, kind)]));
  const found: { path: string; reported: Reported }[] = [];
  for (const ledger of ledgers) {
    const { edit, path, hunks } = ledger.file;
    if (edit.kind === 'created' || edit.kind === 'deleted') continue;
    const declared = new Set(hunks.flatMap((hunk) => hunk.declares));
    for (const kind of kinds) {
      if (declared.has(kind)) continue;
      const lost = lostOf(ledger, kind, pool.get(kind) ?? new Map<string, number>());
      if (lost.length > 0) found.push({ path, reported: lossOf(ledger.file, kind, lost) });
    }
    if (!declared.has('words')) {
      const reported = wordLoss(ledger, ledgers);
      if (reported) found.push({ path, reported });
    }
  }
  return found;
}

function ledgerOf(file: GuardedFile, renames: ReadonlyMap<string, string | null>): Ledger {
  const before = structureOf(file.before ?? '');
  const after = structureOf(file.after ?? '');
  const removed = new Map<Loss, Bag>();
  const added = new Map<Loss, Bag>();
  for (const kind of kinds) {
    const was = bag(keysOf(before, kind, renames));
    const is = bag(keysOf(after, kind, renames));
    removed.set(kind, minus(was, is));
    added.set(kind, minus(is, was));
  }
  removed.set('words', minus(bag(before.words), bag(after.words)));
  let gained: Bag | undefined;
  const gainedLines = (): Bag => (gained ??= minus(linesOf(file.after), linesOf(file.before)));
  return { file, before, removed, added, gainedLines };
}

/** What counts as the same thing: a heading at any level, a link through a rename, a quoted line but for its blanks. */
function keysOf(
  structure: Structure,
  kind: Exclude<Loss, 'words'>,
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
function pooled(ledgers: readonly Ledger[], kind: Loss): Bag {
  const pool: Bag = new Map();
  for (const { added } of ledgers)
    for (const [key, count] of added.get(kind) ?? []) pool.set(key, (pool.get(key) ?? 0) + count);
  return pool;
}

function lostOf(ledger: Ledger, kind: Loss, pool: Bag): readonly string[] {
  const lost: string[] = [];
  for (const [key, count] of ledger.removed.get(kind) ?? []) {
    const moved = Math.min(count, pool.get(key) ?? 0);
    pool.set(key, (pool.get(key) ?? 0) - moved);
    for (let left = count - moved; left > 0; left--) lost.push(key);
  }
  const gained = [...(ledger.added.get(kind) ?? [])].flatMap(([key, count]) => new Array<string>(count).fill(key));
  if (kind === 'tables') return lost.length > gained.length ? lost : [];
  if (kind === 'code') return lost.filter((block) => !takeEdited(block, gained));
  return lost;
}

/** Takes the block out of `gained` that keeps at least half of the lines of `block`. */
function takeEdited(block: string, gained: string[]): boolean {
  const lines = bag(splitLines(block).map((line) => line.trim()));
  const size = total(lines);
  const at = gained.findIndex((other) => {
    const gone = total(minus(lines, bag(splitLines(other).map((line) => line.trim()))));
    return gone * 2 <= size;
  });
  if (at < 0) return false;
  gained.splice(at, 1);
  return true;
}

function lossOf(file: GuardedFile, kind: Loss, lost: readonly string[]): Reported {
  const names = [...new Set(lost)].map((item) => item.replace(/^=> /, ''));
  const shown = names.slice(0, 3).map((name) => `"${clip(name)}"`);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  const [one, many] = nouns[kind];
  const place = placeOf(file, lost[0] ?? '');
  return {
    code: `loss_${kind}`,
    severity: 'error',
    message: `This change takes away ${lost.length === 1 ? `the ${one}` : `${lost.length} ${many}`} ${shown.join(', ')} without saying so.`,
    remedy: 'Reject this part, or take it over by hand if it is meant.',
    ...place,
  };
}

function wordLoss(ledger: Ledger, ledgers: readonly Ledger[]): Reported | null {
  const { file, before } = ledger;
  const removed = ledger.removed.get('words') ?? new Map<string, number>();
  const isMuch = (bagOfWords: Bag): boolean => total(bagOfWords) > before.words.length * wordShare;
  if (before.words.length < fewWords || !isMuch(removed)) return null;
  const gone = minus(removed, bag(structureOf(movedLines(ledger, ledgers).join('\n')).words));
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
function movedLines(ledger: Ledger, ledgers: readonly Ledger[]): readonly string[] {
  const lost = minus(linesOf(ledger.file.before), linesOf(ledger.file.after));
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

function linesOf(text: string | null): Bag {
  return bag(
    splitLines(text ?? '')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}

function bag(items: readonly string[]): Bag {
  const counts: Bag = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function minus(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Bag {
  const left: Bag = new Map();
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
