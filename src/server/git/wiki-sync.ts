import { throwIfCancelled, type Clock, type Run } from '../../base';
import { type Transaction, type WriteLock } from '../../vault';
import { type Workbench } from '../../workbench';
import { readBase, writeBase, type SyncBase } from './base-file';
import { buildCommits, transactionsAfter } from './build-commits';
import { trailersIn } from './commit-message';
import { pushedTooOften, refused, rewritten, type PushConflict } from './errors';
import { LocalFiles, type LocalChanges } from './local-files';
import { commonFiles, mergeFolder, setAside } from './merge-folder';
import { newestTransaction } from './newest-transaction';
import { staleFiles } from './regenerate';
import { type Repository } from './repository';
import { undoUnpushed } from './undo-unpushed';
import { keptPaths, type WikiTree } from './tree';
import { type Upstream } from './upstream';
import { writeFolder } from './write-folder';

/** How often a push that lost a race is tried again. */
const MAX_TRIES = 25;
/** Milliseconds. */
const WAIT = { first: 20, longest: 1_500 };
/** Files that are left out, of which a notice is given. */
const MAX_NOTICES = 100;

type SyncNotice = (code: 'living-wiki:git_skipped', path: string) => void;

interface WikiSyncDeps {
  readonly repository: Repository;
  readonly upstream: Upstream;
  /** The wiki's folder on this machine. */
  readonly folder: string;
  /** The wiki's folder in the repository. */
  readonly inside: string;
  /** Where the repository is, for a base that was made with another one. */
  readonly of: string;
  /** Where it is kept what the folder was last the same as. */
  readonly baseFile: string;
  /** Bytes of a file. */
  readonly maxSize: number;
  readonly clock: Clock;
  /** Keeps every writer of the wiki's folder out. */
  readonly lock: WriteLock;
  /** Waits about so many milliseconds; a part is left to chance. */
  readonly pause: (milliseconds: number, run: Run) => Promise<void>;
  readonly notice: SyncNotice;
  /** Told that the branch holds all that was in the folder, up to its newest transaction. */
  readonly onInStep?: (commit: string, transaction: string, run: Run) => Promise<void>;
}

const NOTHING_LOST: PushConflict = { paths: [], proposals: [], beside: [] };

/**
 * Keeps the folder of a wiki the same as a branch of a repository. What changed in the folder is committed and pushed; what others
 * pushed is merged into the folder first, by the same three-way merge that a proposal goes through.
 *
 * The folder is the truth: whenever a program ends, the next one sees what in the folder is not in the repository yet, and goes on.
 */
export class WikiSync {
  readonly #deps: WikiSyncDeps;
  readonly #files: LocalFiles;
  #base: SyncBase;
  readonly #noticed = new Set<string>();

  /** @throws WikiError `living-wiki:git_refused` if the folder belongs to another repository */
  constructor(deps: WikiSyncDeps) {
    this.#deps = deps;
    this.#files = new LocalFiles(deps.folder, deps.maxSize);
    this.#base = this.#read();
    if (this.#base.of !== '' && this.#base.of !== deps.of) {
      throw refused(
        'The folder of this wiki was cloned from another address, branch or path.',
        'Give the wiki another name in the configuration, or move its folder in the server’s data away.',
      );
    }
  }

  /** The newest commit of the branch that the folder holds. */
  get head(): string | null {
    return this.#base.commit;
  }

