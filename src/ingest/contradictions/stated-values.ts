import { findAttribute, COUNTED_NOUNS, type Attribute } from './attributes';
import {
  APPROXIMATION,
  BINDING_WORDS,
  findDates,
  isCalendarWord,
  NUMBER_PATTERN,
  parseNumber,
  parseUnit,
  type StatedDate,
} from '../../base';
import { stopWords } from '../extractive/stop-words';
import { UNSPACED_SCRIPT, tokenize, type Word } from '../extractive/tokenizer';

/** A date or a number that a sentence states for an attribute of its subject. */
export interface StatedValue {
  readonly attribute: Attribute;
  /** For a number. */
  readonly amount: number;
  /** Significant digits as written; fewer for a round or approximate number. */
  readonly digits: number;
  readonly unit: string;
  /** For a date. */
  readonly date: StatedDate | null;
  /** The year that the number holds for; `null` when the sentence gives none. */
  readonly asOf: number | null;
}

interface NameSpan {
  readonly from: number;
  readonly to: number;
  readonly isSubject: boolean;
}

/** The text before a passive participle: `was founded`, `, founded`. */
const PASSIVE_AUXILIARY =
  /(?:\b(?:was|were|been|being|is|are|be|wurde|wurden|worden|ist|war|est|était|fut|été|fue|fueron|sido|es|fu|è|stat[oaie]|foi|foram|werd|werden|был[аио]?)\s+(?:\p{L}+\s+){0,2}|[,(–—]\s*|^\s*)$/iu;
/** Text between a verb without an object and its date. */
const ADVERBIAL =
  /^[\s,(]*(?:(?:to|for)\s(?:the\s)?(?:public|traffic|visitors|passengers|business|trade)\s)?(?:$|\d|(?:in|on|at|by|near|as|around|about|circa|early|late|officially|im|am|um|en|el|le|à|au|a|nel|nell|il|op|te|aan|в)(?![\p{L}])|\p{Lu}?\p{L}+\s*$)/iu;
const MAX_DISTANCE = 90;
const functionWords = stopWords('other');

/**
 * Finds the values that a sentence states for a subject. Conservative: the name nearest before the attribute must be the
 * subject's; if no name comes before it, the first one after it must be.
 *
 * @param names all spellings of the subject
 */
export function findValues(sentence: string, names: readonly string[]): readonly StatedValue[] {
  if (sentence.length > 2000 || UNSPACED_SCRIPT.test(sentence.slice(0, 2))) return [];
  const words = tokenize(sentence);
  const attributes = words.flatMap((word, at) => {
    const next = words[at + 1];
    if (next?.start === word.end + 1) {
      // `taken out` is one verb.
      const verb = findAttribute(`${word.key}-${next.key}`);
      if (verb !== undefined) return [{ word: { ...word, end: next.end }, attribute: verb }];
    }
    const attribute = findAttribute(word.key);
    return attribute === undefined ? [] : [{ word, attribute }];
  });
  if (attributes.length === 0) return [];
  const spans = findNameSpans(sentence, words, names);
  if (!spans.some((span) => span.isSubject)) return [];
  const dates = findDates(sentence);
  const claims: StatedValue[] = [];
  for (const { word, attribute } of attributes) {
    if (!belongsToSubject(sentence, word, spans)) continue;
    const claim =
      attribute.kind === 'date'
        ? readDateValue(sentence, word, attribute, dates, attributes)
        : readNumberValue(sentence, word, attribute, dates, spans);
    if (claim !== null && !claims.some((other) => other.attribute.name === attribute.name)) claims.push(claim);
  }
  return claims;
}

/** Finds the names in a sentence: the subject's, and other capitalised words. */
function findNameSpans(sentence: string, words: readonly Word[], names: readonly string[]): readonly NameSpan[] {
  const spellings = names
    .map((name) => tokenize(name).map((word) => word.key))
    .filter((keys) => keys.length > 0)
    .sort((a, b) => b.length - a.length);
  const spans: NameSpan[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const keys = spellings.find((wanted) => wanted.every((key, offset) => words[at + offset]?.key === key));
    const first = words[at];
    if (first === undefined) break;
    if (keys !== undefined) {
      const last = words[at + keys.length - 1] ?? first;
      const previous = spans.at(-1);
      // `Acme Labs` is not `Acme`: a capital right before or after makes it another name.
      const next = words[at + keys.length];
      const longer =
        next !== undefined &&
        /^ $/.test(sentence.slice(last.end, next.start)) &&
        (next.shape === 'capital' || next.shape === 'upper') &&
        !isCalendarWord(next.key) &&
        first.shape !== 'lower';
      const joined =
        previous?.isSubject === false && sentence.slice(previous.to, first.start) === ' ' && previous.from > 0;
      spans.push({ from: first.start, to: last.end, isSubject: !longer && !joined });
      at += keys.length - 1;
    } else if (
      // At the start of a sentence a capital does not prove a name: `Founded in 1998, Acme …`.
      (at > 0 || (!functionWords.has(first.key) && findAttribute(first.key) === undefined)) &&
      (first.shape === 'capital' || first.shape === 'upper') &&
      !isCalendarWord(first.key) &&
      first.text.length > 1
    ) {
      spans.push({ from: first.start, to: first.end, isSubject: false });
    }
  }
  return spans;
}

function belongsToSubject(sentence: string, word: Word, spans: readonly NameSpan[]): boolean {
  const before = spans.filter((span) => span.to <= word.start).at(-1);
  const after = spans.find((span) => span.from >= word.end);
  // `the population of Bern`, `the height of the Eiffel Tower`
  if (
    after !== undefined &&
    /^\s(?:of|von|de|du|di|in)\s(?:the\s|la\s|der\s|city of\s|the city of\s)?$/i.test(
      sentence.slice(word.end, after.from),
    )
  )
    return after.isSubject;
  if (before === undefined) return after?.isSubject === true && after.from - word.end < 60;
  return (
    before.isSubject && word.start - before.to < MAX_DISTANCE && !/[;:—]/.test(sentence.slice(before.to, word.start))
  );
}

function readDateValue(
  sentence: string,
  word: Word,
  attribute: Attribute,
  dates: readonly StatedDate[],
  attributes: readonly { readonly word: Word; readonly attribute: Attribute }[],
): StatedValue | null {
  const date = dates.find((candidate) => candidate.start >= word.end);
  if (date === undefined || date.start - word.end > MAX_DISTANCE) return null;
  const between = sentence.slice(word.end, date.start);
  // `Acme opened an office in 1999` does not say when Acme opened.
  if (!PASSIVE_AUXILIARY.test(sentence.slice(0, word.start)) && !ADVERBIAL.test(between)) return null;
  if (
    /[;—]|\b(?:before|after|until|since|than|not|moved|from)\b/i.test(between) ||
    /\bnot\s*$|\bnever\s*$/i.test(sentence.slice(0, word.start))
  )
    return null;
  if (
    attributes.some(
      (other) => other.word.start > word.start && other.word.end <= date.start && other.attribute.kind === 'date',
    )
  )
    return null;
  // A second verb between the two owns the date.
  if (/\b(?:and|which|who|that|und|et|y)\b/i.test(between)) return null;
  return { attribute, amount: 0, digits: 0, unit: '', date, asOf: null };
}

function readNumberValue(
  sentence: string,
  word: Word,
  attribute: Attribute,
  dates: readonly StatedDate[],
  spans: readonly NameSpan[],
): StatedValue | null {
  for (const match of sentence.matchAll(NUMBER_PATTERN)) {
    const start = match.index;
    const end = start + match[0].length;
    const [, currency, digits = '', percent] = match;
    const numberEnd = start + (currency ?? '').length + digits.length;
    const isYear = dates.some((date) => date.end === numberEnd && digits.length === 4);
    if (isYear || end <= 0) continue;
    const tail = sentence.slice(numberEnd, numberEnd + 40);
    const isAfter =
      start >= word.end && start - word.end <= MAX_DISTANCE && isBoundToNumber(sentence, word.end, start, spans);
    const isBefore =
      numberEnd <= word.start &&
      COUNTED_NOUNS.has(word.key) &&
      /^[\s\p{L}-]{0,24}$/u.test(sentence.slice(numberEnd, word.start)) &&
      !/\b(?:of|for|and|to|per)\b/.test(sentence.slice(numberEnd, word.start));
    if (!isAfter && !isBefore) continue;
    const value = parseNumber(digits);
    const { scale, unit } = parseUnit(tail, currency, percent);
    const asOf = dates.find((date) => date.start >= 0)?.year ?? null;
    const isApproximate = APPROXIMATION.test(sentence.slice(0, start));
    return {
      attribute,
      amount: value.amount * scale,
      digits: isApproximate ? Math.min(2, value.digits) : value.digits,
      unit,
      date: null,
      asOf,
    };
  }
  return null;
}

function isBoundToNumber(sentence: string, from: number, to: number, spans: readonly NameSpan[]): boolean {
  let between = '';
  let at = from;
  for (const span of spans) {
    if (!span.isSubject || span.from < at || span.to > to) continue;
    between += sentence.slice(at, span.from);
    at = span.to;
  }
  return BINDING_WORDS.test(between + sentence.slice(at, to));
}
