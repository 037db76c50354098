import { attributeOf, countedBy, type Attribute } from './attributes';
import { datesIn, type StatedDate } from './dates';
import { isCalendarWord, stopWords } from './lexicon';
import { unspaced, wordsOf, type Word } from './words';

/** A date or a figure that a sentence gives for an attribute of its subject. */
export interface Claim {
  readonly attribute: Attribute;
  /** For a figure. */
  readonly amount: number;
  /** Significant digits as written; fewer for a round or approximate figure. */
  readonly digits: number;
  readonly unit: string;
  /** For a date. */
  readonly date: StatedDate | null;
  /** The year that the sentence gives a figure for; `null` when it gives none. */
  readonly asOf: number | null;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly subject: boolean;
}

const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['mio', 1e6],
  ['m', 1e6],
  ['mn', 1e6],
  ['millón', 1e6],
  ['millones', 1e6],
  ['milione', 1e6],
  ['milioni', 1e6],
  ['billion', 1e9],
  ['billions', 1e9],
  ['bn', 1e9],
  ['milliard', 1e9],
  ['milliards', 1e9],
  ['milliarden', 1e9],
  ['mrd', 1e9],
  ['trillion', 1e12],
  ['tausend', 1e3],
  ['mille', 1e3],
  ['mil', 1e3],
]);

const units: ReadonlyMap<string, string> = new Map([
  ['m', 'm'],
  ['metre', 'm'],
  ['metres', 'm'],
  ['meter', 'm'],
  ['meters', 'm'],
  ['mètres', 'm'],
  ['metros', 'm'],
  ['metri', 'm'],
  ['km', 'km'],
  ['kilometre', 'km'],
  ['kilometres', 'km'],
  ['kilometer', 'km'],
  ['kilometers', 'km'],
  ['kilomètres', 'km'],
  ['ft', 'ft'],
  ['feet', 'ft'],
  ['foot', 'ft'],
  ['mile', 'mi'],
  ['miles', 'mi'],
  ['acres', 'acre'],
  ['hectares', 'ha'],
  ['ha', 'ha'],
  ['kg', 'kg'],
  ['kilograms', 'kg'],
  ['tonnes', 't'],
  ['tons', 'ton'],
  ['dollars', '$'],
  ['usd', '$'],
  ['euros', '€'],
  ['euro', '€'],
  ['eur', '€'],
  ['pounds', '£'],
  ['percent', '%'],
  ['km²', 'km²'],
  ['people', ''],
  ['persons', ''],
  ['inhabitants', ''],
  ['residents', ''],
]);

