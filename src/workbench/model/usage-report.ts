import { compareText, isoTime } from '../../base';
import { addUsage, NO_USAGE, type Money, type Usage } from '../../model';
import { type WikiSession } from '../wiki-session';
import { stateVault } from './stores';
import { UsageLog, type LoggedCall } from './usage-log';

const DAY = 86_400_000;
const MAX_DAYS = 36_500;

/** What several calls used. Amounts in different currencies are never added up. */
export interface UsageSummary {
  readonly calls: number;
  readonly usage: Usage;
  /** For the calls with a known price, one amount per currency. */
  readonly money: readonly Money[];
  /** Tokens of calls with an unknown price. Unless this is 0, `money` is not the whole. */
  readonly unpriced: number;
  /** Seconds of recordings with an unknown price. */
  readonly unpricedSeconds: number;
}

/** What one model used for one source on one day. */
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

/** @param days how many, today (in UTC) included */
export async function reportUsage({ vault, host }: WikiSession, days: number): Promise<UsageReport> {
  const log = new UsageLog(stateVault(vault), '');
  const from = isoTime(host.clock.now() - (Math.min(days, MAX_DAYS) - 1) * DAY).slice(0, 10);
  const rows: UsageRow[] = [];
  let total = NOTHING_USED;
  for (const day of (await log.days()).filter((each) => compareText(each, from) >= 0)) {
    const calls = await log.callsOn(day);
    for (const row of rowsOf(day, calls)) {
      rows.push(row);
      total = addSummaries(total, row);
    }
  }
  return { days, rows, total };
}

function rowsOf(day: string, calls: readonly LoggedCall[]): readonly UsageRow[] {
  const groups = new Map<string, LoggedCall[]>();
  for (const call of calls) {
    const key = JSON.stringify([call.model, call.source]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, group]) =>
      group[0] === undefined ? [] : [{ day, model: group[0].model, source: group[0].source, ...sumUsage(group) }],
    );
}

const NOTHING_USED: UsageSummary = { calls: 0, usage: NO_USAGE, money: [], unpriced: 0, unpricedSeconds: 0 };

function addSummaries(a: UsageSummary, b: UsageSummary): UsageSummary {
  return {
    calls: a.calls + b.calls,
    usage: addUsage(a.usage, b.usage),
    money: addMoney([...a.money, ...b.money]),
    unpriced: a.unpriced + b.unpriced,
    unpricedSeconds: a.unpricedSeconds + b.unpricedSeconds,
  };
}

/** One amount for each currency, in the order of their names. */
function addMoney(amounts: readonly Money[]): readonly Money[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].sort(([a], [b]) => compareText(a, b)).map(([currency, amount]) => ({ amount, currency }));
}

function sumUsage(calls: readonly LoggedCall[]): UsageSummary {
  const money: Money[] = [];
  let [usage, unpriced, unpricedSeconds]: [Usage, number, number] = [NO_USAGE, 0, 0];
  for (const { usage: own, money: paid } of calls) {
    usage = addUsage(usage, own);
    if (paid === null) {
      unpriced += own.input + own.output;
      unpricedSeconds += own.seconds ?? 0;
    } else money.push(paid);
  }
  return {
    calls: calls.length,
    usage,
    money: addMoney(money),
    unpriced,
    unpricedSeconds,
  };
}
