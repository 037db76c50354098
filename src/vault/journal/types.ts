import { type Clock, type JsonObject, type Random, type Run } from '../../base';
import { type FileChange } from '../types';

/** Keeps two writers of one wiki apart, in this process or in another. */
export interface WriteLock {
  /**
   * Waits for the lock, within bounds.
   *
   * @returns the function that gives it back
   * @throws `living-wiki:locked` naming the owner; `living-wiki:cancelled`
   */
  acquire(run: Run): Promise<() => Promise<void>>;
  /**
   * Says that the holder is alive. A transaction calls it between two files, so that a host without timers can hold
   * a lock.
   *
   * @throws `living-wiki:lock_lost` when somebody took the lock over because its holder seemed dead
   */
  heartbeat?(): Promise<void>;
}

export interface JournalDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** For the recovery at open. */
  readonly run?: Run;
  /** Without one, a lock of files in `.wiki/lock/` that needs nothing of the host but the vault. */
  readonly lock?: WriteLock;
}

export interface TransactionRequest {
  /** What it does, for people: one line. */
  readonly title: string;
  /** Every path occurs once. An update to the text that is already there is left out. */
  readonly changes: readonly FileChange[];
  /** Kept with the transaction, never interpreted. */
  readonly facts: JsonObject;
  /**
   * The transaction that this one takes back. Names that it removed may come back even if nobody would be allowed to
   * choose them today, and folders that it made are removed once nothing is in them.
   */
  readonly undoes?: string;
}

export interface TransactionFile {
  readonly op: 'create' | 'update' | 'rename' | 'delete';
  /** Relative to the wiki's root; after a rename, where the file went. */
  readonly path: string;
  /** `rename`: where it was. */
  readonly from?: string;
  /** The whole text before; `null` for a created file. */
  readonly before: string | null;
  /** The whole text after; `null` for a deleted file. */
  readonly after: string | null;
}

export interface TransactionSummary {
  /** Sorts by time. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly title: string;
  readonly facts: JsonObject;
  /** Id of the transaction that this one took back. */
  readonly undoes?: string;
  readonly files: readonly Pick<TransactionFile, 'op' | 'path' | 'from'>[];
}

/** A change of files that was made as a whole. */
export interface Transaction extends TransactionSummary {
  readonly files: readonly TransactionFile[];
}

/** One thing that the journal found amiss and what it did about it, for people. */
export interface RecoveryNote {
  readonly code:
    | 'living-wiki:recovered_forward'
    | 'living-wiki:recovered_back'
    | 'living-wiki:recovered_kept_edit'
    | 'living-wiki:recovered_leftovers'
    | 'living-wiki:state_set_aside';
  /** Plain sentences. */
  readonly message: string;
  /** The file meant, relative to the wiki's root. */
  readonly path?: string;
  readonly transaction?: string;
}

/** The one writer of a wiki, and its memory. */
export interface Journal {
  /** What was put right since the wiki was opened, oldest first. */
  readonly recovered: readonly RecoveryNote[];
  /**
   * Applies all changes, or none. All expectations are checked before the first byte is written; then the journal is
   * written, then the files. Once the journal is written the work can no longer be cancelled.
   *
   * @throws `living-wiki:edited_meanwhile` (a file is not what the change expects), `living-wiki:name_collision`,
   *   `living-wiki:path_refused`, `living-wiki:paths_overlap`, `living-wiki:not_a_folder`, `living-wiki:not_utf8`,
   *   `living-wiki:locked`, `living-wiki:lock_lost`, `living-wiki:disk_full`, `living-wiki:read_only`,
   *   `living-wiki:journal_closed`, `living-wiki:cancelled`; nothing was changed then, save where the message says
   *   that the rest is left to the next start
   */
  commit(request: TransactionRequest, run: Run): Promise<Transaction>;
  /**
   * Keeps every other writer out while `work` reads, decides and commits, so that what it commits rests on what is
   * there. `work` commits by what it is handed; a `commit` of the journal itself would wait for `work` to end.
   *
   * @throws `living-wiki:locked`, `living-wiki:journal_closed`, `living-wiki:cancelled`, and what `work` throws
   */
  exclusive<T>(run: Run, work: (writer: JournalWriter) => Promise<T>): Promise<T>;
  /** Id of the newest transaction; `null` before the first. */
  latest(): Promise<string | null>;
  /** Newest first. */
  list(): Promise<readonly TransactionSummary[]>;
  /** @throws `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable` */
  read(id: string, run?: Run): Promise<Transaction>;
  /**
   * Forgets all but the newest `keep` transactions, which then can no longer be undone. Never done by itself.
   *
   * @returns how many were forgotten
   */
  prune(keep: number): Promise<number>;
  /** Waits for what is under way. Nothing can be committed afterwards. */
  close(): Promise<void>;
}

/** What may write while a writer keeps the others out; see {@link Journal.exclusive}. */
export type JournalWriter = Pick<Journal, 'commit'>;
