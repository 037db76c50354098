import { SerialQueue, type Run } from '../../base';
import {
  bulletText,
  DEFAULT_PROMPT,
  DIGEST_FILE,
  LEDGER_FILE,
  parseLedger,
  PROMPT_FILE,
  type ConversationLedger,
  type LedgerEntry,
  type MemoryChange,
  type PlacedBullet,
} from '../../harvest';
import { readHistory, undoTarget, type HistoryEntry, type Proposal, type ProposalStore } from '../../proposal';
import { type FileChange, type Hash, type Journal, type JournalWriter } from '../../vault';
import { rebaseHarvest } from './change-set';
import { bulletsOf, keptOf, type MemoryDecision } from './decision';
import { harvestTransaction, planHarvestChange, recordedIn } from './harvest-transaction';
import { readKeptHarvest, type KeptHarvest } from './kept-harvest';
import { MemoryEditor } from './memory-edits';
import { MemoryFiles } from './memory-files';
import { openMemoryJournal, openMemoryStore, recordApplied, rejectionsIn } from './memory-store';
import { memoryOverview } from './overview';
import { type MemoryHost, type MemoryOverview } from './types';
import { harvestUndo } from './undo-harvest';
import { WrittenLog } from './written-log';

interface HarvestRequest {
  readonly kept: KeptHarvest;
  readonly bullets: readonly PlacedBullet[];
  readonly proposal: Proposal;
}

/**
 * A memory folder: what conversations taught, in files that its owner edits. Every change is one transaction of the category files, the
 * ledger and the digest, and can be undone.
 */
export class Memory {
  readonly host: MemoryHost;
  readonly store: ProposalStore;
  /** What a person changes without a review. */
  readonly edits: MemoryEditor;
  readonly #files: MemoryFiles;
  readonly #journal: Journal;
  readonly #written: WrittenLog;
  readonly #queue = new SerialQueue();

  private constructor(host: MemoryHost, journal: Journal) {
    this.host = host;
    this.#files = new MemoryFiles(host.vault);
    this.#journal = journal;
    this.#written = new WrittenLog(journal);
    this.store = openMemoryStore(host, journal);
    this.edits = new MemoryEditor(this.#files, (run, work) => this.#exclusively(run, work));
  }

  /** Recovers what a crash left. Writes nothing else. */
  static async open(host: MemoryHost, run: Run): Promise<Memory> {
    const memory = new Memory(host, await openMemoryJournal(host, run));
    await recordApplied(memory.store, await memory.history());
    return memory;
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  /** @throws WikiError `living-wiki:ledger_unreadable` */
  async ledger(): Promise<ConversationLedger> {
    return parseLedger(await this.#files.read(LEDGER_FILE));
  }

  /** The prompt that its owner may edit; the one that comes with the program before it was written. */
  async prompt(): Promise<string> {
    return (await this.#files.read(PROMPT_FILE)) ?? DEFAULT_PROMPT;
  }

  /** Texts of the category files, the notes about files, and the digest, by path. */
  texts(): Promise<ReadonlyMap<string, string>> {
    return this.#files.texts();
  }

  /** Keys of the bullets that harvests wrote and that were not undone. */
  written(): Promise<ReadonlySet<string>> {
    return this.#written.keys();
  }

  /** The text of a file of the memory; `null` if there is none. */
  textOf(path: string): Promise<string | null> {
    return this.#files.read(path);
  }

  /** What the digest tells a model; `null` while it is switched off. Source: knowledge curation guide, section 6. */
  async digest(): Promise<string | null> {
    return this.#files.read(DIGEST_FILE);
  }

  /** Everything that is kept, for a list. */
  async overview(): Promise<MemoryOverview> {
    return memoryOverview({
      texts: await this.texts(),
      summaries: await this.#journal.list(),
      history: await this.history(),
      written: await this.#written.bullets(),
      ledger: await this.ledger(),
      waiting: (await this.store.waiting()).proposals.length,
    });
  }

  /** Newest first. */
  history(): Promise<readonly HistoryEntry[]> {
    return readHistory(this.#journal);
  }

  /** Reasons for which a person left items out, newest first. */
  rejections(): Promise<readonly string[]> {
    return rejectionsIn(this.store);
  }

  /**
   * A waiting proposal on the files as they are now.
   * @throws WikiError `living-wiki:proposal_missing`
   */
  async proposal(id: string): Promise<Proposal> {
    const proposal = await this.store.find(id);
    const kept = readKeptHarvest(proposal.changeSet);
    if (kept === null || proposal.state !== 'waiting') return proposal;
    const state = { texts: await this.texts(), written: await this.written() };
    return { ...proposal, changeSet: rebaseHarvest(proposal.changeSet, kept, state) };
  }

  /** What applying these items of a waiting proposal would write. */
  async preview(
    proposal: Proposal,
    accepted: ReadonlySet<string>,
    decision: MemoryDecision = {},
  ): Promise<readonly FileChange[]> {
    const kept = keptOf(proposal);
    const request = await this.#planRequest({ kept, bullets: bulletsOf(kept, accepted, decision) });
    const change = await planHarvestChange(request);
    return this.#files.changes(change.texts);
  }

  /**
   * Applies a waiting proposal: its bullets are put into the files as they are now.
   *
   * @param accepted ids of hunks; `null` for all
   * @returns how many bullets were added
   * @throws WikiError `living-wiki:harvest_damaged` for a proposal of something else, `living-wiki:ledger_unreadable`, those of a transaction
   */
  async apply(
    proposal: Proposal,
    accepted: ReadonlySet<string> | null,
    run: Run,
    decision: MemoryDecision = {},
  ): Promise<{ readonly added: number; readonly transaction: string; readonly files: readonly string[] }> {
    const kept = keptOf(proposal);
    const bullets = bulletsOf(kept, accepted, decision);
    const done = await this.#exclusively(run, async (writer) => {
      const { change, transaction } = await this.#commitHarvest(writer, { kept, bullets, proposal }, run);
      const rejectedHunks = kept.items.flatMap(({ hunk }) => (accepted?.has(hunk) === false ? [hunk] : []));
      const { reason = null, reasons, edited } = decision;
      const given = { ...(reasons && { reasons }), ...(edited && { edited }) };
      await this.store.recordDecision(proposal, 'applied', { rejectedHunks, reason, transaction, ...given });
      return { change, transaction };
    });
    const { added, texts } = done.change;
    const questions = added.filter(({ path }) => path === 'questions.md').map(({ item }) => item.statement);
    if (questions.length > 0) await this.host.questions?.add(questions, kept.conversation);
    return { added: added.length, transaction: done.transaction, files: [...texts.keys()] };
  }

  /** Leaves a whole proposal out. The conversation counts as harvested, so that it is not paid for again. */
  reject(proposal: Proposal, reason: string | null, run: Run): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const kept = readKeptHarvest(proposal.changeSet);
      if (kept !== null) {
        await this.#commitHarvest(writer, { kept, bullets: [], proposal }, run);
      }
      const rejectedHunks = kept?.items.map(({ hunk }) => hunk) ?? [];
      await this.store.recordDecision(proposal, 'rejected', { rejectedHunks, reason });
    });
  }

