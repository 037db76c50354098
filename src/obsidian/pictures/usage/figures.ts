import { type UsageReport, type UsageRow } from '../../../workbench';
import { pictures } from '../../locale';
import { type DayLimit } from '../../settings';

const words = pictures.usage;
const DAY = 86_400_000;
/** Models with a colour of their own; the others share one. */
export const MAX_SERIES = 5;

/** What the calls of a group used. */
export interface Sum {
  readonly name: string;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** In the currency of the picture. */
  readonly cost: number;
  /** Tokens of calls without a price. */
  readonly unpriced: number;
  readonly calls: number;
}

/** A bar: one day, or one week. */
export interface Bar {
  /** First day. */
  readonly day: string;
  /** In the order of {@link Figures.models}. */
  readonly parts: readonly Sum[];
  /** What the day could cost; nothing in a week, of which a limit of a day says nothing. */
  readonly limit: DayLimit;
}

export interface Figures {
  readonly days: number;
  readonly isWeekly: boolean;
  readonly currency: string;
  readonly total: Sum;
  readonly today: Sum;
  /** The most expensive first; those beyond {@link MAX_SERIES} are one. */
  readonly models: readonly Sum[];
  readonly allModels: readonly Sum[];
  readonly work: readonly Sum[];
  /** Titles of sources, the most expensive first. */
  readonly sources: readonly Sum[];
  readonly bars: readonly Bar[];
}

interface FiguresOf {
  readonly report: Pick<UsageReport, 'rows'>;
  readonly days: 7 | 30 | 365;
  /** Day, in UTC. */
  readonly today: string;
  readonly currency: string;
  /** The title of a source; `null` for what is none. */
  readonly titleOf: (source: string) => string | null;
  /** The limit that was in force on a day, in UTC. */
  readonly limitOn: (day: string) => DayLimit;
}

/** What a picture of the usage shows. Every sum is of the same rows, so all of them agree. */
export function figuresOf({ report, days, today, currency, titleOf, limitOn }: FiguresOf): Figures {
  const first = dayBefore(today, days - 1);
  const rows = report.rows.filter(({ day }) => day >= first && day <= today);
  const isWeekly = days === 365;
  const allModels = sumsBy(rows, ({ model }) => model, currency);
  const own = new Set(allModels.slice(0, MAX_SERIES).map(({ name }) => name));
  const seriesOf = ({ model }: UsageRow): string => (own.has(model) ? model : words.others);
  const models = sumsBy(rows, seriesOf, currency).sort(
    (a, b) => Number(a.name === words.others) - Number(b.name === words.others),
  );
  const step = isWeekly ? 7 : 1;
  const count = Math.ceil(days / step);
  const starts = Array.from({ length: count }, (_, at) => dayBefore(today, (count - at) * step - 1));
  const byStart = new Map<string, UsageRow[]>(starts.map((start) => [start, []]));
  for (const row of rows) {
    const start = starts.findLast((each) => each <= row.day);
    if (start !== undefined) byStart.get(start)?.push(row);
  }
  const sources = rows.filter(({ source }) => titleOf(source) !== null);
  return {
    ...{ days, isWeekly, currency, models, allModels },
    total: sumOf('', rows, currency),
    today: sumOf(
      '',
      rows.filter(({ day }) => day === today),
      currency,
    ),
    work: sumsBy(rows, ({ source }) => workOf(source, titleOf(source) !== null), currency),
    sources: sumsBy(sources, ({ source }) => titleOf(source) ?? source, currency),
    bars: [...byStart].map(([day, within]) => ({
      day,
      limit: isWeekly ? {} : limitOn(day),
      parts: models.map(({ name }) =>
        sumOf(
          name,
          within.filter((row) => seriesOf(row) === name),
          currency,
        ),
      ),
    })),
  };
}

/** What a call was made for, from how the log names it: by the path of a source, the name of a conversation, or one of these words. */
function workOf(source: string, isSource: boolean): string {
  const { work } = words;
  if (isSource) return work.ingest;
  if (source === 'question') return work.questions;
  if (source === 'search') return work.search;
  if (source === 'overview pages') return work.overview;
  if (source.startsWith('deliberation: ')) return work.deliberation;
  if (/^(?:skill|review of) /.test(source)) return work.maintenance;
  // The source was removed since.
  return source.includes('/') ? work.ingest : work.harvest;
}

function sumsBy(rows: readonly UsageRow[], keyOf: (row: UsageRow) => string, currency: string): Sum[] {
  const groups = new Map<string, UsageRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups]
    .map(([name, group]) => sumOf(name, group, currency))
    .sort((a, b) => b.cost - a.cost || tokensOf(b) - tokensOf(a) || a.name.localeCompare(b.name));
}

function sumOf(name: string, rows: readonly UsageRow[], currency: string): Sum {
  let [input, cached, output, cost, unpriced, calls] = [0, 0, 0, 0, 0, 0];
  for (const row of rows) {
    input += row.usage.input;
    cached += row.usage.cached;
    output += row.usage.output;
    unpriced += row.unpriced;
    calls += row.calls;
    for (const paid of row.money) if (paid.currency === currency) cost += paid.amount;
  }
  return { name, input, cached, output, cost, unpriced, calls };
}

export type LimitOf = (bar: Bar) => number | undefined;

/** Days in a row with one limit. */
interface LimitSpan {
  readonly from: number;
  /** One past the last bar. */
  readonly to: number;
  /** Its first day. */
  readonly start: string;
  readonly limit: number;
  /** The day before had a limit, too. */
  readonly follows: boolean;
}

export function limitSpans(bars: readonly Bar[], limitOf: LimitOf): readonly LimitSpan[] {
  const spans: LimitSpan[] = [];
  for (const [at, bar] of bars.entries()) {
    const limit = limitOf(bar);
    if (limit === undefined) continue;
    const last = spans.at(-1);
    const follows = last?.to === at;
    if (follows && last.limit === limit) spans.splice(-1, 1, { ...last, to: at + 1 });
    else spans.push({ from: at, to: at + 1, start: bar.day, limit, follows });
  }
  return spans;
}

/** Days whose cost or tokens reached the limit of that day. */
export function daysAtLimit(bars: readonly Bar[]): number {
  return bars.filter(({ limit, parts }) => {
    const cost = parts.reduce((all, part) => all + part.cost, 0);
    const tokens = parts.reduce((all, part) => all + tokensOf(part), 0);
    return (limit.money !== undefined && cost >= limit.money) || (limit.tokens !== undefined && tokens >= limit.tokens);
  }).length;
}

export function tokensOf({ input, output }: Pick<Sum, 'input' | 'output'>): number {
  return input + output;
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);
}

/** A round number that is not less, so that an axis has few and plain marks. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value * 0.999_999) ?? 10;
  return step * power;
}
