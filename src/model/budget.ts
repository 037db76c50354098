import { isoTime, type Clock } from '../base';
import { ModelError } from './errors';
import { calculateCost, formatMoney, estimateCost, type Cost, type PriceTable } from './prices';
import { addUsage, NO_USAGE, countedTokens, type TokenCount } from './tokens';
import { type ModelErrorCode, type Usage } from './types';

/** Limits on usage; both apply if both are given. */
export interface SpendingLimit {
  /** Input and output together. A second of a recording without tokens counts as ten. */
  readonly tokens?: number;
  /** In the currency of the price table. */
  readonly money?: number;
}

/** Usage of all models together. */
export interface UsageTotal {
  readonly calls: number;
  readonly usage: Usage;
  /** Tokens that count against a {@link SpendingLimit}. */
  readonly tokens: number;
  /** Cost of the calls with a known price, in the currency of the price table. */
  readonly money: number;
  /** Tokens of the calls with an unknown price. If this is not 0, `money` is not the full cost. */
  readonly unpriced: number;
}

/** Stores the usage of each day. A day is `2026-04-27`, in UTC. */
export interface DailyUsage {
  /** An empty total if nothing is stored. */
  read(day: string): Promise<UsageTotal>;
  /** Adds one call to a day. @param hold what was set aside for it, which no longer counts */
  add(day: string, entry: ChargedCall, hold?: string): Promise<void>;
  /**
   * Sets an estimate aside, so that programs that share the limit of a day never exceed it together. Where it is absent, a program
   * sees only the calls of others that have ended.
   *
   * @param fits throws if it may not be set aside; what it is given does not change until that is done
   * @returns what names it
   */
  hold?(day: string, planned: PlannedAmount, fits: (used: UsageTotal, held: PlannedAmount) => void): Promise<string>;
  /** The call did not happen. */
  release?(hold: string): Promise<void>;
}

/** An estimate of one call, or of several together. */
interface PlannedAmount {
  readonly tokens: number;
  readonly money: number;
}

export interface ChargedCall {
  readonly model: string;
  /** ISO time in UTC. */
  readonly at: string;
  readonly cost: Cost;
}

export interface BudgetOptions {
  readonly prices: PriceTable;
  /** Limit for this budget, which covers one job. */
  readonly job?: SpendingLimit;
  readonly day?: SpendingLimit;
  readonly days: DailyUsage;
  readonly clock: Clock;
}

/** A running call: its estimate counts until it ends. */
interface Reservation {
  /** The call ended and used this. Counts once, even if called again. */
  charge(usage: Usage): Promise<void>;
  /** The call did not happen. Nothing is charged. */
  release(): void;
}

/** The usage and limits of one job. All models of the job share it. */
export interface Budget {
  /**
   * Reserves the estimated cost of a call.
   *
   * @throws ModelError `living-wiki:model_budget_exhausted` if the call could exceed a limit;
   * `living-wiki:model_price_unknown` if money is limited and the price is unknown
   */
  reserve(model: string, tokens: TokenCount): Promise<Reservation>;
  /** Usage of the job so far. */
  total(): UsageTotal;
  /** Usage of the day, including earlier jobs. */
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
  const charged: ChargedCall[] = [];
  /** Estimates of the running calls. */
  const reserved = new Map<object, PlannedAmount>();
  const dayOf = (): string => isoTime(clock.now()).slice(0, 10);
  const cost = (model: string, usage: Usage): Cost => calculateCost(prices, model, usage);

  return {
    charged,
    cost,
    estimate: (model, tokens) => estimateCost(prices, model, tokens),
    total: () => total,
    today: () => days.read(dayOf()),
    async reserve(model, tokens) {
      const { money } = estimateCost(prices, model, tokens);
      const own = { tokens: countedTokens(tokens), money: money?.amount ?? 0 };
      const plannedWith = (pending: PlannedAmount): PlannedUse => ({
        ...{ model, isPriced: money !== null },
        ...sumOf([own, pending]),
      });
      const hold =
        day === undefined
          ? undefined
          : await days.hold?.(dayOf(), own, (used, held) => checkLimit(day, used, plannedWith(held), 'day', prices));
      const used = day === undefined || hold !== undefined ? EMPTY_USAGE_TOTAL : await days.read(dayOf());
      // No await from here to the reservation, so that two calls cannot both take the rest of the budget.
      const pending = sumOf(reserved.values());
      // What cannot be given back now runs out.
      const giveBack = (): void => void (hold !== undefined && days.release?.(hold).catch(() => undefined));
      try {
        checkLimit(job, total, plannedWith(pending), 'job', prices);
        if (hold === undefined) checkLimit(day, used, plannedWith(pending), 'day', prices);
      } catch (error) {
        giveBack();
        throw error;
      }
      const reservation = {};
      reserved.set(reservation, own);
      return {
        release: () => {
          if (reserved.delete(reservation)) giveBack();
        },
        async charge(usage) {
          if (!reserved.has(reservation)) return;
          const now = clock.now();
          const entry: ChargedCall = { model, at: isoTime(now), cost: cost(model, usage) };
          charged.push(entry);
          total = addCall(total, entry);
          try {
            await days.add(isoTime(now).slice(0, 10), entry, hold);
          } finally {
            reserved.delete(reservation);
          }
        },
      };
    },
  };
}

function sumOf(amounts: Iterable<PlannedAmount>): PlannedAmount {
  let [tokens, money] = [0, 0];
  for (const each of amounts) [tokens, money] = [tokens + each.tokens, money + each.money];
  return { tokens, money };
}

interface PlannedUse {
  readonly model: string;
  readonly isPriced: boolean;
  readonly tokens: number;
  readonly money: number;
}

function checkLimit(
  limit: SpendingLimit | undefined,
  used: UsageTotal,
  planned: PlannedUse,
  scope: 'job' | 'day',
  { currency }: PriceTable,
): void {
  const span = scope === 'day' ? 'today' : 'this job';
  const fail = (code: ModelErrorCode, message: string): never => {
    throw new ModelError(code, message, { limit: scope });
  };
  if (limit?.tokens !== undefined && used.tokens + planned.tokens > limit.tokens) {
    fail(
      'living-wiki:model_budget_exhausted',
      `The call could exceed the limit of ${limit.tokens} tokens for ${span}. Used so far: ${used.tokens}.`,
    );
  }
  if (limit?.money === undefined) return;
  if (!planned.isPriced) {
    fail(
      'living-wiki:model_price_unknown',
      `The price of "${planned.model}" is unknown, and money is limited for ${span}.`,
    );
  }
  if (used.money + planned.money <= limit.money) return;
  const money = (amount: number): string => formatMoney({ amount, currency });
  fail(
    'living-wiki:model_budget_exhausted',
    `The call could exceed the limit of ${money(limit.money)} for ${span}. Spent so far: ${money(used.money)}.`,
  );
}

/** Keeps the usage of each day in memory: for tests, and for hosts that store it elsewhere. */
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
