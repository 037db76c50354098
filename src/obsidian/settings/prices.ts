import { type ModelSettings } from '../../workbench';

type Price = ModelSettings['prices']['prices'][number];

/** Prices as text, one per line: see {@link parsePrices}. */
export function printPrices(prices: readonly Price[]): string {
  return prices
    .map(({ model, input, output, cachedInput, minute }) =>
      minute !== undefined
        ? `${model} minute ${minute}`
        : [model, input, output, ...(cachedInput === undefined ? [] : [cachedInput])].join(' '),
    )
    .join('\n');
}

/**
 * Reads `NAME INPUT OUTPUT`, `NAME INPUT OUTPUT CACHED` (per million tokens) or `NAME minute PRICE` (for recordings).
 * @returns the prices, or the number of the first line that is not valid, counted from 1
 */
export function parsePrices(text: string): readonly Price[] | number {
  const prices: Price[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const [model, ...rest] = line.trim().split(/\s+/);
    if (model === undefined || model === '') continue;
    const price = priceOf(model, rest);
    if (price === null) return at + 1;
    prices.push(price);
  }
  return prices;
}

function priceOf(model: string, words: readonly string[]): Price | null {
  if (words[0] === 'minute') {
    const minute = amount(words[1]);
    return words.length === 2 && minute !== null ? { model, input: 0, output: 0, minute } : null;
  }
  if (words.length < 2 || words.length > 3) return null;
  const [input, output, cachedInput] = [amount(words[0]), amount(words[1]), amount(words[2])];
  if (input === null || output === null) return null;
  if (words.length === 2) return { model, input, output };
  return cachedInput === null ? null : { model, input, output, cachedInput };
}

function amount(word: string | undefined): number | null {
  return word !== undefined && /^\d{1,9}(?:\.\d{1,12})?$/.test(word) ? Number(word) : null;
}
