import { type Clock, isWikiError, type Random, type Run, SerialQueue, throwIfCancelled, WikiError } from '../../base';
import { type Vault } from '../types';
import { lockFileSchema, parseRecord, printRecord, RECORD_VERSION, type LockFile } from './records';
import { STATE_FOLDER } from './store';
import { type WriteLock } from './types';

/** The program that holds a lock or waits for it. */
export interface LockOwner {
  /** Shown to the user who has to wait. */
  readonly name: string;
  /** Identifies the machine, or whatever has its own process table; `null` where the host does not know. */
  readonly host: string | null;
  readonly process: number | null;
}

export interface VaultLockOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly owner?: LockOwner;
  /** Without it, waiting reads the vault and yields in a loop. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Whether an owner is known to be dead, so that its lock can be taken over at once. */
  readonly isDead?: (owner: LockOwner) => boolean;
  /** Calls `beat` at an interval; returns the function that stops it. */
  readonly keepAlive?: (beat: () => Promise<void>, everyMilliseconds: number) => () => void;
  /** A holder without a heartbeat for so long counts as dead. Milliseconds; 10,000 by default. */
  readonly staleAfter?: number;
  /** How long to wait for the lock. Milliseconds; 15,000 by default. */
  readonly timeout?: number;
  /** The folder of the lock's files; `.wiki/lock` by default. Each folder is a lock of its own. */
  readonly folder?: string;
}

const LOCK_FOLDER = `${STATE_FOLDER}/lock`;
/** Ends the wait on a host whose clock does not advance. */
const MAX_TRIES = 5000;
const RETRY_DELAY = 40;

/**
 * A lock made of files in a folder such as `.wiki/lock/`, one for each program that holds it or waits for it. All it needs of the host is
 * that a listing shows every file written before. No two programs write the same file, so it needs no exclusive creation.
 *
 * Each program takes a number higher than all it sees, and enters when no living program has a lower one or is still
 * choosing. To take over from a dead program, remove its file: names are never used again, so two programs may do so at
 * once. A folder that is synced between devices cannot be locked; there, the check of each file's hash has to do.
 *
 * Source: Lamport, "A new solution of Dijkstra's concurrent programming problem" (1974).
 */
export function createVaultLock(vault: Vault, options: VaultLockOptions): WriteLock {
  return new VaultLock(vault, options);
}

class VaultLock implements WriteLock {
  readonly #vault: Vault;
  readonly #options: VaultLockOptions;
  readonly #staleAfter: number;
  readonly #folder: string;
  #ownFile: LockFile | null = null;
  readonly #heartbeats = new SerialQueue();

  constructor(vault: Vault, options: VaultLockOptions) {
    this.#vault = vault;
    this.#options = options;
    this.#staleAfter = options.staleAfter ?? 10_000;
    this.#folder = options.folder ?? LOCK_FOLDER;
  }

