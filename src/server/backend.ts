import { type Run } from '../base';
import { type WriteLock } from '../vault';
import { createNodeLock, createUsageLog } from '../node';
import { type DailyUsage, type JobHost } from '../workbench';
import { type HeldLock } from './state/state-in-step';
import { type PushedState, type StateTable } from './state/types';

/** A wiki of the server. */
export interface WikiPlace {
  /** Its name in the configuration. */
  readonly name: string;
  /** Absolute path of its folder on this machine. */
  readonly folder: string;
}

/** A wiki of the server that a program is about to open. */
export interface JoiningPlace extends WikiPlace {
  /** Whether its pages are in a repository. */
  readonly isInGit: boolean;
  /** With which the programs of the server sign what they write; `null` where each machine has its own. */
  readonly signingKey: string | null;
}

/** Whether a program shares the server's folder of a wiki, or has one of its own. */
export type FolderWay = 'shared' | 'own';

/** Where the programs of the server hand over the state of a wiki. */
export interface StateStore {
  readonly table: StateTable;
  /** Whether this program is the server, on which people approve. */
  readonly isOfServer: boolean;
  /** The lock of the wiki alone, without that of a folder; another one at each call. */
  lock(): HeldLock;
  /** Notes how far the repository holds what this server did. */
  notePushed(pushed: PushedState, run: Run): Promise<void>;
}

/**
 * Where the server keeps what its processes share: jobs, locks and what was spent. {@link FileBackend} keeps it in files, for one
 * process; the one on PostgreSQL is for several, on any machines.
 */
export interface Backend {
  /**
   * Called before a wiki is opened. @returns which folder of it this program has
   * @throws WikiError `living-wiki:folder_not_shared`, `living-wiki:signing_key_differs`
   */
  join(wiki: JoiningPlace, run: Run): Promise<FolderWay>;
  /** `null` where all programs share one folder. */
  state(wiki: string): StateStore | null;
  /** What a wiki's queue uses; nothing for files in its `.wiki/jobs/`. */
  jobs(wiki: WikiPlace): Partial<JobHost>;
  /** Lets one writer at a time into a wiki, of all processes; `undefined` for files in its `.wiki/lock/`. */
  lock(wiki: WikiPlace): WriteLock | undefined;
  /** What all wikis spent today, which the daily limits count. */
  readonly usage: DailyUsage;
  /** Called when another process queued something for a wiki. @returns a function that unsubscribes */
  onNotify(wiki: string, listener: () => void): () => void;
  /** Of these wikis, those with work for a worker; all of them where that is not known. */
  withWork(wikis: readonly string[]): Promise<ReadonlySet<string>>;
  /** @throws WikiError why nothing can be kept at present */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Files beside each wiki, and one folder for what all of them spent. */
export class FileBackend implements Backend {
  readonly usage: DailyUsage;

  /** @param folder of the server's own files */
  constructor(folder: string) {
    this.usage = createUsageLog(folder);
  }

  join(): Promise<FolderWay> {
    return Promise.resolve('shared');
  }

  state(): null {
    return null;
  }

  jobs({ folder }: WikiPlace): Partial<JobHost> {
    return { lock: createNodeLock(folder, { folder: '.wiki/jobs/lock' }) };
  }

  lock({ folder }: WikiPlace): WriteLock {
    return createNodeLock(folder);
  }

  onNotify(): () => void {
    return () => undefined;
  }

  withWork(wikis: readonly string[]): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(wikis));
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