  /**
   * Takes in what others pushed. @param wiki `null` while it is not open: nothing can be taken back then
   * @throws WikiError `living-wiki:git_unreachable`, `living-wiki:git_rewritten`, `living-wiki:git_refused`
   */
  async pull(wiki: Workbench | null, branches: ReadonlyMap<string, string>, run: Run): Promise<PushConflict> {
    const { upstream } = this.#deps;
    const to = branches.get(upstream.branch) ?? null;
    // Another program of this machine may share the folder.
    this.#base = this.#read();
    if (to === this.#base.commit && this.#base.moving === null) return NOTHING_LOST;
    await this.#bring(to, run);
    let lost = NOTHING_LOST;
    for (let mayStop = wiki !== null; ;) {
      const { conflicts, beside } = await this.#merge(to, wiki, mayStop, run);
      lost = { ...lost, beside: [...lost.beside, ...beside] };
      if (conflicts.length === 0 || wiki === null) return lost;
      await wiki.refresh([''], run);
      const taken = await undoUnpushed(wiki, { paths: conflicts, shared: this.#base.shared }, run);
      if (taken.isAny)
        lost = { ...lost, paths: [...lost.paths, ...conflicts], proposals: [...lost.proposals, ...taken.proposals] };
      // Nothing of ours is left in the way, or it is no change of the app.
      mayStop = taken.isAny;
    }
  }

  /**
   * Commits what changed in the folder and pushes it, merged with what others push meanwhile.
   * @throws as {@link pull}, and WikiError `living-wiki:git_busy`
   */
  async push(wiki: Workbench, run: Run): Promise<PushConflict> {
    const { repository, upstream, pause } = this.#deps;
    let lost = NOTHING_LOST;
    for (let tries = 1; ; tries += 1) {
      const { next, newest } = await this.#commit(wiki, run);
      if (next === null) {
        await this.#inStep(newest, run);
        return lost;
      }
      if ((await upstream.push([{ branch: upstream.branch, to: next.commit }], run)) === 'done') {
        this.#save(next);
        await this.#inStep(newest, run);
        await repository.tidy(run);
        return lost;
      }
      if (tries >= MAX_TRIES) throw pushedTooOften(upstream.branch, tries);
      await pause(Math.min(WAIT.longest, WAIT.first * 2 ** Math.min(tries, 7)), run);
      throwIfCancelled(run);
      lost = allOf(lost, await this.pull(wiki, await upstream.branches(run), run));
    }
  }

  async #inStep(newest: string, run: Run): Promise<void> {
    const { commit } = this.#base;
    if (commit !== null) await this.#deps.onInStep?.(commit, newest, run);
  }

  /** Whether the folder holds a commit, as it was when it was last brought to one. */
  async holds(commit: string, run: Run): Promise<boolean> {
    const { repository } = this.#deps;
    this.#base = this.#read();
    const { commit: head, moving } = this.#base;
    if (head === null || moving !== null) return false;
    return head === commit || ((await repository.has(commit, run)) && (await repository.holds(head, commit, run)));
  }

  #commit(wiki: Workbench, run: Run): Promise<{ readonly next: NextBase | null; readonly newest: string }> {
    return this.#locked(run, async () => {
      const next = await this.#commitLocked(wiki, run);
      return { next, newest: await newestTransaction(this.#deps.folder) };
    });
  }

  /** The commits of what changed, as the base that they make once they are pushed; `null` for nothing. */
  async #commitLocked(wiki: Workbench, run: Run): Promise<NextBase | null> {
    const { repository, clock, inside, of } = this.#deps;
    const base = (this.#base = this.#read());
    const { changes, now } = await this.#files.changes(base.files, run);
    const transactions = await this.#unshared(wiki, base, run);
    if (changes.size === 0 && transactions.length === 0) {
      if ([...base.files.values()].some(({ mtime }) => mtime === 0)) this.#save({ ...base, files: now });
      return null;
    }
    const parent = base.commit;
    const tree = await repository.tree(parent, inside, run);
    const changed = this.#sendable(changes, tree);
    const at = clock.now();
    const commit = await buildCommits({ repository, wiki, inside, at, parent, tree, changed, transactions }, run);
    if (commit === null || commit === parent) return null;
    const { files } = await repository.tree(commit, inside, run);
    const shared = transactions.at(-1)?.id ?? base.shared;
    return { of, commit, files: commonFiles(files, now), moving: null, shared };
  }

  /** Without what would replace a link, a submodule or anything else that the server leaves as it is. */
  #sendable(changes: LocalChanges, tree: WikiTree): LocalChanges {
    const isKept = keptPaths(tree);
    return new Map(
      [...changes].filter(([path, file]) => {
        if (!isKept(path)) return true;
        if (file !== null) this.#notice(path);
        return false;
      }),
    );
  }

