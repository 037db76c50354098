import { compareText, silentRun, WikiError, type Run } from '../base';
import {
  buildCreation,
  buildDeletion,
  diffToHunks,
  buildRename,
  buildUpdate,
  type EditNotes,
  type FileEdit,
} from '../change';
import { isGenerated, readHistory, type HistoryEntry } from '../proposal';
import { type WikiSession } from './wiki-session';

/** What a transaction did to one file. */
export interface TransactionFileDetails {
  readonly kind: FileEdit['kind'];
  /** Where it left the file; of a deleted file where it was. Relative to the wiki's root. */
  readonly path: string;
  /** `null` for a created file. */
  readonly before: string | null;
  /** `null` for a deleted file. */
  readonly after: string | null;
  /** The same as an edit of the text before, for `unifiedView`. */
  readonly edit: FileEdit;
  /** Index, log or provenance manifest: it followed from the rest. */
  readonly generated: boolean;
}

/** One entry of the history with what it changed. */
export interface TransactionDetails extends HistoryEntry {
  /** Pages first, then what was generated; each in the order of the paths. */
  readonly files: readonly TransactionFileDetails[];
}

/**
 * What a past transaction changed.
 * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
 */
export async function transactionDetails(
  { journal }: WikiSession,
  id: string,
  run: Run = silentRun,
): Promise<TransactionDetails> {
  const { files } = await journal.read(id, run);
  const entry = (await readHistory(journal)).find((known) => known.id === id);
  if (!entry) throw new WikiError('living-wiki:transaction_missing', `There is no change “${id}” in this wiki.`);
  const details: TransactionFileDetails[] = [];
  for (const file of files) {
    await run.yieldToHost();
    const { before, after } = file;
    const generated = isGenerated(file.path);
    // In which section of a large index a line stands takes long to find, and tells nothing.
    const notes = { reason: entry.title, ...(generated && { title: file.path }) };
    const edit = editBetween(file.from ?? file.path, file.path, before, after, notes);
    details.push({ kind: edit.kind, path: file.path, before, after, edit, generated });
  }
  const order = (a: TransactionFileDetails, b: TransactionFileDetails): number =>
    Number(a.generated) - Number(b.generated) || compareText(a.path, b.path);
  return { ...entry, files: details.sort(order) };
}

/** What turns one text of a file into another, each `null` where the file is not there. */
export function editBetween(
  from: string,
  to: string,
  before: string | null,
  after: string | null,
  notes: EditNotes,
): FileEdit {
  const why: readonly string[] = [];
  if (after === null) return buildDeletion({ ...notes, path: from, base: before ?? '', why });
  if (before === null) return buildCreation({ path: to, parts: [{ ...notes, text: after }], why });
  const splices = diffToHunks(before, after, from, notes).map(({ start, end, text, title }) => ({
    ...notes,
    title,
    start,
    end,
    text,
  }));
  if (from === to) return buildUpdate({ path: from, base: before, splices, why });
  return buildRename({ ...notes, path: from, to, base: before, splices, why });
}
