import { type Steps } from '../base';
import { spliceText } from './hunk';
import { splitLines } from './lines';
import { diffRegionsInSteps, trimRegion, type Region } from './regions';
import { type Hunk, type MergeConflict } from './types';

/**
 * Hunks times UTF-16 units of their range, as it was and as it is. Each hunk is merged with the whole range, so above it, where somebody rewrote a long
 * page, the hunks are merged together or not at all.
 */
const MAX_WORK = 5_000_000;

/** A range as it was and as it is. */
export interface Versions {
  readonly base: string;
  readonly current: string;
}

/** A range that both the hunks and a later edit changed: its text before and now, and where it starts in each file. */
export interface ContestedRange extends Versions {
  readonly baseStart: number;
  readonly currentStart: number;
  /** The first line of the range in the base and in the current file, counted from 1. Only computed for a conflict. */
  readonly lines: () => readonly [base: number, current: number];
}

/** What became of the hunks of a range. */
export interface Placement {
  readonly hunks?: readonly Hunk[];
  readonly satisfied?: readonly string[];
  readonly joined?: ReadonlyMap<string, string>;
  readonly conflict?: { readonly hunks: readonly Hunk[]; readonly places: readonly MergeConflict[] };
}

/** A three-way merge; `null` for a conflict. @param edits the replacements that turn the base into the current text */
type MergeRange = (range: Versions, proposed: string, edits: readonly Region[]) => Steps<string | null>;

/**
 * Moves hunks onto a range that was edited since. Each hunk stays separate when that gives the same text as merging them
 * together; otherwise they become one hunk. Hunks that cannot be merged are the conflict.
 */
export function* placeHunks(range: ContestedRange, hunks: readonly Hunk[], merge: MergeRange): Steps<Placement> {
  const { base, current } = range;
  const splice = (some: readonly Hunk[]): string =>
    spliceText(
      base,
      some.map((hunk) => toRangeOffsets(hunk, range)),
    );
  const edits = yield* diffRegionsInSteps(base, current);
  const together = yield* merge(range, splice(hunks), edits);
  if (together === current) return { satisfied: hunks.map((hunk) => hunk.id) };
  const single: { readonly hunk: Hunk; readonly merged: string | null }[] = [];
  for (const hunk of hunks.length * (base.length + current.length) > MAX_WORK ? [] : hunks) {
    const merged = yield* merge(range, splice([hunk]), edits);
    single.push({ hunk, merged: merged ?? (isAlreadyApplied(hunk, edits) ? current : null) });
  }
  const failed = single.filter(({ merged }) => merged === null).map(({ hunk }) => hunk);
  if (failed.length === 0 && single.length === hunks.length) {
    const placed = placeSeparately(single, range);
    if (placed && (together === null || placed.text === together)) return placed.placement;
  }
  if (together !== null) return joinHunks(hunks, range, together);
  const conflicting = failed.length > 0 ? failed : hunks;
  return { conflict: { hunks: conflicting, places: [conflictIn(range, splice(conflicting))] } };
}

function toRangeOffsets(hunk: Hunk, range: ContestedRange): Region {
  return { start: hunk.start - range.baseStart, end: hunk.end - range.baseStart, text: hunk.text };
}

function placeSeparately(
  single: readonly { readonly hunk: Hunk; readonly merged: string | null }[],
  range: ContestedRange,
): { readonly text: string; readonly placement: Placement } | null {
  const { current, currentStart } = range;
  const satisfied: string[] = [];
  const placed: { readonly hunk: Hunk; readonly region: Region }[] = [];
  for (const { hunk, merged } of single) {
    if (merged === null || merged === current) satisfied.push(hunk.id);
    else placed.push({ hunk, region: trimRegion(current, { start: 0, end: current.length, text: merged }) });
  }
  const regions = placed.map(({ region }) => region);
  if (regions.some((region, index) => index > 0 && region.start < (regions[index - 1]?.end ?? 0))) return null;
  const hunks = placed.map(({ hunk, region }) => ({ ...hunk, ...shiftRegion(region, currentStart) }));
  return { text: spliceText(current, regions), placement: { hunks, satisfied } };
}

function joinHunks(hunks: readonly Hunk[], range: ContestedRange, together: string): Placement {
  const [first, ...others] = hunks;
  if (!first) return {};
  const region = trimRegion(range.current, { start: 0, end: range.current.length, text: together });
  const ids = new Set(hunks.map((hunk) => hunk.id));
  const joint: Hunk = {
    ...first,
    ...shiftRegion(region, range.currentStart),
    reason: [...new Set(hunks.map((hunk) => hunk.reason))].join(' '),
    evidence: hunks.flatMap((hunk) => hunk.evidence),
    needs: [...new Set(hunks.flatMap((hunk) => hunk.needs))].filter((id) => !ids.has(id)),
    declares: [...new Set(hunks.flatMap((hunk) => hunk.declares))],
    ...joinNotes(hunks),
  };
  return { hunks: [joint], joined: new Map(others.map((hunk) => [hunk.id, first.id])) };
}

/** The footnotes and drops of hunks that become one. */
export function joinNotes(hunks: readonly Hunk[]): Pick<Hunk, 'footnotes' | 'drops'> {
  const footnotes = hunks.flatMap((hunk) => hunk.footnotes ?? []);
  const drops = hunks.flatMap((hunk) => hunk.drops ?? []);
  return {
    ...(hunks.some((hunk) => hunk.footnotes !== undefined) && { footnotes }),
    ...(drops.length > 0 && { drops }),
  };
}

function shiftRegion(region: Region, by: number): Region {
  return { start: region.start + by, end: region.end + by, text: region.text };
}

/** Whether a later edit already inserted the lines that a hunk adds, possibly among others. */
function isAlreadyApplied(hunk: Hunk, edits: readonly Region[]): boolean {
  const lines = hunk.text.trim();
  if (hunk.start !== hunk.end || lines === '' || !hunk.text.endsWith('\n')) return false;
  return edits.some((region) => {
    const text = `\n${region.text}\n`;
    return text.includes(`\n${lines}\n`) || text.includes(`\n${lines}\r\n`);
  });
}

function conflictIn(range: ContestedRange, proposed: string): MergeConflict {
  const [base, current] = range.lines();
  return {
    base: range.base,
    proposed,
    current: range.current,
    baseLines: { line: base, count: splitLines(range.base).length },
    proposedLines: { line: base, count: splitLines(proposed).length },
    currentLines: { line: current, count: splitLines(range.current).length },
  };
}
