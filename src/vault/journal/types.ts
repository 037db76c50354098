import { type Clock, type ErrorCode, type JsonObject, type Random, type Run } from '../../base';
import { type FileChange } from '../types';

/** Lets one writer at a time into a wiki, across processes. */
export interface WriteLock {
  /**
   * Waits for the lock, for a limited time.
   *
   * @returns the function that releases it
   * @throws `living-wiki:locked`, which names the owner; `living-wiki:cancelled`
   */
  acquire(run: Run): Promise<() => Promise<void>>;
  /**
   * Says that the holder is alive. A transaction calls it between files, so that a host without timers can hold a lock.
   *
   * @throws `living-wiki:lock_lost` when another program took the lock over because this one seemed dead
   */
  heartbeat?(): Promise<void>;
}

export interface JournalDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** For the recovery at open. */
  readonly run?: Run;
  /**
   * A secret that this machine keeps outside the vault. Only an interrupted transaction that it signed is finished or
   * rolled back; any other may come with a shared vault and is set aside. `null`, or absent: none is finished.
   */
  readonly secret?: () => string | null;
  /**
   * The code of the error if a transaction may not write a path, besides the rules that hold in every vault; `null` if it
   * may. Checked when a transaction is committed and again when one is recovered.
   */
  readonly refuse?: (path: string) => ErrorCode | null;
  /** By default, a lock made of files in `.wiki/lock/`, which needs only the vault. */
  readonly lock?: WriteLock;
}

export interface TransactionRequest {
  /** What it does: one line to show. */
  readonly title: string;
  /** Each path occurs once. An update that changes nothing is dropped. */
  readonly changes: readonly FileChange[];
  /** Stored with the transaction, never interpreted. */
  readonly facts: JsonObject;
  /**
   * The transaction that this one undoes. Names that it removed may return even if the path rules would refuse them now,
   * and folders that it made are removed once they are empty.
   */
  readonly undoes?: string;
}

export interface TransactionFile {
  readonly op: 'create' | 'update' | 'rename' | 'delete';
  /** Relative to the wiki's root; of a rename, the new path. */
  readonly path: string;
  /** Of a rename, the old path. */
  readonly from?: string;
  /** The whole old text; `null` for a created file. */
  readonly before: string | null;
  /** The whole new text; `null` for a deleted file. */
  readonly after: string | null;
}

export interface TransactionSummary {
  /** Ids sort by time. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly title: string;
  readonly facts: JsonObject;
  /** Id of the transaction that this one undid. */
  readonly undoes?: string;
  /** Whether this machine made it. The record of any other may be forged. */
  readonly isOwn: boolean;
  readonly files: readonly Pick<TransactionFile, 'op' | 'path' | 'from'>[];
}

/** A change of files that was applied as a whole. */
export interface Transaction extends TransactionSummary {
  readonly files: readonly TransactionFile[];
}

/** Something that the journal found wrong, and what it did about it, to be shown to the user. */
export interface RecoveryNote {
  readonly code:
    | 'living-wiki:recovered_forward'
    | 'living-wiki:recovered_back'
    | 'living-wiki:recovered_kept_edit'
    | 'living-wiki:recovered_leftovers'
    | 'living-wiki:state_set_aside'
    | 'living-wiki:journal_foreign';
  readonly message: string;
  /** Relative to the wiki's root. */
  readonly path?: string;
  readonly transaction?: string;
}

/** The only writer of a wiki, and its history. */
export interface Journal {
  /** What was repaired since the wiki was opened, oldest first. */
  readonly recovered: readonly RecoveryNote[];
  /**
   * Applies all changes, or none. Checks all files first, then writes the journal, then the files. Once the journal is
   * written, the transaction cannot be cancelled: that would leave a half-applied change.
   *
   * @throws `living-wiki:edited_meanwhile` (a file is not what the change expects), `living-wiki:name_collision`,
   *   `living-wiki:path_refused`, `living-wiki:paths_overlap`, `living-wiki:not_a_folder`, `living-wiki:not_utf8`,
   *   `living-wiki:locked`, `living-wiki:lock_lost`, `living-wiki:disk_full`, `living-wiki:read_only`,
   *   `living-wiki:journal_closed`, `living-wiki:cancelled`. Nothing is changed then, except where the message says that
   *   the next start finishes the work
   */
  commit(request: TransactionRequest, run: Run): Promise<Transaction>;
  /**
   * Keeps every other writer out while `work` reads, decides and commits. `work` commits through `writer`; a `commit` of
   * the journal itself would wait for `work` to end.
   *
   * @throws `living-wiki:locked`, `living-wiki:journal_closed`, `living-wiki:cancelled`, and what `work` throws
   */
  exclusive<T>(run: Run, work: (writer: JournalWriter) => Promise<T>): Promise<T>;
  /** Id of the newest transaction; `null` before the first. */
  latest(): Promise<string | null>;
  /** Unfinished changes that this machine did not begin: set aside, never carried out. Oldest first. */
  foreign(): Promise<readonly RecoveryNote[]>;
  /** Newest first. */
  list(): Promise<readonly TransactionSummary[]>;
  /**
   * @param isWanted names the files to read, by their paths after the transaction; all when absent. The index and the log of a
   *   large wiki take a while.
   * @throws `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
   */
  read(id: string, run?: Run, isWanted?: (path: string) => boolean): Promise<Transaction>;
  /** Bytes that are kept of each transaction for its undo. One that is not named can no longer be undone. */
  undoSizes(): Promise<ReadonlyMap<string, number>>;
  /** Whether this is the text that a transaction left in a file. Needs no texts. */
  wrote(id: string, path: string, text: string): Promise<boolean>;
  /**
   * Gives up the undo of these transactions. They stay in the history. What later ones need of their texts is kept there first, so a crash at any
   * moment loses nothing else.
   *
   * @throws `living-wiki:locked`, `living-wiki:lock_lost`, `living-wiki:disk_full`, `living-wiki:read_only`, `living-wiki:journal_closed`,
   *   `living-wiki:cancelled`
   */
  giveUpUndo(ids: ReadonlySet<string>, run: Run): Promise<void>;
  /** Waits for running work. Nothing can be committed afterwards. */
  close(): Promise<void>;
}

/** Commits on behalf of the one writer that {@link Journal.exclusive} lets in. */
export type JournalWriter = Pick<Journal, 'commit'>;
