import { setTimeout as sleep } from 'node:timers/promises';
import { type Database } from './database';
import { NOTIFY_CHANNEL } from './job-table';

/** How soon to listen again when the connection broke. Milliseconds. */
const RETRY = 1_000;

/** Notifies of wikis that may have something to run. For what was missed while the connection was broken, all are notified. */
export class JobNotifications {
  readonly #database: Database;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  #over: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns a function that unsubscribes */
  onNotify(wiki: string, listener: () => void): () => void {
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
          client.on('notification', ({ payload }) => this.#notify(payload ?? ''));
          const broken = new Promise<void>((resolve) => {
            client.once('error', () => resolve());
            client.once('end', () => resolve());
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
          await client.query(`listen ${NOTIFY_CHANNEL}`);
          for (const wiki of this.#listeners.keys()) this.#notify(wiki);
          await broken;
          client.removeAllListeners('notification');
          if (signal.aborted) await client.query(`unlisten ${NOTIFY_CHANNEL}`).catch(() => undefined);
        });
      } catch {
        // Tried again below; until then the workers look by themselves from time to time.
      }
      await sleep(RETRY, undefined, { signal }).catch(() => undefined);
    }
  }

  #notify(wiki: string): void {
    for (const listener of [...(this.#listeners.get(wiki) ?? [])]) listener();
  }
}
