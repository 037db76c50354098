import { checkpoint, finishInTurns, YieldBudget, type Run } from '../../base';
import {
  createConflict,
  rebaseInSteps,
  renderEdit,
  renderedPath,
  type ChangeConflict,
  type ChangeSet,
  type FileEdit,
  type Hunk,
} from '../../change';
import { type ReviewDraft } from '../../proposal';
import { foldName } from '../../vault';

/** The files that a change is rebased onto. */
export interface FileSource {
  textOf(path: string): Promise<string | null>;
  /** The new path of a page that was moved; `null` when that is not certain. */
  movedTo?(edit: FileEdit): string | null;
}

/** One file of a change, rebased onto the file as it is now. */
export interface RebasedFile {
  /** The path in the proposed change set. */
  readonly proposedPath: string;
  /** On the current text if possible, else as it was proposed. */
  readonly edit: FileEdit;
  readonly rebased: boolean;
  readonly conflict: ChangeConflict | null;
}

/** A change set on the files as they are now. */
export interface RebasedChangeSet {
  readonly files: readonly RebasedFile[];
  /** The same files as a change set, without the hunks that change nothing any more. */
  readonly changeSet: ChangeSet;
  /** Ids of hunks whose text the files already hold. */
  readonly satisfied: ReadonlySet<string>;
  /** Ids of hunks that had to be merged into another one, by the id of that one. */
  readonly joined: ReadonlyMap<string, string>;
}

interface RebasedEdit {
  readonly edit: FileEdit;
  readonly conflict: ChangeConflict | null;
  readonly satisfied: readonly string[];
  readonly joined?: ReadonlyMap<string, string>;
}

/** Rebases every file of a change set, as the review edited it, onto its current text. */
export async function rebaseOnto(
  changeSet: ChangeSet,
  draft: Omit<ReviewDraft, 'decisions'>,
  source: FileSource,
  run: Run,
): Promise<RebasedChangeSet> {
  const files: RebasedFile[] = [];
  const satisfied = new Set<string>();
  const joined = new Map(Object.entries(draft.joined));
  const budget = new YieldBudget(run);
  for (const proposed of changeSet.files) {
    await checkpoint(run);
    const edited = Object.hasOwn(draft.edits, proposed.path) ? draft.edits[proposed.path] : undefined;
    const edit = edited ?? proposed;
    if (edit.hunks.length === 0) continue;
    const rebased = await rebaseFile(edit, source, budget);
    for (const id of rebased.satisfied) satisfied.add(id);
    for (const [id, into] of rebased.joined ?? []) joined.set(id, into);
    if (rebased.edit.hunks.length === 0) continue;
    files.push({
      proposedPath: proposed.path,
      edit: rebased.edit,
      rebased: rebased.edit !== proposed,
      conflict: rebased.conflict,
    });
  }
  const redirected = files.map((file) => ({ ...file, edit: redirectNeeds(file.edit, joined) }));
  return {
    files: redirected,
    changeSet: { ...changeSet, files: redirected.map(({ edit }) => edit) },
    satisfied,
    joined,
  };
}

async function rebaseFile(edit: FileEdit, source: FileSource, budget: YieldBudget): Promise<RebasedEdit> {
  const current = await source.textOf(edit.path);
  if (current !== null || edit.kind === 'created') return rebaseFileEdit(edit, current, source, budget);
  const path = source.movedTo?.(edit) ?? null;
  if (path === null) return rebaseFileEdit(edit, null, source, budget);
  return rebaseFileEdit({ ...edit, path }, await source.textOf(path), source, budget);
}

async function rebaseFileEdit(
  edit: FileEdit,
  current: string | null,
  source: FileSource,
  budget: YieldBudget,
): Promise<RebasedEdit> {
  const ids = edit.hunks.map((hunk) => hunk.id);
  const stuck = (conflict: ChangeConflict): RebasedEdit => ({ edit, conflict, satisfied: [] });
  const target = renderedPath(edit);
  const moves = target !== null && foldName(target) !== foldName(edit.path);
  if (current === null) {
    if (edit.kind === 'created') return { edit, conflict: null, satisfied: [] };
    const isDone = edit.kind === 'deleted' || (moves && (await source.textOf(target)) === renderEdit(edit));
    if (isDone) return { edit: { ...edit, hunks: [] }, conflict: null, satisfied: ids };
    return stuck(createConflict('missing', edit.path, ids));
  }
  if (moves && (await source.textOf(target)) !== null) return stuck(createConflict('taken', target, ids));
  const result = await finishInTurns(rebaseInSteps(edit, current), budget);
  if ('conflicts' in result) return stuck(combineConflicts(result.conflicts, edit.path));
  return { edit: result.edit, conflict: null, satisfied: result.satisfied, joined: result.joined };
}

/** All conflicts of one file as one. */
function combineConflicts(conflicts: readonly ChangeConflict[], path: string): ChangeConflict {
  const [first] = conflicts;
  const hunks = [...new Set(conflicts.flatMap((conflict) => conflict.hunks))];
  const { message, remedy, reason } = first ?? createConflict('edited', path, hunks);
  return createConflict(reason, path, hunks, { message, remedy, places: conflicts.flatMap(({ places }) => places) });
}

/** Hunks that depended on a joined hunk depend on the one that it was merged into. */
function redirectNeeds(edit: FileEdit, joined: ReadonlyMap<string, string>): FileEdit {
  if (!edit.hunks.some((hunk) => hunk.needs.some((id) => joined.has(id)))) return edit;
  const redirect = (hunk: Hunk): Hunk => {
    const needs = new Set(hunk.needs.map((id) => joined.get(id) ?? id));
    needs.delete(hunk.id);
    return { ...hunk, needs: [...needs] };
  };
  return { ...edit, hunks: edit.hunks.map(redirect) };
}
