import { isWikiError, type Run, SerialQueue, uncancellable } from '../base';
import { toFileChanges } from '../change';
import { createLintEngine, type LintEngine } from '../lint';
import { allHunkIds, ProposalStore, readDecision, type ProposalDecision, type Proposal } from '../proposal';
import { loadPageIndex, type PageIndex } from '../search';
import { joinPath, openJournal, scopeVault, type JournalWriter, type Journal, type Vault } from '../vault';
import { listFiles } from './list-files';
import { removeOldIndexes, shardsIn } from './index-store';
import { readSnapshot, saveSnapshotCache, type Snapshot } from '../wiki';
import { listLenses, MANIFEST_NAME, resolveLens, type Lens } from '../workspace';
import { createSemanticRanker, type SemanticRanker } from './model/semantic-ranking';
import { type Notice, type WorkbenchHost } from './types';

/** What an open wiki holds in memory, and how it is kept true to the disk. */
export class WikiSession {
  readonly host: WorkbenchHost;
  /** Scoped to the wiki's root. */
  readonly vault: Vault;
  readonly journal: Journal;
  readonly store: ProposalStore;
  readonly engine: LintEngine = createLintEngine();
  readonly rankSemantically: SemanticRanker;
  readonly notices: Notice[] = [];
  readonly recovered: readonly Notice[];
  lens: Lens;
  snapshot: Snapshot;
  /** What the journal was at when the snapshot was read or last brought up to date. */
  #mark: string;
  #index: PageIndex | null = null;
  /** Changed by others and not yet taken up. */
  readonly #touched = new Set<string>();
  readonly #refreshes = new SerialQueue();
  #refreshing: Promise<void> | null = null;
  #lenses: Promise<readonly Lens[]> | null = null;
  #indexSaved = true;

  private constructor(parts: {
    host: WorkbenchHost;
    vault: Vault;
    journal: Journal;
    lens: Lens;
    snapshot: Snapshot;
    recovered: readonly Notice[];
    mark: string;
  }) {
    this.host = parts.host;
    this.vault = parts.vault;
    this.journal = parts.journal;
    this.lens = parts.lens;
    this.snapshot = parts.snapshot;
    this.recovered = parts.recovered;
    this.#mark = parts.mark;
    this.rankSemantically = createSemanticRanker(parts.host, parts.vault);
    this.store = new ProposalStore(parts.vault, parts.host);
  }

  /**
   * Recovers what a crash left, then reads the wiki.
   * @throws WikiError `knowledge_workspace_invalid`, `schema_missing` when the root manifest is not valid
   */
  static async open(host: WorkbenchHost, run: Run): Promise<WikiSession> {
    const vault = host.wiki ?? scopeVault(host.vault, host.root);
    const { clock, random, lock } = host;
    const journal = await openJournal(vault, { clock, random, run, ...(lock && { lock }) });
    // Before anything is read: what another program commits while we read is seen as new.
    const mark = await markOf(journal);
    const lens = await resolveLens(host.vault, joinPath(host.root, 'KNOWLEDGE.md'));
    const neighbours = host.linksLeaveWiki === true ? await listFiles(host.vault, run) : [];
    const snapshot = await readSnapshot({ vault, lens, run, cache: true, vaultFiles: neighbours, clock });
    const recovered = journal.recovered.map(({ code, message, path }) => ({ code, message, at: path ?? '.wiki' }));
    const session = new WikiSession({ host, vault, journal, lens, snapshot, recovered, mark });
    await session.#reconcile();
    return session;
  }