  /** Records in the ledger what became of conversations from which nothing was kept. */
  record(entries: ReadonlyMap<Hash, LedgerEntry>, title: string, run: Run): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const changes = await recordedIn(this.#files, entries);
      if (changes.length === 0) return;
      const facts = { event: 'record', subject: title, proposal: null };
      await writer.commit({ title, changes, facts }, run);
    });
  }

  /**
   * Takes back what a harvest added, with its entry in the ledger. What a person edited since stays.
   *
   * @param id a transaction; the newest harvest when absent
   * @throws WikiError `living-wiki:nothing_to_undo`, `living-wiki:transaction_missing`
   */
  async undo(id: string | null, run: Run): Promise<{ readonly undid: string; readonly files: readonly string[] }> {
    const { bullets, ...done } = await this.#exclusively(run, async (writer) => {
      const target = id ?? undoTarget((await this.history()).filter(({ event }) => event === 'harvest')).id;
      const { request, written } = await harvestUndo(this.#files, await this.#journal.read(target, run), run);
      await writer.commit({ ...request, undoes: target }, run);
      return { undid: target, files: request.changes.map(({ path }) => path), bullets: written };
    });
    const questions = bullets.filter(({ path }) => path === 'questions.md').map(({ text }) => bulletText({ text }));
    if (questions.length > 0) await this.host.questions?.withdraw(questions);
    return done;
  }

  async #commitHarvest(
    writer: JournalWriter,
    { proposal, ...request }: HarvestRequest,
    run: Run,
  ): Promise<{ readonly change: MemoryChange; readonly transaction: string }> {
    const { change, transaction } = await harvestTransaction(proposal, await this.#planRequest(request));
    return { change, transaction: (await writer.commit(transaction, run)).id };
  }

  async #planRequest(request: Omit<HarvestRequest, 'proposal'>) {
    return { ...request, files: this.#files, written: await this.written(), clock: this.host.clock };
  }

  #exclusively<T>(run: Run, work: (writer: JournalWriter) => Promise<T>): Promise<T> {
    return this.#queue.add(() => this.#journal.exclusive(run, work));
  }
}
