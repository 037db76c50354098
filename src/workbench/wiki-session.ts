import { checkpoint, isWikiError, SerialQueue, uncancellable, type ErrorCode, type Run } from '../base';
import { refuseWrite, toFileChanges, type HandEdits } from '../change';
import { createLintEngine, type LintEngine } from '../lint';
import { allHunkIds, findHandEdits, ProposalStore, type Proposal } from '../proposal';
import { type JobQueue } from '../jobs';
import { type PageIndex } from '../search';
import {
  baseName,
  hashText,
  joinPath,
  openJournal,
  scopeVault,
  type FileChange,
  type Hash,
  type Journal,
  type JournalWriter,
  type Vault,
} from '../vault';
import { foreignStateNotices } from './foreign-state';
import { readLayout, readSnapshot, saveSnapshotCache, type Snapshot } from '../wiki';
import { listLenses, MANIFEST_NAME, resolveLens, type Lens } from '../workspace';
import { listFiles } from './list-files';
import { type SourceSearchService } from './search/source-search-types';
import { type WikiSearch } from './search/wiki-search';
import { beginApprovals } from './trust/approvals';
import { type Notice, type WorkbenchHost } from './types';

interface OpenedWiki {
  readonly host: WorkbenchHost;
  readonly vault: Vault;
  readonly journal: Journal;
  readonly lens: Lens;
  readonly snapshot: Snapshot;
  readonly journalState: string;
}

/** A wiki before and after a change that is written. */
interface PlannedWiki {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** What a waiting proposal makes of the files that it was applied to. */
interface AppliedProposal {
  readonly proposal: Proposal;
  /** Hashes of the texts that this rests on, by path; `null` for no file. */
  readonly read: ReadonlyMap<string, Hash | null>;
  /** `null` where it did not fit. */
  readonly changes: readonly FileChange[] | null;
}

interface SessionListener {
  written(run: Run): Promise<void>;
  closing(): Promise<void>;
}

/** What an open wiki holds in memory, kept in step with the disk. */
export class WikiSession {
  readonly host: WorkbenchHost;
  /** Scoped to the wiki's root. */
  readonly vault: Vault;
  readonly journal: Journal;
  readonly store: ProposalStore;
  readonly engine: LintEngine;
  readonly notices: Notice[] = [];
  readonly recovered: readonly Notice[];
  lens: Lens;
  snapshot: Snapshot;
  /** State of the journal when the snapshot was read or last brought up to date. */
  #journalState: string;
  #search: Promise<WikiSearch> | null = null;
  #sourceSearch: SourceSearchService | null = null;
  #jobs: JobQueue | null = null;
  /** Paths that others changed and that were not read again yet. */
  readonly #changed = new Set<string>();
  readonly #reads = new SerialQueue();
  #pendingRefresh: Promise<void> | null = null;
  /** What {@link withPendingApplied} gave last: of a backlog, only the newest proposal is applied to it. */
  #pending: {
    readonly base: Snapshot;
    readonly applied: readonly AppliedProposal[];
    readonly snapshot: Snapshot;
  } | null = null;
  #lenses: Promise<readonly Lens[]> | null = null;
  readonly #listeners: SessionListener[] = [];
  /** Policies that the manifests name, relative to the wiki's root. A change of one can refuse a view. */
  policyPaths: ReadonlySet<string> = new Set();

  private constructor({ host, vault, journal, lens, snapshot, journalState }: OpenedWiki) {
    this.host = host;
    this.vault = vault;
    this.journal = journal;
    this.lens = lens;
    this.snapshot = snapshot;
    this.#journalState = journalState;
    this.recovered = journal.recovered.map(({ code, message, path }) => ({ code, message, at: path ?? '.wiki' }));
    const secret = (): string | null => host.device?.secret() ?? null;
    this.engine = createLintEngine(() => import('../ingest'), { vault, secret });
    const textBefore = (transaction: string, path: string): Promise<string | null> =>
      textBeforeTransaction(journal, transaction, path);
    this.store = new ProposalStore(vault, { ...host, textBefore });
  }

