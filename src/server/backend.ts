import { type Run } from '../base';
import { type WriteLock } from '../vault';
import { createNodeLock, createUsageLog } from '../node';
import { type DailyUsage, type JobHost } from '../workbench';

/** A wiki of the server. */
export interface WikiPlace {
  /** Its name in the configuration. */
  readonly name: string;
  /** Absolute path of its folder on this machine. */
  readonly folder: string;
}

/**
 * Where the server keeps what its processes share: jobs, locks and what was spent. {@link FileBackend} keeps it in files, for one
 * process; the one on PostgreSQL is for several, on any machines.
 */
export interface Backend {
  /** Called before a wiki is opened. @throws WikiError `living-wiki:folder_not_shared` if others have another folder of it */
  join(wiki: WikiPlace, run: Run): Promise<void>;
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

  join(): Promise<void> {
    return Promise.resolve();
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
