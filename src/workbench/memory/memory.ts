import { isoTime, isWikiError, SerialQueue, WikiError, type Run } from '../../base';
import { planUndo } from '../../change';
import {
  buildDigest,
  bulletProvenance,
  bulletText,
  CATEGORY_PATHS,
  countItems,
  DEFAULT_PROMPT,
  DIGEST_FILE,
  digestChange,
  isOpen,
  keyOf,
  LEDGER_FILE,
  parseLedger,
  placeItem,
  planMemoryChange,
  printLedger,
  PROMPT_FILE,
  readBullets,
  type Ledger,
  type LedgerEntry,
  type MemoryChange,
  type PlacedBullet,
} from '../../harvest';
import { ProposalStore, readHistory, undoTarget, type HistoryEntry, type Proposal } from '../../proposal';
import { hashText, openJournal, type FileChange, type Hash, type Journal, type JournalWriter } from '../../vault';
import { readKeptHarvest, type KeptHarvest } from './change-set';
import { type MemoryHost, type MemoryItem, type MemoryOverview } from './types';

/** What a transaction keeps of its harvest. */
interface WrittenBullet {
  readonly path: string;
  readonly text: string;
  readonly quote: string | null;
}

const CATEGORY_OF: Readonly<Record<string, MemoryItem['category']>> = {
  'facts.md': 'facts',
  'decisions.md': 'decisions',
  'questions.md': 'questions',
  'playbooks.md': 'playbooks',
};

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

  /** What the digest tells a model; `null` while it is switched off. Source: knowledge curation guide, section 6. */
  async digest(): Promise<string | null> {
    return this.#read(DIGEST_FILE);
  }

  /** Everything that is kept, for a list. */
  async overview(): Promise<MemoryOverview> {
    const texts = await this.texts();
    const quotes = new Map((await this.#writtenBullets()).map(({ text, quote }) => [keyOf(text), quote]));
    const items = CATEGORY_PATHS.flatMap((path) => itemsOf(path, texts.get(path) ?? '', quotes));
    const { text: _, ...made } = buildDigest(texts);
    const isOn = texts.has(DIGEST_FILE);
    return {
      items,
      counts: countItems(items),
      digest: { isOn, ...made },
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
   * Applies a waiting proposal: its bullets are put into the files as they are now.
   *
   * @param accepted ids of hunks; `null` for all
   * @param edited text that a person wrote instead, by hunk id
   * @returns how many bullets were added
   * @throws WikiError `living-wiki:harvest_damaged` for a proposal of something else, `living-wiki:ledger_unreadable`, those of a transaction
   */
  apply(
    proposal: Proposal,
    accepted: ReadonlySet<string> | null,
    run: Run,
    decision: { readonly reason?: string; readonly edited?: Readonly<Record<string, string>> } = {},
  ): Promise<{ readonly added: number; readonly transaction: string }> {
    const kept = readKeptHarvest(proposal.changeSet);
    if (kept === null) {
      throw new WikiError('living-wiki:harvest_damaged', `Proposal ${proposal.id} is not of a harvest.`, {
        remedy: 'Reject it, and harvest the conversation again.',
      });
    }
    const taken = kept.items.filter(({ hunk }) => accepted?.has(hunk) ?? true);
    const rejectedHunks = kept.items.flatMap(({ hunk }) => (accepted?.has(hunk) === false ? [hunk] : []));
    const bullets = taken.map((item) => {
      const bullet = placeItem(item, { conversation: kept.conversation, day: kept.day }, item.file);
      const text = decision.edited?.[item.hunk];
      return text === undefined ? bullet : { ...bullet, text };
    });
    return this.#exclusively(run, async (writer) => {
      const entry = { path: kept.path, status: 'harvested', at: this.#now(), deleted: false } as const;
      const { change, transaction } = await this.#commitHarvest(
        writer,
        { kept, bullets, entry, proposal: proposal.id },
        run,
      );
      await this.store.recordDecision(proposal, 'applied', {
        rejectedHunks,
        reason: decision.reason ?? null,
        transaction,
      });
      return { added: change.added.length, transaction };
    });
  }

  /** Leaves a whole proposal out. The conversation counts as harvested, so that it is not paid for again. */
  reject(proposal: Proposal, reason: string | null, run: Run): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const kept = readKeptHarvest(proposal.changeSet);
      if (kept !== null) {
        const entry = { path: kept.path, status: 'harvested', at: this.#now(), deleted: false } as const;
        await this.#commitHarvest(writer, { kept, bullets: [], entry, proposal: proposal.id }, run);
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
  undo(id: string | null, run: Run): Promise<{ readonly undid: string; readonly files: readonly string[] }> {
    return this.#exclusively(run, async (writer) => {
      const history = (await this.history()).filter(({ event }) => event === 'harvest');
      const target = id ?? undoTarget(history).id;
      const transaction = await this.#journal.read(target, run);
      const bullets = writtenBullets(transaction.facts);
      const changed = new Map<string, string | null>();
      for (const file of transaction.files) {
        if (file.path === LEDGER_FILE || file.path === DIGEST_FILE || file.path === PROMPT_FILE) continue;
        const own = bullets.filter(({ path }) => path === file.path);
        const current = await this.#read(file.path);
        const plan = await planUndo([file], () => Promise.resolve(current), run);
        const [change] = plan.changes;
        if (plan.conflicts.length > 0) changed.set(file.path, current === null ? null : withoutBullets(current, own));
        else if (change !== undefined)
          changed.set(file.path, change.op === 'delete' ? null : (change as { text: string }).text);
      }
      const { hash } = transaction.facts as { readonly hash?: unknown };
      const ledger = new Map(await this.ledger());
      if (typeof hash === 'string') ledger.delete(hash);
      changed.set(LEDGER_FILE, printLedger(ledger));
      const texts = await this.texts();
      if (texts.has(DIGEST_FILE)) for (const [path, text] of digestChange(texts, changed)) changed.set(path, text);
      const changes = await this.#fileChanges(changed);
      const facts = { event: 'undo', subject: transaction.title, proposal: null };
      await writer.commit({ title: `Undo: ${transaction.title}`, changes, facts, undoes: target }, run);
      return { undid: target, files: changes.map(({ path }) => path) };
    });
  }

  async #commitHarvest(
    writer: JournalWriter,
    request: {
      readonly kept: KeptHarvest;
      readonly bullets: readonly PlacedBullet[];
      readonly entry: Omit<LedgerEntry, 'items'>;
      readonly proposal: string;
    },
    run: Run,
  ): Promise<{ readonly change: MemoryChange; readonly transaction: string }> {
    const { kept, bullets, entry, proposal } = request;
    const { hash, conversation } = kept;
    const ledger = await this.ledger();
    const change = planMemoryChange({
      texts: await this.texts(),
      ledger,
      bullets,
      written: await this.written(),
      hash,
      entry,
    });
    const changes = [...(await this.#fileChanges(change.texts)), ...(await this.#promptChange())];
    const added = change.added.map(({ path, text, item }) => ({ path, text, quote: item.quote }));
    const facts = { event: 'harvest', subject: conversation, proposal, hash, model: kept.model, bullets: added };
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

  #now(): string {
    return isoTime(this.host.clock.now());
  }
}

const isMemoryFile = (path: string): boolean =>
  [...CATEGORY_PATHS, DIGEST_FILE, LEDGER_FILE, PROMPT_FILE].includes(path) ||
  /^files\/[0-9a-z-]{1,80}\.md$/.test(path);

function fileChange(path: string, current: string | null, text: string): FileChange {
  return current === null ? { op: 'create', path, text } : { op: 'update', path, expected: hashText(current), text };
}

/** What a transaction says that it wrote; nothing where it says so in no known shape. */
function writtenBullets(facts: Readonly<Record<string, unknown>>): readonly WrittenBullet[] {
  if (!Array.isArray(facts.bullets)) return [];
  return facts.bullets.flatMap((bullet: unknown) => {
    const { path, text, quote } = (bullet ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof path !== 'string' || typeof text !== 'string') return [];
    return [{ path, text, quote: typeof quote === 'string' ? quote : null }];
  });
}

/** A text without these bullets, as far as they are still as they were written. */
function withoutBullets(text: string, bullets: readonly WrittenBullet[]): string {
  const gone = new Set(bullets.map((bullet) => bullet.text));
  let result = text;
  for (const { start, end, text: found } of [...readBullets(text)].reverse()) {
    if (!gone.has(found.replaceAll('\r', ''))) continue;
    const after = /^\r?\n/.exec(result.slice(end))?.[0].length ?? 0;
    result = result.slice(0, start) + result.slice(end + after);
  }
  return result;
}

function itemsOf(path: string, text: string, quotes: ReadonlyMap<string, string | null>): readonly MemoryItem[] {
  return readBullets(text).map((bullet) => ({
    category: CATEGORY_OF[path] ?? (isOpen(bullet) ? 'tasks_open' : 'tasks_done'),
    text: bulletText(bullet),
    path,
    line: bullet.line,
    from: bulletProvenance(bullet),
    quote: quotes.get(keyOf(bullet.text)) ?? null,
  }));
}
