import * as z from 'zod/mini';
import { compareText, throwIfCancelled, type JsonValue, type Run } from '../../base';
import { type AnswerCache, type CapabilityStore } from '../../model';
import { scopeVault, STATE_FOLDER, type Vault } from '../../vault';
import { SealedFiles } from '../sealed-files';
import { type WorkbenchHost } from '../types';

const ANSWERS = 'cache/answers';
const CAPABILITIES = 'cache/models.json';

/** The state folder of a wiki as a vault of its own, so that its user cannot write anywhere else. */
export function stateVault(vault: Vault): Vault {
  return scopeVault(vault, STATE_FOLDER);
}

/** The model's answers, one file each, so that an interrupted run continues without paying for them again. */
export class AnswerStore implements AnswerCache {
  readonly #state: Vault;
  readonly #files: SealedFiles;
  readonly #used = new Set<string>();

  /** @param state see {@link stateVault} */
  constructor(state: Vault, host: Pick<WorkbenchHost, 'device'>) {
    this.#state = state;
    this.#files = new SealedFiles(state, host);
  }

  async get(key: string): Promise<string | null> {
    const text = await this.#files.read(fileOf(key));
    if (text !== null) this.#used.add(key);
    return text;
  }

  async put(key: string, text: string): Promise<void> {
    this.#used.add(key);
    await this.#files.write(fileOf(key), text);
  }

  /** Starts a new source. */
  beginSource(): void {
    this.#used.clear();
  }

  /** Removes the answers used since `beginSource`, because they turned out to be useless. */
  async forget(): Promise<void> {
    for (const key of this.#used) if (await this.#state.stat(fileOf(key))) await this.#state.remove(fileOf(key));
    this.#used.clear();
  }

  /**
   * Removes answers older than thirty days, and the oldest ones above 20 MB in total. Answers of the last day stay, because
   * another program may be using them. It removes at most 500 files at a time.
   * @param now milliseconds since the epoch
   */
  async prune(now: number, run: Run): Promise<void> {
    const files = (await this.#state.list(ANSWERS)).filter(
      ({ kind, path }) => kind === 'file' && ANSWER_FILE.test(path),
    );
    files.sort((a, b) => a.mtime - b.mtime || compareText(a.path, b.path));
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, mtime, size } of files.slice(0, RETENTION.removals)) {
      const age = now - mtime;
      if (age <= RETENTION.age && (bytes <= RETENTION.bytes || age <= DAY)) return;
      throwIfCancelled(run);
      await this.#state.remove(path);
      bytes -= size;
      await run.yieldToHost();
    }
  }
}

const ANSWER_FILE = /\/[0-9a-f]{64}\.json$/;

const DAY = 86_400_000;
/** Milliseconds, bytes, and files removed at a time. */
const RETENTION = { age: 30 * DAY, bytes: 20_000_000, removals: 500 };

const fileOf = (key: string): string => `${ANSWERS}/${key}.json`;

const memoryShape = z.lazy(() => z.object({ version: z.literal(1), servers: z.record(z.string(), z.json()) }));

/** The capabilities that were found, by server address and model. */
export function createCapabilityStore(state: Vault, host: Pick<WorkbenchHost, 'device'>): CapabilityStore {
  const files = new SealedFiles(state, host);
  const read = async (): Promise<Map<string, JsonValue>> => {
    try {
      const found = memoryShape.safeParse(JSON.parse((await files.read(CAPABILITIES)) ?? 'null'));
      return new Map(found.success ? Object.entries(found.data.servers as Record<string, JsonValue>) : []);
    } catch {
      return new Map();
    }
  };
  return {
    get: async (key) => (await read()).get(key),
    set: async (key, value) => {
      const servers = (await read()).set(key, value);
      const sorted = Object.fromEntries([...servers].sort(([a], [b]) => (a < b ? -1 : 1)));
      await files.write(CAPABILITIES, `${JSON.stringify({ version: 1, servers: sorted }, null, 1)}\n`);
    },
  };
}

/** For a server without a wiki: nothing is stored. */
export function createTransientMemory(): CapabilityStore {
  const known = new Map<string, JsonValue>();
  return {
    get: (key) => Promise.resolve(known.get(key)),
    set: (key, value) => Promise.resolve(void known.set(key, value)),
  };
}
