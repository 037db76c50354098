import { type Run } from '../../base';

/** A file of the state as the table has it. */
export interface StateRow {
  readonly path: string;
  /** Later changes have higher ones. */
  readonly version: number;
  /** SHA-256 of the bytes; `null` for a file that was removed. */
  readonly hash: string | null;
  /** Bytes. */
  readonly size: number;
}

/** How far the repository holds what the server did. */
export interface PushedState {
  readonly commit: string;
  /** The newest transaction that the commit holds; `''` for none. Ids sort by time. */
  readonly transaction: string;
  /** Whether something of the server waits until the repository can be reached. */
  readonly isWaiting: boolean;
}

/** Where the programs of a server keep the state of one wiki for each other. One of them writes at a time: the holder of its lock. */
export interface StateTable {
  /** What changed after a version, in that order. */
  since(version: number, run: Run): Promise<readonly StateRow[]>;
  /** The highest version; 0 for none. */
  newest(run: Run): Promise<number>;
  /** The bytes of files, without those that were removed. All of them are held at once: ask for a few. */
  contents(paths: readonly string[], run: Run): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * Replaces files, all or none.
   * @param read the bytes to keep, asked for one file after the other; `null` for a file that is gone @param token of the lock
   * @throws WikiError `living-wiki:lock_lost` if another program has the lock by now
   */
  put(
    paths: readonly string[],
    read: (path: string) => Promise<Uint8Array | null>,
    token: string,
    run: Run,
  ): Promise<readonly StateRow[]>;
  /** Forgets what was removed up to a version and long ago. */
  prune(version: number, run: Run): Promise<void>;
  pushed(run: Run): Promise<PushedState | null>;
}
