import { isoTime, isWikiError, SerialQueue, WikiError, type JsonValue, type Run } from '../../base';
import { planUndo } from '../../change';
import {
  buildDigest,
  bulletText,
  CATEGORY_PATHS,
  countItems,
  DEFAULT_PROMPT,
  DIGEST_FILE,
  digestChange,
  keyOf,
  LEDGER_FILE,
  moveTask,
  notedPath,
  parseLedger,
  placeItem,
  planMemoryChange,
  printLedger,
  PROMPT_FILE,
  readBullets,
  withNotedPath,
  type Ledger,
  type LedgerEntry,
  type MemoryChange,
  type PlacedBullet,
} from '../../harvest';
import { ProposalStore, readHistory, undoTarget, type HistoryEntry, type Proposal } from '../../proposal';
import {
  hashText,
  openJournal,
  type FileChange,
  type Hash,
  type Journal,
  type JournalWriter,
  type Transaction,
} from '../../vault';
import { readCost } from '../model/cost';
import { onTextsOf } from './change-set';
import { readKeptHarvest, type KeptHarvest } from './kept-harvest';
import { listItems, listLedger } from './overview';
import { type MemoryHost, type MemoryItem, type MemoryOverview } from './types';
import { printWritten, withoutBullets, writtenBullets, type WrittenBullet } from './written';

/** What a person decided about a proposal. */
export interface MemoryDecision {
  readonly reason?: string | null;
  /** Why single items are left out, by hunk id. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** Text that a person wrote instead, by hunk id. */
  readonly edited?: Readonly<Record<string, string>>;
}

/**
 * A memory folder: what conversations taught, in files that its owner edits. Every change is one transaction of the category files, the
 * ledger and the digest, and can be undone.
 */
export class Memory {
  readonly host: MemoryHost;
  readonly store: ProposalStore;
  readonly #journal: Journal;
  readonly #queue = new SerialQueue();