  /** Fetches the branch, and refuses one whose history was rewritten. */
  async #bring(found: string | null, run: Run): Promise<void> {
    const { repository, upstream } = this.#deps;
    if (found !== null && !(await repository.has(found, run))) {
      await upstream.fetch([upstream.branch], run);
      if (!(await repository.has(found, run))) {
        throw refused(
          `The branch ${upstream.branch} was replaced while it was fetched.`,
          'Nothing was changed. Try again.',
        );
      }
    }
    const known = this.#base.commit;
    if (known === null || (found !== null && (await repository.holds(found, known, run)))) return;
    throw rewritten(upstream.branch, known, found);
  }

  /** Merges a commit into the folder. @returns the conflicts, where there are some and `mayStop`: then nothing is written */
  #merge(to: string | null, wiki: Workbench | null, mayStop: boolean, run: Run): Promise<Merged> {
    const { repository, inside, of } = this.#deps;
    return this.#locked(run, async () => {
      const base = (this.#base = this.#read());
      const tree = await repository.tree(to, inside, run);
      for (const path of tree.skipped.slice(0, MAX_NOTICES)) this.#notice(path);
      const moving = base.moving === null ? null : await repository.tree(base.moving, inside, run);
      const found = await mergeFolder({ repository, files: this.#files, base, tree, moving }, run);
      if (found.conflicts.length > 0 && mayStop) return { conflicts: found.conflicts, beside: [] };
      const merged = setAside(found, tree);
      this.#save({ ...base, of, moving: to });
      await writeFolder(this.#files, repository, merged.writes, run);
      this.#save({ of, commit: to, files: merged.now, moving: null, shared: base.shared });
      if (wiki !== null && merged.writes.size > 0) {
        await wiki.refresh([''], run);
        // What is written now is sent with the next push. A crash before leaves an index that the next change brings up to date.
        const stale = merged.isIndexStale ? await staleFiles(wiki) : [];
        for (const [path, text] of stale) await this.#files.write(path, Buffer.from(text, 'utf8'));
        if (stale.length > 0)
          await wiki.refresh(
            stale.map(([path]) => path),
            run,
          );
      }
      return { conflicts: [], beside: merged.beside };
    });
  }

  /** Those that are in no commit yet. A program may end after it pushed and before it noted that, so the commits say what they hold. */
  async #unshared(wiki: Workbench, { commit, shared }: SyncBase, run: Run): Promise<readonly Transaction[]> {
    const found = await transactionsAfter(wiki, shared, run);
    if (found.length === 0 || commit === null) return found;
    const commits = await this.#deps.repository.log(null, commit, run);
    const held = new Set(commits.flatMap(({ message }) => trailersIn(message, 'Change')));
    return found.filter(({ id }) => !held.has(id));
  }

  #notice(path: string): void {
    if (this.#noticed.has(path)) return;
    this.#noticed.add(path);
    this.#deps.notice('living-wiki:git_skipped', path);
  }

  #read(): SyncBase {
    return readBase(this.#deps.baseFile);
  }

  #save(base: SyncBase): void {
    this.#base = base;
    writeBase(this.#deps.baseFile, base);
  }

  async #locked<T>(run: Run, work: () => Promise<T>): Promise<T> {
    const release = await this.#deps.lock.acquire(run);
    try {
      return await work();
    } finally {
      await release();
    }
  }
}

type NextBase = SyncBase & { readonly commit: string };

interface Merged {
  readonly conflicts: readonly string[];
  /** Names under which files of this server were kept. */
  readonly beside: readonly string[];
}

function allOf(one: PushConflict, other: PushConflict): PushConflict {
  return {
    paths: [...one.paths, ...other.paths],
    proposals: [...one.proposals, ...other.proposals],
    beside: [...one.beside, ...other.beside],
  };
}
