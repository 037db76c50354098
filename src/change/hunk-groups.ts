import { sortHunks, spliceText } from './hunk';
import { type Region } from './regions';
import { type Hunk } from './types';

/** Whole lines of a base text that one hunk changes, or several that share a line. */
export interface HunkGroup {
  readonly start: number;
  readonly end: number;
  readonly hunks: readonly Hunk[];
}

/** The hunks of a text by the lines that they change, in order. Units may lie against each other but never overlap. */
export function groupHunksByLine(base: string, hunks: readonly Hunk[]): readonly HunkGroup[] {
  const units: { start: number; end: number; hunks: Hunk[] }[] = [];
  for (const hunk of sortHunks(hunks)) {
    const start = hunk.start === 0 ? 0 : base.lastIndexOf('\n', hunk.start - 1) + 1;
    const end = lineEndOf(base, hunk, hunk.start === start);
    const last = units.at(-1);
    // Only where the next hunk begins beyond it: many hunks of one line are looked at once.
    if (last && start >= last.end) closeLine(base, last);
    if (last && (start < last.end || (start === last.end && leavesLineOpen(base, last)))) {
      last.end = Math.max(last.end, end);
      last.hunks.push(hunk);
    } else units.push({ start, end, hunks: [hunk] });
  }
  const last = units.at(-1);
  if (last) closeLine(base, last);
  return units;
}

/** What a unit becomes once all of its hunks are made. */
export function groupRegion(base: string, unit: HunkGroup): Region {
  const slice = base.slice(unit.start, unit.end);
  const splices = unit.hunks.map(({ start, end, text }) => ({
    start: start - unit.start,
    end: end - unit.start,
    text,
  }));
  return { start: unit.start, end: unit.end, text: spliceText(slice, splices) };
}

/** Where the last line that a hunk changes ends: the hunk's own end, where a line ends there before and after. */
function lineEndOf(base: string, hunk: Hunk, fromLineStart: boolean): number {
  const atLineStart = hunk.end === 0 || base[hunk.end - 1] === '\n';
  const endsLine = hunk.text === '' ? fromLineStart : hunk.text.endsWith('\n');
  if (atLineStart && endsLine) return hunk.end;
  const at = base.indexOf('\n', hunk.end);
  return at < 0 ? base.length : at + 1;
}

/** Takes in the lines that would go on in the unit's last one. */
function closeLine(base: string, unit: { start: number; end: number; hunks: Hunk[] }): void {
  while (unit.end < base.length && leavesLineOpen(base, unit)) {
    const at = base.indexOf('\n', unit.end);
    unit.end = at < 0 ? base.length : at + 1;
  }
}

/** Whether what follows a unit would go on in its last line. */
function leavesLineOpen(base: string, unit: HunkGroup): boolean {
  const { text } = groupRegion(base, unit);
  return text !== '' && !text.endsWith('\n');
}
