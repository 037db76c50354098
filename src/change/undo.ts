import { finishInTurns, silentRun, YieldBudget, type Run } from '../base';
import { foldName, hashText, type FileChange } from '../vault';
import { createConflict } from './conflict';
import { mergeTextInSteps } from './merge';
import { type ChangeConflict } from './types';

/** One file before and after a transaction. */
export interface AppliedFile {
  readonly op: FileChange['op'];
  /** The path after the transaction; for `delete`, the path before it. */
  readonly path: string;
  /** `rename`: the path before. */
  readonly from?: string;
  /** `null` for `create`. */
  readonly before: string | null;
  /** `null` for `delete`. */
  readonly after: string | null;
}

/** The changes that undo a transaction. Apply them only when there are no conflicts. */
interface UndoPlan {
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly ChangeConflict[];
}

/**
 * Plans the undo of an applied transaction. Later edits elsewhere in the same files are kept by a three-way merge. An undo
 * that would lose a later edit is a conflict: edits of the same lines, edits of a created page, a new file at the path of a
 * deleted one.
 *
 * @param readCurrent the current text of a file; `null` if there is none
 */
export async function planUndo(
  files: readonly AppliedFile[],
  readCurrent: (path: string) => Promise<string | null>,
  run: Run = silentRun,
): Promise<UndoPlan> {
  const budget = new YieldBudget(run);
  const changes: FileChange[] = [];
  const conflicts: ChangeConflict[] = [];
  for (const file of files) {
    const step = await undoFile(file, readCurrent, budget);
    if (step === null) continue;
    if ('reason' in step) conflicts.push(step);
    else changes.push(step);
  }
  return { changes, conflicts };
}

async function undoFile(
  file: AppliedFile,
  readCurrent: (path: string) => Promise<string | null>,
  budget: YieldBudget,
): Promise<FileChange | ChangeConflict | null> {
  const { op, path, before, after } = file;
  const current = await readCurrent(path);
  if (op === 'delete') {
    if (current === null) return { op: 'create', path, text: before ?? '' };
    return current === before ? null : createConflict('exists', path, []);
  }
  if (op === 'create') {
    if (current === null) return null;
    if (current === after) return { op: 'delete', path, expected: hashText(current) };
    const message = `"${path}" was created by this change and edited later. Undoing would lose those edits.`;
    const remedy = 'Keep the page, or delete it yourself and undo again.';
    return createConflict('edited', path, [], { message, remedy });
  }
  const from = op === 'rename' ? (file.from ?? path) : path;
  if (current === null) {
    if (from !== path && (await readCurrent(from)) === before) return null;
    const message = `"${path}" no longer exists.`;
    return createConflict('missing', path, [], { message, remedy: 'Restore the file and undo again.' });
  }
  if (from !== path && foldName(from) !== foldName(path) && (await readCurrent(from)) !== null)
    return createConflict('taken', from, []);
  const { text, conflicts } = await finishInTurns(mergeTextInSteps(after ?? '', before ?? '', current), budget);
  if (conflicts.length > 0) {
    const message = `Lines of "${path}" that this change wrote were edited later.`;
    const remedy = 'Revert those edits by hand, or keep the change.';
    return createConflict('edited', path, [], { message, remedy, places: conflicts });
  }
  const expected = hashText(current);
  if (from !== path) return { op: 'rename', from: path, path: from, expected, text };
  return text === current ? null : { op: 'update', path, expected, text };
}
