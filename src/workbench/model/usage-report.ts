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
  const all: LoggedCall[] = [];
  for (const day of (await log.days()).filter((each) => compareText(each, from) >= 0)) {
    const calls = await log.callsOn(day);
    all.push(...calls);
    rows.push(...rowsOf(day, calls));
  }
  return { days, rows, total: sumUsage(all) };
}

function rowsOf(day: string, calls: readonly LoggedCall[]): readonly UsageRow[] {
  const groups = new Map<string, LoggedCall[]>();
  for (const call of calls) {
    const key = JSON.stringify([call.model, call.source]);
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, [first, ...rest]]) =>
      first === undefined ? [] : [{ day, model: first.model, source: first.source, ...sumUsage([first, ...rest]) }],
    );
}

function sumUsage(calls: readonly LoggedCall[]): UsageSummary {
  const money = new Map<string, number>();
  let [usage, unpriced, unpricedSeconds]: [Usage, number, number] = [NO_USAGE, 0, 0];
  for (const { usage: own, money: paid } of calls) {
    usage = addUsage(usage, own);
    if (paid === null) {
      unpriced += own.input + own.output;
      unpricedSeconds += own.seconds ?? 0;
    } else money.set(paid.currency, (money.get(paid.currency) ?? 0) + paid.amount);
  }
  const amounts = [...money].sort(([a], [b]) => compareText(a, b));
  return {
    calls: calls.length,
    usage,
    money: amounts.map(([currency, amount]) => ({ amount, currency })),
    unpriced,
    unpricedSeconds,
  };
}
