import { finish, finishInTurns, YieldBudget, type Run, type Steps } from '../../base';
import { renderEdit, type Hunk } from '../../change';
import {
  compareLedgers,
  readLedger,
  wordKey,
  type Claim,
  type ClaimPair,
  type LedgerComparison,
  type PageNote,
} from '../../wiki';
import { type ReviewFile } from './types';

/** A statement of a page under review, and what becomes of it. */
export interface AccountedStatement {
  /** As a reader sees it: as the page will say it or, if it is dropped, as the page says it now. */
  readonly text: string;
  /** What the page says now, where the words differ; else `null`. */
  readonly before: string | null;
  /** The heading under which it will be; `null` above the first heading. */
  readonly heading: string | null;
  /** Path of the other page of the proposal that will say it, if it moves there; else `null`. */
  readonly movesTo: string | null;
  /** Why it is dropped; `null` if no reason was given. */
  readonly reason: string | null;
  /** Whether the new wording lacks a number, a name or most of the words. */
  readonly weakened: boolean;
  /** Its first footnote; `null` for a sentence without a source. */
  readonly note: PageNote | null;
  /** Id of the hunk that does it; `null` if no single hunk does. */
  readonly hunk: string | null;
  /** Statements of one text are sorted by it. */
  readonly order: number;
  /** Range in the text of the page now, for a statement that is dropped or moved; UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/**
 * What becomes of the statements of a page if the hunks that are not rejected are applied. Every statement that the page makes
 * now is in exactly one of `kept`, `reworded`, `moved` and `dropped`.
 */
export interface PageAccount {
  readonly kept: readonly AccountedStatement[];
  readonly reworded: readonly AccountedStatement[];
  /** Under another heading, or on another page of the proposal. */
  readonly moved: readonly AccountedStatement[];
  readonly added: readonly AccountedStatement[];
  readonly dropped: readonly AccountedStatement[];
}

/**
 * The account of one file of a review.
 *
 * @param others the files of the review, on which a statement may be found again
 * @returns `null` for a file that is deleted, which is one decision about the whole page
 */
export function pageAccount(file: ReviewFile, others: readonly ReviewFile[]): PageAccount | null {
  return finish(accountInSteps(file, others));
}

/** {@link pageAccount}, but yields to the host and can be cancelled. */
export function pageAccountAsync(
  file: ReviewFile,
  others: readonly ReviewFile[],
  run: Run,
): Promise<PageAccount | null> {
  return finishInTurns(accountInSteps(file, others), new YieldBudget(run));
}

function* accountInSteps(file: ReviewFile, others: readonly ReviewFile[]): Steps<PageAccount | null> {
  const hunks = takenHunks(file);
  const text = renderEdit({ ...file.edit, hunks });
  if (text === null || file.kind === 'deleted') return null;
  const reasons = new Map(hunks.flatMap(({ drops = [] }) => drops.map(({ text, reason }) => [wordKey(text), reason])));
  yield READ_COST * file.edit.base.length;
  const before = readLedger(file.edit.base);
  yield READ_COST * text.length;
  const after = readLedger(text);
  yield READ_COST * text.length;
  // What a producer named as dropped was not merely reworded.
  const comparison = compareLedgers(before, after, ({ key }) => reasons.has(key));
  yield READ_COST * text.length;
  const elsewhere = elsewhereIn(others.filter((other) => other !== file && other.path !== file.path));
  const lost: AccountedStatement[] = [];
  const goneAt = rangeFinder(hunks);
  for (const claim of [...comparison.dropped, ...comparison.ownDropped].sort((a, b) => a.start - b.start)) {
    const reason = reasons.get(claim.key) ?? null;
    const movesTo = reasons.has(claim.key) ? null : yield* elsewhere(claim);
    lost.push({ ...statementOf(claim), reason, movesTo, hunk: goneAt(claim)?.id ?? null });
  }
  return accountOf(comparison, lost, rangeFinder(writtenRanges(hunks)));
}

/** Reading what a text says takes about as long as reading so many times its length. */
const READ_COST = 10;

function accountOf(
  comparison: LedgerComparison,
  lost: readonly AccountedStatement[],
  writtenAt: RangeFinder,
): PageAccount {
  const now = (claim: Claim, before: Claim | null): AccountedStatement => ({
    ...statementOf(claim),
    before: before === null || before.key === claim.key ? null : before.text,
    hunk: writtenAt(claim)?.id ?? null,
    ...(before !== null && { start: before.start, end: before.end }),
  });
  const weakened = new Set(comparison.weakened.map(({ before }) => before));
  const reworded = (pair: ClaimPair): AccountedStatement => ({
    ...now(pair.after, pair.before),
    weakened: weakened.has(pair.before),
  });
  return {
    kept: comparison.kept.map(({ before, after: claim }) => now(claim, before)),
    reworded: comparison.reworded.filter((pair) => !isToHistory(pair)).map(reworded),
    moved: [
      ...comparison.reworded.filter(isToHistory).map(reworded),
      ...comparison.moved.map(({ before, after: claim }) => now(claim, before)),
      ...lost.filter(({ movesTo }) => movesTo !== null),
    ],
    added: comparison.added.map((claim) => now(claim, null)),
    dropped: lost.filter(({ movesTo }) => movesTo === null),
  };
}

interface HunkRange {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

type RangeFinder = (claim: { readonly start: number; readonly end: number }) => HunkRange | undefined;

/** Finds the first range that a statement overlaps. @param ranges in the order of the text, none in another */
function rangeFinder(ranges: readonly HunkRange[]): RangeFinder {
  return ({ start, end }) => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const first = ranges[low];
    return first !== undefined && first.start < end ? first : undefined;
  };
}

/** A statement that moves to the section on what was gets a date in front, and so other words. */
function isToHistory({ before, after }: ClaimPair): boolean {
  return after.heading !== before.heading && /^history$/i.test(after.heading?.trim() ?? '');
}

function takenHunks({ hunks }: ReviewFile): readonly Hunk[] {
  return hunks.filter(({ decision }) => decision?.verdict !== 'rejected').map(({ hunk }) => hunk);
}

function statementOf({ text, heading, notes, start, end }: Claim): AccountedStatement {
  const nothing = { before: null, movesTo: null, reason: null, weakened: false, hunk: null };
  return { ...nothing, text, heading, note: notes[0] ?? null, order: start, start, end };
}

/** Where the text of each hunk is once all of them are applied. */
function writtenRanges(hunks: readonly Hunk[]): readonly HunkRange[] {
  let shift = 0;
  return hunks.map(({ id, start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { id, start: from, end: from + text.length };
  });
}

/** Finds the page of the proposal that will make a statement. Ledgers are only read if something is gone. */
function elsewhereIn(files: readonly ReviewFile[]): (claim: Claim) => Steps<string | null> {
  let known: { readonly path: string; readonly keys: ReadonlySet<string> }[] | null = null;
  return function* (claim) {
    if (known === null) {
      known = [];
      for (const file of files) {
        const text = renderEdit({ ...file.edit, hunks: takenHunks(file) }) ?? '';
        yield READ_COST * text.length;
        known.push({ path: file.path, keys: new Set(readLedger(text).claims.flatMap(identitiesOf)) });
      }
    }
    const wanted = identitiesOf(claim);
    return known.find(({ keys }) => wanted.some((key) => keys.has(key)))?.path ?? null;
  };
}

/** Its words, and the passages that it quotes. A source that is cited without a quote is no passage. */
function identitiesOf({ key, support }: Claim): readonly string[] {
  return [key, ...support.filter((each) => each.includes(' '))];
}

/** A footnote of a page under review. */
export interface ReviewFootnote {
  /** As the page shows it, from 1. Footnotes that only the page now has come last. */
  readonly number: number;
  /** `null` if it names no source. */
  readonly note: PageNote | null;
}

/** The footnotes of a page by label, numbered in the order in which the page will refer to them. */
export function pageFootnotes(file: ReviewFile): ReadonlyMap<string, ReviewFootnote> {
  const ledgers = [renderEdit(file.edit) ?? '', file.edit.base].map(readLedger);
  const found = new Map<string, ReviewFootnote>();
  for (const { claims, notes } of ledgers) {
    for (const label of claims.flatMap(({ footnotes }) => footnotes)) {
      if (!found.has(label)) found.set(label, { number: found.size + 1, note: notes.get(label) ?? null });
    }
  }
  return found;
}
