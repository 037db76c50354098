import { finish, type Steps } from '../base';
import { hashText } from '../vault';
import { groupOverlapping } from './overlap-groups';
import { createConflict } from './conflict';
import { isBareRename, renderEdit, sortHunks } from './hunk';
import { lineAt, lineCounter } from './lines';
import { frontmatterEnd, mergeLinesInSteps } from './merge';
import { mergeFrontmatter } from './merge-frontmatter';
import { diffRegionsInSteps, type Region } from './regions';
import { placeHunks, type Placement, type ContestedRange, type Versions } from './place-hunks';
import { groupHunksByLine } from './hunk-groups';
import { type ChangeConflict, type FileEdit, type Hunk, type MergeConflict } from './types';

/** An edit moved onto a newer text, or the conflicts that prevent it. */
export type RebaseResult =
  | {
      readonly edit: FileEdit;
      /** Hunks that the newer text already contains; they are removed from `edit`. */
      readonly satisfied: readonly string[];
      /** Ids of hunks that had to be joined with another, to the id of that one. */
      readonly joined: ReadonlyMap<string, string>;
    }
  | { readonly conflicts: readonly ChangeConflict[] };

/**
 * Moves an edit onto the current text of its file. Hunks keep their ids and evidence. Only hunks that touch lines edited
 * since then conflict; a hunk whose text is already there is dropped as satisfied. Hunks in the frontmatter that conflict
 * by line are merged by key.
 *
 * @param current the file's current text; for a created file, the text of the file at its path
 */
export function rebaseEdit(edit: FileEdit, current: string): RebaseResult {
  return finish(rebaseInSteps(edit, current));
}

/** {@link rebaseEdit} for long texts, in steps between which others can run. */
export function* rebaseInSteps(edit: FileEdit, current: string): Steps<RebaseResult> {
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
  const lineResult = yield* rebaseByLine(edit.base, current, content);
  const isByKey = lineResult.conflicts.length > 0;
  const result = (isByKey ? yield* rebaseByKey(edit.base, current, content) : null) ?? lineResult;
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

/** What it takes to place the hunks of one group, in characters of text that take as long to read. */
const WORK_PER_GROUP = 100;

interface RebasedHunks {
  readonly hunks: readonly Hunk[];
  readonly satisfied: readonly string[];
  readonly joined: ReadonlyMap<string, string>;
  readonly conflicts: readonly { readonly hunks: readonly Hunk[]; readonly places: readonly MergeConflict[] }[];
}

/** @param above the number of lines before each of the two texts in its file */
function* rebaseByLine(
  base: string,
  current: string,
  hunks: readonly Hunk[],
  above: readonly [base: number, current: number] = [0, 0],
): Steps<RebasedHunks> {
  const placements: Placement[] = [];
  const [baseLine, currentLine] = [lineCounter(base), lineCounter(current)];
  let shift = 0;
  const regions = yield* diffRegionsInSteps(base, current);
  for (const group of groupOverlapping(groupHunksByLine(base, hunks), regions)) {
    yield WORK_PER_GROUP;
    const grown = group.current.reduce((sum, region) => sum + region.text.length - (region.end - region.start), 0);
    const inGroup = group.proposed.flatMap((hunkGroup) => hunkGroup.hunks);
    if (inGroup.length > 0) {
      const shiftHere = shift;
      const range: ContestedRange = {
        base: base.slice(group.start, group.end),
        current: current.slice(group.start + shift, group.end + shift + grown),
        baseStart: group.start,
        currentStart: group.start + shift,
        lines: () => [above[0] + baseLine(group.start), above[1] + currentLine(group.start + shiftHere)],
      };
      placements.push(
        group.current.length === 0
          ? { hunks: shiftHunks(inGroup, shift) }
          : yield* placeHunks(range, inGroup, mergeByLine),
      );
    }
    shift += grown;
  }
  return combinePlacements(placements);
}

/** Merges the frontmatter by key and the body by line; `null` when no hunk lies within the frontmatter. */
function* rebaseByKey(base: string, current: string, hunks: readonly Hunk[]): Steps<RebasedHunks | null> {
  const cut = frontmatterEnd(base);
  const currentCut = frontmatterEnd(current);
  if (cut === 0 || currentCut === 0) return null;
  const block = hunks.filter((hunk) => hunk.start < cut);
  if (block.length === 0 || block.some((hunk) => hunk.end > cut)) return null;
  const head = yield* placeHunks(
    {
      base: base.slice(0, cut),
      current: current.slice(0, currentCut),
      baseStart: 0,
      currentStart: 0,
      lines: () => [1, 1],
    },
    block,
    mergeFields,
  );
  const rest = hunks.filter((hunk) => hunk.start >= cut);
  const above = [lineAt(base, cut) - 1, lineAt(current, currentCut) - 1] as const;
  const body = yield* rebaseByLine(base.slice(cut), current.slice(currentCut), shiftHunks(rest, -cut), above);
  const all = combinePlacements([head]);
  return {
    hunks: [...all.hunks, ...shiftHunks(body.hunks, currentCut)],
    satisfied: [...all.satisfied, ...body.satisfied],
    joined: new Map([...all.joined, ...body.joined]),
    conflicts: [...all.conflicts, ...body.conflicts],
  };
}

function* mergeByLine({ base, current }: Versions, proposed: string, edits: readonly Region[]): Steps<string | null> {
  const { text, conflicts } = yield* mergeLinesInSteps(base, proposed, current, edits);
  return conflicts.length === 0 ? text : null;
}

function* mergeFields(versions: Versions, proposed: string, edits: readonly Region[]): Steps<string | null> {
  const { base, current } = versions;
  return (yield* mergeByLine(versions, proposed, edits)) ?? (yield* mergeFrontmatter(base, proposed, current));
}

function combinePlacements(placements: readonly Placement[]): RebasedHunks {
  return {
    hunks: placements.flatMap((one) => one.hunks ?? []),
    satisfied: placements.flatMap((one) => one.satisfied ?? []),
    joined: new Map(placements.flatMap((one) => [...(one.joined ?? [])])),
    conflicts: placements.flatMap((one) => (one.conflict ? [one.conflict] : [])),
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
