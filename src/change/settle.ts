import { spliceText } from './hunk';
import { splitLines } from './lines';
import { diffRegions, trimRegion } from './regions';
import type { Region } from './regions';
import type { Hunk, MergeConflict } from './types';

/** A stretch that both the hunks and somebody else changed, as it was and as it is, with where it begins in each text. */
export interface Stretch {
  readonly base: string;
  readonly current: string;
  readonly baseStart: number;
  readonly currentStart: number;
  /** The line, counted from 1, that the stretch begins at in the base and in the current text; asked for conflicts only. */
  readonly lines: () => readonly [base: number, current: number];
}

/** What became of the hunks of a stretch. */
export interface Settled {
  readonly hunks?: readonly Hunk[];
  readonly satisfied?: readonly string[];
  readonly joined?: ReadonlyMap<string, string>;
  readonly clash?: { readonly hunks: readonly Hunk[]; readonly places: readonly MergeConflict[] };
}

/** A three-way merge; `null` for a conflict. */
type MergeStretch = (base: string, ours: string, theirs: string) => string | null;

/**
 * Puts hunks onto a stretch that was changed meanwhile: each for itself where that gives the same as all together, as
 * one hunk where it does not. Those that cannot be merged are the clash.
 */
export function settle(stretch: Stretch, hunks: readonly Hunk[], merge: MergeStretch): Settled {
  const { base, current } = stretch;
  const splice = (some: readonly Hunk[]): string =>
    spliceText(
      base,
      some.map((hunk) => local(hunk, stretch)),
    );
  const together = merge(base, splice(hunks), current);
  if (together === current) return { satisfied: hunks.map((hunk) => hunk.id) };
  const alone = hunks.map((hunk) => ({
    hunk,
    merged: merge(base, splice([hunk]), current) ?? (isThere(hunk, stretch) ? current : null),
  }));
  const failed = alone.filter(({ merged }) => merged === null).map(({ hunk }) => hunk);
  if (failed.length === 0) {
    const placed = place(alone, stretch);
    if (placed && (together === null || placed.text === together)) return placed.settled;
  }
  if (together !== null) return joinAll(hunks, stretch, together);
  const clashing = failed.length > 0 ? failed : hunks;
  return { clash: { hunks: clashing, places: [conflictOn(stretch, splice(clashing))] } };
}

function local(hunk: Hunk, stretch: Stretch): Region {
  return { start: hunk.start - stretch.baseStart, end: hunk.end - stretch.baseStart, text: hunk.text };
}

function place(
  alone: readonly { readonly hunk: Hunk; readonly merged: string | null }[],
  stretch: Stretch,
): { readonly text: string; readonly settled: Settled } | null {
  const { current, currentStart } = stretch;
  const satisfied: string[] = [];
  const placed: { readonly hunk: Hunk; readonly region: Region }[] = [];
  for (const { hunk, merged } of alone) {
    if (merged === null || merged === current) satisfied.push(hunk.id);
    else placed.push({ hunk, region: trimRegion(current, { start: 0, end: current.length, text: merged }) });
  }
  const regions = placed.map(({ region }) => region);
  if (regions.some((region, index) => index > 0 && region.start < (regions[index - 1]?.end ?? 0))) return null;
  const hunks = placed.map(({ hunk, region }) => ({ ...hunk, ...moved(region, currentStart) }));
  return { text: spliceText(current, regions), settled: { hunks, satisfied } };
}

function joinAll(hunks: readonly Hunk[], stretch: Stretch, together: string): Settled {
  const [first, ...others] = hunks;
  if (!first) return {};
  const region = trimRegion(stretch.current, { start: 0, end: stretch.current.length, text: together });
  const ids = new Set(hunks.map((hunk) => hunk.id));
  const joint: Hunk = {
    ...first,
    ...moved(region, stretch.currentStart),
    reason: [...new Set(hunks.map((hunk) => hunk.reason))].join(' '),
    evidence: hunks.flatMap((hunk) => hunk.evidence),
    needs: [...new Set(hunks.flatMap((hunk) => hunk.needs))].filter((id) => !ids.has(id)),
    declares: [...new Set(hunks.flatMap((hunk) => hunk.declares))],
  };
  return { hunks: [joint], joined: new Map(others.map((hunk) => [hunk.id, first.id])) };
}

function moved(region: Region, by: number): Region {
  return { start: region.start + by, end: region.end + by, text: region.text };
}

/** Whether lines that a hunk adds were put there by somebody else, among others. */
function isThere(hunk: Hunk, stretch: Stretch): boolean {
  const lines = hunk.text.trim();
  if (hunk.start !== hunk.end || lines === '' || !hunk.text.endsWith('\n')) return false;
  return diffRegions(stretch.base, stretch.current).some((region) => {
    const text = `\n${region.text}\n`;
    return text.includes(`\n${lines}\n`) || text.includes(`\n${lines}\r\n`);
  });
}

function conflictOn(stretch: Stretch, ours: string): MergeConflict {
  const [base, current] = stretch.lines();
  return {
    base: stretch.base,
    ours,
    theirs: stretch.current,
    baseLines: { line: base, count: splitLines(stretch.base).length },
    oursLines: { line: base, count: splitLines(ours).length },
    theirsLines: { line: current, count: splitLines(stretch.current).length },
  };
}
