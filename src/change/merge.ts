import { bodyStartOf } from '../markdown';
import { groupOverlapping } from './overlap-groups';
import { keepInsertions } from './keep-insertions';
import { mergeFrontmatter } from './merge-frontmatter';
import { lineAt, lineRange } from './lines';
import { diffRegions, type Region } from './regions';
import { type LineRange, type MergeConflict } from './types';

/** The outcome of a three-way merge. With conflicts, `text` holds theirs at each of them. */
export interface MergeResult {
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * A three-way merge on whole lines that keeps every byte: line endings as each side has them, a missing final newline,
 * a byte-order mark. Edits of different lines merge, neighbouring lines included; an insertion that lies against an edit of the
 * other side conflicts, since nobody can know which comes first, unless that edit only deletes: then the insertion stays
 * alone. The same edit on both sides is made once. Within the
 * frontmatter, where neighbouring lines are different facts, a second attempt merges by key.
 *
 * Laws: `merge(b, b, t) = t`, `merge(b, o, b) = o`, and a merge without conflicts is the same with the sides swapped
 * (up to the order of items that both sides add to one frontmatter list).
 *
 * The comparison is our own (see `regions.ts`), not a library's diff3: review and undo need its time bounded for any input.
 */
export function mergeText(base: string, proposed: string, current: string): MergeResult {
  if (proposed === current || base === proposed) return { text: current, conflicts: [] };
  if (base === current) return { text: proposed, conflicts: [] };
  const merged = mergeLines(base, proposed, current);
  const bodyLine = lineAt(base, frontmatterEnd(base));
  if (!merged.conflicts.some(({ baseLines }) => baseLines.line < bodyLine)) return merged;
  return mergeByKey(base, proposed, current) ?? merged;
}

/** A three-way merge by lines alone. */
export function mergeLines(base: string, proposed: string, current: string): MergeResult {
  const out: string[] = [];
  const conflicts: MergeConflict[] = [];
  let at = 0;
  // How far each side's text has run ahead of the base.
  let oursShift = 0;
  let theirsShift = 0;
  for (const group of groupOverlapping(diffRegions(base, proposed), diffRegions(base, current))) {
    out.push(base.slice(at, group.start));
    at = group.end;
    const was = base.slice(group.start, group.end);
    const oursText = applyRegions(base, group, group.proposed);
    const theirsText = applyRegions(base, group, group.current);
    const kept = keepInsertions(base, group.proposed, group.current);
    if (kept !== null) out.push(kept);
    else if (theirsText === was) out.push(oursText);
    else out.push(theirsText);
    if (kept === null && theirsText !== was && oursText !== was && oursText !== theirsText) {
      const oursStart = group.start + oursShift;
      const theirsStart = group.start + theirsShift;
      conflicts.push({
        base: was,
        proposed: oursText,
        current: theirsText,
        baseLines: lineRange(base, group.start, group.end),
        proposedLines: lineRange(proposed, oursStart, oursStart + oursText.length),
        currentLines: lineRange(current, theirsStart, theirsStart + theirsText.length),
      });
    }
    oursShift += oursText.length - was.length;
    theirsShift += theirsText.length - was.length;
  }
  out.push(base.slice(at));
  return { text: out.join(''), conflicts };
}

/** One side's text of a group's stretch. */
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
function mergeByKey(base: string, proposed: string, current: string): MergeResult | null {
  const baseCut = frontmatterEnd(base);
  const oursCut = frontmatterEnd(proposed);
  const theirsCut = frontmatterEnd(current);
  if (baseCut === 0 || oursCut === 0 || theirsCut === 0) return null;
  const block = mergeFrontmatter(base.slice(0, baseCut), proposed.slice(0, oursCut), current.slice(0, theirsCut));
  if (block === null) return null;
  const body = mergeLines(base.slice(baseCut), proposed.slice(oursCut), current.slice(theirsCut));
  const moved = (range: LineRange, text: string, cut: number): LineRange => ({
    line: range.line + lineAt(text, cut) - 1,
    count: range.count,
  });
  return {
    text: block + body.text,
    conflicts: body.conflicts.map((conflict) => ({
      ...conflict,
      baseLines: moved(conflict.baseLines, base, baseCut),
      oursLines: moved(conflict.proposedLines, proposed, oursCut),
      theirsLines: moved(conflict.currentLines, current, theirsCut),
    })),
  };
}

/** Where the body of a text with frontmatter begins; 0 without. */
export function frontmatterEnd(text: string): number {
  const start = bodyStartOf(text);
  // Without frontmatter a body begins after the byte-order mark, if there is one.
  return start > 1 ? start : 0;
}
