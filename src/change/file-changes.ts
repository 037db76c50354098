import { finishInTurns, silentRun, YieldBudget, type Run } from '../base';
import { foldName, hashText, type FileChange } from '../vault';
import { createConflict } from './conflict';
import { allHunks, checkChangeSet, renderEdit, renderedPath } from './hunk';
import { rebaseInSteps } from './rebase';
import { type ChangeConflict, type ChangeSet, type FileEdit } from './types';

/** The accepted part of a change set, as changes of the current files. */
interface ResolvedChanges {
  /** In the order of the change set. Apply them only when there are no conflicts. */
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly ChangeConflict[];
  /** Accepted hunks that the files already contain. */
  readonly satisfied: readonly string[];
}

/**
 * The accepted hunks as changes of the current files, merged three ways with later edits. Writes nothing.
 *
 * @param accepted ids of hunks, including those that they need (see `withDependencies`)
 * @param readCurrent the current text of a file; `null` if there is none
 * @throws WikiError `living-wiki:change_invalid` when the change set itself is invalid
 */
export async function toFileChanges(
  changeSet: ChangeSet,
  accepted: ReadonlySet<string>,
  readCurrent: (path: string) => Promise<string | null>,
  run: Run = silentRun,
): Promise<ResolvedChanges> {
  const budget = new YieldBudget(run);
  checkChangeSet(changeSet);
  const changes: FileChange[] = [];
  const conflicts: ChangeConflict[] = [...missingNeeds(changeSet, accepted)];
  const satisfied: string[] = [];
  for (const whole of changeSet.files) {
    const edit: FileEdit = { ...whole, hunks: whole.hunks.filter((hunk) => accepted.has(hunk.id)) };
    if (edit.hunks.length === 0) continue;
    const result = await editToFileChanges(edit, whole, accepted, { readCurrent, budget });
    changes.push(...result.changes);
    for (const conflict of result.conflicts) conflicts.push(conflict);
    for (const id of result.satisfied) satisfied.push(id);
  }
  return { changes, conflicts, satisfied };
}

/** A conflict for each accepted hunk that needs one that is not accepted. */
function missingNeeds(changeSet: ChangeSet, accepted: ReadonlySet<string>): readonly ChangeConflict[] {
  const known = new Map(allHunks(changeSet).map(({ edit, hunk }) => [hunk.id, { edit, hunk }]));
  const conflicts: ChangeConflict[] = [];
  for (const { edit, hunk } of known.values()) {
    if (!accepted.has(hunk.id)) continue;
    for (const id of hunk.needs) {
      const needed = known.get(id);
      if (!needed || accepted.has(id)) continue;
      const message = `${hunk.title} of "${edit.path}" depends on ${needed.hunk.title} of "${needed.edit.path}", which is not accepted.`;
      conflicts.push(createConflict('needs', edit.path, [hunk.id, id], { message }));
    }
  }
  return conflicts;
}

interface CurrentFiles {
  readonly readCurrent: (path: string) => Promise<string | null>;
  readonly budget: YieldBudget;
}

async function editToFileChanges(
  edit: FileEdit,
  whole: FileEdit,
  accepted: ReadonlySet<string>,
  { readCurrent, budget }: CurrentFiles,
): Promise<ResolvedChanges> {
  const { path } = edit;
  const ids = edit.hunks.map((hunk) => hunk.id);
  const stop = (conflict: ChangeConflict): ResolvedChanges => ({ changes: [], conflicts: [conflict], satisfied: [] });
  const done: ResolvedChanges = { changes: [], conflicts: [], satisfied: ids };
  const current = await readCurrent(path);
  const target = renderedPath(whole, accepted);
  if (current === null) {
    const text = renderEdit(edit);
    if (edit.kind === 'created' && text !== null)
      return { ...done, changes: [{ op: 'create', path, text }], satisfied: [] };
    if (edit.kind === 'deleted') return done;
    if (target !== null && target !== path && (await readCurrent(target)) === text) return done;
    return stop(createConflict('missing', path, ids));
  }
  const isSameFile = target !== null && foldName(target) === foldName(path);
  if (target !== null && !isSameFile && (await readCurrent(target)) !== null) {
    return stop(createConflict('taken', target, ids));
  }
  const rebased = await finishInTurns(rebaseInSteps(edit, current), budget);
  if ('conflicts' in rebased) return { changes: [], conflicts: rebased.conflicts, satisfied: [] };
  const { satisfied } = rebased;
  const expected = hashText(current);
  if (edit.kind === 'deleted') return { ...done, changes: [{ op: 'delete', path, expected }], satisfied: [] };
  const text = rebased.edit.hunks.length === 0 ? current : (renderEdit(rebased.edit) ?? current);
  if (target !== null && target !== path) {
    return { changes: [{ op: 'rename', from: path, path: target, expected, text }], conflicts: [], satisfied };
  }
  if (text === current) return done;
  return { changes: [{ op: 'update', path, expected, text }], conflicts: [], satisfied };
}
