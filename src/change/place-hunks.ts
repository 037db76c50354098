import { spliceText } from './hunk';
import { splitLines } from './lines';
import { diffRegions, trimRegion, type Region } from './regions';
import { type Hunk, type MergeConflict } from './types';

/** A stretch that both the hunks and somebody else changed, as it was and as it is, with where it begins in each text. */
export interface ContestedRange {
  readonly base: string;
  readonly current: string;
  readonly baseStart: number;
  readonly currentStart: number;
  /** The line, counted from 1, that the stretch begins at in the base and in the current text; asked for conflicts only. */
  readonly lines: () => readonly [base: number, current: number];
}

/** What became of the hunks of a stretch. */
export interface Placement {
  readonly hunks?: readonly Hunk[];
  readonly satisfied?: readonly string[];
  readonly joined?: ReadonlyMap<string, string>;
  readonly conflict?: { readonly hunks: readonly Hunk[]; readonly places: readonly MergeConflict[] };
}

/** A three-way merge; `null` for a conflict. */
type MergeStretch = (base: string, ours: string, theirs: string) => string | null;

/**
 * Puts hunks onto a stretch that was changed meanwhile: each for itself where that gives the same as all together, as
 * one hunk where it does not. Those that cannot be merged are the clash.
 */
export function placeHunks(stretch: ContestedRange, hunks: readonly Hunk[], merge: MergeStretch): Placement {
  const { base, current } = stretch;
  const splice = (some: readonly Hunk[]): string =>
    spliceText(
      base,
      some.map((hunk) => toRangeOffsets(hunk, stretch)),
    );
  const together = merge(base, splice(hunks), current);
  if (together === current) return { satisfied: hunks.map((hunk) => hunk.id) };
  const alone = hunks.map((hunk) => ({
    hunk,
    merged: merge(base, splice([hunk]), current) ?? (isAlreadyApplied(hunk, stretch) ? current : null),
  }));
  const failed = alone.filter(({ merged }) => merged === null).map(({ hunk }) => hunk);
  if (failed.length === 0) {
    const placed = placeSeparately(alone, stretch);
    if (placed && (together === null || placed.text === together)) return placed.settled;
  }
  if (together !== null) return joinHunks(hunks, stretch, together);
  const clashing = failed.length > 0 ? failed : hunks;
  return { conflict: { hunks: clashing, places: [conflictIn(stretch, splice(clashing))] } };
}

function toRangeOffsets(hunk: Hunk, stretch: ContestedRange): Region {
  return { start: hunk.start - stretch.baseStart, end: hunk.end - stretch.baseStart, text: hunk.text };
}

function placeSeparately(
  alone: readonly { readonly hunk: Hunk; readonly merged: string | null }[],
  stretch: ContestedRange,
): { readonly text: string; readonly settled: Placement } | null {
  const { current, currentStart } = stretch;
  const satisfied: string[] = [];
  const placed: { readonly hunk: Hunk; readonly region: Region }[] = [];
  for (const { hunk, merged } of alone) {
    if (merged === null || merged === current) satisfied.push(hunk.id);
    else placed.push({ hunk, region: trimRegion(current, { start: 0, end: current.length, text: merged }) });
  }
  const regions = placed.map(({ region }) => region);
  if (regions.some((region, index) => index > 0 && region.start < (regions[index - 1]?.end ?? 0))) return null;
  const hunks = placed.map(({ hunk, region }) => ({ ...hunk, ...shiftRegion(region, currentStart) }));
  return { text: spliceText(current, regions), settled: { hunks, satisfied } };
}

function joinHunks(hunks: readonly Hunk[], stretch: ContestedRange, together: string): Placement {
  const [first, ...others] = hunks;
  if (!first) return {};
  const region = trimRegion(stretch.current, { start: 0, end: stretch.current.length, text: together });
  const ids = new Set(hunks.map((hunk) => hunk.id));
  const joint: Hunk = {
    ...first,
    ...shiftRegion(region, stretch.currentStart),
    reason: [...new Set(hunks.map((hunk) => hunk.reason))].join(' '),
    evidence: hunks.flatMap((hunk) => hunk.evidence),
    needs: [...new Set(hunks.flatMap((hunk) => hunk.needs))].filter((id) => !ids.has(id)),
    declares: [...new Set(hunks.flatMap((hunk) => hunk.declares))],
  };
  return { hunks: [joint], joined: new Map(others.map((hunk) => [hunk.id, first.id])) };
}

function shiftRegion(region: Region, by: number): Region {
  return { start: region.start + by, end: region.end + by, text: region.text };
}

/** Whether lines that a hunk adds were put there by somebody else, among others. */
function isAlreadyApplied(hunk: Hunk, stretch: ContestedRange): boolean {
  const lines = hunk.text.trim();
  if (hunk.start !== hunk.end || lines === '' || !hunk.text.endsWith('\n')) return false;
  return diffRegions(stretch.base, stretch.current).some((region) => {
    const text = `\n${region.text}\n`;
    return text.includes(`\n${lines}\n`) || text.includes(`\n${lines}\r\n`);
  });
}

function conflictIn(stretch: ContestedRange, proposed: string): MergeConflict {
  const [base, current] = stretch.lines();
  return {
    base: stretch.base,
    proposed,
    current: stretch.current,
    baseLines: { line: base, count: splitLines(stretch.base).length },
    proposedLines: { line: base, count: splitLines(proposed).length },
    currentLines: { line: current, count: splitLines(stretch.current).length },
  };
}
