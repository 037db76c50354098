import { checkpoint, type Run } from '../../base';
import { planUndo } from '../../change';
import { isReviewedOnUndo } from '../../proposal';
import { type WikiSession } from '../wiki-session';

/**
 * How many files of each transaction cannot be undone as they are, because somebody edited the same lines since. Each is looked at as it is once those
 * before it in the list are undone. Writes nothing.
 * @param ids newest first
 * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
 */
export async function undoConflicts(
  { journal, vault }: WikiSession,
  ids: readonly string[],
  run: Run,
): Promise<ReadonlyMap<string, number>> {
  const undone = new Map<string, string | null>();
  const readCurrent = async (path: string): Promise<string | null> => {
    const known = undone.get(path);
    if (known !== undefined) return known;
    return (await vault.stat(path))?.kind === 'file' ? vault.readText(path) : null;
  };
  const counts = new Map<string, number>();
  for (const id of ids) {
    await checkpoint(run);
    const { files } = await journal.read(id, run);
    const { changes, conflicts } = await planUndo(files.filter(isReviewedOnUndo), readCurrent, run);
    for (const change of changes) {
      if (change.op === 'delete') undone.set(change.path, null);
      else undone.set(change.path, change.text);
      if (change.op === 'rename') undone.set(change.from, null);
    }
    counts.set(id, conflicts.length);
  }
  return counts;
}
