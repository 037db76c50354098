import { isoTime, type Clock } from '../base';
import { ModelError } from './errors';
import { calculateCost, formatMoney, estimateCost, type Cost, type PriceTable } from './prices';
import { addUsage, NO_USAGE, countedTokens, type TokenCount } from './tokens';
import { type Usage } from './types';

/** What must not be exceeded; both where both are given. */
export interface SpendingLimit {
  /** Input and output together; a second of a recording without tokens counts ten. */
  readonly tokens?: number;
  /** In the currency of the price table. */
  readonly money?: number;
}

/** What was used, of all models together. */
export interface UsageTotal {
  readonly calls: number;
  readonly usage: Usage;
  /** What counts against a limit, see {@link SpendingLimit}. */
  readonly tokens: number;
  /** Of the calls whose price is known, in the currency of the price table. */
  readonly money: number;
  /** Tokens of the calls whose price is unknown; while this is not 0, `money` is not the whole. */
  readonly unpriced: number;
}

/** Where the totals of the days are kept. A day is `2026-04-27`, in UTC. */
export interface DailyUsage {
  /** Nothing stored is an empty total. */
  read(day: string): Promise<UsageTotal>;
  /** Adds one call to the day. */
  add(day: string, entry: ChargedCall): Promise<void>;
}

export interface ChargedCall {
  readonly model: string;
  /** ISO time in UTC. */
  readonly at: string;
  readonly cost: Cost;
}

export interface BudgetOptions {
  readonly prices: PriceTable;
  /** For everything that this ledger sees: one job. */
  readonly job?: SpendingLimit;
  readonly day?: SpendingLimit;
  readonly days: DailyUsage;
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
export interface Budget {
  /**
   * Asked before each call.
   * @throws ModelError `living-wiki:model_budget_exhausted` when the call could go over a cap;
   * `living-wiki:model_price_unknown` when money is capped and nobody knows the price
   */
  reserve(model: string, tokens: TokenCount): Promise<Reservation>;
  /** What the job has used so far. */
  total(): UsageTotal;
  /** What the day has used, jobs before this one included. */
  today(): Promise<UsageTotal>;
  estimate(model: string, tokens: TokenCount): Cost;
  cost(model: string, usage: Usage): Cost;
  readonly charged: readonly ChargedCall[];
}

export const EMPTY_USAGE_TOTAL: UsageTotal = { calls: 0, usage: NO_USAGE, tokens: 0, money: 0, unpriced: 0 };

export function addCall(total: UsageTotal, { cost }: ChargedCall): UsageTotal {
  const tokens = countedTokens(cost.usage);
  return {
    calls: total.calls + 1,
    usage: addUsage(total.usage, cost.usage),
    tokens: total.tokens + tokens,
    money: total.money + (cost.money?.amount ?? 0),
    unpriced: total.unpriced + (cost.money === null ? tokens : 0),
  };
}

export function createBudget({ prices, job, day, days, clock }: BudgetOptions): Budget {
  let total = EMPTY_USAGE_TOTAL;
  const entries: ChargedCall[] = [];
  /** Estimates of the calls that are under way. */
  const reserved = new Map<object, { readonly tokens: number; readonly money: number }>();
  const dayOf = (): string => isoTime(clock.now()).slice(0, 10);
  const cost = (model: string, usage: Usage): Cost => calculateCost(prices, model, usage);

  const check = (cap: SpendingLimit | undefined, used: UsageTotal, wanted: PlannedUse, span: string): void => {
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
    const limit = formatMoney({ amount: cap.money, currency });
    const spent = formatMoney({ amount: used.money, currency });
    const message = `The limit of ${limit} for ${span} would be exceeded: ${spent} is spent.`;
    throw new ModelError('living-wiki:model_budget_exhausted', message);
  };

  return {
    charged: entries,
    cost,
    estimate: (model, tokens) => estimateCost(prices, model, tokens),
    total: () => total,
    today: () => days.read(dayOf()),
    async reserve(model, tokens) {
      const { money } = estimateCost(prices, model, tokens);
      const used = day === undefined ? EMPTY_USAGE_TOTAL : await days.read(dayOf());
      // From here to the reservation nothing waits, so that two calls cannot both take the last of it.
      const pending = [...reserved.values()].reduce(
        (sum, each) => ({ tokens: sum.tokens + each.tokens, money: sum.money + each.money }),
        { tokens: 0, money: 0 },
      );
      const own = { tokens: countedTokens(tokens), money: money?.amount ?? 0 };
      const isPriced = money !== null;
      const wanted = { model, isPriced, tokens: own.tokens + pending.tokens, money: own.money + pending.money };
      check(job, total, wanted, 'this job');
      check(day, used, wanted, 'this day');
      const reservation = {};
      reserved.set(reservation, own);
      return {
        release: () => void reserved.delete(reservation),
        async settle(usage) {
          if (!reserved.has(reservation)) return;
          const now = clock.now();
          const entry: ChargedCall = { model, at: isoTime(now), cost: cost(model, usage) };
          entries.push(entry);
          total = addCall(total, entry);
          try {
            await days.add(isoTime(now).slice(0, 10), entry);
          } finally {
            reserved.delete(reservation);
          }
        },
      };
    },
  };
}

interface PlannedUse {
  readonly model: string;
  readonly isPriced: boolean;
  readonly tokens: number;
  readonly money: number;
}

/** Totals of days in memory: for tests, and for hosts that keep them elsewhere. */
export function createMemoryDailyUsage(): DailyUsage {
  const days = new Map<string, UsageTotal>();
  return {
    read: (day) => Promise.resolve(days.get(day) ?? EMPTY_USAGE_TOTAL),
    add: (day, entry) => {
      days.set(day, addCall(days.get(day) ?? EMPTY_USAGE_TOTAL, entry));
      return Promise.resolve();
    },
  };
}
