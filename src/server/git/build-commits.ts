import { plural, type Run } from '../../base';
import { type Transaction } from '../../vault';
import { INDEX_FILE, LOG_FILE, PROVENANCE_FILE } from '../../wiki';
import { Workbench, type Proposal } from '../../workbench';
import { commitMessage, proposalTrailers, reasonsOf, type Trailer } from './commit-message';
import { type LocalChanges } from './local-files';
import { isGeneratedFile, isSame } from './merge-file';
import { type CommitChange, type Repository } from './repository';
import { type WikiTree } from './tree';

interface CommitRequest {
  readonly repository: Repository;
  readonly wiki: Workbench;
  /** The wiki's folder in the repository. */
  readonly inside: string;
  readonly at: number;
  /** The commit to go on from, and its files. */
  readonly parent: string | null;
  readonly tree: WikiTree;
  readonly changed: LocalChanges;
  /** Those that are in no commit yet, the oldest first. */
  readonly transactions: readonly Transaction[];
}

/** The transactions after one, the oldest first. */
export async function transactionsAfter(wiki: Workbench, last: string, run: Run): Promise<readonly Transaction[]> {
  const { journal } = Workbench.sessionOf(wiki);
  const found: Transaction[] = [];
  for (const { id } of await journal.list()) if (id > last) found.push(await journal.read(id, run));
  return found.reverse();
}

/**
 * Commits what changed in the folder: a commit for each change of the app, and one before them for everything else. The last commit
 * holds what the folder holds; one before it holds what its change wrote, as far as nothing came between.
 * @returns the last commit
 */
export async function buildCommits(request: CommitRequest, run: Run): Promise<string | null> {
  const { repository, wiki, inside, at, changed } = request;
  const transactions = withoutUndone(request.transactions);
  const texts = new CommittedTexts(request, run);
  const prefix = inside === '' ? '' : `${inside}/`;
  let { parent } = request;
  const commit = async (
    message: string,
    files: ReadonlyMap<string, Buffer | null>,
    mayBeEmpty: boolean,
  ): Promise<void> => {
    const changes: CommitChange[] = [];
    for (const [path, content] of files) if (await texts.set(path, content)) changes.push([prefix + path, content]);
    if (changes.length > 0 || mayBeEmpty) parent = await repository.commit({ parent, message, changes, at }, run);
  };
  const last = new Map(transactions.flatMap((one) => pathsOf(one).map((path) => [path, one.id] as const)));
  const others = new Map(
    [...changed].flatMap(([path, file]) => (last.has(path) ? [] : [[path, file?.content ?? null]])),
  );
  await commit(otherMessage([...others.keys()]), others, false);
  for (const transaction of transactions) {
    const files = new Map<string, Buffer | null>();
    for (const file of transaction.files) {
      for (const path of [file.path, file.from ?? file.path]) {
        if (last.get(path) === transaction.id) {
          if (changed.has(path)) files.set(path, changed.get(path)?.content ?? null);
        } else if (path === file.path && file.after !== null && (await texts.is(path, file.before))) {
          files.set(path, Buffer.from(file.after, 'utf8'));
        }
      }
    }
    await commit(await messageOf(wiki, transaction), files, true);
  }
  return parent;
}

/** A change that was taken back before anybody saw it leaves nothing but lines of the log. */
function withoutUndone(transactions: readonly Transaction[]): readonly Transaction[] {
  const known = new Set(transactions.map(({ id }) => id));
  const gone = new Set<string>();
  for (const { id, undoes } of [...transactions].reverse()) {
    if (undoes === undefined || !known.has(undoes) || gone.has(id)) continue;
    gone.add(id).add(undoes);
  }
  return transactions.filter(({ id }) => !gone.has(id));
}

function pathsOf({ files }: Transaction): readonly string[] {
  return files.flatMap(({ path, from }) => (from === undefined || from === path ? [path] : [from, path]));
}

/** The texts of files as the commits so far leave them. */
class CommittedTexts {
  readonly #known = new Map<string, Buffer | null>();
  readonly #request: CommitRequest;
  readonly #run: Run;

  constructor(request: CommitRequest, run: Run) {
    [this.#request, this.#run] = [request, run];
  }

  /** @returns whether that is a change */
  async set(path: string, content: Buffer | null): Promise<boolean> {
    const before = await this.#get(path);
    this.#known.set(path, content);
    return !isSame(before, content);
  }

  async is(path: string, text: string | null): Promise<boolean> {
    const content = await this.#get(path);
    return content === null || text === null ? content === text : content.equals(Buffer.from(text, 'utf8'));
  }

  async #get(path: string): Promise<Buffer | null> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const { repository, tree } = this.#request;
    const blob = tree.files.get(path)?.blob;
    const content = blob === undefined ? null : ((await repository.blobs([blob], this.#run)).get(blob) ?? null);
    this.#known.set(path, content);
    return content;
  }
}

function otherMessage(paths: readonly string[]): string {
  const pages = paths.filter((path) => !isGeneratedFile(path));
  const [only = ''] = pages;
  if (pages.length === 0) return commitMessage(GENERATED_ONLY, [], []);
  const subject = pages.length === 1 ? `Add or change ${only}` : `Add or change ${plural(pages.length, 'file')}`;
  const listed = pages.slice(0, 100).map((path) => `- ${path}`);
  return commitMessage(subject, pages.length === 1 ? [] : [listed.join('\n')], []);
}

const GENERATED_ONLY = `Bring ${INDEX_FILE}, ${LOG_FILE} and ${PROVENANCE_FILE} up to date`;

async function messageOf(wiki: Workbench, { title, facts, undoes, id }: Transaction): Promise<string> {
  const proposal = typeof facts.proposal === 'string' ? await proposalNamed(wiki, facts.proposal) : null;
  const trailers: Trailer[] = [['Change', id], ...(undoes === undefined ? [] : [['Undoes', undoes] as const])];
  if (proposal === null) return commitMessage(title, [], trailers);
  const { rejectedHunks = [], waitingHunks = [] } = proposal.decision ?? {};
  const left = new Set([...rejectedHunks, ...waitingHunks]);
  const why = reasonsOf(proposal, (hunk) => !left.has(hunk));
  return commitMessage(title, [why.slice(0, 50).join('\n')], [...proposalTrailers(proposal), ...trailers]);
}

async function proposalNamed(wiki: Workbench, id: string): Promise<Proposal | null> {
  try {
    return await wiki.findProposal(id);
  } catch {
    // It was removed since.
    return null;
  }
}
