import { isWikiError } from '../../base';
import { baseName, foldName, parentPath } from '../paths';
import { hashBytes } from '../text';
import { type Hash, type Vault } from '../types';
import { type FileRecord, type Side } from './records';

/**
 * What became of one file.
 * - `done`: it is as it should be
 * - `kept`: so it is, but another program's file has its other name, and was left alone
 * - `blocked`: another program changed or removed it; it was left alone
 */
type FileOutcome = 'done' | 'kept' | 'blocked';

/** What is at a path: the hash of a file, `null` for nothing, `folder` for a folder. */
type PathContent = string | null;

/** Lets the host look once more, as late as it can, whether the file has changed since. */
const ifStill = (expected: string | null): { durable: true; expected: string | null } => ({ durable: true, expected });

/**
 * Brings one file of a transaction to its old or new state, from whatever state an interruption left it in. A file with
 * neither the old nor the new text was edited by someone and is not touched.
 *
 * @param text the text of the file on that side; `null` when it does not exist there
 */
export async function applyFile(vault: Vault, file: FileRecord, side: Side, text: string | null): Promise<FileOutcome> {
  try {
    return await applyUnlessEdited(vault, file, side, text);
  } catch (error) {
    if (isWikiError(error) && error.code === 'living-wiki:edited_meanwhile') return 'blocked';
    throw error;
  }
}

async function applyUnlessEdited(
  vault: Vault,
  file: FileRecord,
  side: Side,
  text: string | null,
): Promise<FileOutcome> {
  if (file.op === 'rename') {
    const [source, target] = side === 'after' ? [file.from, file.path] : [file.path, file.from];
    const hashes = { before: file.before, after: file.after };
    return applyRename(vault, { source, target, hashes, side, text: text ?? '' });
  }
  const now = await contentAt(vault, file.path);
  if (now === file[side]) return 'done';
  if (now !== file.before && now !== file.after) return 'blocked';
  await (text === null ? vault.remove(file.path, ifStill(now)) : vault.write(file.path, text, ifStill(now)));
  return 'done';
}

interface FileMove {
  readonly source: string;
  readonly target: string;
  readonly hashes: { readonly before: Hash; readonly after: Hash };
  readonly side: Side;
  readonly text: string;
}

async function applyRename(vault: Vault, { source, target, hashes, side, text }: FileMove): Promise<FileOutcome> {
  const isKnown = (what: PathContent): boolean => what === hashes.before || what === hashes.after;
  const exact = foldName(source) === foldName(target);
  const sourceNow = await contentAt(vault, source, exact);
  let targetNow = await contentAt(vault, target, exact);
  if (targetNow !== null && !isKnown(targetNow)) return 'blocked';
  if (targetNow === null) {
    if (!isKnown(sourceNow)) return 'blocked';
    await vault.rename(source, target, ifStill(sourceNow));
    targetNow = sourceNow;
  } else if (isKnown(sourceNow)) {
    // On a host that renames by copying, the copy was interrupted: finish the target, remove the source.
    if (targetNow !== hashes[side]) await vault.write(target, text, ifStill(targetNow));
    await vault.remove(source, ifStill(sourceNow));
    return 'done';
  }
  if (targetNow !== hashes[side]) await vault.write(target, text, ifStill(targetNow));
  return (await contentAt(vault, source, exact)) === null ? 'done' : 'kept';
}

/** How far an interrupted transaction got with a file. */
export async function fileState(vault: Vault, file: FileRecord): Promise<'before' | 'after' | 'between' | 'other'> {
  if (file.op !== 'rename') {
    const now = await contentAt(vault, file.path);
    if (now === file.before) return 'before';
    return now === file.after ? 'after' : 'other';
  }
  const exact = foldName(file.from) === foldName(file.path);
  const source = await contentAt(vault, file.from, exact);
  const target = await contentAt(vault, file.path, exact);
  if (source === file.before && target === null) return 'before';
  // Its rollback was interrupted between the move and the text.
  if (source === file.after && target === null) return 'between';
  if (target === file.after) return source === null ? 'after' : 'between';
  return target === file.before ? 'between' : 'other';
}

/**
 * @param exact compare the name's case: on a host that ignores case, a rename that changes only the case finds the file
 *   under both names
 */
async function contentAt(vault: Vault, path: string, exact = false): Promise<PathContent> {
  if (exact) {
    const entries = await vault.list(parentPath(path));
    if (!entries.some((entry) => baseName(entry.path) === baseName(path))) return null;
  }
  try {
    return hashBytes(await vault.readBytes(path));
  } catch (error) {
    if (isWikiError(error) && error.code === 'living-wiki:file_missing') return null;
    if (isWikiError(error) && error.code === 'living-wiki:not_a_file') return 'folder';
    throw error;
  }
}
