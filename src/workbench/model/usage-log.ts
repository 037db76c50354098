import * as z from 'zod/mini';
import { compareText, isWikiError, parseForeignJson } from '../../base';
import {
  addCall,
  EMPTY_USAGE_TOTAL,
  type DailyUsage,
  type ChargedCall,
  type Money,
  type UsageTotal,
  type Usage,
} from '../../model';
import { baseName, type Vault } from '../../vault';

const FOLDER = 'usage';

/** Bytes of a file and of a day, and files of a day, that are read: the folder may come from somebody else. */
const MAX_FILE_SIZE = 10_000_000;
const MAX_DAY_SIZE = 20_000_000;
const MAX_FILES = 2_000;

const count = () => z.number().check(z.nonnegative(), z.lte(1e12));
const word = () => z.string().check(z.maxLength(2_000));
const usage = () =>
  z.object({
    input: count(),
    output: count(),
    cached: count(),
    estimated: z.boolean(),
    seconds: z.exactOptional(count()),
  });
const stored = z.lazy(() =>
  z.object({
    version: z.literal(1),
    calls: z.array(
      z.object({
        at: word(),
        model: word(),
        source: word(),
        usage: usage(),
        // An amount below nothing would lift a limit.
        money: z.nullable(z.object({ amount: count(), currency: word() })),
      }),
    ),
  }),
);

/** One call to a model. `source` is the path of the source that it was made for, or another purpose. */
export interface LoggedCall {
  readonly at: string;
  readonly model: string;
  readonly source: string;
  readonly usage: Usage;
  readonly money: Money | null;
}

/**
 * The calls to models, in `.wiki/usage/DAY/`. Each run of the program has its own file, so that two programs, or two devices
 * that share the folder, never write the same one.
 */
export class UsageLog implements DailyUsage {
  readonly #state: Vault;
  readonly #writer: string;
  readonly #own = new Map<string, LoggedCall[]>();
  /** The purpose of the calls that follow. */
  source: string;

  /** @param state see `stateVault` @param writer name of this run, of letters and digits */
  constructor(state: Vault, writer: string, source = '') {
    this.source = source;
    this.#state = state;
    this.#writer = writer;
  }

  async read(day: string): Promise<UsageTotal> {
    return (await this.callsOn(day)).reduce((total, call) => addCall(total, toLedgerEntry(call)), EMPTY_USAGE_TOTAL);
  }

  async add(day: string, { model, at, cost }: ChargedCall): Promise<void> {
    const own = this.#own.get(day) ?? [];
    own.push({ at, model, source: this.source, usage: cost.usage, money: cost.money });
    this.#own.set(day, own);
    const text = `${JSON.stringify({ version: 1, calls: own }, null, 1)}\n`;
    await this.#state.write(`${FOLDER}/${day}/${this.#writer}.json`, text, { durable: true });
  }

  /** Every call of a day. An unreadable file is skipped and left as it is. */
  async callsOn(day: string): Promise<readonly LoggedCall[]> {
    const calls: LoggedCall[] = [...(this.#own.get(day) ?? [])];
    const files = (await this.#state.list(`${FOLDER}/${day}`)).filter(
      ({ kind, path, size }) =>
        kind === 'file' && size <= MAX_FILE_SIZE && path.endsWith('.json') && baseName(path) !== `${this.#writer}.json`,
    );
    let bytes = 0;
    for (const { path, size } of files.slice(0, MAX_FILES)) {
      bytes += size;
      if (bytes > MAX_DAY_SIZE) break;
      for (const call of await this.#callsIn(path)) calls.push(call);
    }
    return calls;
  }

  async #callsIn(path: string): Promise<readonly LoggedCall[]> {
    try {
      const read = stored.safeParse(parseForeignJson(await this.#state.readText(path)));
      return read.success ? read.data.calls : [];
    } catch (error) {
      if (error instanceof SyntaxError || isWikiError(error)) return [];
      throw error;
    }
  }

  /** The days with usage, oldest first. */
  async days(): Promise<readonly string[]> {
    const folders = (await this.#state.list(FOLDER)).filter(({ kind }) => kind === 'folder');
    const days = folders.map(({ path }) => baseName(path));
    return [...new Set([...days, ...this.#own.keys()])]
      .filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))
      .sort(compareText);
  }
}

function toLedgerEntry({ model, at, usage: used, money }: LoggedCall): ChargedCall {
  return { model, at, cost: { usage: used, money } };
}
