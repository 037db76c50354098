import { SerialQueue, type Run } from '../../base';
import {
  buildDigest,
  bulletText,
  countItems,
  DEFAULT_PROMPT,
  DIGEST_FILE,
  digestChange,
  LEDGER_FILE,
  parseLedger,
  printLedger,
  PROMPT_FILE,
  type Ledger,
  type LedgerEntry,
  type MemoryChange,
  type PlacedBullet,
} from '../../harvest';
import { ProposalStore, readHistory, undoTarget, type HistoryEntry, type Proposal } from '../../proposal';
import { openJournal, type FileChange, type Hash, type Journal, type JournalWriter } from '../../vault';
import { onTextsOf } from './change-set';
import { bulletsOf, keptOf, type MemoryDecision } from './decision';
import { harvestTransaction, planHarvestChange } from './harvest-transaction';
import { readKeptHarvest, type KeptHarvest } from './kept-harvest';
import { notesAbout, notesRenamed, taskMoved } from './memory-edits';
import { isMemoryFile, MemoryFiles } from './memory-files';
import { listItems, listLedger } from './overview';
import { type MemoryHost, type MemoryItem, type MemoryOverview } from './types';
import { withoutHarvest } from './undo-harvest';
import { writtenBullets } from './written';
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
  readonly #files: MemoryFiles;
  readonly #journal: Journal;
  readonly #written: WrittenLog;
  readonly #queue = new SerialQueue();

  private constructor(host: MemoryHost, journal: Journal) {
    this.host = host;
    this.#files = new MemoryFiles(host.vault);
    this.#journal = journal;
    this.#written = new WrittenLog(journal);
    const textBefore = async (id: string, path: string): Promise<string | null> => {
      const { files } = await journal.read(id, undefined, (one) => one === path);
      return files.find((file) => file.path === path)?.before ?? null;
    };
    this.store = new ProposalStore(host.vault, { ...host, textBefore });
  }

  /** Recovers what a crash left. Writes nothing else. */
  static async open(host: MemoryHost, run: Run): Promise<Memory> {
    const { clock, random, lock, device } = host;
    const secret = (): string | null => device?.secret() ?? null;
    const refuse = (path: string) => (isMemoryFile(path) ? null : ('living-wiki:path_refused' as const));
    const deps = { clock, random, run, secret, refuse, ...(lock && { lock }) };
    const memory = new Memory(host, await openJournal(host.vault, deps));
    await memory.#recordApplied();
    return memory;
  }

  /** A crash between a transaction and its record leaves a proposal waiting that was applied. */
  async #recordApplied(): Promise<void> {
    const applied = new Map(
      (await this.history()).flatMap(({ id, proposal }) => (proposal === null ? [] : [[proposal, id]])),
    );
    for (const proposal of (await this.store.waiting()).proposals) {
      const transaction = applied.get(proposal.id);
      if (transaction === undefined) continue;
      await this.store.recordDecision(proposal, 'applied', { rejectedHunks: [], reason: null, transaction });
    }
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  /** @throws WikiError `living-wiki:ledger_unreadable` */
  async ledger(): Promise<Ledger> {
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
    const [texts, summaries, history] = [await this.texts(), await this.#journal.list(), await this.history()];
    const items = listItems(texts, await this.#written.bullets());
    const { text: _, ...made } = buildDigest(texts);
    return {
      items,
      counts: countItems(items),
      digest: { isOn: texts.has(DIGEST_FILE), ...made },
      ledger: listLedger(await this.ledger(), summaries, history),
      waiting: (await this.store.waiting()).proposals.length,
    };
  }

  /** Newest first. */
  history(): Promise<readonly HistoryEntry[]> {
    return readHistory(this.#journal);
  }

  /** Reasons for which a person left items out, newest first. */
  async rejections(): Promise<readonly string[]> {
    const { proposals } = await this.store.decided();
    const reasons = proposals.flatMap(({ decision }) => [
      decision?.reason ?? null,
      ...Object.values(decision?.reasons ?? {}),
    ]);
    return [...new Set(reasons.filter((reason): reason is string => reason !== null && reason !== ''))].reverse();
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
    return { ...proposal, changeSet: onTextsOf(proposal.changeSet, kept, state) };
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
      const text = await this.#files.read(LEDGER_FILE);
      const next = printLedger(new Map([...parseLedger(text), ...entries]));
      if (next === text) return;
      const changes = [
        ...(await this.#files.changes(new Map([[LEDGER_FILE, next]]))),
        ...(await this.#files.promptChange()),
      ];
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
      const history = (await this.history()).filter(({ event }) => event === 'harvest');
      const target = id ?? undoTarget(history).id;
      const transaction = await this.#journal.read(target, run);
      const written = writtenBullets(transaction.facts);
      const changes = await this.#files.changes(await withoutHarvest(this.#files, transaction, written, run));
      const facts = { event: 'undo', subject: transaction.title, proposal: null };
      await writer.commit({ title: `Undo: ${transaction.title}`, changes, facts, undoes: target }, run);
      return { undid: target, files: changes.map(({ path }) => path), bullets: written };
    });
    const questions = bullets.filter(({ path }) => path === 'questions.md').map(({ text }) => bulletText({ text }));
    if (questions.length > 0) await this.host.questions?.withdraw(questions);
    return done;
  }

  /**
   * Moves a task below "Done", or back below "Open".
   * @throws WikiError `living-wiki:edited_meanwhile` when the list no longer has it
   */
  setTask(task: Pick<MemoryItem, 'path' | 'bullet'>, isDone: boolean, run: Run): Promise<void> {
    const [title, to] = isDone ? (['Tick a task', 'Done'] as const) : (['Reopen a task', 'Open'] as const);
    return this.#edit(title, run, () => taskMoved(this.#files, task, to));
  }

  /** Switches the digest off. A harvest brings it back. */
  deleteDigest(run: Run): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const changes = await this.#files.changes(new Map([[DIGEST_FILE, null]]));
      if (changes.length === 0) return;
      const facts = { event: 'edit', subject: 'Delete the digest', proposal: null };
      await writer.commit({ title: 'Delete the digest', changes, facts }, run);
    });
  }

  /** Lets the notes about a file follow it. Where it has no notes, nothing happens. */
  renameNoted(from: string, to: string, run: Run): Promise<void> {
    return this.#edit('Follow a renamed file', run, () => notesRenamed(this.#files, from, to));
  }

  /** The file of notes about this path, by its heading; `null` if there is none. */
  notesAbout(path: string): Promise<string | null> {
    return notesAbout(this.#files, path);
  }

  /** Changes files other than the ledger; the digest follows while it is on. */
  #edit(title: string, run: Run, work: () => Promise<ReadonlyMap<string, string>>): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const changed = new Map<string, string | null>(await work());
      const texts = await this.texts();
      if (texts.has(DIGEST_FILE)) for (const [path, text] of digestChange(texts, changed)) changed.set(path, text);
      const changes = await this.#files.changes(changed);
      if (changes.length === 0) return;
      await writer.commit({ title, changes, facts: { event: 'edit', subject: title, proposal: null } }, run);
    });
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
