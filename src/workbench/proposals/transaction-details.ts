import { checkpoint, compareText, WikiError, type Run } from '../../base';
import { type FileEdit } from '../../change';
import { isDerived, readHistory, type HistoryEntry } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { editBetween } from './edit-between';

/** What a transaction did to one file. */
export interface TransactionFileDetails {
  readonly kind: FileEdit['kind'];
  /** The path after the transaction; for a deleted file, its old path. Relative to the wiki's root. */
  readonly path: string;
  /** `null` for a created file. */
  readonly before: string | null;
  /** `null` for a deleted file. */
  readonly after: string | null;
  /** The same as an edit of the text before, for `unifiedDiff`. */
  readonly edit: FileEdit;
  /** Whether it is the index, the log, the provenance manifest or the page of disputes, which are computed from the pages. */
  readonly generated: boolean;
}

/** One entry of the history with what it changed. */
export interface TransactionDetails extends HistoryEntry {
  /** Pages first, then generated files, each sorted by path. */
  readonly files: readonly TransactionFileDetails[];
}

/**
 * What a past transaction changed.
 * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
 */
export async function transactionDetails({ journal }: WikiSession, id: string, run: Run): Promise<TransactionDetails> {
  const { files } = await journal.read(id, run);
  const entry = (await readHistory(journal)).find((known) => known.id === id);
  if (!entry) throw new WikiError('living-wiki:transaction_missing', `This wiki has no change “${id}”.`);
  const details: TransactionFileDetails[] = [];
  for (const file of files) {
    await checkpoint(run);
    const { before, after } = file;
    const generated = isDerived(file);
    // A title spares the search for the section of each hunk, which is slow in a large index.
    const notes = { reason: entry.title, ...(generated && { title: file.path }) };
    const edit = await editBetween(file.from ?? file.path, file.path, before, after, notes, run);
    details.push({ kind: edit.kind, path: file.path, before, after, edit, generated });
  }
  const order = (a: TransactionFileDetails, b: TransactionFileDetails): number =>
    Number(a.generated) - Number(b.generated) || compareText(a.path, b.path);
  return { ...entry, files: details.sort(order) };
}
