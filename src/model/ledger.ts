import { isoTime, type Clock } from '../base';
import { ModelError } from './errors';
import { costOf, describeMoney, estimateCost, type Cost, type PriceTable } from './prices';
import { addUsage, noUsage, tokensOf, type TokenCount } from './tokens';
import type { Usage } from './types';

/** What must not be exceeded; both where both are given. */
export interface Cap {
  /** Input and output together; a second of a recording without tokens counts ten. */
  readonly tokens?: number;
  /** In the currency of the price table. */
  readonly money?: number;
}

/** What was used, of all models together. */
export interface Total {
  readonly calls: number;
  readonly usage: Usage;
  /** What counts against a limit, see {@link Cap}. */
  readonly tokens: number;
  /** Of the calls whose price is known, in the currency of the price table. */
  readonly money: number;
  /** Tokens of the calls whose price is unknown; while this is not 0, `money` is not the whole. */
  readonly unpriced: number;
}

/** Where the totals of the days are kept. A day is `2026-04-27`, in UTC. */
export interface DayTotals {
  /** Nothing stored is an empty total. */
  read(day: string): Promise<Total>;
  /** Adds one call to the day. */
  add(day: string, entry: LedgerEntry): Promise<void>;
}

export interface LedgerEntry {
  readonly model: string;
  /** ISO time in UTC. */
  readonly at: string;
  readonly cost: Cost;
}

export interface LedgerOptions {
  readonly prices: PriceTable;
  /** For everything that this ledger sees: one job. */
  readonly job?: Cap;
  readonly day?: Cap;
  readonly days: DayTotals;
  readonly clock: Clock;
}

/** A call that is under way: its estimate counts until it is settled. */
export interface Reservation {
  /** The call happened and used this. Counts once, however often it is said. */
  settle(usage: Usage): Promise<void>;
  /** The call did not happen, and nothing is charged. */
  release(): void;
}

/** The running total of one job, and the caps. One for a job; the models of the job share it. */
export interface Ledger {
  /**
   * Asked before each call.
   * @throws ModelError `living-wiki:model_budget_exhausted` when the call could go over a cap;
   * `living-wiki:model_price_unknown` when money is capped and nobody knows the price
   */
  reserve(model: string, tokens: TokenCount): Promise<Reservation>;
  /** What the job has used so far. */
  total(): Total;
  /** What the day has used, jobs before this one included. */
  today(): Promise<Total>;
  estimate(model: string, tokens: TokenCount): Cost;
  cost(model: string, usage: Usage): Cost;
  readonly entries: readonly LedgerEntry[];
}

export const emptyTotal: Total = { calls: 0, usage: noUsage, tokens: 0, money: 0, unpriced: 0 };

export function addEntry(total: Total, { cost }: LedgerEntry): Total {
  const tokens = tokensOf(cost.usage);
  return {
    calls: total.calls + 1,
    usage: addUsage(total.usage, cost.usage),
    tokens: total.tokens + tokens,
    money: total.money + (cost.money?.amount ?? 0),
    unpriced: total.unpriced + (cost.money === null ? tokens : 0),
  };
}

export function createLedger({ prices, job, day, days, clock }: LedgerOptions): Ledger {
  let total = emptyTotal;
  const entries: LedgerEntry[] = [];
  /** Estimates of the calls that are under way. */
  const open = new Map<object, { readonly tokens: number; readonly money: number }>();
  const dayOf = (): string => isoTime(clock.now()).slice(0, 10);
  const cost = (model: string, usage: Usage): Cost => costOf(prices, model, usage);

  const check = (cap: Cap | undefined, used: Total, wanted: Wanted, span: string): void => {
    if (cap?.tokens !== undefined && used.tokens + wanted.tokens > cap.tokens) {
      const message = `The limit of ${cap.tokens} tokens for ${span} would be exceeded: ${used.tokens} are used.`;
      throw new ModelError('living-wiki:model_budget_exhausted', message);
    }
    if (cap?.money === undefined) return;
    if (!wanted.isPriced) {
      throw new ModelError(
        'living-wiki:model_price_unknown',
        `Money is limited for ${span}, but the price of "${wanted.model}" is unknown.`,
      );
    }
    if (used.money + wanted.money <= cap.money) return;
    const { currency } = prices;
    const limit = describeMoney({ amount: cap.money, currency });
    const spent = describeMoney({ amount: used.money, currency });
    const message = `The limit of ${limit} for ${span} would be exceeded: ${spent} is spent.`;
    throw new ModelError('living-wiki:model_budget_exhausted', message);
  };

  return {
    entries,
    cost,
    estimate: (model, tokens) => estimateCost(prices, model, tokens),
    total: () => total,
    today: () => days.read(dayOf()),
    async reserve(model, tokens) {
      const { money } = estimateCost(prices, model, tokens);
      const used = day === undefined ? emptyTotal : await days.read(dayOf());
      // From here to the reservation nothing waits, so that two calls cannot both take the last of it.
      const pending = [...open.values()].reduce(
        (sum, each) => ({ tokens: sum.tokens + each.tokens, money: sum.money + each.money }),
        { tokens: 0, money: 0 },
      );
      const own = { tokens: tokensOf(tokens), money: money?.amount ?? 0 };
      const isPriced = money !== null;
      const wanted = { model, isPriced, tokens: own.tokens + pending.tokens, money: own.money + pending.money };
      check(job, total, wanted, 'this job');
      check(day, used, wanted, 'this day');
      const mark = {};
      open.set(mark, own);
      return {
        release: () => void open.delete(mark),
        async settle(usage) {
          if (!open.has(mark)) return;
          const now = clock.now();
          const entry: LedgerEntry = { model, at: isoTime(now), cost: cost(model, usage) };
          entries.push(entry);
          total = addEntry(total, entry);
          try {
            await days.add(isoTime(now).slice(0, 10), entry);
          } finally {
            open.delete(mark);
          }
        },
      };
    },
  };
}

interface Wanted {
  readonly model: string;
  readonly isPriced: boolean;
  readonly tokens: number;
  readonly money: number;
}

/** Totals of days in memory: for tests, and for hosts that keep them elsewhere. */
export function createMemoryDays(): DayTotals {
  const days = new Map<string, Total>();
  return {
    read: (day) => Promise.resolve(days.get(day) ?? emptyTotal),
    add: (day, entry) => {
      days.set(day, addEntry(days.get(day) ?? emptyTotal, entry));
      return Promise.resolve();
    },
  };
}
