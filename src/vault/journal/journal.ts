import { isWikiError, type ErrorCode, type Run, SerialQueue, silentRun, throwIfCancelled, WikiError } from '../../base';
import { hashText } from '../text';
import { type Vault } from '../types';
import { nextTransactionId, timeOfId } from './ids';
import { createVaultLock } from './lock';
import { editedMeanwhile, NOTHING_CHANGED, planTransaction, type TransactionPlan } from './plan';
import { type BothTexts } from './kept-texts';
import { type FileRecord, type TransactionHeader } from './records';
import { isInterrupted, recover, removeFolders, rollBack } from './recovery';
import { applyFile } from './apply-file';
import { describeForeign } from './describe-foreign';
import { JournalSigner } from './seal';
import { JournalStore } from './store';
import { TextHistory } from './text-history';
import { summaryOf, transactionOf } from './transaction';
import {
  type JournalWriter,
  type Journal,
  type JournalDeps,
  type RecoveryNote,
  type Transaction,
  type TransactionRequest,
  type TransactionSummary,
  type WriteLock,
} from './types';

/**
 * Opens the journal of a wiki and repairs what an interruption left: see {@link Journal.recovered}.
 *
 * @param vault the wiki's root as a vault of its own
 * @throws what the vault throws when something has to be repaired and cannot be written
 */
export async function openJournal(vault: Vault, deps: JournalDeps): Promise<Journal> {
  const journal = new WikiJournal(vault, deps);
  await journal.open(deps.run ?? silentRun);
  return journal;
}

class WikiJournal implements Journal {
  readonly recovered: RecoveryNote[] = [];
  readonly #vault: Vault;
  readonly #store: JournalStore;
  readonly #deps: JournalDeps;
  readonly #lock: WriteLock;
  readonly #seal: JournalSigner;
  /** The header of a transaction that is done never changes. */
  readonly #headers = new Map<string, TransactionHeader>();
  readonly #summaries = new WeakMap<TransactionHeader, TransactionSummary>();
  readonly #texts: TextHistory;
  readonly #queue = new SerialQueue();
  /** Ids of what is done, while this journal holds the lock and so nobody else adds any. */
  #heldIds: string[] | null = null;
  #lastId = '';
  #isClosed = false;

