import * as z from 'zod/mini';
import { compareText, isWikiError } from '../../base';
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

const usage = () =>
  z.object({
    input: z.number().check(z.nonnegative()),
    output: z.number().check(z.nonnegative()),
    cached: z.number().check(z.nonnegative()),
    estimated: z.boolean(),
    seconds: z.exactOptional(z.number().check(z.nonnegative())),
  });
const stored = z.lazy(() =>
  z.object({
    version: z.literal(1),
    calls: z.array(
      z.object({
        at: z.string(),
        model: z.string(),
        source: z.string(),
        usage: usage(),
        money: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
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
    for (const { kind, path } of await this.#state.list(`${FOLDER}/${day}`)) {
      if (kind !== 'file' || !path.endsWith('.json') || baseName(path) === `${this.#writer}.json`) continue;
      calls.push(...(await this.#callsIn(path)));
    }
    return calls;
  }

  async #callsIn(path: string): Promise<readonly LoggedCall[]> {
    try {
      const read = stored.safeParse(JSON.parse(await this.#state.readText(path)));
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
