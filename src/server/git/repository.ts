import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import { type Run } from '../../base';
import { damagedCopy, firstLine } from './errors';
import { runGit, type GitResult } from './run-git';
import { EMPTY_TREE, readTree, type TreeLimits, type WikiTree } from './tree';

/** A change of one file in a commit; `null` removes it. */
export type CommitChange = readonly [path: string, content: Uint8Array | string | null];

interface NewCommit {
  /** `null` for the first commit of a branch. */
  readonly parent: string | null;
  readonly message: string;
  /** Paths relative to the repository. */
  readonly changes: readonly CommitChange[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface FullCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly message: string;
}

const AUTHOR = 'Living Wiki <living-wiki@localhost>';
const COMMIT_ID = /^[0-9a-f]{40}$/;
/** Under which fetched branches are kept, away from every name that git gives a meaning. */
export const SEEN_REF = 'refs/living-wiki/seen';
const NEW = 'refs/living-wiki/new';
/** Packs, and objects of their own, from which on the copy is packed again. */
const TOO_MANY = { packs: 50, objects: 5_000 };

export function isCommitId(text: string): boolean {
  return COMMIT_ID.test(text);
}

/**
 * The server's own bare copy of a repository. Nothing is ever checked out by git: files are read as objects and written as objects, so
 * that no filter, link, hook or attribute has a say.
 */
export class Repository {
  readonly folder: string;
  readonly #limits: TreeLimits;

  constructor(folder: string, limits: TreeLimits) {
    this.folder = folder;
    this.#limits = limits;
  }

  /** Makes it, or tidies the one that is there. */
  async open(run: Run): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.removeUnfinished();
    await this.#ask(['init', '--quiet', '--bare', '--initial-branch', 'unused', '--template=', '.'], run);
    const limits = ['-c', `gc.auto=${TOO_MANY.objects}`, '-c', `gc.autoPackLimit=${TOO_MANY.packs}`];
    // A failure costs speed only.
    await this.#call([...limits, '-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet'], run);
  }