  async #reconcile(): Promise<void> {
    const applied = new Map<string, ProposalDecision>();
    for (const { id, facts } of await this.journal.list()) {
      const { proposal, decision } = facts;
      if (typeof proposal !== 'string') continue;
      applied.set(proposal, { rejectedHunks: [], reason: null, ...readDecision(decision), transaction: id });
    }
    // Before the store looks: of files that it has to set aside a person is to hear.
    await this.waitingProposals();
    await this.store.reconcile(applied);
  }

  /** The search index of the current snapshot, from the cache where that is still good. */
  async index(run: Run): Promise<PageIndex> {
    return this.indexFor(this.snapshot, run);
  }

  /** The search index brought to `snapshot`. There is one index; it stands for whatever was asked for last. */
  async indexFor(snapshot: Snapshot, run: Run): Promise<PageIndex> {
    if (this.#index) {
      await this.#index.update(snapshot, run);
      return this.#index;
    }
    const index = await loadPageIndex(shardsIn(this.vault), snapshot, run);
    this.#index = index;
    this.#indexSaved = false;
    return index;
  }

  /**
   * Does what reads, decides and writes with every other writer kept out, on a snapshot that holds what they wrote.
   * @param work commits by what it is handed
   */
  exclusively<T>(run: Run, work: (writer: JournalWriter) => Promise<T>): Promise<T> {
    return this.journal.exclusive(run, async (writer) => {
      const mark = await markOf(this.journal);
      if (mark !== this.#mark) {
        await this.#take([''], run);
        this.#mark = mark;
      }
      return work(writer);
    });
  }

  /** Takes up what was written to these files; to be called where they were written, within {@link exclusively}. */
  async refreshAfterWrite(paths: readonly string[], run: Run): Promise<void> {
    await this.#take(paths, run);
    this.#mark = await markOf(this.journal);
  }

  /**
   * Takes up what others wrote to these files, whether or not somebody holds the wiki. Calls that come while one is
   * under way are taken up together. Cannot be cancelled: what was changed would be lost sight of.
   */
  refresh(paths: readonly string[], run: Run): Promise<void> {
    for (const path of paths) this.#touched.add(path);
    this.#refreshing ??= this.#take([], uncancellable(run));
    return this.#refreshing;
  }

  /** One after the other, each on what the one before left. Takes along what waits to be refreshed. */
  #take(paths: readonly string[], run: Run): Promise<void> {
    return this.#refreshes.add(async () => {
      this.#refreshing = null;
      const all = [...new Set([...paths, ...this.#touched])];
      this.#touched.clear();
      if (all.length === 0) return;
      try {
        this.snapshot = await this.snapshot.refreshed(all, run);
      } catch (error) {
        for (const path of all) this.#touched.add(path);
        throw error;
      }
      if (all.some((path) => path === '' || path.endsWith(MANIFEST_NAME))) this.invalidateLenses();
      this.lens = this.snapshot.lens;
      this.#indexSaved = false;
    });
  }

  /** The lens of the wiki itself, then every view on it, refused ones included. */
  lenses(run: Run): Promise<readonly Lens[]> {
    const { vault, root, reportsChanges: watched } = this.host;
    if (this.#lenses) return this.#lenses;
    const found = listLenses(vault, joinPath(root, MANIFEST_NAME), run);
    if (watched !== true) return found;
    this.#lenses = found;
    found.catch(() => {
      this.invalidateLenses();
    });
    return found;
  }

  /** To be called when a manifest anywhere in the vault was changed. */
  invalidateLenses(): void {
    this.#lenses = null;
  }

  /**
   * The wiki as it would be with everything that waits applied in order; a proposal that no longer fits is left out.
   * Proposals made now are built on it, so that two sources about one subject do not create it twice.
   */
  async withPendingApplied(): Promise<{ snapshot: Snapshot; waitingProposals: readonly Proposal[] }> {
    const { proposals } = await this.waitingProposals();
    let snapshot = this.snapshot;
    for (const proposal of proposals) {
      const base = snapshot;
      const { changeSet } = proposal;
      const resolved = await toFileChanges(changeSet, allHunkIds(changeSet), (path) => base.text(path));
      if (resolved.conflicts.length === 0) snapshot = snapshot.with(resolved.changes);
    }
    return { snapshot, waitingProposals: proposals };
  }

  /** The waiting proposals; files that had to be set aside become notices. */
  async waitingProposals(): Promise<{ proposals: readonly Proposal[] }> {
    const { proposals, broken } = await this.store.waiting();
    for (const file of broken) {
      this.notices.push({ code: 'living-wiki:state_broken', message: file.message, at: file.path });
    }
    return { proposals };
  }

  /** Saves the caches; a vault that cannot be written to is no reason to fail. */
  async save(run: Run): Promise<void> {
    try {
      await saveSnapshotCache(this.snapshot, this.vault, run);
      if (this.#index && !this.#indexSaved) {
        const { snapshot } = this;
        await this.#index.update(snapshot, run);
        await this.#index.save(shardsIn(this.vault), run);
        await removeOldIndexes(this.vault);
        this.#indexSaved = snapshot === this.snapshot;
      }
    } catch (error) {
      if (!isWikiError(error)) throw error;
    }
  }

  /** Saves the caches and lets go of the journal. */
  async close(run: Run): Promise<void> {
    try {
      await this.save(run);
    } finally {
      await this.journal.close();
    }
  }
}

/** Differs when the wiki was written to: by a transaction, or by putting right one that was interrupted. */
async function markOf(journal: Journal): Promise<string> {
  return `${(await journal.latest()) ?? ''} ${journal.recovered.length}`;
}