  /**
   * Recovers what a crash left, then reads the wiki.
   * @throws WikiError `knowledge_workspace_invalid`, `schema_missing` when the root manifest is not valid
   */
  static async open(host: WorkbenchHost, run: Run): Promise<WikiSession> {
    const vault = host.wiki ?? scopeVault(host.vault, host.root);
    const { clock, random, lock, device } = host;
    const secret = (): string | null => device?.secret() ?? null;
    // The manifest may change while the wiki is open, and the folder of sources with it.
    const onDisk = await readLayout(vault);
    const opened: { session?: WikiSession } = {};
    const refuse = (path: string): ErrorCode | null =>
      host.onlyProposes === true
        ? 'living-wiki:only_proposes'
        : refuseWrite(path, opened.session?.snapshot.layout ?? onDisk);
    const deps = { clock, random, run, secret, refuse, ...(lock && { lock }) };
    const journal = await openJournal(vault, deps);
    // Taken before anything is read, so that what another program commits while we read counts as new.
    const journalState = await stateOf(journal);
    if (device !== undefined) beginApprovals(device);
    const foreign = await foreignStateNotices(host, vault, journal);
    const lens = await resolveLens(host.vault, joinPath(host.root, MANIFEST_NAME));
    const vaultFiles = host.linksLeaveWiki === true ? await listFiles(host.vault, run) : [];
    const isLazy = host.reportsChanges !== true;
    const snapshot = await readSnapshot({ vault, lens, run, cacheSecret: secret(), vaultFiles, clock, isLazy });
    const session = new WikiSession({ host, vault, journal, lens, snapshot, journalState });
    opened.session = session;
    session.notices.push(...foreign);
    return session;
  }

  /** Whether this device signs what it writes. Without a secret, its own records cannot be told from those of others. */
  get isSigning(): boolean {
    return (this.host.device?.secret() ?? null) !== null;
  }