  /** Bytes of the packs, finished or not: nothing else is written by a fetch. */
  packedBytes(): number {
    // A file may have got its final name, or be gone, by now.
    return this.#packs().reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  }

  /** Removes what calls left that were ended. Called while no other program of this machine calls git here. */
  removeUnfinished(): void {
    for (const file of this.#packs()) if (nodePath.basename(file).startsWith('tmp_')) rmSync(file, { force: true });
    const refs = nodePath.join(this.folder, 'refs');
    if (!existsSync(refs)) return;
    // No branch has a name like that.
    const locks = readdirSync(refs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.lock'));
    for (const file of [
      ...locks.map((name) => nodePath.join(refs, name)),
      nodePath.join(this.folder, 'packed-refs.lock'),
    ]) {
      rmSync(file, { force: true });
    }
  }

  #packs(): readonly string[] {
    const packs = nodePath.join(this.folder, 'objects', 'pack');
    return existsSync(packs) ? readdirSync(packs).map((name) => nodePath.join(packs, name)) : [];
  }

  /** The head of a branch, as it was fetched or pushed last; `null` if it never was. */
  async seen(branch: string, run: Run): Promise<string | null> {
    const { code, out } = await this.#call(['rev-parse', '--verify', '--quiet', `${SEEN_REF}/${branch}^{commit}`], run);
    const id = out.toString('utf8').trim();
    return code === 0 && isCommitId(id) ? id : null;
  }

  /** @param commit `null` forgets it */
  async remember(branch: string, commit: string | null, run: Run): Promise<void> {
    const ref = `${SEEN_REF}/${branch}`;
    if (commit === null) await this.#call(['update-ref', '-d', ref], run);
    else await this.#ask(['update-ref', ref, commit], run);
  }

  async has(commit: string, run: Run): Promise<boolean> {
    return (await this.#call(['cat-file', '-e', `${commit}^{commit}`], run)).code === 0;
  }

  /** Whether a commit is another one, or builds on it. */
  async holds(commit: string, earlier: string, run: Run): Promise<boolean> {
    if (commit === earlier) return true;
    return (await this.#call(['merge-base', '--is-ancestor', earlier, commit], run)).code === 0;
  }

  /** Whether two commits hold the same files. */
  async hasSameFiles(one: string, other: string, run: Run): Promise<boolean> {
    return (await this.#call(['diff-tree', '--quiet', one, other], run)).code === 0;
  }

  /** The newest commit that both hold; `null` for none. */
  async mergeBase(one: string, other: string, run: Run): Promise<string | null> {
    const { code, out } = await this.#call(['merge-base', one, other], run);
    const id = out.toString('utf8').trim();
    return code === 0 && isCommitId(id) ? id : null;
  }

  /** The newest commits that `to` holds and `from` does not, the oldest first. */
  async log(from: string | null, to: string, run: Run): Promise<readonly FullCommit[]> {
    const range = from === null ? [to] : [to, `^${from}`];
    const args = ['log', '--topo-order', '--reverse', '--max-count=2000', '-z', '--format=%H%n%P%n%B', ...range, '--'];
    const text = (await this.#ask(args, run)).toString('utf8');
    return text.split('\0').flatMap((part) => {
      const [id = '', parents = '', ...message] = part.split('\n');
      return isCommitId(id) ? [{ id, parents: parents.split(' ').filter(Boolean), message: message.join('\n') }] : [];
    });
  }

  /** The files of a folder in a commit. @param folder relative to the repository; `''` for all of it */
  async tree(commit: string | null, folder: string, run: Run): Promise<WikiTree> {
    if (commit === null) return EMPTY_TREE;
    const where = folder === '' ? [] : ['--', `${folder}/`];
    const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit, ...where];
    return readTree(await this.#ask(args, run), folder, this.#limits);
  }

  /**
   * Contents by the ids of blobs. All of them are held at once: ask for a few, or for small ones.
   * @throws WikiError `living-wiki:git_damaged` if one is not there
   */
  async blobs(ids: Iterable<string>, run: Run): Promise<ReadonlyMap<string, Buffer>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const found = readBatch(await this.#ask(['cat-file', '--batch'], run, `${wanted.join('\n')}\n`));
    const lacking = wanted.find((id) => !found.has(id));
    if (lacking !== undefined) throw damagedCopy(`The content ${lacking.slice(0, 10)} is missing.`);
    return found;
  }

  /** Writes a commit. Nothing but a name of this program refers to it until it is pushed; see {@link tidy}. @returns its id */
  async commit({ parent, message, changes, at }: NewCommit, run: Run): Promise<string> {
    const when = `${Math.floor(at / 1000)} +0000`;
    const parts: (string | Uint8Array)[] = [];
    const data = (content: Uint8Array | string): void => {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
      parts.push(`data ${bytes.length}\n`, bytes, '\n');
    };
    // A name of its own, so that two programs can commit at the same time.
    const ref = `${NEW}/${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`;
    parts.push('feature done\n', `commit ${ref}\n`, 'mark :1\n');
    parts.push(`author ${AUTHOR} ${when}\n`, `committer ${AUTHOR} ${when}\n`);
    data(message);
    if (parent !== null) parts.push(`from ${parent}\n`);
    for (const [path, content] of changes) {
      if (content === null) parts.push(`D ${quotePath(path)}\n`);
      else {
        parts.push(`M 100644 inline ${quotePath(path)}\n`);
        data(content);
      }
    }
    parts.push('done\n');
    const input = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part)));
    await this.#ask(['fast-import', '--quiet', '--done', '--date-format=raw'], run, input);
    return (await this.#ask(['rev-parse', '--verify', ref], run)).toString('utf8').trim();
  }

  /** Removes the names of commits that were pushed or given up, by programs that ended too. Called by one program at a time. */
  async tidy(run: Run): Promise<void> {
    const refs = (await this.#ask(['for-each-ref', '--format=%(refname)', NEW], run)).toString('utf8').split('\n');
    const gone = refs.filter((ref) => ref !== '').map((ref) => `delete ${ref}\n`);
    if (gone.length > 0) await this.#ask(['update-ref', '--stdin'], run, gone.join(''));
  }

  async #ask(args: readonly string[], run: Run, input?: Uint8Array | string): Promise<Buffer> {
    const { code, ended, out, err } = await this.#call(args, run, input);
    if (code === 0 && ended === null) return out;
    throw damagedCopy(ended ?? firstLine(err));
  }

  #call(args: readonly string[], run: Run, input?: Uint8Array | string): Promise<GitResult> {
    const all = ['--git-dir=.', ...args];
    return runGit({ cwd: this.folder, args: all, run, timeout: 300_000, ...(input !== undefined && { input }) });
  }
}

/** As `git fast-import` reads names. */
function quotePath(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** What `git cat-file --batch` prints. */
function readBatch(out: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  let at = 0;
  while (at < out.length) {
    const end = out.indexOf(10, at);
    if (end < 0) break;
    const [id = '', kind = '', size = ''] = out.subarray(at, end).toString('utf8').split(' ');
    at = end + 1;
    if (!/^\d+$/.test(size)) continue;
    const length = Number(size);
    if (kind === 'blob') found.set(id, Buffer.from(out.subarray(at, at + length)));
    at += length + 1;
  }
  return found;
}
