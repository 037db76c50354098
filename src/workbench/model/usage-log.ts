import * as z from 'zod/mini';
import { compareText, isWikiError } from '../../base';
import {
  addCall,
  addUsage,
  EMPTY_USAGE_TOTAL,
  NO_USAGE,
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

/** One call that was counted. `source` is the path that it was made for, or what else it was for. */
export interface LoggedCall {
  readonly at: string;
  readonly model: string;
  readonly source: string;
  readonly usage: Usage;
  readonly money: Money | null;
}

/**
 * What calls have used, in `.wiki/usage/DAY/`: one file for each run of the program, so that two of them, or two devices
 * that share the folder, never write the same file.
 */
export class UsageLog implements DailyUsage {
  readonly #state: Vault;
  readonly #writer: string;
  readonly #own = new Map<string, LoggedCall[]>();
  /** What the calls that come now are for. */
  source: string;

  /** @param state see `stateOf` @param writer names this run: letters and digits */
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

  /** Every call of a day; a file that cannot be read is left out, and left as it is. */
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

  /** The days on which anything was used, oldest first. */
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

/** What calls together have used. Currencies are never added up with one another. */
export interface UsageSummary {
  readonly calls: number;
  readonly usage: Usage;
  /** Of the calls whose price was known, one for each currency. */
  readonly money: readonly Money[];
  /** Tokens of calls whose price was unknown; while this is not 0, `money` is not the whole. */
  readonly unpriced: number;
  /** Seconds of recordings whose price was unknown. */
  readonly unpricedSeconds: number;
}

/** What one model has used for one source on one day. */
export interface UsageRow extends UsageSummary {
  readonly day: string;
  readonly model: string;
  readonly source: string;
}

export interface UsageReport {
  readonly days: number;
  readonly rows: readonly UsageRow[];
  readonly total: UsageSummary;
}

/** @param from the first day that counts, as `2026-04-27` */
export async function reportUsage(book: UsageLog, from: string, days: number): Promise<UsageReport> {
  const rows: UsageRow[] = [];
  const all: LoggedCall[] = [];
  for (const day of (await book.days()).filter((each) => compareText(each, from) >= 0)) {
    const groups = new Map<string, LoggedCall[]>();
    for (const call of await book.callsOn(day)) {
      const key = JSON.stringify([call.model, call.source]);
      groups.set(key, [...(groups.get(key) ?? []), call]);
      all.push(call);
    }
    for (const [, calls] of [...groups].sort(([a], [b]) => compareText(a, b))) {
      const [first] = calls;
      if (first !== undefined) rows.push({ day, model: first.model, source: first.source, ...sumUsage(calls) });
    }
  }
  return { days, rows, total: sumUsage(all) };
}

export function sumUsage(calls: readonly Pick<LoggedCall, 'usage' | 'money'>[]): UsageSummary {
  const money = new Map<string, number>();
  let [used, unpriced, unpricedSeconds]: [Usage, number, number] = [NO_USAGE, 0, 0];
  for (const { usage: own, money: paid } of calls) {
    used = addUsage(used, own);
    if (paid === null) {
      unpriced += own.input + own.output;
      unpricedSeconds += own.seconds ?? 0;
    } else money.set(paid.currency, (money.get(paid.currency) ?? 0) + paid.amount);
  }
  const amounts = [...money].sort(([a], [b]) => compareText(a, b));
  return {
    calls: calls.length,
    usage: used,
    money: amounts.map(([currency, amount]) => ({ amount, currency })),
    unpriced,
    unpricedSeconds,
  };
}
