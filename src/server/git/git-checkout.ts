import { existsSync, mkdirSync } from 'node:fs';
import nodePath from 'node:path';
import { isWikiError, type Clock, type Run } from '../../base';
import { createNodeLock, nodeTimer, type WikiLocation } from '../../node';
import { type WriteLock } from '../../vault';
import { type Proposal, type Workbench } from '../../workbench';
import { FolderCheckout, type Checkout, type HiddenReason, type ProposalBranch, type WikiEvent } from '../checkout';
import { type PushedState } from '../state/types';
import { BranchReview } from './branch-review';
import { conflictOf, refused, type PushConflict } from './errors';
import { type GitRemote } from './remote';
import { Repository } from './repository';
import { ReviewRecords } from './review-records';
import { type TreeLimits } from './tree';
import { Upstream, type TransferLimits } from './upstream';
import { WikiSync } from './wiki-sync';

type RepositoryLimits = TreeLimits & TransferLimits;

const DEFAULT_LIMITS: RepositoryLimits = {
  file: 100_000_000,
  files: 200_000,
  fetch: 5_000_000_000,
  answer: 30_000,
  transfer: 600_000,
};

export interface GitCheckoutOptions {
  readonly remote: GitRemote;
  /** The server's own folder for this wiki. */
  readonly folder: string;
  /** Whether what waits is shown on branches, and decided there. */
  readonly isReviewedOnBranches: boolean;
  readonly clock: Clock;
  /** Keeps every other writer out of the wiki's folder. @param wiki its folder on this machine */
  readonly lock: (wiki: string) => WriteLock;
  /** Told what nobody waits for: files that are left out, and a repository that cannot be reached now. */
  readonly notice: (code: string, path: string | null) => void;
  /** Told of a proposal that gets no branch, and why, each time that this changes. */
  readonly onHidden?: (proposal: string, why: HiddenReason) => void;
  readonly limits?: Partial<RepositoryLimits>;
  /** Whether this folder only takes what others push: nothing is written here but by them. */
  readonly isFollowing?: boolean;
  /** Told how far the branch holds what was done in the folder. */
  readonly onPushed?: (pushed: PushedState, run: Run) => Promise<void>;
}

/** Another program of this machine may be fetching a large repository. Milliseconds. */
const LOCK_TIMEOUT = 900_000;
/** How often others' pushes are looked for when nothing else asks. Milliseconds. */
const FOLLOW_EVERY = 30_000;

/**
 * The files of a wiki that is kept in a git repository: a folder of this machine that git only carries. All programs of the machine
 * share the folder.
 */
export class GitCheckout implements Checkout {
  readonly followEvery = FOLLOW_EVERY;
  readonly #notice: GitCheckoutOptions['notice'];
  readonly #files: FolderCheckout;
  readonly #sync: WikiSync;
  readonly #upstream: Upstream;
  readonly #turn: WriteLock;
  readonly #review: BranchReview | null;
  readonly #isFollowing: boolean;
  readonly #onPushed: (pushed: PushedState, run: Run) => Promise<void>;

  private constructor(
    { notice, isFollowing = false, onPushed }: GitCheckoutOptions,
    files: FolderCheckout,
    { sync, upstream, turn, review }: Parts,
  ) {
    [this.#notice, this.#files, this.#sync, this.#upstream, this.#turn] = [notice, files, sync, upstream, turn];
    [this.#review, this.#isFollowing] = [review, isFollowing];
    this.#onPushed = onPushed ?? ((): Promise<void> => Promise.resolve());
  }

  /**
   * Clones the wiki, or goes on with the clone that is there.
   * @throws WikiError `living-wiki:git_unreachable`, `living-wiki:git_refused`, `living-wiki:git_missing`, `living-wiki:git_damaged`
   */
  static async open(options: GitCheckoutOptions, run: Run): Promise<GitCheckout> {
    const { folder, remote, clock, notice } = options;
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const wiki = nodePath.join(folder, 'wiki');
    mkdirSync(wiki, { recursive: true, mode: 0o700 });
    const repository = new Repository(nodePath.join(folder, 'repository'), limits);
    const upstream = new Upstream(remote, repository, limits);
    const turn = createNodeLock(folder, { folder: 'lock', timeout: LOCK_TIMEOUT });
    const sync = new WikiSync({
      ...{ repository, upstream, clock, notice },
      folder: wiki,
      inside: remote.path,
      of: `${remote.url} ${remote.branch} ${remote.path}`,
      baseFile: nodePath.join(folder, 'base.json'),
      maxSize: limits.file,
      lock: options.lock(wiki),
      onInStep: async (commit, transaction, within) =>
        options.onPushed?.({ commit, transaction, isWaiting: false }, within),
      pause: (milliseconds, within) => nodeTimer.sleep(milliseconds * (0.5 + Math.random()), within.signal),
    });
    const release = await turn.acquire(run);
    try {
      await repository.open(run);
      // What changed since is merged once the wiki is open, because something may have to be taken back.
      if (sync.head === null || !existsSync(nodePath.join(wiki, 'KNOWLEDGE.md')))
        await sync.pull(null, await upstream.branches(run), run);
    } finally {
      await release();
    }
    const records = new ReviewRecords(nodePath.join(folder, 'reviews.json'));
    const review =
      options.isReviewedOnBranches && options.isFollowing !== true
        ? new BranchReview({ repository, upstream, records, inside: remote.path, clock, onHidden: options.onHidden })
        : null;
    return new GitCheckout(options, await locate(wiki, remote), { sync, upstream, turn, review });
  }

  get location(): WikiLocation {
    return this.#files.location;
  }

  async refresh(wiki: Workbench, run: Run): Promise<readonly string[]> {
    await this.#inTurn(run, async () => {
      const branches = await this.#upstream.branches(run);
      if (this.#isFollowing) {
        await this.#sync.pull(null, branches, run);
        return;
      }
      this.#report(await this.#sync.pull(wiki, branches, run));
      const { head } = this.#sync;
      if (this.#review !== null && head !== null) {
        // The pages as they are on the branch, with which what was proposed is compared.
        await wiki.refresh([''], run);
        await this.#review.decide(wiki, head, branches, run);
      }
      this.#report(await this.#sync.push(wiki, run));
      await this.#show(wiki, run);
    });
    return this.#files.refresh();
  }

