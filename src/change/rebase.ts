import { hashText } from '../vault';
import { combine } from './combine';
import { conflictOf } from './conflict';
import { isBareRename, renderEdit, sortHunks } from './hunk';
import { lineAt } from './lines';
import { frontmatterEnd, mergeLines } from './merge';
import { mergeFrontmatter } from './merge-frontmatter';
import { diffRegions } from './regions';
import { settle } from './settle';
import type { Settled, Stretch } from './settle';
import { unitsOf } from './units';
import type { ChangeConflict, FileEdit, Hunk, MergeConflict } from './types';

/** An edit on a newer text, or why it cannot be made there. */
export type Rebase =
  | {
      readonly edit: FileEdit;
      /** Hunks that the newer text holds already; they are no longer in `edit`. */
      readonly satisfied: readonly string[];
      /** Hunks that could only be kept as one, by the id that they now go under. */
      readonly joined: ReadonlyMap<string, string>;
    }
  | { readonly conflicts: readonly ChangeConflict[] };

/**
 * An edit re-expressed on the text that its file has now. Hunks keep their ids, evidence and decisions; only hunks that
 * touch what was edited since conflict, and a hunk that is there already is dropped as satisfied. In the
 * frontmatter, hunks that clash by line are merged by key.
 *
 * @param current the file's text now; for a created file what stands in its place
 */
export function rebase(edit: FileEdit, current: string): Rebase {
  const ids = edit.hunks.map((hunk) => hunk.id);
  if (edit.kind === 'created') {
    if (renderEdit(edit) !== current) return { conflicts: [conflictOf('exists', edit.path, ids)] };
    return { edit: { ...edit, hunks: [] }, satisfied: ids, joined: new Map() };
  }
  if (current === edit.base) return { edit, satisfied: [], joined: new Map() };
  if (edit.kind === 'deleted') {
    const message = `"${edit.path}" was edited since its deletion was proposed.`;
    return { conflicts: [conflictOf('edited', edit.path, ids, { message })] };
  }
  const content = edit.hunks.filter((hunk) => !isBareRename(edit, hunk));
  const settled = byLine(edit.base, current, content);
  const result = settled.clashes.length === 0 ? settled : (byKey(edit.base, current, content) ?? settled);
  if (result.clashes.length > 0) {
    return {
      conflicts: result.clashes.map(({ hunks, places }) =>
        conflictOf(
          'edited',
          edit.path,
          hunks.map((hunk) => hunk.id),
          { places },
        ),
      ),
    };
  }
  const bare = edit.hunks.filter((hunk) => isBareRename(edit, hunk));
  const hunks = sortHunks([...bare, ...result.hunks]).map((hunk) => redirectNeeds(hunk, result.joined));
  return {
    edit: { ...edit, base: current, baseHash: hashText(current), hunks },
    satisfied: result.satisfied,
    joined: result.joined,
  };
}

interface Placed {
  readonly hunks: readonly Hunk[];
  readonly satisfied: readonly string[];
  readonly joined: ReadonlyMap<string, string>;
  readonly clashes: readonly { readonly hunks: readonly Hunk[]; readonly places: readonly MergeConflict[] }[];
}

/** @param above how many lines stand before the two texts in their files */
function byLine(
  base: string,
  current: string,
  hunks: readonly Hunk[],
  above: readonly [base: number, current: number] = [0, 0],
): Placed {
  const outcomes: Settled[] = [];
  let shift = 0;
  for (const group of combine(unitsOf(base, hunks), diffRegions(base, current))) {
    const grown = group.theirs.reduce((sum, region) => sum + region.text.length - (region.end - region.start), 0);
    const own = group.ours.flatMap((unit) => unit.hunks);
    if (own.length > 0) {
      const shiftHere = shift;
      const stretch: Stretch = {
        base: base.slice(group.start, group.end),
        current: current.slice(group.start + shift, group.end + shift + grown),
        baseStart: group.start,
        currentStart: group.start + shift,
        lines: () => [above[0] + lineAt(base, group.start), above[1] + lineAt(current, group.start + shiftHere)],
      };
      const moved = own.map((hunk) => ({ ...hunk, start: hunk.start + shift, end: hunk.end + shift }));
      outcomes.push(group.theirs.length === 0 ? { hunks: moved } : settle(stretch, own, mergeByLine));
    }
    shift += grown;
  }
  return collect(outcomes);
}

/** The frontmatter as one stretch that is merged by key, and the body by line; `null` where that is no help. */
function byKey(base: string, current: string, hunks: readonly Hunk[]): Placed | null {
  const cut = frontmatterEnd(base);
  const currentCut = frontmatterEnd(current);
  if (cut === 0 || currentCut === 0) return null;
  const block = hunks.filter((hunk) => hunk.start < cut);
  if (block.length === 0 || block.some((hunk) => hunk.end > cut)) return null;
  const head = settle(
    {
      base: base.slice(0, cut),
      current: current.slice(0, currentCut),
      baseStart: 0,
      currentStart: 0,
      lines: () => [1, 1],
    },
    block,
    (was, ours, theirs) => mergeByLine(was, ours, theirs) ?? mergeFrontmatter(was, ours, theirs),
  );
  const rest = hunks.filter((hunk) => hunk.start >= cut);
  const above = [lineAt(base, cut) - 1, lineAt(current, currentCut) - 1] as const;
  const body = byLine(base.slice(cut), current.slice(currentCut), shifted(rest, -cut), above);
  const all = collect([head]);
  return {
    hunks: [...all.hunks, ...shifted(body.hunks, currentCut)],
    satisfied: [...all.satisfied, ...body.satisfied],
    joined: new Map([...all.joined, ...body.joined]),
    clashes: [...all.clashes, ...body.clashes],
  };
}

function mergeByLine(base: string, ours: string, theirs: string): string | null {
  const { text, conflicts } = mergeLines(base, ours, theirs);
  return conflicts.length === 0 ? text : null;
}

function collect(outcomes: readonly Settled[]): Placed {
  return {
    hunks: outcomes.flatMap((one) => one.hunks ?? []),
    satisfied: outcomes.flatMap((one) => one.satisfied ?? []),
    joined: new Map(outcomes.flatMap((one) => [...(one.joined ?? [])])),
    clashes: outcomes.flatMap((one) => (one.clash ? [one.clash] : [])),
  };
}

function shifted(hunks: readonly Hunk[], by: number): readonly Hunk[] {
  return hunks.map((hunk) => ({ ...hunk, start: hunk.start + by, end: hunk.end + by }));
}

function redirectNeeds(hunk: Hunk, joined: ReadonlyMap<string, string>): Hunk {
  if (!hunk.needs.some((id) => joined.has(id))) return hunk;
  const needs = new Set(hunk.needs.map((id) => joined.get(id) ?? id));
  needs.delete(hunk.id);
  return { ...hunk, needs: [...needs] };
}