  constructor(vault: Vault, deps: JournalDeps) {
    this.#vault = vault;
    this.#seal = new JournalSigner(deps.secret ?? (() => null));
    this.#store = new JournalStore(vault, this.#seal);
    this.#deps = deps;
    this.#texts = new TextHistory({
      ...{ vault, store: this.#store },
      headerOf: (id) => this.#headerOrSetAside(id),
      isOwn: (header) => this.#seal.isOwn(header),
    });
    this.#lock = deps.lock ?? createVaultLock(vault, deps);
  }

  readonly #mayFinish = (header: TransactionHeader): boolean =>
    this.#seal.isOwn(header) && this.#refusalOf(header) === null;

  async open(run: Run): Promise<void> {
    const mustRecover = await this.#isInterrupted();
    if (!mustRecover && (await this.#store.leftovers()).length === 0) return;
    try {
      await this.#enqueue(run, () => this.#recover(run));
    } catch (error) {
      // A wiki on a read-only disk can still be read, unfinished files and all.
      if (mustRecover || !isWikiError(error) || error.code !== 'living-wiki:read_only') throw error;
    }
  }

  #isInterrupted(): Promise<boolean> {
    return isInterrupted(this.#store, this.#mayFinish);
  }

  commit(request: TransactionRequest, run: Run): Promise<Transaction> {
    return this.exclusive(run, (writer) => writer.commit(request, run));
  }

  exclusive<T>(run: Run, work: (writer: JournalWriter) => Promise<T>): Promise<T> {
    return this.#enqueue(run, async () => {
      if (await this.#isInterrupted()) await this.#recover(run);
      this.#heldIds = await this.#doneIds();
      try {
        return await work({ commit: (request, within) => this.#commit(request, within) });
      } finally {
        this.#heldIds = null;
      }
    });
  }

  async #commit(request: TransactionRequest, run: Run): Promise<Transaction> {
    // An earlier commit of the same writer may have failed half-way.
    if (await this.#isInterrupted()) {
      await this.#recover(run);
      if (this.#heldIds !== null) {
        this.#heldIds = null;
        this.#heldIds = await this.#doneIds();
      }
    }
    await this.#lock.heartbeat?.();
    const undone = request.undoes === undefined ? null : await this.#header(request.undoes);
    const now = this.#deps.clock.now();
    const stamp = { id: await this.#nextId(now), now };
    const planned = await planTransaction(this.#vault, request, undone, stamp, run);
    const refusal = this.#refusalOf(planned.header);
    if (refusal !== null) throw refusal;
    const plan = { ...planned, header: this.#seal.sign(planned.header) };
    throwIfCancelled(run);
    await this.#texts.note(await this.#doneIds());
    await this.#begin(plan, run);
    await this.#apply(plan, run);
    this.#headers.set(plan.header.id, plan.header);
    this.#texts.add(plan.header);
    this.#heldIds?.push(plan.header.id);
    return transactionOf(plan, true);
  }

  async latest(): Promise<string | null> {
    return (await this.#doneIds()).at(-1) ?? null;
  }

  /**
   * Ids of what is done, oldest first. A record of another machine that is dated days ahead is left out: it would be the newest
   * whatever is written, and no id could follow the last of all dates.
   */
  async #doneIds(): Promise<string[]> {
    if (this.#heldIds !== null) return [...this.#heldIds];
    const limit = this.#deps.clock.now() + MAX_CLOCK_DIFFERENCE;
    const ids: string[] = [];
    for (const id of await this.#store.ids('done')) {
      const header = timeOfId(id) > limit ? await this.#headerOrSetAside(id) : null;
      if (timeOfId(id) <= limit || (header !== null && this.#seal.isOwn(header))) ids.push(id);
    }
    return ids;
  }

  async foreign(): Promise<readonly RecoveryNote[]> {
    return (await this.#store.foreign()).map(({ header, path }) => describeForeign(header, path, null));
  }

  async list(): Promise<readonly TransactionSummary[]> {
    const summaries: TransactionSummary[] = [];
    for (const id of (await this.#doneIds()).reverse()) {
      // Waiting for each of thousands that are known takes longer than all else here.
      const header = this.#headers.get(id) ?? (await this.#headerOrSetAside(id));
      if (header === null) continue;
      const known = this.#summaries.get(header);
      const summary = known ?? summaryOf(header, this.#seal.isOwn(header));
      if (known === undefined) this.#summaries.set(header, summary);
      summaries.push(summary);
    }
    return summaries;
  }

  async read(id: string, run: Run = silentRun, isWanted: (path: string) => boolean = () => true): Promise<Transaction> {
    const header = await this.#header(id);
    const texts = await this.#texts.read(header, run, isWanted);
    const files: FileRecord[] = [];
    const both: BothTexts[] = [];
    for (const [at, file] of header.files.entries()) {
      if (!isWanted(file.path)) continue;
      const found = texts[at] ?? null;
      if (found === null) throw unreadable(id);
      files.push(file);
      both.push(found);
    }
    const plan = { before: both.map(({ before }) => before), after: both.map(({ after }) => after) };
    return transactionOf({ header: { ...header, files }, ...plan }, this.#seal.isOwn(header));
  }

  undoSizes(): Promise<ReadonlyMap<string, number>> {
    return this.#store.keptSizes();
  }

  async wrote(id: string, path: string, text: string): Promise<boolean> {
    const header = await this.#headerOrSetAside(id);
    const after = header?.files.find((file) => file.path === path)?.after ?? null;
    return after !== null && after === hashText(text);
  }

  giveUpUndo(ids: ReadonlySet<string>, run: Run): Promise<void> {
    return this.#enqueue(run, async () => {
      if (await this.#isInterrupted()) await this.#recover(run);
      const done = await this.#doneIds();
      const removed = new Set(done.filter((id) => ids.has(id)));
      for (const [at, id] of done.entries()) {
        const header = removed.has(id) ? null : await this.#headerOrSetAside(id);
        if (header === null) continue;
        await this.#lock.heartbeat?.();
        throwIfCancelled(run);
        await this.#texts.detach(header, removed);
        run.progress({ stage: 'Keeping what later changes need', done: at + 1, total: done.length });
        await run.yieldToHost();
      }
      this.#texts.forget(removed);
      for (const id of removed) {
        await this.#lock.heartbeat?.();
        throwIfCancelled(run);
        await this.#store.removeKept(id);
        await run.yieldToHost();
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.idle();
  }

  /** Runs work under the lock, after all earlier work. */
  #enqueue<T>(run: Run, work: () => Promise<T>): Promise<T> {
    return this.#queue.add(async () => {
      if (this.#isClosed)
        throw new WikiError('living-wiki:journal_closed', 'The wiki is closed.', { remedy: 'Open it again.' });
      const release = await this.#lock.acquire(run);
      try {
        return await work();
      } finally {
        await release();
      }
    });
  }

  #recovery(run: Run, note: (note: RecoveryNote) => void): Parameters<typeof recover>[0] {
    return {
      ...{ vault: this.#vault, store: this.#store, run, note },
      mayFinish: this.#mayFinish,
      texts: this.#texts,
      heartbeat: async () => this.#lock.heartbeat?.(),
    };
  }

  /** About the first path that the host does not let a transaction write. */
  #refusalOf({ files }: TransactionHeader): WikiError | null {
    const { refuse = () => null } = this.#deps;
    for (const path of files.flatMap((file) => (file.op === 'rename' ? [file.from, file.path] : [file.path]))) {
      const code = refuse(path);
      if (code !== null) return pathRefused(code, path);
    }
    return null;
  }

  #recover(run: Run): Promise<void> {
    return recover(this.#recovery(run, (note) => this.recovered.push(note)));
  }

  /** Writes the journal. On a failure, removes what was written of it. */
  async #begin({ header, before, after }: TransactionPlan, run: Run): Promise<void> {
    try {
      await this.#store.begin(header, before, after, run);
    } catch (error) {
      await this.#store.discard(header.id).catch(() => undefined);
      throw withOutcome(error, NOTHING_CHANGED);
    }
  }

  async #apply({ header, before, after }: TransactionPlan, run: Run): Promise<void> {
    try {
      for (const [index, file] of header.files.entries()) {
        await this.#lock.heartbeat?.();
        const outcome = await applyFile(this.#vault, file, 'after', after[index] ?? null);
        if (outcome !== 'done') {
          const isGone = file.op === 'update' && (await this.#vault.stat(file.path)) === null;
          throw editedMeanwhile(file.path, isGone ? 'removed' : 'changed');
        }
        run.progress({ stage: 'Writing', done: index + 1, total: header.files.length, detail: file.path });
        await run.yieldToHost();
      }
      await removeFolders(this.#vault, header.emptied);
      await this.#lock.heartbeat?.();
      await this.#store.finish(header, await this.#texts.keep(header, before, after));
    } catch (error) {
      // The program that took the lock has also finished or rolled back this transaction.
      if (isWikiError(error) && error.code === 'living-wiki:lock_lost') throw error;
      if (await this.#isDone(header)) {
        // What is left of the open record would be removed by the next start, too.
        await this.#store.removeOpen(header.id).catch(() => undefined);
        return;
      }
      throw withOutcome(error, (await this.#rollBack(header, run)) ? NOTHING_CHANGED : PARTLY_CHANGED);
    }
  }

  /** Whether the transaction was finished although its last step failed. */
  async #isDone(header: TransactionHeader): Promise<boolean> {
    try {
      return await this.#store.isDone(header.id);
    } catch {
      return false;
    }
  }

  /** @returns whether all files are as they were before */
  async #rollBack(header: TransactionHeader, run: Run): Promise<boolean> {
    const notes: RecoveryNote[] = [];
    try {
      const recovery = this.#recovery(run, (note) => notes.push(note));
      if (!(await rollBack(recovery, header))) return false;
    } catch {
      // The first error is the one to report.
      return false;
    }
    this.recovered.push(...notes.filter((note) => note.code === 'living-wiki:recovered_kept_edit'));
    return true;
  }

  async #header(id: string): Promise<TransactionHeader> {
    const header = this.#headers.get(id);
    if (header !== undefined) return header;
    if (!(await this.#doneIds()).includes(id)) {
      throw new WikiError('living-wiki:transaction_missing', `The history of this wiki has no change “${id}”.`, {
        remedy: 'Choose one from the list of changes.',
      });
    }
    const found = await this.#headerOrSetAside(id);
    if (found === null) throw unreadable(id);
    return found;
  }

  async #headerOrSetAside(id: string): Promise<TransactionHeader | null> {
    const known = this.#headers.get(id);
    if (known !== undefined) return known;
    const found = await this.#store.header('done', id);
    if (found.state === 'good') {
      this.#headers.set(id, found.value);
      return found.value;
    }
    if (found.state === 'broken') {
      const path = await this.#store.setAside('done', id);
      this.#heldIds = this.#heldIds?.filter((held) => held !== id) ?? null;
      const message =
        'The record of an earlier change cannot be read and was set aside. The change can no longer be undone.';
      this.recovered.push({ code: 'living-wiki:state_set_aside', message, path, transaction: id });
    }
    return null;
  }

  async #nextId(now: number): Promise<string> {
    const newest = (await this.latest()) ?? '';
    if (newest > this.#lastId) this.#lastId = newest;
    this.#lastId = nextTransactionId(this.#lastId, now, this.#deps.random);
    return this.#lastId;
  }
}

/** Milliseconds by which the clock of another machine may be ahead. */
const MAX_CLOCK_DIFFERENCE = 2 * 86_400_000;

const PARTLY_CHANGED =
  'Some files may already be written and could not be restored. ' +
  'The next time the wiki is opened, the change is finished or rolled back as a whole.';

/** Adds to an error of the vault what became of the files. */
function withOutcome(error: unknown, outcome: string): unknown {
  if (!isWikiError(error)) return error;
  const { code, path, remedy } = error;
  // Its own claim that nothing was changed does not hold in the middle of a transaction.
  const message = error.message.replace(` ${NOTHING_CHANGED}`, '');
  return new WikiError(code, `${message} ${outcome}`, {
    ...(path !== undefined && { path }),
    ...(remedy !== undefined && { remedy }),
    cause: error,
  });
}

function pathRefused(code: ErrorCode, path: string): WikiError {
  return new WikiError(code, `A change may not write this file. ${NOTHING_CHANGED}`, {
    path,
    remedy: 'Choose a path among the pages of the wiki.',
  });
}

function unreadable(id: string): WikiError {
  return new WikiError(
    'living-wiki:transaction_unreadable',
    `The texts that the change “${id}” replaced are no longer kept, or are damaged.`,
    {
      remedy: 'It can no longer be undone. Restore the files from a backup if you need them.',
    },
  );
}