const figure =
  /([$€£¥]\s?)?(\d{1,3}(?:[,.\u00a0\u202f’' ]\d{3})+(?:[.,]\d{1,3})?|\d{1,15}(?:[.,]\d{1,6})?)(\s?%)?(?:[\s-]?(\p{L}+²?))?(?:\s(square\s)?(\p{L}+²?))?/gu;
const roughly =
  /\b(?:about|approximately|around|nearly|almost|roughly|some|over|circa|more than|less than|under|etwa|rund|environ|unos|circa|около)\s*$/iu;
/** Between an attribute and its figure only words that bind the two may stand. */
const binding =
  /^(?:\s|,|:|\(|\b(?:of|is|was|were|are|in|at|the|a|an|city|town|company|about|approximately|around|nearly|almost|roughly|some|over|stood|stands|reached|totals?|totalled|totaled|has|had|to|estimated|now|currently|total|annual|more|than|von|beträgt|betrug|liegt|bei|etwa|rund|de|est|était|environ|es|era|von)\b|[12]\d{3})*$/iu;
const farthest = 90;
const opening = stopWords('other');

/**
 * What a sentence claims of one subject. Conservative: the name that stands nearest before the attribute must be the
 * subject's, or, where none stands before it, the first that follows.
 *
 * @param names all spellings of the subject
 */
export function claimsAbout(sentence: string, names: readonly string[]): readonly Claim[] {
  if (sentence.length > 2000 || unspaced.test(sentence.slice(0, 2))) return [];
  const words = wordsOf(sentence);
  const attributes = words.flatMap((word) => {
    const attribute = attributeOf(word.key);
    return attribute === undefined ? [] : [{ word, attribute }];
  });
  if (attributes.length === 0) return [];
  const spans = spansOf(sentence, words, names);
  if (!spans.some((span) => span.subject)) return [];
  const dates = datesIn(sentence);
  const claims: Claim[] = [];
  for (const { word, attribute } of attributes) {
    if (!belongs(sentence, word, spans)) continue;
    const claim =
      attribute.kind === 'date'
        ? dateClaim(sentence, word, attribute, dates, attributes)
        : figureClaim(sentence, word, attribute, dates, spans);
    if (claim !== null && !claims.some((other) => other.attribute.name === attribute.name)) claims.push(claim);
  }
  return claims;
}

/** The names in a sentence: the subject's, and other capitalised words. */
function spansOf(sentence: string, words: readonly Word[], names: readonly string[]): readonly Span[] {
  const spellings = names
    .map((name) => wordsOf(name).map((word) => word.key))
    .filter((keys) => keys.length > 0)
    .sort((a, b) => b.length - a.length);
  const spans: Span[] = [];
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
        previous?.subject === false && sentence.slice(previous.to, first.start) === ' ' && previous.from > 0;
      spans.push({ from: first.start, to: last.end, subject: !longer && !joined });
      at += keys.length - 1;
    } else if (
      // At the head of a sentence a capital may be no name: `Founded in 1998, Acme …`.
      (at > 0 || (!opening.has(first.key) && attributeOf(first.key) === undefined)) &&
      (first.shape === 'capital' || first.shape === 'upper') &&
      !isCalendarWord(first.key) &&
      first.text.length > 1
    ) {
      spans.push({ from: first.start, to: first.end, subject: false });
    }
  }
  return spans;
}

function belongs(sentence: string, word: Word, spans: readonly Span[]): boolean {
  const before = spans.filter((span) => span.to <= word.start).at(-1);
  const after = spans.find((span) => span.from >= word.end);
  // `the population of Bern`, `the height of the Eiffel Tower`
  if (
    after !== undefined &&
    /^\s(?:of|von|de|du|di|in)\s(?:the\s|la\s|der\s|city of\s|the city of\s)?$/i.test(
      sentence.slice(word.end, after.from),
    )
  )
    return after.subject;
  if (before === undefined) return after?.subject === true && after.from - word.end < 60;
  return before.subject && word.start - before.to < farthest && !/[;:—]/.test(sentence.slice(before.to, word.start));
}

function dateClaim(
  sentence: string,
  word: Word,
  attribute: Attribute,
  dates: readonly StatedDate[],
  attributes: readonly { readonly word: Word; readonly attribute: Attribute }[],
): Claim | null {
  const date = dates.find((candidate) => candidate.start >= word.end);
  if (date === undefined || date.start - word.end > farthest) return null;
  const between = sentence.slice(word.end, date.start);
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
  // A second verb between the two has taken the date.
  if (/\b(?:and|which|who|that|und|et|y)\b/i.test(between)) return null;
  return { attribute, amount: 0, digits: 0, unit: '', date, asOf: null };
}

function figureClaim(
  sentence: string,
  word: Word,
  attribute: Attribute,
  dates: readonly StatedDate[],
  spans: readonly Span[],
): Claim | null {
  for (const match of sentence.matchAll(figure)) {
    const start = match.index;
    const end = start + match[0].length;
    const [, currency, digits = '', percent] = match;
    const numberEnd = start + (currency ?? '').length + digits.length;
    const isYear = dates.some((date) => date.end === numberEnd && digits.length === 4);
    if (isYear || end <= 0) continue;
    const tail = sentence.slice(numberEnd, numberEnd + 40);
    const leads = start >= word.end && start - word.end <= farthest && bound(sentence, word.end, start, spans);
    const counts =
      numberEnd <= word.start &&
      countedBy.has(word.key) &&
      /^[\s\p{L}-]{0,24}$/u.test(sentence.slice(numberEnd, word.start)) &&
      !/\b(?:of|for|and|to|per)\b/.test(sentence.slice(numberEnd, word.start));
    if (!leads && !counts) continue;
    const value = valueOf(digits);
    const { scale, unit } = measureOf(tail, currency, percent);
    const asOf = dates.find((date) => date.start >= 0)?.year ?? null;
    const rough = roughly.test(sentence.slice(0, start));
    return {
      attribute,
      amount: value.amount * scale,
      digits: rough ? Math.min(2, value.digits) : value.digits,
      unit,
      date: null,
      asOf,
    };
  }
  return null;
}

function bound(sentence: string, from: number, to: number, spans: readonly Span[]): boolean {
  let between = '';
  let at = from;
  for (const span of spans) {
    if (!span.subject || span.from < at || span.to > to) continue;
    between += sentence.slice(at, span.from);
    at = span.to;
  }
  return binding.test(between + sentence.slice(at, to));
}

function valueOf(text: string): { amount: number; digits: number } {
  const grouped = /^\d{1,3}(?:[,.\u00a0\u202f’' ]\d{3})+/.exec(text)?.[0] ?? '';
  const plain =
    grouped === ''
      ? text.replace(',', '.')
      : grouped.replace(/[^\d]/g, '') + text.slice(grouped.length).replace(',', '.');
  const amount = Number(plain);
  const significant = plain.replace('.', '').replace(/^0+/, '');
  return { amount, digits: Math.max(1, (plain.includes('.') ? significant : significant.replace(/0+$/, '')).length) };
}

function measureOf(
  tail: string,
  currency: string | undefined,
  percent: string | undefined,
): { scale: number; unit: string } {
  const match = /^[\s-]?(\p{L}+²?)(?:\s(?:de\s)?(\p{L}+²?))?(?:\s(\p{L}+²?))?/u.exec(tail.toLowerCase());
  const [, first = '', second = '', third = ''] = match ?? [];
  // `m` behind a currency is a million, else a metre.
  const isScale = scales.has(first) && !(first === 'm' && currency === undefined);
  const scale = isScale ? (scales.get(first) ?? 1) : 1;
  const [unitWord, next] = isScale ? [second, third] : [first, second];
  const squared = unitWord === 'square' ? `sq ${units.get(next) ?? next}` : undefined;
  const unit =
    percent !== undefined ? '%' : currency !== undefined ? currency.trim() : (squared ?? units.get(unitWord) ?? '');
  return { scale, unit };
}

/** How two claims about one subject stand to each other. */
export type Relation = 'agree' | 'conflict' | 'changed' | 'unrelated';

/**
 * Compares two claims as precisely as the less precise of them was written. Figures that change with the years conflict
 * only when they are given for the same year: the one they state, else the year of their source.
 *
 * @param years of the two sources; `null` where unknown
 */
export function relate(a: Claim, b: Claim, years: readonly [number | null, number | null]): Relation {
  if (a.attribute.name !== b.attribute.name || a.unit !== b.unit) return 'unrelated';
  if (a.date !== null && b.date !== null) return sameDate(a.date, b.date) ? 'agree' : 'conflict';
  if (a.date !== null || b.date !== null) return 'unrelated';
  if (sameFigure(a, b)) return 'agree';
  if (a.asOf !== null && b.asOf !== null) return a.asOf === b.asOf ? 'conflict' : 'changed';
  if (!a.attribute.varies) return 'conflict';
  const [first, second] = [a.asOf ?? years[0], b.asOf ?? years[1]];
  return first !== null && second !== null && first !== second ? 'changed' : 'conflict';
}

function sameDate(a: StatedDate, b: StatedDate): boolean {
  if (a.year !== b.year) return false;
  if (a.month === 0 || b.month === 0) return true;
  if (a.month !== b.month) return false;
  return a.day === 0 || b.day === 0 || a.day === b.day;
}

function sameFigure(a: Claim, b: Claim): boolean {
  if (a.amount === b.amount) return true;
  const digits = Math.min(a.digits, b.digits);
  const [precise, coarse] = a.digits >= b.digits ? [a, b] : [b, a];
  if (a.digits === b.digits) return false;
  return Number(precise.amount.toPrecision(digits)) === Number(coarse.amount.toPrecision(digits));
}