  /** Loaded when it is first used. */
  search(): Promise<WikiSearch> {
    return (this.#search ??= import('./search/wiki-search').then(
      ({ WikiSearch: Search }) => new Search(this.host, this.vault),
    ));
  }

  /** `null` where the host searches no sources. */
  get sourceSearch(): SourceSearchService | null {
    return (this.#sourceSearch ??= this.host.sourceSearch?.(this) ?? null);
  }

  /** The queue of long work; `null` where the host has none. */
  async jobs(): Promise<JobQueue | null> {
    if (this.host.jobs === undefined) return null;
    const { openQueue } = await import('./jobs/open-queue');
    return (this.#jobs ??= openQueue(this.host, this.host.jobs, this.vault));
  }

  async indexFor(snapshot: Snapshot, run: Run): Promise<PageIndex> {
    return (await this.search()).indexFor(snapshot, run);
  }

  /**
   * Keeps every other writer out while `work` reads, decides and writes, on a snapshot that holds what they wrote.
   * @param work commits with the writer that it is given
   */
  exclusively<T>(run: Run, work: (writer: JournalWriter) => Promise<T>): Promise<T> {
    return this.journal.exclusive(run, async (writer) => {
      const state = await stateOf(this.journal);
      if (state !== this.#journalState) {
        await this.#readAgain([''], run);
        this.#journalState = state;
      }
      return this.store.hold(() => work(writer));
    });
  }

  /**
   * Reads the files that were just written. Call it within {@link exclusively}.
   * @param planned the wiki before and after the change: a page that the file holds as it was planned is not parsed again
   */
  async refreshAfterWrite(paths: readonly string[], run: Run, planned?: PlannedWiki): Promise<void> {
    await this.#readAgain(paths, run, planned);
    this.#journalState = await stateOf(this.journal);
    for (const listener of this.#listeners) await listener.written(run);
  }

  /** @param listener called after each write of this session, and before it closes; both are awaited */
  addListener(listener: SessionListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Reads files that others changed, even while the wiki is locked. Calls that arrive while one is pending are
   * answered together. It cannot be cancelled, because the changes would be missed.
   */
  refresh(paths: readonly string[], run: Run): Promise<void> {
    for (const path of paths) this.#changed.add(path);
    this.#pendingRefresh ??= this.#readAgain([], uncancellable(run));
    return this.#pendingRefresh;
  }

  /** Runs one at a time, and includes the paths that wait to be refreshed. */
  #readAgain(paths: readonly string[], run: Run, planned?: PlannedWiki): Promise<void> {
    return this.#reads.add(async () => {
      this.#pendingRefresh = null;
      const all = [...new Set([...paths, ...this.#changed])];
      this.#changed.clear();
      if (all.length === 0) return;
      try {
        const known = planned?.before === this.snapshot ? planned.after : this.snapshot;
        this.snapshot = await known.refreshed(all, run);
      } catch (error) {
        for (const path of all) this.#changed.add(path);
        throw error;
      }
      if (all.some((path) => this.#mayChangeLenses(path))) this.invalidateLenses();
      this.lens = this.snapshot.lens;
    });
  }

  /** Whether it is a manifest, a policy, or a folder, which may hold some. */
  #mayChangeLenses(path: string): boolean {
    const name = baseName(path);
    return name === MANIFEST_NAME || !name.includes('.') || this.policyPaths.has(path);
  }

  /** The lens of the wiki itself, then every view of it, also those that are refused. */
  lenses(run: Run): Promise<readonly Lens[]> {
    const { vault, root, reportsChanges } = this.host;
    if (this.#lenses) return this.#lenses;
    const path = joinPath(root, MANIFEST_NAME);
    if (reportsChanges !== true) return listLenses(vault, path, run);
    // Whoever asks next waits for the same list, so nobody cancels it.
    const found = listLenses(vault, path, uncancellable(run));
    this.#lenses = found;
    found.catch(() => {
      this.invalidateLenses();
    });
    return found;
  }

  invalidateLenses(): void {
    this.#lenses = null;
  }

  /**
   * The wiki with every waiting proposal applied in order; a proposal that no longer fits is skipped. New proposals are
   * built on it, so that two sources about one subject do not both create its page.
   *
   * @param counts which proposals are applied; all by default
   */
  async withPendingApplied(
    run: Run,
    counts: (proposal: Proposal) => boolean = () => true,
  ): Promise<{ readonly snapshot: Snapshot; readonly waiting: readonly Proposal[] }> {
    const waiting = (await this.waitingProposals()).filter(counts);
    const known = this.#pending;
    const isExtended =
      known?.base === this.snapshot && known.applied.every(({ proposal }, at) => proposal === waiting[at]);
    const applied = isExtended ? [...known.applied] : [];
    let snapshot = isExtended ? known.snapshot : this.snapshot;
    // Else each of them would be another page to the search index, which would index all again, beside the old ones.
    const like = isExtended ? undefined : known?.snapshot;
    const before = new Map(known?.applied.map((each) => [each.proposal, each]));
    for (const proposal of waiting.slice(applied.length)) {
      await checkpoint(run);
      const earlier = before.get(proposal);
      const next = earlier && (await isSameFor(earlier, snapshot)) ? earlier : await applyTo(snapshot, proposal, run);
      if (next.changes !== null) snapshot = snapshot.with(next.changes, like);
      applied.push(next);
    }
    this.#pending = { base: this.snapshot, applied, snapshot };
    return { snapshot, waiting };
  }

  /** Proposals that wait for review, in the order in which they apply. Files that had to be set aside become notices. */
  async waitingProposals(): Promise<readonly Proposal[]> {
    const { proposals, broken } = await this.store.waiting();
    for (const file of broken) {
      this.notices.push({ code: 'living-wiki:state_broken', message: file.message, at: file.path });
    }
    return proposals;
  }

  /** The statements with a source that a person edited by hand in pages of the wiki as it is on disk. */
  handEdits(paths: readonly string[], run: Run): Promise<HandEdits> {
    return findHandEdits(this.journal, this.snapshot, paths, run);
  }

  /** Saves the caches. A vault that is read-only is no error. */
  async save(run: Run): Promise<void> {
    try {
      await saveSnapshotCache(this.snapshot, this.vault, this.host.device?.secret() ?? null, run);
      await this.engine.keep(this.snapshot, this.snapshot.lens, { clock: this.host.clock, run });
      await (await this.#search)?.save(this.snapshot, run);
    } catch (error) {
      if (!isWikiError(error)) throw error;
    }
  }

  /** Saves the caches and releases the journal. */
  async close(run: Run): Promise<void> {
    try {
      for (const listener of this.#listeners) await listener.closing();
      await this.save(run);
    } finally {
      await this.journal.close();
    }
  }
}

async function applyTo(snapshot: Snapshot, proposal: Proposal, run: Run): Promise<AppliedProposal> {
  const { changeSet } = proposal;
  const read = new Map<string, Hash | null>();
  const textOf = async (path: string): Promise<string | null> => {
    const text = await snapshot.text(path);
    read.set(path, text === null ? null : hashText(text));
    return text;
  };
  const { conflicts, changes } = await toFileChanges(changeSet, allHunkIds(changeSet), textOf, run);
  return { proposal, read, changes: conflicts.length === 0 ? changes : null };
}

/** Whether a proposal finds the same texts, so that nothing of it has to be looked at again. */
async function isSameFor({ read }: AppliedProposal, snapshot: Snapshot): Promise<boolean> {
  for (const [path, hash] of read) {
    const text = await snapshot.text(path);
    if ((text === null ? null : hashText(text)) !== hash) return false;
  }
  return true;
}

/** Differs after every transaction, and after every recovery of an interrupted one. */
async function stateOf(journal: Journal): Promise<string> {
  return `${(await journal.latest()) ?? ''} ${journal.recovered.length}`;
}

async function textBeforeTransaction(journal: Journal, id: string, path: string): Promise<string | null> {
  try {
    const { files } = await journal.read(id);
    return files.find((file) => (file.from ?? file.path) === path)?.before ?? null;
  } catch (error) {
    if (isWikiError(error)) return null;
    throw error;
  }
}
