import { clip, stem } from '../base';
import { shorten } from './first-sentence';
import { splitSentences } from './sentences';
import { wordsOf } from './words';

/** A run of a text, as a footnote quotes it. */
interface QuoteExcerpt {
  readonly quote: string;
  /** Whether words before or after it were left out. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

interface Word {
  readonly start: number;
  readonly end: number;
  /** How much it tells about a statement; 0 for a word that the statement does not have. */
  readonly weight: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The longest quote of a footnote, in UTF-16 units. */
export const MAX_NOTE_QUOTE = 420;
/** Lengths that a quote may have where a shorter one does not bear its statements out. */
const WIDER = [700, 1100] as const;
/** So little more is quoted too, rather than cut off. */
const SHORT_REST = 140;
/** The part of what a statement and a text share that has to be quoted. */
const ENOUGH = 0.9;
const FIGURE_WEIGHT = 8;
const NAME_WEIGHT = 2;
const MIN_WORD_LENGTH = 4;
const WORD = /[\p{L}\p{N}\p{M}]+(?:[.,’'-][\p{L}\p{N}\p{M}]+)*/gu;

/**
 * What a footnote quotes of a text: all of it, or, if it is long, the run around what the statements rest on, from one pause of the
 * sentence to another. Without statements it is the beginning.
 *
 * @param text on one line
 * @param claims the statements that cite it
 */
export function excerptFor(text: string, claims: readonly string[] = []): QuoteExcerpt {
  if (text.length <= MAX_NOTE_QUOTE) return { quote: text, cutBefore: false, cutAfter: false };
  const weights = claims.map((claim) => weigh(text, claim)).filter((words) => words.some(({ weight }) => weight > 0));
  if (weights.length === 0) return cut(text, { start: 0, end: lastBreak(text, MAX_NOTE_QUOTE) });
  if (text.length <= MAX_NOTE_QUOTE + SHORT_REST) return { quote: text, cutBefore: false, cutAfter: false };
  const ranges = weights.map((words) => rangeFor(words));
  const all = { start: Math.min(...ranges.map(({ start }) => start)), end: Math.max(...ranges.map(({ end }) => end)) };
  const limit = [MAX_NOTE_QUOTE, ...WIDER].find((length) => all.end - all.start <= length);
  return cut(text, widened(text, limit === undefined ? widest(weights) : all, limit ?? WIDER[1]));
}

/**
 * The run of a text around what it shares with a statement, from one pause or word to another, with "…" where more stands in the text.
 *
 * @param length at most so many UTF-16 units
 */
export function shortExcerpt(text: string, about: string, length: number): string {
  const line = clip(text, Infinity);
  if (line.length <= length) return line;
  const room = length - '… '.length - ' …'.length;
  const run = bestRun(weigh(line, about), room);
  const { quote, cutBefore, cutAfter } = cut(line, widened(line, run, room));
  // Without spaces there is no word to cut at.
  if (quote.length < room / 3) return shorten(line, length);
  const words = cutAfter ? quote.replace(/[\s,;:–—-]+$/, '') : quote;
  return `${cutBefore ? '… ' : ''}${words}${cutAfter ? ' …' : ''}`;
}

/** Whether a quote has as much of what a statement and a text share as another quote of it that was chosen for the statement. */
export function bearsOut(quote: string, text: string, claims: readonly string[]): boolean {
  const from = text.indexOf(quote);
  if (from < 0) return false;
  const range = { start: from, end: from + quote.length };
  return claims.every((claim) => {
    const words = weigh(text, claim);
    const wanted = rangeFor(words);
    return weightIn(words, range) >= weightIn(words, wanted);
  });
}

/** The words of a text with their weight for a statement. A word that the text repeats counts wherever it is. */
function weigh(text: string, claim: string): readonly Word[] {
  const known = new Set(wordsOf(claim).map(keyOf));
  const sentenceStarts = new Set(splitSentences(text).map(({ start }) => start));
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const range = { start: index, end: index + word.length };
    const parts = wordsOf(word).map(keyOf);
    if (!parts.some((part) => known.has(part))) return { ...range, weight: 0 };
    if (/\p{N}/u.test(word)) return { ...range, weight: FIGURE_WEIGHT };
    if (word.length < MIN_WORD_LENGTH) return { ...range, weight: 0 };
    return { ...range, weight: /^\p{Lu}/u.test(word) && !sentenceStarts.has(index) ? NAME_WEIGHT : 1 };
  });
}

function keyOf(word: string): string {
  const key = word.toLowerCase();
  return /\p{N}/u.test(key) ? key : stem(key);
}

/** The shortest run that has most of what a statement rests on, within the shortest length that allows it. */
function rangeFor(words: readonly Word[]): Range {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  let best = bestRun(words, MAX_NOTE_QUOTE);
  for (const length of WIDER) {
    if (weightIn(words, best) >= total * ENOUGH) break;
    const wider = bestRun(words, length);
    if (weightIn(words, wider) > weightIn(words, best)) best = wider;
  }
  return best;
}

/** The run of at most this length that has the most weight; of several the shortest, then the first. */
function bestRun(words: readonly Word[], length: number): Range {
  const telling = words.filter(({ weight }) => weight > 0);
  let best: Range = { start: 0, end: 0 };
  let most = 0;
  let weight = 0;
  let from = 0;
  for (const last of telling) {
    weight += last.weight;
    for (let first = telling[from]; first !== undefined && last.end - first.start > length; first = telling[from]) {
      weight -= first.weight;
      from += 1;
    }
    const start = telling[from]?.start ?? last.start;
    const isShorter = weight === most && last.end - start < best.end - best.start;
    if (weight > most || isShorter) {
      best = { start, end: last.end };
      most = weight;
    }
  }
  return best;
}

/** Where several statements rest on words far from each other: the run that has most for all of them. */
function widest(weights: readonly (readonly Word[])[]): Range {
  const [first = []] = weights;
  const sums = first.map((word, at) => ({
    ...word,
    weight: weights.reduce((sum, words) => sum + (words[at]?.weight ?? 0), 0),
  }));
  return bestRun(sums, WIDER[1]);
}

function weightIn(words: readonly Word[], { start, end }: Range): number {
  return words.reduce((sum, word) => (word.start >= start && word.end <= end ? sum + word.weight : sum), 0);
}

/** Goes on to the pauses around a run as far as the length allows: to the end of its clause, then back, then further on. */
function widened(text: string, range: Range, limit: number): Range {
  const breaks = [...text.matchAll(/[.!?;:,](?=\s)\s+/g)].map(({ index, 0: found }) => index + found.length);
  const stops = [...breaks, text.length];
  const clauseEnd = stops.find((at) => at >= range.end && at - range.start <= limit) ?? range.end;
  const earliest = clauseEnd - limit;
  const start =
    [0, ...breaks].find((at) => at >= earliest && at <= range.start) ?? firstWord(text, earliest, range.start);
  const furthest = start + limit;
  const end = stops.findLast((at) => at >= clauseEnd && at <= furthest);
  return { start, end: end ?? Math.max(range.end, lastBreak(text, furthest)) };
}

function firstWord(text: string, from: number, to: number): number {
  const at = text.indexOf(' ', Math.max(0, from));
  return at < 0 || at >= to ? to : at + 1;
}

function lastBreak(text: string, to: number): number {
  return Math.max(1, text.lastIndexOf(' ', to));
}

function cut(text: string, { start, end }: Range): QuoteExcerpt {
  const quote = text.slice(start, end).trim();
  return { quote, cutBefore: start > 0, cutAfter: text.slice(end).trim() !== '' };
}
