import { WikiError, type Run } from '../../base';
import { LOSS_KINDS, type ChangeSet, type FileEdit } from '../../change';
import { allHunkIds, isReviewedOnUndo, readHistory, undoLogNote, type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { editBetween } from './edit-between';
import { proposeChange } from './propose-change';

/**
 * Proposes to undo a transaction. Later edits are merged with it, or become conflicts of its review. When the same undo
 * already waits, that proposal is returned.
 * @throws WikiError `living-wiki:nothing_to_undo`, `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
 */
export async function proposeUndo(session: WikiSession, id: string, run: Run): Promise<Proposal> {
  return session.exclusively(run, async () => {
    const { journal } = session;
    const transaction = await journal.read(id, run);
    const { title } = transaction;
    const entry = (await readHistory(journal)).find((known) => known.id === id);
    if (entry && entry.undoneBy !== null) throw nothingToUndo(`“${title}” is already undone.`);
    const notes = { reason: `Undoes “${title}”.`, declares: LOSS_KINDS };
    const files: FileEdit[] = [];
    for (const { path, from, before, after } of transaction.files.filter(isReviewedOnUndo)) {
      files.push(await editBetween(path, from ?? path, after, before, notes, run));
    }
    const changeSet: ChangeSet = {
      title: `Undo: ${title}`,
      // The record of another device may be forged, so its undo is checked like any change from outside.
      producer: transaction.isOwn ? 'undo' : 'import',
      files: files.filter(({ hunks }) => hunks.length > 0),
      log: undoLogNote(transaction),
      sources: [],
      notes: transaction.isOwn ? [] : [FOREIGN_NOTE],
      facts: { undoes: id },
    };
    const isEmpty = allHunkIds(changeSet).size === 0;
    if (isEmpty && entry?.logOnly !== false) throw nothingToUndo(`“${title}” changed no page.`);
    const made = await proposeChange(session, changeSet, run);
    if (made === null) throw nothingToUndo(`Nothing of “${title}” is left in the wiki.`);
    return made;
  });
}

const FOREIGN_NOTE =
  'This device did not make the change that is undone, so its undo is checked like any other change, and may change pages only.';

function nothingToUndo(message: string): WikiError {
  return new WikiError('living-wiki:nothing_to_undo', message, { remedy: 'Choose another change from the history.' });
}
