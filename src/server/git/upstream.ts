import { type Run } from '../../base';
import { firstLine, refused, unreachable } from './errors';
import { accessOf, isBranchName, REVIEW_PREFIX, type Access, type GitRemote } from './remote';
import { isCommitId, SEEN_REF, type Repository } from './repository';
import { runGit, type GitResult } from './run-git';

export interface TransferLimits {
  /** Bytes that one fetch may bring. */
  readonly fetch: number;
  /** Milliseconds that the remote may take to answer, and to send or receive everything. */
  readonly answer: number;
  readonly transfer: number;
}

/** A branch to push: it is never moved backwards, and deleted only while it holds what is named. */
type Push =
  | { readonly branch: string; readonly to: string }
  | { readonly branch: string; readonly to: null; readonly holds: string };

/** `lost`: somebody else moved a branch first. */
type PushOutcome = 'done' | 'lost';

/** How git says that somebody else was faster. */
const LOST =
  /\((?:fetch first|non-fast-forward|stale info|already exists)\)|cannot lock ref|failed to update ref|reference already exists|incorrect old value/i;
const DECLINED = /\[remote rejected\]|hook declined|protected branch|GH\d{3}|not allowed to push/i;
const UNSAFE = /fsck|hasDotgit|hasDotdot|badTree|in unpacked data|malformed|index-pack failed/i;

/** The repository that the server shares with others: asked, fetched from and pushed to. */
export class Upstream {
  readonly #remote: GitRemote;
  readonly #repository: Repository;
  readonly #access: Access;
  readonly #limits: TransferLimits;

  /** @param repository the server's own copy @throws WikiError `living-wiki:git_refused` */
  constructor(remote: GitRemote, repository: Repository, limits: TransferLimits) {
    [this.#remote, this.#repository, this.#limits] = [remote, repository, limits];
    this.#access = accessOf(remote);
  }

  get branch(): string {
    return this.#remote.branch;
  }

  /** The heads of the branches that matter, as the remote says now. @throws WikiError `living-wiki:git_unreachable` */
  async branches(run: Run): Promise<ReadonlyMap<string, string>> {
    const patterns = [`refs/heads/${this.branch}`, `refs/heads/${REVIEW_PREFIX}*`];
    const args = ['ls-remote', '--', this.#access.url, ...patterns];
    const { out } = await this.#reach('reach the repository', args, run, this.#limits.answer);
    const found = new Map<string, string>();
    for (const line of out.toString('utf8').split('\n')) {
      const [id = '', ref = ''] = line.split('\t');
      const name = ref.replace(/^refs\/heads\//, '');
      if (isCommitId(id) && name !== ref && isBranchName(name)) found.set(name, id);
    }
    return found;
  }

  /** Brings branches here. @throws WikiError `living-wiki:git_unreachable`, `living-wiki:git_refused` */
  async fetch(branches: readonly string[], run: Run): Promise<void> {
    if (branches.length === 0) return;
    const specs = branches.map((branch) => `+refs/heads/${branch}:${SEEN_REF}/${branch}`);
    const repository = this.#repository;
    const limit = repository.packedBytes() + this.#limits.fetch;
    const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-gc'];
    const watch = (): string | null =>
      repository.packedBytes() > limit ? 'It sent more than this server takes.' : null;
    const all = [...args, '--', this.#access.url, ...specs];
    try {
      await this.#reach('fetch from the repository', all, run, this.#limits.transfer, watch);
    } catch (error) {
      repository.removeUnfinished();
      throw error;
    }
  }

  /**
   * Moves branches of the remote, all or none, and none of them backwards.
   * @throws WikiError `living-wiki:git_unreachable`, `living-wiki:git_refused`
   */
  async push(pushes: readonly Push[], run: Run): Promise<PushOutcome> {
    const specs = pushes.map(({ branch, to }) => `${to ?? ''}:refs/heads/${branch}`);
    const leases = pushes.flatMap((push) =>
      push.to === null ? [`--force-with-lease=refs/heads/${push.branch}:${push.holds}`] : [],
    );
    const options = [...leases, '--quiet', '--porcelain', '--no-verify', '--atomic', '--no-recurse-submodules'];
    const args = ['push', ...options, ...this.#access.pushOptions, '--', this.#access.url, ...specs];
    const result = await this.#call(args, run, this.#limits.transfer);
    if (result.code === 0 && result.ended === null) {
      for (const { branch, to } of pushes) await this.#repository.remember(branch, to, run);
      return 'done';
    }
    const said = `${result.out.toString('utf8')}\n${result.err}`;
    if (LOST.test(said)) return 'lost';
    if (DECLINED.test(said)) {
      throw refused(
        `The repository did not take the change: ${firstLine(this.#access.scrub(`${result.err}\n${said}`))}`,
        'What was done is kept here, and sent once the account of the server may push to this branch.',
      );
    }
    throw unreachable('push to the repository', this.#why(result));
  }

  async #reach(
    doing: string,
    args: readonly string[],
    run: Run,
    timeout: number,
    watch?: () => string | null,
  ): Promise<GitResult> {
    const result = await this.#call(args, run, timeout, watch);
    if (result.code === 0 && result.ended === null) return result;
    if (UNSAFE.test(result.err)) {
      throw refused(
        `The repository holds objects that are not safe to keep. ${this.#why(result)}`,
        'Look at its last commits. The server takes nothing from it until they are gone.',
      );
    }
    throw unreachable(doing, this.#why(result));
  }

  #call(args: readonly string[], run: Run, timeout: number, watch?: () => string | null): Promise<GitResult> {
    const { protocols, settings, env } = this.#access;
    const all = ['--git-dir=.', ...args];
    return runGit({
      cwd: this.#repository.folder,
      args: all,
      run,
      timeout,
      protocols,
      settings,
      env,
      ...(watch && { watch }),
    });
  }

  #why({ ended, err }: GitResult): string {
    return ended ?? firstLine(this.#access.scrub(err));
  }
}
