import { type Clock, isWikiError, type Random, type Run, SerialQueue, throwIfCancelled, WikiError } from '../../base';
import { type Vault } from '../types';
import { lockFileSchema, parseRecord, printRecord, RECORD_VERSION, type LockFile } from './records';
import { STATE_FOLDER } from './store';
import { type WriteLock } from './types';

/** Who holds a lock or waits for it, for people and for finding out whether it still lives. */
export interface LockOwner {
  /** Shown to the person who has to wait. */
  readonly name: string;
  /** Tells machines (and what shares a table of processes) apart; `null` where the host does not know. */
  readonly host: string | null;
  readonly process: number | null;
}

export interface VaultLockOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly owner?: LockOwner;
  /** Sleeps; without it, waiting keeps asking the vault and breathing. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Whether an owner is known to be dead, so that its lock can be taken over at once. */
  readonly isDead?: (owner: LockOwner) => boolean;
  /** Starts to call `beat` every so often; returns the function that stops it. */
  readonly keepAlive?: (beat: () => Promise<void>, everyMilliseconds: number) => () => void;
  /** A holder that has not said for so long that it is alive is taken for dead. Milliseconds; 10,000 by default. */
  readonly staleAfter?: number;
  /** How long to wait for the lock. Milliseconds; 15,000 by default. */
  readonly timeout?: number;
}

const LOCK_FOLDER = `${STATE_FOLDER}/lock`;
/** Bounds the wait of a host whose clock stands still. */
const MAX_TRIES = 5000;
const RETRY_DELAY = 40;

/**
 * A lock made of files in `.wiki/lock/`, one for each program that holds it or waits for it. Needs nothing of the
 * host but that a write is seen by whoever lists the folder afterwards; exclusive creation is not needed, because no
 * two programs ever write the same file.
 *
 * Each contender draws a number higher than all it sees, and enters when no living contender has a lower one or is
 * still drawing. Taking over is removing the file of a dead contender, whose name is never used again: two that do it
 * at once do the same. On folders that are synced between devices no lock is possible; there the check of every
 * file's hash remains.
 * Source: Lamport, "A new solution of Dijkstra's concurrent programming problem" (1974).
 */
export function createVaultLock(vault: Vault, options: VaultLockOptions): WriteLock {
  return new VaultLock(vault, options);
}

class VaultLock implements WriteLock {
  readonly #vault: Vault;
  readonly #options: VaultLockOptions;
  readonly #staleAfter: number;
  #ownFile: LockFile | null = null;
  readonly #heartbeats = new SerialQueue();

  constructor(vault: Vault, options: VaultLockOptions) {
    this.#vault = vault;
    this.#options = options;
    this.#staleAfter = options.staleAfter ?? 10_000;
  }

  async acquire(run: Run): Promise<() => Promise<void>> {
    const { clock, sleep: pause, timeout: patience = 15_000 } = this.#options;
    const staleFiles = new StaleFiles(this.#staleAfter);
    const start = clock.now();
    let claim = await this.#takeTicket(staleFiles);
    try {
      for (let tries = 0; ; tries++) {
        throwIfCancelled(run);
        // After a long sleep others may have taken us for dead and passed us: start again, behind them.
        if (clock.now() - claim.beat > this.#staleAfter / 2) {
          await this.#withdraw(claim);
          claim = await this.#takeTicket(staleFiles);
        }
        const own = claim;
        const rival = (await this.#livingRivals(own.id, staleFiles)).find((other) => hasPriority(other, own));
        if (rival === undefined) return this.#hold(own);
        if (clock.now() - start > patience || tries > MAX_TRIES) throw lockedBy(rival.owner);
        if (clock.now() - claim.beat > this.#staleAfter / 4) claim = await this.#refresh(claim);
        await pause?.(RETRY_DELAY);
        await run.yieldToHost();
      }
    } catch (error) {
      await this.#withdraw(claim).catch(() => undefined);
      throw error;
    }
  }

  /** One beat after the other: none may still be writing when the lock is given back. */
  heartbeat(): Promise<void> {
    return this.#heartbeats.add(() => this.#renew());
  }

  async #renew(): Promise<void> {
    const held = this.#ownFile;
    if (held === null) return;
    if ((await this.#vault.stat(lockPath(held.id))) === null) throw lockLost();
    if (this.#options.clock.now() - held.beat < this.#staleAfter / 5) return;
    this.#ownFile = await this.#refresh(held);
  }

  #hold(claim: LockFile): () => Promise<void> {
    this.#ownFile = claim;
    // A beat that fails is made up for by the next one, or told by the transaction's own.
    const stop = this.#options.keepAlive?.(() => this.heartbeat().catch(() => undefined), this.#staleAfter / 5);
    return async () => {
      stop?.();
      await this.#heartbeats.idle();
      this.#ownFile = null;
      // What cannot be removed now goes stale and is taken over; the work under the lock is done either way.
      await this.#withdraw(claim).catch(() => undefined);
    };
  }

  /** Draws a number higher than all numbers that can be seen. */
  async #takeTicket(staleFiles: StaleFiles): Promise<LockFile> {
    const { clock, random, owner = { name: 'another program', host: null, process: null } } = this.#options;
    const drawing: LockFile = {
      version: RECORD_VERSION,
      id: random.id(12),
      owner: { ...owner },
      ticket: null,
      beat: clock.now(),
    };
    await this.#write(drawing);
    try {
      const tickets = (await this.#livingRivals(drawing.id, staleFiles)).map((other) => other.ticket ?? 0);
      return await this.#refresh({ ...drawing, ticket: 1 + Math.max(0, ...tickets) });
    } catch (error) {
      await this.#withdraw(drawing).catch(() => undefined);
      throw error;
    }
  }

  /** The other contenders that live, after the dead ones were cleared away. */
  async #livingRivals(ownId: string, staleFiles: StaleFiles): Promise<LockFile[]> {
    const living: LockFile[] = [];
    for (const entry of await this.#vault.list(LOCK_FOLDER)) {
      if (entry.kind !== 'file' || entry.path === lockPath(ownId) || !entry.path.endsWith('.json')) continue;
      const text = await this.#readFile(entry.path);
      if (text === null) continue;
      const found = parseRecord(lockFileSchema, text);
      const claim = found.state === 'good' ? found.value : null;
      const now = this.#options.clock.now();
      const isDead =
        (claim !== null && (now - claim.beat > this.#staleAfter || this.#options.isDead?.(claim.owner) === true)) ||
        staleFiles.isStale(entry.path, text, now);
      if (isDead) await this.#vault.remove(entry.path);
      // One that cannot be read may be a newer program's: it counts until it has not moved for long enough.
      else living.push(claim ?? unreadableRival(entry.path));
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

  async #refresh(claim: LockFile): Promise<LockFile> {
    const next = { ...claim, beat: this.#options.clock.now() };
    await this.#write(next);
    return next;
  }

  #write(claim: LockFile): Promise<void> {
    return this.#vault.write(lockPath(claim.id), printRecord(claim));
  }

  #withdraw(claim: LockFile): Promise<void> {
    return this.#vault.remove(lockPath(claim.id));
  }
}

/** Notices which claims do not move, by our own clock: the one way to judge an owner whose clock is wrong. */
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

function lockPath(id: string): string {
  return `${LOCK_FOLDER}/${id}.json`;
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
    'This program was asleep for so long that another one took over its work on the wiki and finished it or took it back.',
    { path: LOCK_FOLDER, remedy: 'Open the wiki again and see what is there.' },
  );
}
