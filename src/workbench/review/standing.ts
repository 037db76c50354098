import { throwIfCancelled } from '../../base';
import type { Run } from '../../base';
import { conflictOf, rebase, renderEdit, renderedPath } from '../../change';
import type { ChangeConflict, ChangeSet, FileEdit, Hunk } from '../../change';
import type { Draft } from '../../proposal';
import { foldName } from '../../vault';

/** The files that a change is put on. */
export interface Ground {
  textOf(path: string): Promise<string | null>;
  /** Where the page of an edit lies whose file is gone, where it was only moved; `null` where that is not certain. */
  movedTo?(edit: FileEdit): string | null;
}

/** How one file of a change stands to the file as it is now. */
export interface StandingFile {
  /** Path that the change set has it under. */
  readonly key: string;
  /** Moved onto the text as it is now, where that is possible. */
  readonly edit: FileEdit;
  readonly moved: boolean;
  readonly conflict: ChangeConflict | null;
}

/** A change set on the files as they are now. */
export interface Standing {
  readonly files: readonly StandingFile[];
  /** The same as a change set, with the hunks that still have something to say. */
  readonly changeSet: ChangeSet;
  /** Hunks that the files hold already. */
  readonly satisfied: ReadonlySet<string>;
  /** Hunks that could only be kept as one, by the id that they now go under. */
  readonly joined: ReadonlyMap<string, string>;
}

interface Placed {
  readonly edit: FileEdit;
  readonly conflict: ChangeConflict | null;
  readonly satisfied: readonly string[];
  readonly joined?: ReadonlyMap<string, string>;
}

/** Puts every file of a change set, or what a review made of it, onto the text that it has now. */
export async function standOn(
  changeSet: ChangeSet,
  draft: Omit<Draft, 'decisions'>,
  ground: Ground,
  run: Run,
): Promise<Standing> {
  const files: StandingFile[] = [];
  const satisfied = new Set<string>();
  const joined = new Map(Object.entries(draft.joined));
  for (const proposed of changeSet.files) {
    throwIfCancelled(run);
    await run.breathe();
    const key = proposed.path;
    const own = Object.hasOwn(draft.edits, key) ? draft.edits[key] : undefined;
    const whole = own ?? proposed;
    if (whole.hunks.length === 0) continue;
    const placed = await place(whole, ground);
    for (const id of placed.satisfied) satisfied.add(id);
    for (const [id, into] of placed.joined ?? []) joined.set(id, into);
    if (placed.edit.hunks.length === 0) continue;
    files.push({ key, edit: placed.edit, moved: placed.edit !== proposed, conflict: placed.conflict });
  }
  const redirected = files.map((file) => ({ ...file, edit: withNeeds(file.edit, joined) }));
  return {
    files: redirected,
    changeSet: { ...changeSet, files: redirected.map(({ edit }) => edit) },
    satisfied,
    joined,
  };
}

async function place(edit: FileEdit, ground: Ground): Promise<Placed> {
  const current = await ground.textOf(edit.path);
  if (current !== null || edit.kind === 'created') return placeOn(edit, current, ground);
  const path = ground.movedTo?.(edit) ?? null;
  if (path === null) return placeOn(edit, null, ground);
  return placeOn({ ...edit, path }, await ground.textOf(path), ground);
}

async function placeOn(edit: FileEdit, current: string | null, ground: Ground): Promise<Placed> {
  const ids = edit.hunks.map((hunk) => hunk.id);
  const stuck = (conflict: ChangeConflict): Placed => ({ edit, conflict, satisfied: [] });
  const there: Placed = { edit: { ...edit, hunks: [] }, conflict: null, satisfied: ids };
  const target = renderedPath(edit);
  const moves = target !== null && foldName(target) !== foldName(edit.path);
  if (current === null) {
    if (edit.kind === 'created') return { edit, conflict: null, satisfied: [] };
    if (edit.kind === 'deleted' || (moves && (await ground.textOf(target)) === renderEdit(edit))) return there;
    return stuck(conflictOf('missing', edit.path, ids));
  }
  if (moves && (await ground.textOf(target)) !== null) return stuck(conflictOf('taken', target, ids));
  const rebased = rebase(edit, current);
  if ('conflicts' in rebased) return stuck(together(rebased.conflicts, edit.path));
  return { edit: rebased.edit, conflict: null, satisfied: rebased.satisfied, joined: rebased.joined };
}

/** All that is in the way in one file, as one. */
function together(conflicts: readonly ChangeConflict[], path: string): ChangeConflict {
  const [first] = conflicts;
  const hunks = [...new Set(conflicts.flatMap((conflict) => conflict.hunks))];
  const { message, remedy, reason } = first ?? conflictOf('edited', path, hunks);
  return conflictOf(reason, path, hunks, { message, remedy, places: conflicts.flatMap(({ places }) => places) });
}

function withNeeds(edit: FileEdit, joined: ReadonlyMap<string, string>): FileEdit {
  if (!edit.hunks.some((hunk) => hunk.needs.some((id) => joined.has(id)))) return edit;
  const redirect = (hunk: Hunk): Hunk => {
    const needs = new Set(hunk.needs.map((id) => joined.get(id) ?? id));
    needs.delete(hunk.id);
    return { ...hunk, needs: [...needs] };
  };
  return { ...edit, hunks: edit.hunks.map(redirect) };
}
