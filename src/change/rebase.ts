import { hashText } from '../vault';
import { groupOverlapping } from './overlap-groups';
import { createConflict } from './conflict';
import { isBareRename, renderEdit, sortHunks } from './hunk';
import { lineAt } from './lines';
import { frontmatterEnd, mergeLines } from './merge';
import { mergeFrontmatter } from './merge-frontmatter';
import { diffRegions } from './regions';
import { placeHunks, type Placement, type ContestedRange } from './place-hunks';
import { groupHunksByLine } from './hunk-groups';
import { type ChangeConflict, type FileEdit, type Hunk, type MergeConflict } from './types';

/** An edit on a newer text, or why it cannot be made there. */
export type RebaseResult =
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
export function rebaseEdit(edit: FileEdit, current: string): RebaseResult {
  const ids = edit.hunks.map((hunk) => hunk.id);
  if (edit.kind === 'created') {
    if (renderEdit(edit) !== current) return { conflicts: [createConflict('exists', edit.path, ids)] };
    return { edit: { ...edit, hunks: [] }, satisfied: ids, joined: new Map() };
  }
  if (current === edit.base) return { edit, satisfied: [], joined: new Map() };
  if (edit.kind === 'deleted') {
    const message = `"${edit.path}" was edited since its deletion was proposed.`;
    return { conflicts: [createConflict('edited', edit.path, ids, { message })] };
  }
  const content = edit.hunks.filter((hunk) => !isBareRename(edit, hunk));
  const settled = rebaseByLine(edit.base, current, content);
  const result = settled.conflicts.length === 0 ? settled : (rebaseByKey(edit.base, current, content) ?? settled);
  if (result.conflicts.length > 0) {
    return {
      conflicts: result.conflicts.map(({ hunks, places }) =>
        createConflict(
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

interface RebasedHunks {
  readonly hunks: readonly Hunk[];
  readonly satisfied: readonly string[];
  readonly joined: ReadonlyMap<string, string>;
  readonly conflicts: readonly { readonly hunks: readonly Hunk[]; readonly places: readonly MergeConflict[] }[];
}

/** @param above how many lines stand before the two texts in their files */
function rebaseByLine(
  base: string,
  current: string,
  hunks: readonly Hunk[],
  above: readonly [base: number, current: number] = [0, 0],
): RebasedHunks {
  const outcomes: Placement[] = [];
  let shift = 0;
  for (const group of groupOverlapping(groupHunksByLine(base, hunks), diffRegions(base, current))) {
    const grown = group.current.reduce((sum, region) => sum + region.text.length - (region.end - region.start), 0);
    const own = group.proposed.flatMap((unit) => unit.hunks);
    if (own.length > 0) {
      const shiftHere = shift;
      const stretch: ContestedRange = {
        base: base.slice(group.start, group.end),
        current: current.slice(group.start + shift, group.end + shift + grown),
        baseStart: group.start,
        currentStart: group.start + shift,
        lines: () => [above[0] + lineAt(base, group.start), above[1] + lineAt(current, group.start + shiftHere)],
      };
      const moved = own.map((hunk) => ({ ...hunk, start: hunk.start + shift, end: hunk.end + shift }));
      outcomes.push(group.current.length === 0 ? { hunks: moved } : placeHunks(stretch, own, mergeByLine));
    }
    shift += grown;
  }
  return combinePlacements(outcomes);
}

/** The frontmatter as one stretch that is merged by key, and the body by line; `null` where that is no help. */
function rebaseByKey(base: string, current: string, hunks: readonly Hunk[]): RebasedHunks | null {
  const cut = frontmatterEnd(base);
  const currentCut = frontmatterEnd(current);
  if (cut === 0 || currentCut === 0) return null;
  const block = hunks.filter((hunk) => hunk.start < cut);
  if (block.length === 0 || block.some((hunk) => hunk.end > cut)) return null;
  const head = placeHunks(
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
  const body = rebaseByLine(base.slice(cut), current.slice(currentCut), shiftHunks(rest, -cut), above);
  const all = combinePlacements([head]);
  return {
    hunks: [...all.hunks, ...shiftHunks(body.hunks, currentCut)],
    satisfied: [...all.satisfied, ...body.satisfied],
    joined: new Map([...all.joined, ...body.joined]),
    conflicts: [...all.conflicts, ...body.conflicts],
  };
}

function mergeByLine(base: string, proposed: string, current: string): string | null {
  const { text, conflicts } = mergeLines(base, proposed, current);
  return conflicts.length === 0 ? text : null;
}

function combinePlacements(outcomes: readonly Placement[]): RebasedHunks {
  return {
    hunks: outcomes.flatMap((one) => one.hunks ?? []),
    satisfied: outcomes.flatMap((one) => one.satisfied ?? []),
    joined: new Map(outcomes.flatMap((one) => [...(one.joined ?? [])])),
    conflicts: outcomes.flatMap((one) => (one.conflict ? [one.conflict] : [])),
  };
}

function shiftHunks(hunks: readonly Hunk[], by: number): readonly Hunk[] {
  return hunks.map((hunk) => ({ ...hunk, start: hunk.start + by, end: hunk.end + by }));
}

function redirectNeeds(hunk: Hunk, joined: ReadonlyMap<string, string>): Hunk {
  if (!hunk.needs.some((id) => joined.has(id))) return hunk;
  const needs = new Set(hunk.needs.map((id) => joined.get(id) ?? id));
  needs.delete(hunk.id);
  return { ...hunk, needs: [...needs] };
}
