import * as z from 'zod/mini';
import { WikiError } from '../base';
import { type TokenCount } from './tokens';
import { type Usage } from './types';

/** The price of a model per million tokens; transcription may be priced per minute instead. */
export interface Price {
  /** A model's name; `*` matches any characters. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  /** For input that the provider had in its cache. Default: `input`. */
  readonly cachedInput?: number;
  /** Per minute of a recording, whose tokens are then free. */
  readonly minute?: number;
}

/** Prices that people edit. The first price with a matching pattern applies. */
export interface PriceTable {
  /** As shown: `USD`, `EUR`. */
  readonly currency: string;
  readonly prices: readonly Price[];
}

export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Usage with its cost. `money: null` means that the price is unknown, never that it is free. */
export interface Cost {
  readonly usage: Usage;
  readonly money: Money | null;
}

/** The table before a person enters prices. */
export const EMPTY_PRICE_TABLE: PriceTable = { currency: 'USD', prices: [] };

const priceSchema = () => z.number().check(z.nonnegative(), z.lte(1_000_000));
const tableSchema = z.lazy(() =>
  z.strictObject({
    currency: z.string().check(z.minLength(1), z.maxLength(8)),
    prices: z.array(
      z.strictObject({
        model: z.string().check(z.minLength(1), z.maxLength(200)),
        input: priceSchema(),
        output: priceSchema(),
        cachedInput: z.optional(priceSchema()),
        minute: z.optional(priceSchema()),
      }),
    ),
  }),
);

/**
 * @param value as stored or entered
 * @throws WikiError `living-wiki:model_prices_invalid` with the first problem
 */
export function readPriceTable(value: unknown): PriceTable {
  const read = tableSchema.safeParse(value);
  if (read.success) return read.data as PriceTable;
  const [issue] = read.error.issues;
  const at = issue?.path.map(String).join('.') ?? '';
  throw new WikiError(
    'living-wiki:model_prices_invalid',
    `The prices cannot be read${at === '' ? '' : ` at "${at}"`}.`,
    {
      remedy:
        'Give each model its price per million tokens: model, input, output, cachedInput if it differs, and minute for recordings.',
    },
  );
}

/** @returns the price of `model`; `null` if it is unknown */
export function findPrice(table: PriceTable, model: string): Price | null {
  return table.prices.find((price) => matchesPattern(price.model.toLowerCase(), model.toLowerCase())) ?? null;
}

/** Matches a `*` pattern by finding its pieces in order, without backtracking. */
function matchesPattern(pattern: string, name: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

export function calculateCost(table: PriceTable, model: string, usage: Usage): Cost {
  const price = findPrice(table, model);
  const amount = price && (usage.seconds === undefined ? tokenCost(price, usage) : recordingCost(price, usage));
  return { usage, money: amount === null ? null : { amount, currency: table.currency } };
}

function tokenCost({ input, output, cachedInput = input }: Price, usage: Usage): number {
  const total = (usage.input - usage.cached) * input + usage.cached * cachedInput + usage.output * output;
  return total / 1_000_000;
}

/** Per minute if that price is set; otherwise by tokens, if the server counted them. */
function recordingCost(price: Price, usage: Usage): number | null {
  if (price.minute !== undefined) return ((usage.seconds ?? 0) / 60) * price.minute;
  return usage.input + usage.output === 0 ? null : tokenCost(price, usage);
}

/** Estimates the cost of a call before it is sent, with nothing cached. */
export function estimateCost(table: PriceTable, model: string, tokens: TokenCount): Cost {
  return calculateCost(table, model, { ...tokens, cached: 0, estimated: true });
}

/** For people: `12,400 tokens in (8,000 cached), 900 out, 0.0231 USD`; estimates start with `about`. */
export function formatCost({ usage, money }: Cost): string {
  return `${formatUsage(usage)}, ${money === null ? 'price unknown' : formatMoney(money)}`;
}

/** For people: `about 12,400 tokens in (8,000 cached), 900 out, 2.5 minutes of recording`. */
export function formatUsage({ input, output, cached, estimated, seconds }: Usage): string {
  const parts: string[] = [];
  if (seconds === undefined || input + output > 0) {
    const known = cached > 0 ? ` (${formatCount(cached)} cached)` : '';
    parts.push(`${formatCount(input)} tokens in${known}, ${formatCount(output)} out`);
  }
  if (seconds !== undefined) parts.push(`${Math.max(0.1, Math.round(seconds / 6) / 10)} minutes of recording`);
  return `${estimated ? 'about ' : ''}${parts.join(', ')}`;
}

export function formatMoney({ amount: value, currency }: Money): string {
  if (value === 0) return `0 ${currency}`;
  if (value < 0.0001) return `less than 0.0001 ${currency}`;
  return `${value.toFixed(value < 1 ? 4 : 2)} ${currency}`;
}

const formatCount = (count: number): string => String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',');
