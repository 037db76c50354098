import { findDates, findDays } from '../../base';

/** With more figures behind a sentence, one of their sums or shares would be any number. */
const MAX_FIGURES = 14;
const NUMBER = /\p{N}+(?:[.,'’\u00a0]\p{N}+)*/gu;
const YEAR = { from: 1800, to: 2100 } as const;
/** "about 12 %" may be 12.4 or 11.6. */
const ABOUT = /\b(?:about|around|almost|nearly|roughly|some|over|more than|less than|under)\s+\D{0,3}$/i;
const MAX_DEVIATION = 0.01;
const PERCENT = /^\s*(?:%|per ?cent\b|percentage points?\b)/i;
/** What is told for a year is a twelfth a month. */
const A_MONTH = /\b(?:a|per|each|every) month\b|\bmonthly\b/i;
const MONTHS = 12;
const TIMES = /^\s*(?:times\b|-?fold\b)/i;

interface Figure {
  readonly value: number;
  /** How many decimals it is given with. */
  readonly decimals: number;
  readonly isYear: boolean;
}

/**
 * Whether a figure of a sentence follows from two figures of the passages behind it: as their sum or difference, as a share or a change in
 * per cent, as how many times the one is the other, or for a month from one for a year. Such a figure is no invention: anybody can check it.
 *
 * @param figure as the sentence has it: `51`
 * @param text the sentence
 * @param passages what its marks stand for
 */
export function isComputed(figure: string, text: string, passages: readonly string[]): boolean {
  const at = text.indexOf(figure);
  const said = readFigure(figure);
  if (said === null || at < 0) return false;
  const behind = text.slice(at + figure.length);
  const isNear = (value: number): boolean => {
    const factor = 10 ** said.decimals;
    if (Math.round(value * factor) / factor === said.value) return true;
    return ABOUT.test(text.slice(0, at)) && Math.abs(value - said.value) <= Math.abs(value) * MAX_DEVIATION;
  };
  const known = figuresIn(passages.join('\n'));
  if (known.length > MAX_FIGURES) return false;
  if (A_MONTH.test(text) && known.some(({ value, isYear }) => !isYear && isNear(value / MONTHS))) return true;
  const pairs = known.flatMap((a, nth) => known.slice(nth + 1).map((b) => [a, b] as const));
  return pairs.some(([a, b]) => {
    if (a.isYear !== b.isYear) return false;
    const [low, high] = [Math.min(a.value, b.value), Math.max(a.value, b.value)];
    if (a.isYear) return !PERCENT.test(behind) && isNear(high - low);
    if (PERCENT.test(behind)) {
      const ways = low === 0 ? [] : [(high - low) / low, (high - low) / high, low / high, high / low];
      return [...ways.map((share) => share * 100), high - low].some(isNear);
    }
    if (TIMES.test(behind)) return low !== 0 && isNear(high / low);
    // "92 % of it": the share of a total.
    return [high - low, high + low, ...(low <= 100 ? [(low * high) / 100] : [])].some(isNear);
  });
}

function figuresIn(text: string): readonly Figure[] {
  const found = new Map<number, Figure>();
  for (const [figure] of withoutDays(text).matchAll(NUMBER)) {
    const read = readFigure(figure);
    if (read !== null && !found.has(read.value)) found.set(read.value, read);
  }
  return [...found.values()];
}

/** Of a date only its year is a figure to compute with. */
function withoutDays(text: string): string {
  let result = '';
  let at = 0;
  for (const { start, end, year } of [...findDates(text), ...findDays(text)].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += `${text.slice(at, start)} ${year === 0 ? '' : year} `;
    at = end;
  }
  return result + text.slice(at);
}

/** "1,684", "10.5", "15,000.00"; `null` for what is no number, such as a version. */
function readFigure(figure: string): Figure | null {
  const plain = figure.replace(/[,'’\u00a0](?=\p{N}{3}(?!\p{N}))/gu, '').replace(/,(?=\p{N}{1,2}$)/u, '.');
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return null;
  const [whole = '', decimals = ''] = plain.split('.');
  const value = Number(plain);
  const isYear = decimals === '' && whole.length === 4 && value >= YEAR.from && value <= YEAR.to && whole === figure;
  return { value, decimals: decimals.length, isYear };
}