  /** Whether the folder is at a commit or after it, once it was brought to the newest. */
  async reach(commit: string, run: Run): Promise<boolean> {
    if (await this.#sync.holds(commit, run)) return true;
    return this.#inTurn(run, async () => {
      await this.#sync.pull(null, await this.#upstream.branches(run), run);
      return this.#sync.holds(commit, run);
    });
  }

  changed(): readonly string[] {
    return this.#files.changed();
  }

  /** @throws WikiError `living-wiki:git_conflict` if what was done had to be taken back, because others came first */
  async publish(event: WikiEvent, wiki: Workbench, run: Run): Promise<void> {
    // What waits for review is in the repository only where it is reviewed there.
    if (this.#isFollowing) return;
    if (this.#review === null && (event.kind === 'proposed' || event.kind === 'rejected')) return;
    try {
      const lost = await this.#inTurn(run, async () => {
        const found = await this.#sync.push(wiki, run);
        await this.#show(wiki, run);
        return found;
      });
      const conflict = conflictOf(lost);
      if (conflict !== null) throw conflict;
    } catch (error) {
      // It is on this machine, and is sent with the next change.
      if (!isWikiError(error) || !LATER.has(error.code)) throw error;
      const { head } = this.#sync;
      if (head !== null) await this.#onPushed({ commit: head, transaction: '', isWaiting: true }, run);
      this.#notice(error.code, null);
    }
  }

  branches(waiting: readonly Proposal[]): ReadonlyMap<string, ProposalBranch> | null {
    return this.#review?.branches(waiting) ?? null;
  }

  close(): Promise<void> {
    return this.#files.close();
  }

  async #show(wiki: Workbench, run: Run): Promise<void> {
    const { head } = this.#sync;
    if (this.#review === null || head === null) return;
    try {
      await this.#review.publish(wiki, head, run);
    } catch (error) {
      if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
      // What was changed is pushed all the same, and the branches are tried again with the next look.
      this.#notice(error.code, null);
    }
  }

  async #inTurn<T>(run: Run, work: () => Promise<T>): Promise<T> {
    const release = await this.#turn.acquire(run);
    try {
      return await work();
    } finally {
      await release();
    }
  }

  #report(lost: PushConflict): void {
    const conflict = conflictOf(lost);
    if (conflict !== null) this.#notice(conflict.code, conflict.path ?? null);
  }
}

interface Parts {
  readonly sync: WikiSync;
  readonly upstream: Upstream;
  readonly turn: WriteLock;
  readonly review: BranchReview | null;
}

const LATER: ReadonlySet<string> = new Set(['living-wiki:git_unreachable', 'living-wiki:git_busy']);

async function locate(wiki: string, { branch, path }: GitRemote): Promise<FolderCheckout> {
  try {
    return await FolderCheckout.open(wiki, wiki);
  } catch (error) {
    if (!isWikiError(error) || error.code !== 'living-wiki:no_wiki') throw error;
    const where = path === '' ? 'its top folder' : path;
    throw refused(
      `The branch ${branch} of the repository has no wiki in ${where}: there is no KNOWLEDGE.md that declares one.`,
      'Make one with living-wiki init in a clone of the repository, and push it. Then start the server again.',
    );
  }
}
