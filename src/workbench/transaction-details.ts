import type { FileEdit } from '../change';
import type { HistoryEntry } from '../proposal';

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
