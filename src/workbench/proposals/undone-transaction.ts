import { type ChangeSet } from '../../change';
import { type UndoneTransaction } from '../../proposal';
import { type WikiSession } from '../wiki-session';

/** The transaction that a change undoes; `null` when the change is no undo. */
export async function undoneTransaction(
  { journal, vault }: WikiSession,
  { producer, facts }: ChangeSet,
): Promise<UndoneTransaction | null> {
  const { undoes } = facts;
  if (producer !== 'undo' || typeof undoes !== 'string') return null;
  const textOf = async (path: string): Promise<string | null> =>
    (await vault.stat(path))?.kind === 'file' ? vault.readText(path) : null;
  const transaction = await journal.read(undoes);
  // The record of another device may be forged: only its pages are undone, each reviewed.
  return transaction.isOwn ? { transaction, textOf } : null;
}
