import { isSameAmount, isSameDate } from '../../../base';
import { isSameName } from '../holders';
import { aspectOf, kindOfMaterial } from './lexicon';
import { isSameSubject } from './subject';
import { type Fact } from './types';

/** Two facts of which only one can be true. */
interface FactPair<Known, Sentence> {
  readonly known: Fact<Known>;
  readonly fact: Fact<Sentence>;
  readonly relation: 'conflict' | 'changed';
}

/** Facts of a text with the year of its source; `null` if that is unknown. */
export interface DatedFacts<Sentence> {
  readonly facts: readonly Fact<Sentence>[];
  readonly year: number | null;
}

/** A date that is said to be about right. */
const ABOUT_YEARS = 5;
/** With so many facts of one key a text is a table, and its words do not tell them apart. */
const MAX_RIVALS = 40;

/** Compares what one text says with what others said. The cost is proportional to the facts, not to their pairs. */
export function compareFacts<Known, Sentence>(
  known: readonly DatedFacts<Known>[],
  { facts, year }: DatedFacts<Sentence>,
): readonly FactPair<Known, Sentence>[] {
  const byKey = new Map<string, { readonly fact: Fact<Known>; readonly year: number | null }[]>();
  for (const { facts: told, year: ofText } of known) {
    for (const fact of told) {
      const key = groupOf(fact);
      const rivals = byKey.get(key);
      if (rivals === undefined) byKey.set(key, [{ fact, year: ofText }]);
      else if (rivals.length < MAX_RIVALS) rivals.push({ fact, year: ofText });
    }
  }
  return facts.flatMap((fact) => {
    const rivals = byKey.get(groupOf(fact)) ?? [];
    const alike = rivals.filter((other) => isComparable(other.fact, fact));
    // What one of the sources says too is no news, whatever another one says.
    return alike.flatMap((other) => {
      if (
        isSameValue(other.fact, fact) ||
        alike.some((each) => each.year === other.year && isSameValue(each.fact, fact))
      )
        return [];
      const relation = relationOf(other.fact, fact, [other.year, year]);
      return [{ known: other.fact, fact, relation }];
    });
  });
}

/** "A cable of 2 m" may be compared with one that is "3 m long". */
const groupOf = ({ key, value }: Fact<unknown>): string =>
  value.kind === 'amount' && value.amount.dimension !== 'count' ? `amount ${value.amount.dimension}` : key;

function isComparable(a: Fact<unknown>, b: Fact<unknown>): boolean {
  if (a.verb !== b.verb || !isSameSet(a.conditions, b.conditions)) return false;
  if (a.value.kind === 'amount' && b.value.kind === 'amount') {
    const [one, other] = [a.value.amount, b.value.amount];
    if (one.limit !== other.limit || (one.rate !== other.rate && one.rate !== '' && other.rate !== '')) return false;
    const isUnnamed = [a, b].some(({ key }) => /\s$/.test(key));
    if (a.key !== b.key && !(isUnnamed && saysOnly(a) && saysOnly(b))) return false;
    // Without a word for what is measured, the sentences must have more in common than their subject, or say nothing else.
    if (isUnnamed && sharedBeside(a, b) === 0 && !(saysOnly(a) && saysOnly(b))) return false;
  }
  return isSameSubject(a.subject, b.subject);
}

/** Whether a sentence says hardly more of its subject than the amount. */
const saysOnly = ({ subject: { words, sentence } }: Fact<unknown>): boolean =>
  words.size > 0 &&
  [...sentence].filter((word) => !words.has(word) && !word.startsWith('#') && aspectOf(word) === undefined).length <= 1;

/** Words of both sentences that name neither subject. */
function sharedBeside(a: Fact<unknown>, b: Fact<unknown>): number {
  const isOwn = (word: string): boolean => a.subject.words.has(word) || b.subject.words.has(word);
  const shared = [...a.subject.sentence].filter((word) => b.subject.sentence.has(word) && !isOwn(word));
  return shared.length + (a.verb === '' ? 0 : 1);
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each));

function isSameValue({ value: a }: Fact<unknown>, { value: b }: Fact<unknown>): boolean {
  if (a.kind === 'amount' && b.kind === 'amount') return isSameAmount(a.amount, b.amount);
  if (a.kind === 'date' && b.kind === 'date')
    return (
      isSameDate(a.date, b.date) || ((a.isAbout || b.isAbout) && Math.abs(a.date.year - b.date.year) <= ABOUT_YEARS)
    );
  if (a.kind === 'state' && b.kind === 'state') return isSameSide(a.side, b.side);
  return a.kind === 'holder' && b.kind === 'holder' && isSameName(a.name, b.name);
}

/** "Wooden" and "oak" are the same, unlike "oak" and "pine". */
function isSameSide(a: string, b: string): boolean {
  const [one, other] = [kindOfMaterial(a), kindOfMaterial(b)];
  return a === b || (one === other && one !== undefined && (a === one || b === one));
}

/** What changes with time is a contradiction only if both are said of one time. */
function relationOf(
  a: Fact<unknown>,
  b: Fact<unknown>,
  years: readonly [number | null, number | null],
): 'conflict' | 'changed' {
  if (a.isLasting && b.isLasting) return a.isDated && b.isDated && a.value.kind !== 'date' ? 'changed' : 'conflict';
  const isOfOneTime = a.years.some((year) => b.years.includes(year));
  if (isOfOneTime && a.value.kind === 'holder' && a.isDated && b.isDated) return 'conflict';
  const isApart = a.years.length > 0 && b.years.length > 0 && !a.years.some((year) => b.years.includes(year));
  if (isApart || a.isDated || b.isDated || a.isPast !== b.isPast) return 'changed';
  const hasYear = a.years.length + b.years.length > 0 && !a.years.some((year) => b.years.includes(year));
  if (a.isPast) return hasYear ? 'changed' : 'conflict';
  return hasYear || (years[0] !== null && years[1] !== null && years[0] !== years[1]) ? 'changed' : 'conflict';
}
