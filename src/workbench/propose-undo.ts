import { WikiError, type Run } from '../base';
import { type ChangeSet, type LossKind } from '../change';
import { allHunkIds, isReviewedOnUndo, readHistory, undoLogNote, type Proposal } from '../proposal';
import { proposeChange } from './propose-change';
import { type WikiSession } from './wiki-session';
import { editBetween } from './transaction-details';

const ALL_LOSSES: readonly LossKind[] = ['headings', 'links', 'quotes', 'code', 'tables', 'footnotes', 'words'];

/**
 * What takes a transaction back, as a proposal on the texts that it left: what was edited since is merged with it, or is
 * a conflict of the review. The same proposal where it waits already.
 * @throws WikiError `living-wiki:nothing_to_undo`, `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
 */
export async function proposeUndo(session: WikiSession, id: string, run: Run): Promise<Proposal> {
  return session.exclusively(run, async () => {
    const { journal } = session;
    const transaction = await journal.read(id, run);
    const entry = (await readHistory(journal)).find((known) => known.id === id);
    if (entry && entry.undoneBy !== null) throw nothingToUndo(`“${transaction.title}” was undone already.`);
    const reason = `Takes back “${transaction.title}”.`;
    const files = transaction.files.filter(isReviewedOnUndo).map(({ path, from, before, after }) =>
      // From what it left to what it found.
      editBetween(path, from ?? path, after, before, { reason, declares: ALL_LOSSES }),
    );
    const changeSet: ChangeSet = {
      title: `Undo: ${transaction.title}`,
      producer: 'undo',
      files: files.filter(({ hunks }) => hunks.length > 0),
      log: undoLogNote(transaction),
      sources: [],
      notes: [],
      facts: { undoes: id },
    };
    const isEmpty = allHunkIds(changeSet).size === 0;
    if (isEmpty && entry?.logOnly !== false) throw nothingToUndo(`“${transaction.title}” changed no page.`);
    const made = await proposeChange(session, changeSet, run);
    if (made === null) throw nothingToUndo(`Nothing of “${transaction.title}” is left in the wiki.`);
    return made;
  });
}

function nothingToUndo(message: string): WikiError {
  return new WikiError('living-wiki:nothing_to_undo', message, { remedy: 'Choose another change of the history.' });
}
