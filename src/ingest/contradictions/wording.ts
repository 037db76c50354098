import {
  APPROXIMATION,
  findDates,
  isCalendarWord,
  NUMBER_PATTERN,
  numberOfWord,
  numberWords,
  parseNumber,
  parseUnit,
  type StatedDate,
} from '../../base';
import { stopWords } from '../extractive/stop-words';
import { stem, tokenize, type Word } from '../extractive/tokenizer';

/** A number of something: `640 men`, `£148,000`, `412 metres`. */
export interface Quantity {
  /** The unit, or what is counted, in the singular. */
  readonly of: string;
  /** For readers: `number of men`, `amount in £`. */
  readonly label: string;
  readonly amount: number;
  /** Significant digits as written. */
  readonly digits: number;
  /** The clause that gives it. */
  readonly clause: Clause;
}

/** A date with the clause that gives it. */
export interface ClauseDate {
  readonly date: StatedDate;
  readonly clause: Clause;
}

/** A part of a sentence between commas and conjunctions. */
export interface Clause {
  /** What its words mean, roughly: stems without function words, numbers and dates. */
  readonly stems: ReadonlySet<string>;
  /** Capitalised words within it. */
  readonly names: ReadonlySet<string>;
  /** Numbers that tell things apart, with their noun: `lock 3`. */
  readonly labels: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** Years that it gives. */
  readonly years: readonly number[];
}

const functionWords = stopWords('en');
/** Who says it does not matter: "According to the handbook,", "The adjuster reckons that". */
const ATTRIBUTION =
  /^(?:according to [^,]{2,60},\s|(?:[^,.;]{2,50}\s)?(?:says?|said|reckons?|writes?|wrote|counts|states?|stated|claims?|believes?|told us)\s(?:that\s)?|(?:[^,.;]{2,50}\s)?(?:reports?|reported)\sthat\s)/i;
const CLAUSE_BREAK = /[;:,()–—]\s|\s(?:and|but|which|who|while|whereas|although|because)\s/gu;
/** Words that bound an amount and give none. */
const BOUND = /\b(?:more than|less than|fewer than|at least|at most|up to|over|under|below|above|between)\s*$/i;
/** Nouns before a number that only count: `Lock 3`, `page 12`. */
const LABELLED = /(?:^|[^\p{L}])(\p{L}[\p{L}.]{1,20})\s#?$/u;
const UNITLESS: ReadonlySet<string> = new Set(['of', 'in', 'at', 'on', 'to', 'by', 'and', 'or', 'per', 'the', 'a']);

/** The text without what says who says it. */
export function withoutAttribution(text: string): string {
  const rest = text.replace(ATTRIBUTION, '');
  return rest.length < 20 ? text : rest;
}

/** A word without its ending, so that "opened" and "opening" agree with "open". */
export function rootOf(key: string): string {
  const single = stem(key);
  const root = single.replace(/(?:ing|ed|es)$/, '');
  return single.length > 5 && root.length > 2 ? root.replace(/([bdgmnprt])\1$/, '$1') : single;
}

/** The clauses of a sentence, as offsets. */
function clauseSpans(text: string): readonly { readonly start: number; readonly end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let start = 0;
  for (const match of text.matchAll(CLAUSE_BREAK)) {
    // A comma in "19 August, 2024" or after an opening phrase ends no clause.
    if (match.index - start < 14) continue;
    spans.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  spans.push({ start, end: text.length });
  return spans;
}

/** What a part of a sentence says, apart from its numbers. */
export function readClause(text: string): Clause {
  const words = tokenize(text);
  const dates = findDates(text);
  const isDate = (word: Word): boolean => dates.some(({ start, end }) => word.start < end && start < word.end);
  const stems = new Set<string>();
  const names = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (word.shape === 'number' || isDate(word) || isCalendarWord(word.key) || functionWords.has(word.key)) continue;
    if (numberOfWord(word.key) !== null || word.key.length < 2) continue;
    stems.add(rootOf(word.key));
    if (at > 0 && (word.shape === 'capital' || word.shape === 'upper' || word.shape === 'mixed')) names.add(word.key);
  }
  return {
    stems,
    names,
    labels: labelsOf(text),
    isNegated: /\b(?:not|never|no longer|cannot|without|un(?:til|less))\b|n['’]t\b/i.test(text),
    years: dates.map(({ year }) => year),
  };
}

function labelsOf(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const match of text.matchAll(
    /\p{L}[\p{L}]{1,20}\s(?:no\.?\s|#)?(\d{1,4}(?:\.\d+)*[a-z]?|[IVX]{1,5})(?![\p{L}\d,%])/gu,
  )) {
    const [noun = ''] = match[0].split(/\s/);
    if (/^\p{Lu}/u.test(noun) && !isCalendarWord(noun.toLowerCase()) && !functionWords.has(noun.toLowerCase()))
      labels.add(match[0].toLowerCase());
  }
  for (const match of text.matchAll(/\bv?\d{1,3}\.\d{1,3}\.\d{1,4}\b/g)) labels.add(match[0]);
  for (const match of text.matchAll(
    /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d{1,3}(?:st|nd|rd|th))\b/gi,
  ))
    labels.add(match[0].toLowerCase());
  return labels;
}

