import { checkpoint, type Run } from '../../base';
import {
  createConflict,
  rebaseEdit,
  renderEdit,
  renderedPath,
  type ChangeConflict,
  type ChangeSet,
  type FileEdit,
  type Hunk,
} from '../../change';
import { type ReviewDraft } from '../../proposal';
import { foldName } from '../../vault';

/** The files that a change is put on. */
export interface FileSource {
  textOf(path: string): Promise<string | null>;
  /** Where the page of an edit lies whose file is gone, where it was only moved; `null` where that is not certain. */
  movedTo?(edit: FileEdit): string | null;
}

/** How one file of a change stands to the file as it is now. */
export interface RebasedFile {
  /** Path that the change set has it under. */
  readonly proposedPath: string;
  /** Moved onto the text as it is now, where that is possible. */
  readonly edit: FileEdit;
  readonly rebased: boolean;
  readonly conflict: ChangeConflict | null;
}

/** A change set on the files as they are now. */
export interface RebasedChangeSet {
  readonly files: readonly RebasedFile[];
  /** The same as a change set, with the hunks that still have something to say. */
  readonly changeSet: ChangeSet;
  /** Hunks that the files hold already. */
  readonly satisfied: ReadonlySet<string>;
  /** Hunks that could only be kept as one, by the id that they now go under. */
  readonly joined: ReadonlyMap<string, string>;
}

interface RebasedEdit {
  readonly edit: FileEdit;
  readonly conflict: ChangeConflict | null;
  readonly satisfied: readonly string[];
  readonly joined?: ReadonlyMap<string, string>;
}

/** Puts every file of a change set, or what a review made of it, onto the text that it has now. */
export async function rebaseOnto(
  changeSet: ChangeSet,
  draft: Omit<ReviewDraft, 'decisions'>,
  ground: FileSource,
  run: Run,
): Promise<RebasedChangeSet> {
  const files: RebasedFile[] = [];
  const satisfied = new Set<string>();
  const joined = new Map(Object.entries(draft.joined));
  for (const proposed of changeSet.files) {
    await checkpoint(run);
    const key = proposed.path;
    const own = Object.hasOwn(draft.edits, key) ? draft.edits[key] : undefined;
    const whole = own ?? proposed;
    if (whole.hunks.length === 0) continue;
    const placed = await rebaseFile(whole, ground);
    for (const id of placed.satisfied) satisfied.add(id);
    for (const [id, into] of placed.joined ?? []) joined.set(id, into);
    if (placed.edit.hunks.length === 0) continue;
    files.push({ proposedPath: key, edit: placed.edit, rebased: placed.edit !== proposed, conflict: placed.conflict });
  }
  const redirected = files.map((file) => ({ ...file, edit: redirectNeeds(file.edit, joined) }));
  return {
    files: redirected,
    changeSet: { ...changeSet, files: redirected.map(({ edit }) => edit) },
    satisfied,
    joined,
  };
}

async function rebaseFile(edit: FileEdit, ground: FileSource): Promise<RebasedEdit> {
  const current = await ground.textOf(edit.path);
  if (current !== null || edit.kind === 'created') return rebaseFileEdit(edit, current, ground);
  const path = ground.movedTo?.(edit) ?? null;
  if (path === null) return rebaseFileEdit(edit, null, ground);
  return rebaseFileEdit({ ...edit, path }, await ground.textOf(path), ground);
}

async function rebaseFileEdit(edit: FileEdit, current: string | null, ground: FileSource): Promise<RebasedEdit> {
  const ids = edit.hunks.map((hunk) => hunk.id);
  const stuck = (conflict: ChangeConflict): RebasedEdit => ({ edit, conflict, satisfied: [] });
  const there: RebasedEdit = { edit: { ...edit, hunks: [] }, conflict: null, satisfied: ids };
  const target = renderedPath(edit);
  const moves = target !== null && foldName(target) !== foldName(edit.path);
  if (current === null) {
    if (edit.kind === 'created') return { edit, conflict: null, satisfied: [] };
    if (edit.kind === 'deleted' || (moves && (await ground.textOf(target)) === renderEdit(edit))) return there;
    return stuck(createConflict('missing', edit.path, ids));
  }
  if (moves && (await ground.textOf(target)) !== null) return stuck(createConflict('taken', target, ids));
  const rebased = rebaseEdit(edit, current);
  if ('conflicts' in rebased) return stuck(combineConflicts(rebased.conflicts, edit.path));
  return { edit: rebased.edit, conflict: null, satisfied: rebased.satisfied, joined: rebased.joined };
}

/** All that is in the way in one file, as one. */
function combineConflicts(conflicts: readonly ChangeConflict[], path: string): ChangeConflict {
  const [first] = conflicts;
  const hunks = [...new Set(conflicts.flatMap((conflict) => conflict.hunks))];
  const { message, remedy, reason } = first ?? createConflict('edited', path, hunks);
  return createConflict(reason, path, hunks, { message, remedy, places: conflicts.flatMap(({ places }) => places) });
}

function redirectNeeds(edit: FileEdit, joined: ReadonlyMap<string, string>): FileEdit {
  if (!edit.hunks.some((hunk) => hunk.needs.some((id) => joined.has(id)))) return edit;
  const redirect = (hunk: Hunk): Hunk => {
    const needs = new Set(hunk.needs.map((id) => joined.get(id) ?? id));
    needs.delete(hunk.id);
    return { ...hunk, needs: [...needs] };
  };
  return { ...edit, hunks: edit.hunks.map(redirect) };
}
