import { setTimeout as sleep } from 'node:timers/promises';
import { type Database } from './database';
import { BELL } from './job-table';

/** How soon to listen again when the connection broke. Milliseconds. */
const RETRY = 1_000;

/** Hears of wikis that may have something to run. What rings while the connection is broken is made up for by a ring for all. */
export class PostgresBell {
  readonly #database: Database;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  #over: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns a function that unsubscribes */
  onRing(wiki: string, listener: () => void): () => void {
    const all = this.#listeners.get(wiki) ?? new Set();
    this.#listeners.set(wiki, all.add(listener));
    this.#over ??= this.#listen();
    return () => void all.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#over;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#database.hold(async (client) => {
          client.on('notification', ({ payload }) => this.#ring(payload ?? ''));
          const broken = new Promise<void>((resolve) => {
            client.once('error', () => resolve());
            client.once('end', () => resolve());
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
          await client.query(`listen ${BELL}`);
          for (const wiki of this.#listeners.keys()) this.#ring(wiki);
          await broken;
          client.removeAllListeners('notification');
          if (signal.aborted) await client.query(`unlisten ${BELL}`).catch(() => undefined);
        });
      } catch {
        // Tried again below; until then the workers look by themselves from time to time.
      }
      await sleep(RETRY, undefined, { signal }).catch(() => undefined);
    }
  }

  #ring(wiki: string): void {
    for (const listener of [...(this.#listeners.get(wiki) ?? [])]) listener();
  }
}
