import { isoTime, throwIfCancelled, WikiError, type Run } from '../../base';
import { findCollision, cachedFolderNames, type ReadFolderNames } from '../collision';
import { baseName, checkPortablePath, foldName, parentPath, parentPaths } from '../paths';
import { decodeText, encodeText, hashBytes, hashLongBytes } from '../text';
import { type FileChange, type Hash, type Vault } from '../types';
import { HEADER_VERSION, type TransactionHeader, type FileRecord, type Texts } from './records';
import { checkWritablePath } from './writable-path';
import { type TransactionRequest } from './types';

/** A transaction that passed all checks and can be applied. */
export interface TransactionPlan {
  readonly header: TransactionHeader;
  readonly before: Texts;
  readonly after: Texts;
}

/**
 * Checks all of a request that can be checked without writing: its paths, its names against each other and against what
 * exists, and that every file has the expected text.
 *
 * @param undone the transaction that this one undoes, if any
 */
export async function planTransaction(
  vault: Vault,
  request: TransactionRequest,
  undone: TransactionHeader | null,
  stamp: { readonly id: string; readonly now: number },
  run: Run,
): Promise<TransactionPlan> {
  const restored = new Set(undone?.files.flatMap((file) => (file.op === 'rename' ? [file.from] : [file.path])) ?? []);
  checkNames(request.changes, restored);
  const readNames = cachedFolderNames(vault);
  const files: FileRecord[] = [];
  const before: (string | null)[] = [];
  const after: (string | null)[] = [];
  const folders = new Set<string>();
  for (const change of request.changes) {
    throwIfCancelled(run);
    if (change.op === 'create' || change.op === 'rename') {
      if (!restored.has(change.path)) {
        const other = await findCollision(readNames, change.path);
        if (other !== null && (change.op !== 'rename' || other !== change.from)) throw collision(change.path, other);
      }
      const parent = parentPath(change.path);
      for (const folder of parentPaths(change.path)) if (!(await exists(readNames, folder))) folders.add(folder);
      if (!folders.has(parent) && (await exists(readNames, change.path))) throw editedMeanwhile(change.path, 'created');
    }
    const old = change.op === 'create' ? null : await expectedText(vault, change);
    // The index of a large wiki takes a while to hash, once as it was and once as it will be.
    await run.yieldToHost();
    const text = change.op === 'delete' ? null : change.text;
    const planned = await plannedFile(change, text);
    if (planned.op === 'update' && planned.before === planned.after) continue;
    files.push(planned);
    before.push(old);
    after.push(text);
    await run.yieldToHost();
  }
  const { id, now } = stamp;
  const { title, facts, undoes } = request;
  const header: TransactionHeader = {
    ...{ version: HEADER_VERSION, id, at: isoTime(now), title, facts },
    ...(undoes === undefined ? {} : { undoes }),
    ...{ files, folders: [...folders], emptied: undone?.folders ?? [] },
  };
  return { header, before, after };
}

async function exists(readNames: ReadFolderNames, path: string): Promise<boolean> {
  return (await readNames(parentPath(path))).exact.has(baseName(path));
}

async function plannedFile(change: FileChange, text: string | null): Promise<FileRecord> {
  const after = text === null ? '' : await hashLongBytes(encodeText(text, change.path));
  const { path } = change;
  switch (change.op) {
    case 'create':
      return { op: 'create', path, before: null, after };
    case 'update':
      return { op: 'update', path, before: change.expected, after };
    case 'rename':
      return { op: 'rename', path, from: change.from, before: change.expected, after };
    case 'delete':
      return { op: 'delete', path, before: change.expected, after: null };
  }
}

/** The text that a change is based on, provided the file still has it. */
async function expectedText(vault: Vault, change: Exclude<FileChange, { op: 'create' }>): Promise<string> {
  const path = change.op === 'rename' ? change.from : change.path;
  const bytes = (await vault.stat(path))?.kind === 'file' ? await vault.readBytes(path) : null;
  if (bytes === null) throw editedMeanwhile(path, 'removed');
  if (hashBytes(bytes) !== (change.expected satisfies Hash)) throw editedMeanwhile(path, 'changed');
  return decodeText(bytes, path);
}

/** Checks the paths of the changes, and that no two of them are about the same file. */
function checkNames(changes: readonly FileChange[], restored: ReadonlySet<string>): void {
  const taken = new Map<string, string>();
  const take = (path: string): void => {
    const other = taken.get(foldName(path));
    if (other !== undefined) throw other === path ? overlap(path) : collision(path, other);
    taken.set(foldName(path), path);
  };
  const folders = new Map<string, string>();
  for (const change of changes) {
    const isNew = change.op === 'create' || change.op === 'rename';
    if (isNew && !restored.has(change.path)) checkPortablePath(change.path);
    checkWritablePath(change.path);
    if (change.op === 'rename') {
      checkWritablePath(change.from);
      if (change.from === change.path) throw overlap(change.path);
      if (foldName(change.from) !== foldName(change.path)) take(change.from);
    }
    take(change.path);
    if (!isNew) continue;
    for (const folder of parentPaths(change.path)) {
      const other = folders.get(foldName(folder));
      if (other !== undefined && other !== folder) throw collision(change.path, other);
      folders.set(foldName(folder), folder);
    }
  }
  for (const [folded, folder] of folders) {
    const file = taken.get(folded);
    if (file !== undefined) throw overlap(file === folder ? folder : file);
  }
}

export const NOTHING_CHANGED = 'Nothing was changed.';

/** A file was edited between reading and writing. */
export function editedMeanwhile(path: string, what: 'changed' | 'created' | 'removed'): WikiError {
  return new WikiError('living-wiki:edited_meanwhile', `The file was ${what} in the meantime. ${NOTHING_CHANGED}`, {
    path,
    remedy: 'Review the change again on the current text.',
  });
}

function collision(path: string, other: string): WikiError {
  return new WikiError(
    'living-wiki:name_collision',
    `The name differs from “${other}” only in case or in how its accents are stored, which many systems ignore.`,
    { path, remedy: 'Use the existing name, or a clearly different one.' },
  );
}

function overlap(path: string): WikiError {
  return new WikiError('living-wiki:paths_overlap', 'Two changes affect the same file.', {
    path,
    remedy: 'Combine them into one change.',
  });
}
