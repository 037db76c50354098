import { isWikiError } from '../../base';
import { baseName, foldName, parentPath } from '../paths';
import { hashBytes } from '../text';
import { type Hash, type Vault } from '../types';
import { type FileRecord } from './records';

/** The two states that a transaction's files may be left in. */
export type Goal = 'before' | 'after';

/**
 * What came of moving one file to its goal.
 * - `done`: the file is as the goal says
 * - `kept`: so it is, and beside it stands a file of somebody else's under its other name
 * - `blocked`: somebody changed or removed the file; it was left alone
 */
export type ApplyOutcome = 'done' | 'kept' | 'blocked';

/** What stands at a path: the hash of a file, `null` for nothing, and for a folder a word that is no hash. */
type PathContent = string | null;

const DURABLE = { durable: true } as const;

/** Where the host can, it looks once more whether the file still holds what it held a moment ago. */
const overwriting = (expected: string | null): { durable: true; expected: string | null } => ({
  durable: true,
  expected,
});

/**
 * Moves one file of a transaction to its goal, from wherever an interruption left it: before, after, or (in a rename)
 * between. What holds neither the text before nor the text after is somebody's work, and is not touched.
 *
 * @param text what the file holds when the goal is reached; `null` when it is not there then
 */
export async function applyFile(
  vault: Vault,
  file: FileRecord,
  goal: Goal,
  text: string | null,
): Promise<ApplyOutcome> {
  if (file.op === 'rename') {
    const [source, target] = goal === 'after' ? [file.from, file.path] : [file.path, file.from];
    const hashes = { before: file.before, after: file.after };
    return applyRename(vault, { source, target, hashes, goal, text: text ?? '' });
  }
  const now = await contentAt(vault, file.path);
  if (now === file[goal]) return 'done';
  if (now !== file.before && now !== file.after) return 'blocked';
  await (text === null ? vault.remove(file.path, DURABLE) : vault.write(file.path, text, overwriting(now)));
  return 'done';
}

interface FileMove {
  readonly source: string;
  readonly target: string;
  readonly hashes: { readonly before: Hash; readonly after: Hash };
  readonly goal: Goal;
  readonly text: string;
}

async function applyRename(vault: Vault, { source, target, hashes, goal, text }: FileMove): Promise<ApplyOutcome> {
  const isKnown = (what: PathContent): boolean => what === hashes.before || what === hashes.after;
  const exact = foldName(source) === foldName(target);
  const sourceNow = await contentAt(vault, source, exact);
  let targetNow = await contentAt(vault, target, exact);
  if (targetNow !== null && !isKnown(targetNow)) return 'blocked';
  if (targetNow === null) {
    if (!isKnown(sourceNow)) return 'blocked';
    await vault.rename(source, target, DURABLE);
    targetNow = sourceNow;
  } else if (isKnown(sourceNow)) {
    // A host whose rename is a copy was interrupted in it: the target may be finished only now, the source goes.
    if (targetNow !== hashes[goal]) await vault.write(target, text, overwriting(targetNow));
    await vault.remove(source, DURABLE);
    return 'done';
  }
  if (targetNow !== hashes[goal]) await vault.write(target, text, overwriting(targetNow));
  return (await contentAt(vault, source, exact)) === null ? 'done' : 'kept';
}

/** Where a file of an interrupted transaction stands. */
export async function fileState(vault: Vault, file: FileRecord): Promise<'before' | 'after' | 'between' | 'other'> {
  if (file.op !== 'rename') {
    const now = await contentAt(vault, file.path);
    return now === file.before ? 'before' : now === file.after ? 'after' : 'other';
  }
  const exact = foldName(file.from) === foldName(file.path);
  const source = await contentAt(vault, file.from, exact);
  const target = await contentAt(vault, file.path, exact);
  if (source === file.before && target === null) return 'before';
  if (target === file.after) return source === null ? 'after' : 'between';
  return target === file.before ? 'between' : 'other';
}

/**
 * @param exact look for the name as it is spelt: a host that ignores case finds a file under both names of a rename
 *   that changes only the case
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
