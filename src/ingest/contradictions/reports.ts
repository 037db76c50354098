import { stopWords } from '../extractive/stop-words';
import { parseNumber } from '../../base';

/** Two reports of one thing within a source that give different values: "The message says 85; the letter has 88." */
interface DifferentReports<Sentence> {
  /** For readers: `number`, `season`. */
  readonly attribute: string;
  readonly first: Sentence;
  readonly second: Sentence;
}

/** Who says something, or where it is written. */
const REPORT =
  /\b(?:says?|said|tells? (?:me|us)|told (?:me|us)|puts?|gives?|gave|writes|wrote|reports?|reported|counted|claims?|claimed|reckons?|reckoned|(?:has|have) seen|according to|by the (?:list|book|register|letter|return|count|tape|account))\b|\b(?:message|letter|list|return|report|gazette|register|log|copy|book|paper)\b[^.;]{0,60}\b(?:has|had|have)\b/i;
const SEASON = /\b(spring|summer|autumn|winter)\b/gi;
const NUMBER = /(^|[^\p{L}\d.,])(\d[\d,]*(?:\.\d+)?)?([½¼¾])?(?=[^\p{L}\d]|$)(?:\s(per cent|%|\p{L}+))?/gu;
const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };
const MONTHS = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i;
/** A round figure and the exact one do not contradict each other. */
const ROUND = /\b(?:about|nearly|almost|around|roughly|some|approximately|borders? on|close to|upwards? of)\s$/i;
const ROUND_SHARE = 0.05;
/** Two reports of one thing are seldom further apart than that. */
const MAX_RATIO = 2;
const MAX_LENGTH = 300;

interface ReportedValue {
  readonly kind: 'number' | 'season';
  readonly value: number | string;
  /** What is counted; `''` if it goes without saying. */
  readonly of: string;
  readonly isRound: boolean;
}

/**
 * Finds what a source reports twice, of different people or papers and with different values. Only neighbours are compared, and each
 * must name who says it and give one value. A sentence that tells both by itself cannot be read for one of them, and is not meant.
 */
export function findDifferentReports<Sentence extends { readonly text: string }>(
  sentences: readonly Sentence[],
): readonly DifferentReports<Sentence>[] {
  return sentences.flatMap((second, at) => {
    const first = sentences[at - 1];
    if (first === undefined || [first, second].some(({ text }) => text.length > MAX_LENGTH || !REPORT.test(text)))
      return [];
    const attribute = differingKind(first.text, second.text);
    return attribute === null ? [] : [{ attribute, first, second }];
  });
}

function differingKind(first: string, second: string): ReportedValue['kind'] | null {
  for (const kind of ['number', 'season'] as const) {
    const [one, ...more] = valuesIn(first, kind);
    const [other, ...others] = valuesIn(second, kind);
    if (one === undefined || other === undefined || more.length + others.length > 0) continue;
    const isSameThing = other.of === '' || one.of === '' || other.of === one.of;
    if (isSameThing && one.value !== other.value && isNear(one, other)) return kind;
  }
  return null;
}

function isNear(one: ReportedValue, other: ReportedValue): boolean {
  const [a, b] = [one.value, other.value];
  if (typeof a === 'string' || typeof b === 'string') return true;
  const [least, most] = [Math.min(a, b), Math.max(a, b)];
  const isRoundFigure = (one.isRound || other.isRound) && most - least <= ROUND_SHARE * most;
  return !isRoundFigure && most <= MAX_RATIO * least;
}

function valuesIn(text: string, kind: ReportedValue['kind']): readonly ReportedValue[] {
  if (kind === 'season') {
    const found = new Set([...text.matchAll(SEASON)].map(([, word = '']) => word.toLowerCase()));
    return [...found].map((value) => ({ kind, value, of: '', isRound: false }));
  }
  const words = stopWords('en');
  return [...text.matchAll(NUMBER)].flatMap(
    ({ 0: whole, 1: before = '', 2: digits = '', 3: fraction = '', 4: noun = '', index }) => {
      const isYear = /^(?:1\d|20)\d\d$/.test(digits);
      if ((digits === '' && fraction === '') || isYear || MONTHS.test(noun) || whole.trim() === '') return [];
      const amount = (digits === '' ? 0 : parseNumber(digits.replace(/,$/, '')).amount) + (FRACTIONS[fraction] ?? 0);
      const isRound = ROUND.test(text.slice(0, index + before.length));
      return [{ kind, value: amount, of: words.has(noun.toLowerCase()) ? '' : noun.toLowerCase(), isRound }];
    },
  );
}
