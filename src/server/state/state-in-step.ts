import { isWikiError, throwIfCancelled, uncancellable, WikiError, type Run } from '../../base';
import { nodeTimer } from '../../node';
import { type WriteLock } from '../../vault';
import { type SharedState } from './shared-state';
import { type StateTable } from './types';

/** A lock whose holder can be told from every other one before and after it. */
export interface HeldLock extends WriteLock {
  /** Of the holder, while this lock is held. @throws WikiError `living-wiki:lock_lost` while it is not */
  token(): string;
}

/** The pages of a folder that only follows its repository. */
export interface FollowedPages {
  /** Whether they are at a commit or after it, once they were brought to the newest. */
  reach(commit: string, run: Run): Promise<boolean>;
}

interface StateInStepDeps {
  readonly table: StateTable;
  readonly shared: SharedState;
  /** The lock of the wiki, of all programs; another one at each call. */
  readonly wikiLock: () => HeldLock;
  /** The lock of the folder, of the programs that share it. */
  readonly folderLock: (timeout?: number) => WriteLock;
  /** `null` for the folder of the server, whose pages are where its state is. */
  readonly pages: FollowedPages | null;
}

/** For how long the pages may be behind the state: the server pushes what it did right after it. Milliseconds. */
const PATIENCE = 20_000;
const RETRY = 150;
/** How long to wait for another program of the folder before looking again. Milliseconds. */
const FOLDER_WAIT = 1_000;

/** The state of a wiki and its pages, in step with the other programs of the server whenever this one writes, and whenever it asks. */
export class StateInStep {
  readonly #deps: StateInStepDeps;

  constructor(deps: StateInStepDeps) {
    this.#deps = deps;
  }

  /** The lock of the wiki. Whoever has acquired it has the newest state and pages, and hands over what it did with the release. */
  lock(): WriteLock {
    const { shared, wikiLock, folderLock } = this.#deps;
    const [wiki, folder] = [wikiLock(), folderLock()];
    return {
      acquire: async (run) => {
        const releaseWiki = await this.#acquireInStep(wiki, run);
        let releaseFolder = async (): Promise<void> => Promise.resolve();
        try {
          releaseFolder = await folder.acquire(run);
          await shared.begin(wiki.token(), run);
        } catch (error) {
          await releaseFolder();
          await releaseWiki();
          throw error;
        }
        return async () => {
          try {
            await shared.give(wiki.token(), uncancellable(run));
          } finally {
            await releaseFolder();
            await releaseWiki();
          }
        };
      },
      heartbeat: async () => {
        await wiki.heartbeat?.();
        await folder.heartbeat?.();
      },
    };
  }

  /** Brings the folder to what others have handed over by now. @throws WikiError `living-wiki:wiki_behind`, `living-wiki:locked` */
  async look(run: Run): Promise<void> {
    const { table, shared, folderLock } = this.#deps;
    const wanted = await table.newest(run);
    const start = performance.now();
    // Whoever holds the lock of the folder has brought it into step.
    while ((await shared.version()) < wanted) {
      throwIfCancelled(run);
      if (await this.#arePagesInStep(run)) {
        const release = await ifFree(folderLock(FOLDER_WAIT), run);
        if (release !== null) {
          try {
            if (this.#deps.pages === null) await shared.look(run);
            await shared.take(run);
          } finally {
            await release();
          }
          continue;
        }
      }
      if (performance.now() - start > PATIENCE) throw behind();
      await nodeTimer.sleep(RETRY, run.signal);
    }
    // What a person approved since is handed over now: jobs may wait for it.
    if (shared.hasNews()) await (await this.lock().acquire(run))();
  }

  /** The lock of the wiki, at a moment at which the pages of this folder are those of the state. */
  async #acquireInStep(lock: WriteLock, run: Run): Promise<() => Promise<void>> {
    const start = performance.now();
    for (;;) {
      const release = await lock.acquire(run);
      try {
        if (await this.#arePagesInStep(run)) return release;
      } catch (error) {
        await release();
        throw error;
      }
      // The server needs the lock to push.
      await release();
      if (performance.now() - start > PATIENCE) throw givenBack();
      await nodeTimer.sleep(RETRY, run.signal);
      throwIfCancelled(run);
    }
  }

  async #arePagesInStep(run: Run): Promise<boolean> {
    const { table, shared, pages } = this.#deps;
    if (pages === null) return true;
    // Before the state is read, so that it is never the newer of the two.
    const pushed = await table.pushed(run);
    const newest = await shared.look(run);
    if (pushed === null || pushed.isWaiting || newest > pushed.transaction) return false;
    try {
      return await pages.reach(pushed.commit, run);
    } catch (error) {
      if (isWikiError(error) && error.code === 'living-wiki:git_unreachable') return false;
      throw error;
    }
  }
}

/** `null` where another program of the folder has it. */
async function ifFree(lock: WriteLock, run: Run): Promise<(() => Promise<void>) | null> {
  try {
    return await lock.acquire(run);
  } catch (error) {
    if (isWikiError(error) && error.code === 'living-wiki:locked') return null;
    throw error;
  }
}

const BEHIND = 'The pages of this worker are older than what the server has done.';

function behind(): WikiError {
  return new WikiError('living-wiki:wiki_behind', BEHIND, {
    remedy:
      'Check that the server runs, and that it and this worker reach the repository. The worker tries again by itself.',
  });
}

/** What the queue takes for a job that is to be run again: nothing is wrong with it. */
function givenBack(): WikiError {
  return new WikiError('living-wiki:cancelled', `${BEHIND} The job goes back to the queue.`, { cause: behind() });
}