  private constructor(host: MemoryHost, journal: Journal) {
    this.host = host;
    this.#journal = journal;
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
    return parseLedger(await this.#read(LEDGER_FILE));
  }

  /** The prompt that its owner may edit; the one that comes with the program before it was written. */
  async prompt(): Promise<string> {
    return (await this.#read(PROMPT_FILE)) ?? DEFAULT_PROMPT;
  }

  /** Texts of the category files, the notes about files, and the digest, by path. */
  async texts(): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    const notes = (await this.host.vault.list('files')).filter(
      ({ kind, path }) => kind === 'file' && path.endsWith('.md'),
    );
    for (const path of [...CATEGORY_PATHS, DIGEST_FILE, ...notes.map((entry) => entry.path)]) {
      const text = await this.#read(path);
      if (text !== null) texts.set(path, text);
    }
    return texts;
  }

  /** Keys of the bullets that harvests wrote and that were not undone. */
  async written(): Promise<ReadonlySet<string>> {
    return new Set((await this.#writtenBullets()).map(({ text }) => keyOf(text)));
  }

  /** The text of a file of the memory; `null` if there is none. */
  textOf(path: string): Promise<string | null> {
    return this.#read(path);
  }

  /** What the digest tells a model; `null` while it is switched off. Source: knowledge curation guide, section 6. */
  async digest(): Promise<string | null> {
    return this.#read(DIGEST_FILE);
  }

  /** Everything that is kept, for a list. */
  async overview(): Promise<MemoryOverview> {
    const [texts, summaries, history] = [await this.texts(), await this.#journal.list(), await this.history()];
    const items = listItems(texts, await this.#writtenBullets());
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
    const { change } = await this.#plan(kept, bulletsOf(kept, accepted, decision));
    return this.#fileChanges(change.texts);
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
      const text = await this.#read(LEDGER_FILE);
      const next = printLedger(new Map([...parseLedger(text), ...entries]));
      if (next === text) return;
      const changes = [fileChange(LEDGER_FILE, text, next), ...(await this.#promptChange())];
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
      const changes = await this.#fileChanges(await this.#undone(transaction, written, run));
      const facts = { event: 'undo', subject: transaction.title, proposal: null };
      await writer.commit({ title: `Undo: ${transaction.title}`, changes, facts, undoes: target }, run);
      return { undid: target, files: changes.map(({ path }) => path), bullets: written };
    });
    const questions = bullets.filter(({ path }) => path === 'questions.md').map(({ text }) => bulletText({ text }));
    if (questions.length > 0) await this.host.questions?.withdraw(questions);
    return done;
  }

  /** The texts without what a transaction added. */
  async #undone(
    transaction: Transaction,
    written: readonly WrittenBullet[],
    run: Run,
  ): Promise<ReadonlyMap<string, string | null>> {
    const changed = new Map<string, string | null>();
    for (const file of transaction.files) {
      if (file.path === LEDGER_FILE || file.path === DIGEST_FILE || file.path === PROMPT_FILE) continue;
      const own = written.filter(({ path }) => path === file.path);
      const current = await this.#read(file.path);
      const plan = await planUndo([file], () => Promise.resolve(current), run);
      const [change] = plan.changes;
      if (plan.conflicts.length > 0) changed.set(file.path, current === null ? null : withoutBullets(current, own));
      else if (change !== undefined && change.op !== 'rename')
        changed.set(file.path, change.op === 'delete' ? null : change.text);
    }
    const { hash } = transaction.facts;
    const ledger = new Map(await this.ledger());
    if (typeof hash === 'string') ledger.delete(hash);
    changed.set(LEDGER_FILE, printLedger(ledger));
    const texts = await this.texts();
    if (texts.has(DIGEST_FILE)) for (const [path, text] of digestChange(texts, changed)) changed.set(path, text);
    return changed;
  }

  /**
   * Moves a task below "Done", or back below "Open".
   * @throws WikiError `living-wiki:edited_meanwhile` when the list no longer has it
   */
  setTask({ path, bullet }: Pick<MemoryItem, 'path' | 'bullet'>, isDone: boolean, run: Run): Promise<void> {
    return this.#edit(isDone ? 'Tick a task' : 'Reopen a task', run, async () => {
      const text = await this.#read(path);
      const moved = text === null ? null : moveTask(text, bullet, isDone ? 'Done' : 'Open');
      if (moved !== null) return new Map([[path, moved]]);
      throw new WikiError('living-wiki:edited_meanwhile', `"${path}" no longer has this task.`, {
        path,
        remedy: 'Open the note and look.',
      });
    });
  }

  /** Switches the digest off. A harvest brings it back. */
  deleteDigest(run: Run): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const changes = await this.#fileChanges(new Map([[DIGEST_FILE, null]]));
      if (changes.length === 0) return;
      const facts = { event: 'edit', subject: 'Delete the digest', proposal: null };
      await writer.commit({ title: 'Delete the digest', changes, facts }, run);
    });
  }

  /** Lets the notes about a file follow it. Where it has no notes, nothing happens. */
  renameNoted(from: string, to: string, run: Run): Promise<void> {
    return this.#edit('Follow a renamed file', run, async () => {
      const notes = [...(await this.texts())].filter(([path, text]) => isNotes(path) && notedPath(text) === from);
      return new Map(notes.map(([path, text]) => [path, withNotedPath(text, to)]));
    });
  }

  /** The file of notes about this path, by its heading; `null` if there is none. */
  async notesAbout(path: string): Promise<string | null> {
    const found = [...(await this.texts())].find(([note, text]) => isNotes(note) && notedPath(text) === path);
    return found?.[0] ?? null;
  }

  /** Changes files other than the ledger; the digest follows while it is on. */
  #edit(title: string, run: Run, work: () => Promise<ReadonlyMap<string, string>>): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const changed = new Map<string, string | null>(await work());
      const texts = await this.texts();
      if (texts.has(DIGEST_FILE)) for (const [path, text] of digestChange(texts, changed)) changed.set(path, text);
      const changes = await this.#fileChanges(changed);
      if (changes.length === 0) return;
      await writer.commit({ title, changes, facts: { event: 'edit', subject: title, proposal: null } }, run);
    });
  }

  async #plan(
    { hash, path }: KeptHarvest,
    bullets: readonly PlacedBullet[],
  ): Promise<{ readonly change: MemoryChange }> {
    const entry = { path, status: 'harvested', at: isoTime(this.host.clock.now()), deleted: false } as const;
    const [texts, ledger, written] = [await this.texts(), await this.ledger(), await this.written()];
    return { change: planMemoryChange({ texts, ledger, bullets, written, hash, entry }) };
  }

  async #commitHarvest(
    writer: JournalWriter,
    request: {
      readonly kept: KeptHarvest;
      readonly bullets: readonly PlacedBullet[];
      readonly proposal: Proposal;
    },
    run: Run,
  ): Promise<{ readonly change: MemoryChange; readonly transaction: string }> {
    const { kept, bullets, proposal } = request;
    const { hash, path, conversation, model } = kept;
    const { change } = await this.#plan(kept, bullets);
    const changes = [...(await this.#fileChanges(change.texts)), ...(await this.#promptChange())];
    const added = change.added.map(({ item, ...bullet }) => ({
      path: bullet.path,
      text: bullet.text,
      quote: item.quote,
      isQuoteMissing: item.isQuoteMissing,
    }));
    const cost = readCost(proposal.changeSet.facts);
    const facts = {
      ...{ event: 'harvest', subject: conversation, proposal: proposal.id, hash, path, model },
      bullets: printWritten(added),
      ...(cost && { cost: cost as unknown as JsonValue }),
    };
    const { id } = await writer.commit({ title: `Harvest "${conversation}"`, changes, facts }, run);
    return { change, transaction: id };
  }

  /** The prompt is written once. */
  async #promptChange(): Promise<readonly FileChange[]> {
    const text = await this.#read(PROMPT_FILE);
    return text === null ? [{ op: 'create', path: PROMPT_FILE, text: DEFAULT_PROMPT }] : [];
  }

  async #fileChanges(texts: ReadonlyMap<string, string | null>): Promise<readonly FileChange[]> {
    const changes: FileChange[] = [];
    for (const [path, text] of texts) {
      const current = await this.#read(path);
      if (current === text) continue;
      if (text !== null) changes.push(fileChange(path, current, text));
      else if (current !== null) changes.push({ op: 'delete', path, expected: hashText(current) });
    }
    return changes;
  }

  async #writtenBullets(): Promise<readonly WrittenBullet[]> {
    const undone = new Set((await this.history()).filter(({ undoneBy }) => undoneBy !== null).map(({ id }) => id));
    return (await this.#journal.list())
      .filter(({ id }) => !undone.has(id))
      .flatMap(({ facts }) => writtenBullets(facts));
  }

  async #read(path: string): Promise<string | null> {
    try {
      return await this.host.vault.readText(path);
    } catch (error) {
      if (isWikiError(error) && error.code === 'living-wiki:file_missing') return null;
      throw error;
    }
  }

  #exclusively<T>(run: Run, work: (writer: JournalWriter) => Promise<T>): Promise<T> {
    return this.#queue.add(() => this.#journal.exclusive(run, work));
  }
}

