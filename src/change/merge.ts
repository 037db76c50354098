import { finish, type Steps } from '../base';
import { bodyStartOf } from '../markdown';
import { groupOverlapping } from './overlap-groups';
import { keepInsertions } from './keep-insertions';
import { mergeFrontmatter } from './merge-frontmatter';
import { lineAt, lineRanges } from './lines';
import { diffRegionsInSteps, type Region } from './regions';
import { type LineRange, type MergeConflict } from './types';

/** What it takes to merge one group, in characters of text that take as long to read. */
const WORK_PER_GROUP = 200;

/** The outcome of a three-way merge. At each conflict, `text` holds the current side. */
interface MergeResult {
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * A three-way merge of whole lines. It keeps every byte: each side's line endings, a missing final newline, a byte-order
 * mark.
 *
 * Edits of different lines merge, adjacent lines included. The same edit on both sides is made once. An insertion next to
 * an edit of the other side conflicts, since the order is unknown, unless that edit only deletes. Adjacent lines of
 * frontmatter are independent fields, so a conflict there is merged again by key.
 *
 * Laws: `merge(b, b, c) = c`, `merge(b, p, b) = p`, and a merge without conflicts gives the same text with the sides
 * swapped (except for the order of items that both sides add to one frontmatter list).
 *
 * It does not use a library's diff3, because review and undo need bounded time for any input (see `regions.ts`).
 */
export function mergeText(base: string, proposed: string, current: string): MergeResult {
  return finish(mergeTextInSteps(base, proposed, current));
}

/** {@link mergeText} for long texts, in steps between which others can run. */
export function* mergeTextInSteps(base: string, proposed: string, current: string): Steps<MergeResult> {
  if (proposed === current || base === proposed) return { text: current, conflicts: [] };
  if (base === current) return { text: proposed, conflicts: [] };
  const merged = yield* mergeLinesInSteps(base, proposed, current);
  const bodyLine = lineAt(base, frontmatterEnd(base));
  if (!merged.conflicts.some(({ baseLines }) => baseLines.line < bodyLine)) return merged;
  return (yield* mergeByKey(base, proposed, current)) ?? merged;
}

/**
 * A three-way merge by lines alone.
 *
 * @param edits what `diffRegions(base, current)` gives, for a caller that merges several times with the same two texts
 */
export function* mergeLinesInSteps(
  base: string,
  proposed: string,
  current: string,
  edits?: readonly Region[],
): Steps<MergeResult> {
  const out: string[] = [];
  const conflicts: MergeConflict[] = [];
  const inBase = lineRanges(base);
  const inProposed = lineRanges(proposed);
  const inCurrent = lineRanges(current);
  let at = 0;
  // Offsets of each side relative to the base, after the groups so far.
  let proposedShift = 0;
  let currentShift = 0;
  const proposedRegions = yield* diffRegionsInSteps(base, proposed);
  const currentRegions = edits ?? (yield* diffRegionsInSteps(base, current));
  for (const group of groupOverlapping(proposedRegions, currentRegions)) {
    out.push(base.slice(at, group.start));
    at = group.end;
    const baseText = base.slice(group.start, group.end);
    const proposedText = applyRegions(base, group, group.proposed);
    const currentText = applyRegions(base, group, group.current);
    const kept = keepInsertions(base, group.proposed, group.current);
    if (kept !== null) out.push(kept);
    else if (currentText === baseText) out.push(proposedText);
    else out.push(currentText);
    if (kept === null && currentText !== baseText && proposedText !== baseText && proposedText !== currentText) {
      const proposedStart = group.start + proposedShift;
      const currentStart = group.start + currentShift;
      conflicts.push({
        base: baseText,
        proposed: proposedText,
        current: currentText,
        baseLines: inBase(group.start, group.end),
        proposedLines: inProposed(proposedStart, proposedStart + proposedText.length),
        currentLines: inCurrent(currentStart, currentStart + currentText.length),
      });
    }
    proposedShift += proposedText.length - baseText.length;
    currentShift += currentText.length - baseText.length;
    yield WORK_PER_GROUP + baseText.length + proposedText.length + currentText.length;
  }
  out.push(base.slice(at));
  return { text: out.join(''), conflicts };
}

/** The text of a group's range on one side. */
function applyRegions(
  base: string,
  group: { readonly start: number; readonly end: number },
  side: readonly Region[],
): string {
  const parts: string[] = [];
  let at = group.start;
  for (const region of side) {
    parts.push(base.slice(at, region.start), region.text);
    at = region.end;
  }
  parts.push(base.slice(at, group.end));
  return parts.join('');
}

/** Merges the frontmatter by key and the body by line; `null` when the frontmatter cannot be merged by key. */
function* mergeByKey(base: string, proposed: string, current: string): Steps<MergeResult | null> {
  const baseCut = frontmatterEnd(base);
  const proposedCut = frontmatterEnd(proposed);
  const currentCut = frontmatterEnd(current);
  if (baseCut === 0 || proposedCut === 0 || currentCut === 0) return null;
  const block = yield* mergeFrontmatter(
    base.slice(0, baseCut),
    proposed.slice(0, proposedCut),
    current.slice(0, currentCut),
  );
  if (block === null) return null;
  const body = yield* mergeLinesInSteps(base.slice(baseCut), proposed.slice(proposedCut), current.slice(currentCut));
  const below = (range: LineRange, text: string, cut: number): LineRange => ({
    line: range.line + lineAt(text, cut) - 1,
    count: range.count,
  });
  return {
    text: block + body.text,
    conflicts: body.conflicts.map((conflict) => ({
      ...conflict,
      baseLines: below(conflict.baseLines, base, baseCut),
      proposedLines: below(conflict.proposedLines, proposed, proposedCut),
      currentLines: below(conflict.currentLines, current, currentCut),
    })),
  };
}

/** Where the body begins in a text with frontmatter; 0 without frontmatter. */
export function frontmatterEnd(text: string): number {
  const start = bodyStartOf(text);
  // Without frontmatter, the body starts at 0, or at 1 after a byte-order mark.
  return start > 1 ? start : 0;
}
