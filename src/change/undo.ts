import { foldName, hashText, type FileChange } from '../vault';
import { createConflict } from './conflict';
import { mergeText } from './merge';
import { type ChangeConflict } from './types';

/** One file as a transaction found it and left it. */
export interface AppliedFile {
  readonly op: FileChange['op'];
  /** Where the transaction left it; for `delete` where it was. */
  readonly path: string;
  /** `rename`: where it was. */
  readonly from?: string;
  /** `null` for `create`. */
  readonly before: string | null;
  /** `null` for `delete`. */
  readonly after: string | null;
}

/** What takes a transaction back. To be applied only when there are no conflicts. */
export interface UndoPlan {
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly ChangeConflict[];
}

/**
 * Takes an applied transaction back, whenever that was, and keeps what was edited since elsewhere in the same files (a
 * three-way merge from what the transaction left to what it found). What cannot be taken back without losing a later edit is a
 * conflict: edits of the same lines, a created page that somebody has edited since, a deleted file whose place is taken.
 *
 * @param readCurrent the text that a file has now; `null` where there is none
 */
export async function planUndo(
  files: readonly AppliedFile[],
  readCurrent: (path: string) => Promise<string | null>,
): Promise<UndoPlan> {
  const changes: FileChange[] = [];
  const conflicts: ChangeConflict[] = [];
  for (const file of files) {
    const step = await undoFile(file, readCurrent);
    if (step === null) continue;
    if ('reason' in step) conflicts.push(step);
    else changes.push(step);
  }
  return { changes, conflicts };
}

async function undoFile(
  file: AppliedFile,
  readCurrent: (path: string) => Promise<string | null>,
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
    const message = `"${path}" was created by this change and edited since; taking it back would lose those edits.`;
    const remedy = 'Keep the page, or remove it yourself, then undo again.';
    return createConflict('edited', path, [], { message, remedy });
  }
  const from = op === 'rename' ? (file.from ?? path) : path;
  if (current === null) {
    if (from !== path && (await readCurrent(from)) === before) return null;
    const message = `"${path}" is not there any more.`;
    return createConflict('missing', path, [], { message, remedy: 'Restore the file, then undo again.' });
  }
  if (from !== path && foldName(from) !== foldName(path) && (await readCurrent(from)) !== null)
    return createConflict('taken', from, []);
  const { text, conflicts } = mergeText(after ?? '', before ?? '', current);
  if (conflicts.length > 0) {
    const message = `The lines of "${path}" that this change wrote were edited since.`;
    const remedy = 'Take those edits back by hand, or keep the change.';
    return createConflict('edited', path, [], { message, remedy, places: conflicts });
  }
  const expected = hashText(current);
  if (from !== path) return { op: 'rename', from: path, path: from, expected, text };
  return text === current ? null : { op: 'update', path, expected, text };
}