  async acquire(run: Run): Promise<() => Promise<void>> {
    const { clock, sleep, timeout = 15_000 } = this.#options;
    const staleFiles = new StaleFiles(this.#staleAfter);
    const start = clock.now();
    let own = await this.#takeTicket(staleFiles);
    try {
      for (let tries = 0; ; tries++) {
        throwIfCancelled(run);
        // After a long sleep, others may have taken this program for dead and gone ahead: queue again behind them.
        if (clock.now() - own.beat > this.#staleAfter / 2) {
          await this.#withdraw(own);
          own = await this.#takeTicket(staleFiles);
        }
        const rival = await this.#firstRival(own, staleFiles);
        if (rival === undefined) return this.#hold(own);
        if (clock.now() - start > timeout || tries > MAX_TRIES) throw lockedBy(rival.owner);
        if (clock.now() - own.beat > this.#staleAfter / 4) own = await this.#refresh(own);
        await sleep?.(RETRY_DELAY);
        await run.yieldToHost();
      }
    } catch (error) {
      await this.#withdraw(own).catch(() => undefined);
      throw error;
    }
  }

  /** Heartbeats are queued, so that none is still writing when the lock is released. */
  heartbeat(): Promise<void> {
    return this.#heartbeats.add(() => this.#renew());
  }

  async #renew(): Promise<void> {
    const own = this.#ownFile;
    if (own === null) return;
    if ((await this.#vault.stat(this.#pathOf(own.id))) === null) throw lockLost();
    if (this.#options.clock.now() - own.beat < this.#staleAfter / 5) return;
    this.#ownFile = await this.#refresh(own);
  }

  #hold(own: LockFile): () => Promise<void> {
    this.#ownFile = own;
    // The next heartbeat makes up for one that fails, and the transaction's own reports a lost lock.
    const stop = this.#options.keepAlive?.(() => this.heartbeat().catch(() => undefined), this.#staleAfter / 5);
    return async () => {
      stop?.();
      await this.#heartbeats.idle();
      this.#ownFile = null;
      // The work is done. A file that cannot be removed now goes stale, and the next program removes it.
      await this.#withdraw(own).catch(() => undefined);
    };
  }

  /** Takes a number higher than all others. */
  async #takeTicket(staleFiles: StaleFiles): Promise<LockFile> {
    const { clock, random, owner = { name: 'another program', host: null, process: null } } = this.#options;
    const waiting: LockFile = {
      version: RECORD_VERSION,
      id: random.id(12),
      owner: { ...owner },
      ticket: null,
      beat: clock.now(),
    };
    await this.#write(waiting);
    try {
      const tickets = (await this.#livingRivals(waiting.id, staleFiles)).map((other) => other.ticket ?? 0);
      return await this.#refresh({ ...waiting, ticket: 1 + Math.max(0, ...tickets) });
    } catch (error) {
      await this.#withdraw(waiting).catch(() => undefined);
      throw error;
    }
  }

  /** A living program that enters before this one. */
  async #firstRival(own: LockFile, staleFiles: StaleFiles): Promise<LockFile | undefined> {
    return (await this.#livingRivals(own.id, staleFiles)).find((other) => hasPriority(other, own));
  }

  /** The other programs that are alive. Removes the files of dead ones. */
  async #livingRivals(ownId: string, staleFiles: StaleFiles): Promise<LockFile[]> {
    const living: LockFile[] = [];
    for (const entry of await this.#vault.list(this.#folder)) {
      if (entry.kind !== 'file' || entry.path === this.#pathOf(ownId) || !entry.path.endsWith('.json')) continue;
      const text = await this.#readFile(entry.path);
      if (text === null) continue;
      const found = parseRecord(lockFileSchema, text);
      const other = found.state === 'good' ? found.value : null;
      const now = this.#options.clock.now();
      const isDead =
        (other !== null && (now - other.beat > this.#staleAfter || this.#options.isDead?.(other.owner) === true)) ||
        staleFiles.isStale(entry.path, text, now);
      if (isDead) await this.#vault.remove(entry.path);
      // A file that cannot be read may be a newer version's: it counts until it is stale.
      else living.push(other ?? unreadableRival(entry.path));
    }
    return living;
  }

  async #readFile(path: string): Promise<string | null> {
    try {
      return await this.#vault.readText(path);
    } catch (error) {
      if (!isWikiError(error)) throw error;
      if (error.code === 'living-wiki:file_missing') return null;
      if (error.code === 'living-wiki:not_utf8') return '';
      throw error;
    }
  }

  async #refresh(own: LockFile): Promise<LockFile> {
    const next = { ...own, beat: this.#options.clock.now() };
    await this.#write(next);
    return next;
  }

  #write(own: LockFile): Promise<void> {
    return this.#vault.write(this.#pathOf(own.id), printRecord(own));
  }

  #withdraw(own: LockFile): Promise<void> {
    return this.#vault.remove(this.#pathOf(own.id));
  }

  #pathOf(id: string): string {
    return `${this.#folder}/${id}.json`;
  }
}

/** Finds the files that do not change, by our own clock: other clocks may be wrong. */
class StaleFiles {
  readonly #staleAfter: number;
  readonly #seen = new Map<string, { readonly text: string; readonly since: number }>();

  constructor(staleAfter: number) {
    this.#staleAfter = staleAfter;
  }

  isStale(path: string, text: string, now: number): boolean {
    const seen = this.#seen.get(path);
    if (seen?.text === text) return now - seen.since > this.#staleAfter;
    this.#seen.set(path, { text, since: now });
    return false;
  }
}

function hasPriority(other: LockFile, own: LockFile): boolean {
  if (other.ticket === null || own.ticket === null) return true;
  return other.ticket < own.ticket || (other.ticket === own.ticket && other.id < own.id);
}

function unreadableRival(path: string): LockFile {
  const owner = { name: 'an unknown program', host: null, process: null };
  return { version: RECORD_VERSION, id: path, owner, ticket: null, beat: 0 };
}

function lockedBy(owner: LockOwner): WikiError {
  const which = owner.process === null ? owner.name : `${owner.name} (process ${owner.process})`;
  return new WikiError('living-wiki:locked', `The wiki is being written by ${which}. Nothing was changed.`, {
    path: LOCK_FOLDER,
    remedy: 'Wait until it is done and try again.',
  });
}

function lockLost(): WikiError {
  return new WikiError(
    'living-wiki:lock_lost',
    'This program was suspended for so long that another one took over its change to the wiki and finished it or rolled it back.',
    { path: LOCK_FOLDER, remedy: 'Open the wiki again and check its pages.' },
  );
}
