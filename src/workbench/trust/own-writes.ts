import { isWikiError, silentRun } from '../../base';
import { hashText, type Journal, type TransactionFile } from '../../vault';

/** What a file was before this device wrote it, by what it was after: hashes, `null` for no file. */
type Steps = ReadonlyMap<string, ReadonlySet<string | null>>;

/**
 * Whether reviewed changes of this device lead from one text of a file to another: a person accepted each of them, so the
 * result needs no second confirmation.
 *
 * @param path relative to the wiki's root
 * @param from hash of the text that was confirmed; `null` if there was no file
 * @param to hash of the text as it is
 */
export async function isOwnWrite(journal: Journal, path: string, from: string | null, to: string): Promise<boolean> {
  const steps = await ownSteps(journal, path);
  const reached = new Set<string>();
  const pending = [to];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const before of steps.get(at) ?? []) {
      if (before === from) return true;
      if (before === null || reached.has(before)) continue;
      reached.add(before);
      pending.push(before);
    }
  }
  return false;
}

async function ownSteps(journal: Journal, path: string): Promise<Steps> {
  const steps = new Map<string, Set<string | null>>();
  for (const { id, files } of await journal.list()) {
    if (!files.some((file) => file.path === path)) continue;
    const file = await ownFile(journal, id, path);
    const text = file?.after ?? null;
    if (file === null || text === null) continue;
    const after = hashText(text);
    const before = file.before === null ? null : hashText(file.before);
    steps.set(after, (steps.get(after) ?? new Set()).add(before));
  }
  return steps;
}

/** What a transaction did to a file; `null` if another device made it or its record is unreadable. */
async function ownFile(journal: Journal, id: string, path: string): Promise<TransactionFile | null> {
  try {
    const { isOwn, files } = await journal.read(id, silentRun, (each) => each === path);
    return isOwn ? (files.find((file) => file.path === path) ?? null) : null;
  } catch (error) {
    if (isWikiError(error)) return null;
    throw error;
  }
}