/** The quantities that a sentence gives, each with its clause. Bounds such as "more than 40" give none. */
export function readQuantities(text: string): readonly Quantity[] {
  const spans = clauseSpans(text);
  const clauses = new Map<number, Clause>();
  const clauseAt = (offset: number): Clause => {
    const span = spans.find(({ start, end }) => offset >= start && offset < end) ?? { start: 0, end: text.length };
    const known = clauses.get(span.start) ?? readClause(text.slice(span.start, span.end));
    clauses.set(span.start, known);
    return known;
  };
  const dates = findDates(text);
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER_PATTERN)) {
    const [, currency, digits = '', percent] = match;
    const start = match.index;
    const end = start + (currency ?? '').length + digits.length;
    const before = text.slice(0, start);
    if (dates.some((date) => date.start < end && start < date.end) || BOUND.test(before)) continue;
    if (/^\s(?:to|and|or)\s\d/.test(text.slice(end)) || /\d\s(?:to|and|or)\s$/.test(before)) continue;
    if (/[\p{L}\d._/-]$/u.test(before) || /^[-–/.:]\d|^[._]\p{L}/u.test(text.slice(end))) continue;
    const label = LABELLED.exec(before)?.[1] ?? '';
    if (/^\p{Lu}/u.test(label) && currency === undefined && !functionWords.has(label.toLowerCase())) continue;
    const of = countedNoun(text.slice(end, end + 40), currency, percent);
    const { amount, digits: precise } = parseNumber(digits);
    const { scale } = parseUnit(text.slice(end, end + 40), currency, percent);
    if (of === '') continue;
    found.push({
      of,
      label: labelOf(text.slice(end, end + 40), of),
      amount: amount * scale,
      digits: APPROXIMATION.test(before) ? Math.min(2, precise) : precise,
      clause: clauseAt(start),
    });
  }
  for (const { start, end, amount } of numberWords(text)) {
    const tail = text.slice(end, end + 40);
    const of = countedNoun(tail, undefined, undefined);
    if (of === '' || BOUND.test(text.slice(0, start))) continue;
    found.push({
      of,
      label: labelOf(tail, of),
      amount,
      digits: String(amount).length,
      clause: clauseAt(end - 1),
    });
  }
  return found;
}

/** What a number counts or measures: the unit, or the noun behind it with what is between: `34,000 cubic metres`. */
function countedNoun(tail: string, currency: string | undefined, percent: string | undefined): string {
  const { unit } = parseUnit(tail, currency, percent);
  if (unit !== '') return unit;
  const match =
    /^[\s-](?:(?:hundred|thousand|million|billion)\s)?(?:of\s(?:the|its|our|their)\s)?(\p{Ll}[\p{L}-]{1,20})(?:\s(\p{Ll}[\p{L}-]{1,20}))?/u.exec(
      tail,
    );
  const [, first = '', second = ''] = match ?? [];
  if (first === '' || UNITLESS.has(first) || functionWords.has(first)) return '';
  return /(?:[^s]s|men|women|children|people)$/.test(first) || second === '' || functionWords.has(second)
    ? stem(first)
    : `${first} ${stem(second)}`;
}

/** What a measure is of, by the word behind its unit: `68 metres tall`. */
const DIMENSIONS: ReadonlyMap<string, string> = new Map([
  ['tall', 'height'],
  ['high', 'height'],
  ['long', 'length'],
  ['wide', 'width'],
  ['deep', 'depth'],
  ['thick', 'thickness'],
  ['old', 'age'],
]);

/** How readers name what is counted or measured, with the word as it is written. */
function labelOf(tail: string, of: string): string {
  if (/^°[CF]$/.test(of)) return 'temperature';
  if (/^[^\p{L}]/u.test(of)) return `amount in ${of}`;
  if (parseUnit(tail, undefined, undefined).unit === of) {
    const [, dimension = ''] = /^[\s-]*[^\s-]+[\s-](\p{L}+)/u.exec(tail) ?? [];
    return DIMENSIONS.get(dimension) ?? `value in ${of}`;
  }
  const written =
    new RegExp(`\\b${of.slice(0, Math.max(2, of.length - 2)).replace(/[^\p{L} -]/gu, '')}[\\p{L}-]*|\\p{L}+`, 'u').exec(
      tail,
    )?.[0] ?? of;
  return `number of ${written.toLowerCase()}`;
}

/** The dates that a sentence gives, each with its clause. */
export function readClauseDates(text: string): readonly ClauseDate[] {
  const spans = clauseSpans(text);
  return findDates(text).map((date) => {
    const span = spans.find(({ start, end }) => date.start >= start && date.start < end) ?? {
      start: 0,
      end: text.length,
    };
    return { date, clause: readClause(text.slice(span.start, span.end)) };
  });
}
