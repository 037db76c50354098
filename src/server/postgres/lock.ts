import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isWikiError, throwIfCancelled, WikiError, silentRun, type Run } from '../../base';
import { type LockOwner, type WriteLock } from '../../vault';
import { type HeldLock } from '../state/state-in-step';
import { type Database } from './database';

interface PostgresLockOptions {
  readonly owner: LockOwner;
  /** Whether an owner is known to be dead, so that its lock can be taken over at once. */
  readonly isDead?: (owner: LockOwner) => boolean;
  /** A holder that gives no sign of life for so long loses the lock. Milliseconds; 15,000 by default. */
  readonly staleAfter?: number;
  /** How long to wait for the lock. Milliseconds; 60,000 by default: several workers share a wiki. */
  readonly timeout?: number;
}

interface Held {
  readonly token: string;
  /** When the database last confirmed it, by this program's own clock. */
  confirmed: number;
}

const RETRY_DELAY = { first: 10, longest: 80 };

/**
 * A lock as a row with an end. Its holder extends it; one that cannot reach the database gives up by its own clock before another
 * may take over, so a lost connection never leaves two writers. Unlike a lock of the session, it outlives a restart of the database.
 */
export function createPostgresLock(database: Database, name: string, options: PostgresLockOptions): HeldLock {
  return new PostgresLock(database, name, options);
}

class PostgresLock implements HeldLock {
  readonly #database: Database;
  readonly #name: string;
  readonly #options: PostgresLockOptions;
  readonly #staleAfter: number;
  #held: Held | null = null;

  constructor(database: Database, name: string, options: PostgresLockOptions) {
    this.#database = database;
    this.#name = name;
    this.#options = options;
    this.#staleAfter = options.staleAfter ?? 15_000;
  }

  async acquire(run: Run): Promise<() => Promise<void>> {
    const { timeout = 60_000 } = this.#options;
    const start = performance.now();
    const visit = randomUUID();
    for (let delay = RETRY_DELAY.first; ; delay = Math.min(RETRY_DELAY.longest, delay * 2)) {
      throwIfCancelled(run);
      const asked = performance.now();
      const token = await this.#take(visit, run);
      if (token !== null) return this.#hold({ token, confirmed: asked });
      const owner = await this.#currentOwner(run);
      if (performance.now() - start > timeout) throw lockedBy(owner);
      // Not in step with the others that wait.
      await sleep(delay / 2 + Math.random() * delay);
      await run.yieldToHost();
    }
  }

  /**
   * One statement: of two programs that see a lock run out, one replaces it.
   * @param visit finds the row again that a first try wrote before its connection broke
   */
  async #take(visit: string, run: Run): Promise<string | null> {
    const rows = await this.#database.read<{ token: string }>(
      `insert into locks as held (name, token, owner, beat)
       values ($1, nextval('lock_tokens'), $2::json, clock_timestamp())
       on conflict (name) do update set token = excluded.token, owner = excluded.owner, beat = excluded.beat
         where held.beat < clock_timestamp() - make_interval(secs => $3) or held.owner->>'visit' = $4
       returning token`,
      [this.#name, JSON.stringify({ ...this.#options.owner, visit }), this.#staleAfter / 1000, visit],
      run,
    );
    return rows[0]?.token ?? null;
  }

  /** @returns `null` when the lock was released, or taken from a program that has died, in the meantime */
  async #currentOwner(run: Run): Promise<LockOwner | null> {
    const [row] = await this.#database.read<{ token: string; owner: LockOwner }>(
      'select token, owner from locks where name = $1',
      [this.#name],
      run,
    );
    if (row === undefined) return null;
    if (this.#options.isDead?.(row.owner) !== true) return row.owner;
    await this.#database.read('delete from locks where name = $1 and token = $2', [this.#name, row.token], run);
    return null;
  }

  token(): string {
    if (this.#held === null) throw lockLost();
    return this.#held.token;
  }

  async heartbeat(): Promise<void> {
    const held = this.#held;
    if (held === null) return;
    const age = performance.now() - held.confirmed;
    // A third of the time is left for the write that follows.
    if (age > (this.#staleAfter * 2) / 3) throw lockLost();
    if (age > this.#staleAfter / 10) await this.#renew(held);
  }

  async #renew(held: Held): Promise<void> {
    const asked = performance.now();
    // A whole number, which is all that it takes.
    const patience = AbortSignal.timeout(Math.max(1, Math.round(held.confirmed + (this.#staleAfter * 2) / 3 - asked)));
    const rows = await this.#database
      .read(
        'update locks set beat = clock_timestamp() where name = $1 and token = $2 returning token',
        [this.#name, held.token],
        {
          ...silentRun,
          signal: patience,
        },
      )
      .catch((error: unknown) => {
        if (isWikiError(error)) throw lockLost();
        throw error;
      });
    if (rows.length === 0) throw lockLost();
    held.confirmed = asked;
  }

  #hold(held: Held): () => Promise<void> {
    this.#held = held;
    // The next beat makes up for one that fails; the transaction's own reports a lock that is lost.
    const timer = setInterval(() => void this.#renew(held).catch(() => undefined), this.#staleAfter / 5);
    timer.unref();
    return async () => {
      clearInterval(timer);
      this.#held = null;
      // The work is done. A row that cannot be removed now runs out.
      await this.#database
        .read('delete from locks where name = $1 and token = $2', [this.#name, held.token])
        .catch(() => undefined);
    };
  }
}

/** Both locks, the first one first: against other machines and against programs that know only the folder. */
export function joinLocks(first: WriteLock, second: WriteLock): WriteLock {
  return {
    acquire: async (run) => {
      const releaseFirst = await first.acquire(run);
      try {
        const releaseSecond = await second.acquire(run);
        return async () => {
          await releaseSecond();
          await releaseFirst();
        };
      } catch (error) {
        await releaseFirst();
        throw error;
      }
    },
    heartbeat: async () => {
      await first.heartbeat?.();
      await second.heartbeat?.();
    },
  };
}

function lockedBy(owner: LockOwner | null): WikiError {
  const { name, process: pid, host } = owner ?? { name: 'another program', process: null, host: null };
  const where = host === null ? '' : ` on ${host.split(' ')[0] ?? ''}`;
  const who = pid === null ? name : `${name} (process ${pid}${where})`;
  return new WikiError('living-wiki:locked', `The wiki is being written by ${who}. Nothing was changed.`, {
    remedy: 'Wait until it is done and try again.',
  });
}

function lockLost(): WikiError {
  return new WikiError(
    'living-wiki:lock_lost',
    'This program could not say for too long that it is writing, so another one may write now. The rest of the change is finished or rolled back.',
    { remedy: 'Check that the database answers; open the wiki again and check its pages.' },
  );
}