/** @throws WikiError `living-wiki:harvest_damaged` for a proposal of something else */
function keptOf({ id, changeSet }: Proposal): KeptHarvest {
  const kept = readKeptHarvest(changeSet);
  if (kept !== null) return kept;
  throw new WikiError('living-wiki:harvest_damaged', `Proposal ${id} is not of a harvest.`, {
    remedy: 'Reject it, and harvest the conversation again.',
  });
}

/** The bullets of the accepted items, with the text that a person wrote instead. */
function bulletsOf(
  kept: KeptHarvest,
  accepted: ReadonlySet<string> | null,
  { edited }: MemoryDecision,
): readonly PlacedBullet[] {
  return kept.items
    .filter(({ hunk }) => accepted?.has(hunk) ?? true)
    .map((item) => {
      const bullet = placeItem(item, { conversation: kept.conversation, day: kept.day }, item.file);
      const text = edited?.[item.hunk];
      return text === undefined ? bullet : { ...bullet, text: editedBullet(text) };
    });
}

/** A text that a person wrote instead of a bullet, which may begin with the headings of a new file. */
function editedBullet(text: string): string {
  const [first] = readBullets(text);
  return first === undefined ? `- ${text.trim().replace(/\s*\n\s*/g, ' ')}` : text.slice(first.start).trimEnd();
}

const isNotes = (path: string): boolean => path.startsWith('files/');

const isMemoryFile = (path: string): boolean =>
  [...CATEGORY_PATHS, DIGEST_FILE, LEDGER_FILE, PROMPT_FILE].includes(path) ||
  /^files\/[0-9a-z-]{1,80}\.md$/.test(path);

function fileChange(path: string, current: string | null, text: string): FileChange {
  return current === null ? { op: 'create', path, text } : { op: 'update', path, expected: hashText(current), text };
}
