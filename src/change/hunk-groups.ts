import { sortHunks, spliceText } from './hunk';
import { type Region } from './regions';
import { type Hunk } from './types';

/** Whole lines of a base text, with the hunk that changes them, or several hunks that share a line. */
interface HunkGroup {
  readonly start: number;
  readonly end: number;
  readonly hunks: readonly Hunk[];
}

/** Groups the hunks of a text by the lines that they change, in order. Groups may be adjacent but never overlap. */
export function groupHunksByLine(base: string, hunks: readonly Hunk[]): readonly HunkGroup[] {
  const groups: { start: number; end: number; hunks: Hunk[] }[] = [];
  for (const hunk of sortHunks(hunks)) {
    const start = hunk.start === 0 ? 0 : base.lastIndexOf('\n', hunk.start - 1) + 1;
    const end = lineEndOf(base, hunk, hunk.start === start);
    const last = groups.at(-1);
    // Only when the next hunk starts beyond the group, so that many hunks in one line are checked once.
    if (last && start >= last.end) closeLine(base, last);
    if (last && (start < last.end || (start === last.end && leavesLineOpen(base, last)))) {
      last.end = Math.max(last.end, end);
      last.hunks.push(hunk);
    } else groups.push({ start, end, hunks: [hunk] });
  }
  const last = groups.at(-1);
  if (last) closeLine(base, last);
  return groups;
}

/** The group as one replacement, with all of its hunks applied. */
export function groupRegion(base: string, group: HunkGroup): Region {
  const slice = base.slice(group.start, group.end);
  const splices = group.hunks.map(({ start, end, text }) => ({
    start: start - group.start,
    end: end - group.start,
    text,
  }));
  return { start: group.start, end: group.end, text: spliceText(slice, splices) };
}

/** The end of the last line that a hunk changes. */
function lineEndOf(base: string, hunk: Hunk, fromLineStart: boolean): number {
  const atLineStart = hunk.end === 0 || base[hunk.end - 1] === '\n';
  const endsLine = hunk.text === '' ? fromLineStart : hunk.text.endsWith('\n');
  if (atLineStart && endsLine) return hunk.end;
  const at = base.indexOf('\n', hunk.end);
  return at < 0 ? base.length : at + 1;
}

/** Extends the group until its last line ends in a line break. */
function closeLine(base: string, group: { start: number; end: number; hunks: Hunk[] }): void {
  while (group.end < base.length && leavesLineOpen(base, group)) {
    const at = base.indexOf('\n', group.end);
    group.end = at < 0 ? base.length : at + 1;
  }
}

/** Whether the text after the group would continue its last line. */
function leavesLineOpen(base: string, group: HunkGroup): boolean {
  const { text } = groupRegion(base, group);
  return text !== '' && !text.endsWith('\n');
}
