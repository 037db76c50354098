import { isSameDate } from '../../base';
import { stopWords } from '../extractive/stop-words';
import { tokenize } from '../extractive/tokenizer';
import { isSameNumber, type Relation } from './compare-values';
import { findHolders, isSameName, type Holder } from './holders';
import { isOpposite, wordClass } from './word-classes';
import {
  readClause,
  readClauseDates,
  readQuantities,
  rootOf,
  withoutAttribution,
  type Clause,
  type ClauseDate,
  type Quantity,
} from './wording';

/** A sentence as it is compared: what it gives, apart from the words in which it says so. */
export interface ReadWording {
  readonly whole: Clause;
  /** Root of the noun that it tells something of: `pump` in "The new pump was installed". `null` if it is not plain. */
  readonly head: string | null;
  readonly quantities: readonly Quantity[];
  readonly dates: readonly ClauseDate[];
  readonly holders: readonly Holder[];
  /** Lower-cased words of which only one can be true, and words with an opposite. */
  readonly words: readonly string[];
  readonly isPresent: boolean;
  readonly isUncertain: boolean;
}

/** What two sentences give differently. */
interface ValueDifference {
  /** For readers: `men`, `date`, `material`, `chair`. */
  readonly attribute: string;
  readonly relation: Extract<Relation, 'conflict' | 'changed'>;
}

/** What may or should be, was planned, and what only compares. */
const UNCERTAIN =
  /\?|\b(?:would|we estimate|estimated? (?:the|its|their|at)|is estimated|could|might|should|if|unless|hopes?|hoped|plans?|planned|intends?|aims?|wants?|expected|proposed?|suggests?|perhaps|probably|another|other|further|additional|each|every|per|instead of|rather than|next|usually|sometimes|often|again|between|yesterday|today|(?:last|past|previous|this) (?:night|week|month|quarter|season|spring|summer|autumn|winter))\b/i;
const PRESENT = /\b(?:is|are|has|have|can|may|runs?|holds?|stands?|now|today|currently|at present|still)\b/;
const MAX_LENGTH = 500;
/** Words with a meaning in a sentence that says one thing. */
const MAX_BRIEF = 9;
/** What is measured in these stays as it is, unlike members and prices. */
const LASTING_UNIT =
  /^(?:m|km|cm|mm|ft|mi|inch|kg|t|ton|ha|acre|km²|sq \p{L}+|l|k?V|k?W|Hz|(?:centi|milli)metre|litre|degree|minute|hour)$/u;

/** "The Birch pump was". */
const OPENING =
  /^(?:the|an?|its|their|his|her|our)?\s?(?:[\p{L}\p{N}’'-]+\s){0,4}?([\p{L}’'-]{3,})\s(?:is|was|are|were|has|had|have|holds?|held|weighs?|weighed|measures?|measured|costs?|carries|carried|takes|took|needs?|needed|contains?|contained|opened|closed|began|lies|lay|stands|stood)\s/iu;
/** "a pump that was opened" */
const DESCRIBED =
  /\s(?:an?|the|its)\s(?:[\p{L}’'-]+\s){0,2}?([\p{L}’'-]{3,}),?\s(?:that|which)\s(?:is|was|has|had)\s/iu;

/** Whether a sentence only says what may, should or will be. */
const isUncertain = (text: string): boolean => UNCERTAIN.test(text);

/** Reads a sentence for {@link differencesBetween}. */
export function readWording(sentence: string): ReadWording | null {
  if (sentence.length > MAX_LENGTH) return null;
  const text = withoutAttribution(sentence);
  return {
    whole: readClause(text),
    head: headOf(text),
    quantities: readQuantities(text),
    dates: readClauseDates(text),
    holders: findHolders(text),
    words: tokenize(text)
      .map(({ key }) => key)
      .filter((key) => wordClass(key) !== undefined),
    isPresent: PRESENT.test(text),
    isUncertain: isUncertain(text),
  };
}

function headOf(text: string): string | null {
  const noun = (DESCRIBED.exec(text) ?? OPENING.exec(text))?.[1]?.toLowerCase();
  return noun === undefined || stopWords('en').has(noun) ? null : rootOf(noun);
}

/** Whether the sentences are about two things that belong to the subject: its pump, and its boiler. */
export function haveOtherHeads(a: ReadWording, b: ReadWording, subject: ReadonlySet<string>): boolean {
  if (a.head === null || b.head === null || a.head === b.head) return false;
  return !subject.has(a.head) && !subject.has(b.head);
}

/** What the two sentences have in common. */
interface Likeness {
  readonly shared: number;
  /** Of the shorter one, 0 to 1. */
  readonly share: number;
  /** Of the longer one, 0 to 1. */
  readonly shareOfLonger: number;
}

function likeness(a: Clause, b: Clause, ignored: ReadonlySet<string>): Likeness {
  const [first, second] = [a.stems, b.stems].map((stems) => [...stems].filter((each) => !ignored.has(each)));
  const other = new Set(second);
  const shared = (first ?? []).filter((each) => other.has(each)).length;
  const least = Math.min(first?.length ?? 0, second?.length ?? 0);
  const most = Math.max(first?.length ?? 0, second?.length ?? 0);
  return { shared, share: least === 0 ? 0 : shared / least, shareOfLonger: most === 0 ? 0 : shared / most };
}

/** Whether names, labels or a denial show that two clauses speak of different things. */
function areAboutOthers(a: Clause, b: Clause): boolean {
  const differ = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...one].some((each) => !other.has(each)) && [...other].some((each) => !one.has(each));
  return (
    a.isNegated !== b.isNegated ||
    differ(a.names, b.names) ||
    (a.labels.size + b.labels.size > 0 && !isSame(a.labels, b.labels))
  );
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each));

/** Years of two clauses that keep their values apart. */
function areApart(a: readonly number[], b: readonly number[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((year) => b.includes(year));
}

/**
 * Finds what two sentences about one subject give differently: amounts, dates, holders of an office and states. Conservative: most of
 * the other words must agree.
 *
 * @param subject stems of the subject's names, which prove nothing
 * @param years of the two sources; `null` if unknown
 */
export function differencesBetween(
  a: ReadWording,
  b: ReadWording,
  subject: ReadonlySet<string>,
  years: readonly [number | null, number | null],
): readonly ValueDifference[] {
  const holders = compareHolders(a, b, subject, years);
  if (a.isUncertain || b.isUncertain || haveOtherHeads(a, b, subject)) return holders;
  return [
    ...compareQuantities(a, b, subject, years),
    ...compareDates(a, b, subject),
    ...holders,
    ...compareWords(a, b, subject, years),
  ];
}

function compareQuantities(
  a: ReadWording,
  b: ReadWording,
  subject: ReadonlySet<string>,
  years: readonly [number | null, number | null],
): readonly ValueDifference[] {
  const found: ValueDifference[] = [];
  for (const one of a.quantities) {
    const rivals = b.quantities.filter(({ of }) => of === one.of);
    const [rival] = rivals;
    // Several amounts of one kind cannot be told apart by their words.
    if (rival === undefined || rivals.length > 1 || a.quantities.filter(({ of }) => of === one.of).length > 1) continue;
    if (rivals.some((other) => isSameNumber(one, other))) continue;
    const ignored = new Set([...subject, ...one.of.split(' ').map(rootOf)]);
    const { shared, share, shareOfLonger } = likeness(one.clause, rival.clause, ignored);
    if (areAboutOthers(one.clause, rival.clause)) continue;
    const whole = likeness(a.whole, b.whole, ignored);
    // "The weir has five gates" says nothing else.
    const isBare = [one, rival].every(({ clause }) => [...clause.stems].every((each) => ignored.has(each)));
    const isAlike =
      (isBare && isBrief(a, subject) && isBrief(b, subject)) ||
      (shared >= 2 && share >= 0.6 && shareOfLonger >= 0.4) ||
      (shared >= 1 &&
        share === 1 &&
        ((whole.shared >= 2 && whole.share >= 0.5 && whole.shareOfLonger >= 0.4) ||
          (isBrief(a, subject) && isBrief(b, subject))));
    if (!isAlike || (!namesAny(a, subject) && !namesAny(b, subject) && whole.shareOfLonger < 0.5)) continue;
    const ofYears = areApart(one.clause.years, rival.clause.years) || areApart(a.whole.years, b.whole.years);
    const passed = (a.isPresent || b.isPresent) && years[0] !== years[1] && !LASTING_UNIT.test(one.of);
    found.push({ attribute: one.label, relation: ofYears || passed ? 'changed' : 'conflict' });
  }
  return found;
}

const namesAny = ({ whole }: ReadWording, subject: ReadonlySet<string>): boolean =>
  [...whole.stems].some((each) => subject.has(each));

/** Whether a sentence opens with its subject and says little else. */
function isBrief({ whole }: ReadWording, subject: ReadonlySet<string>): boolean {
  const [first] = whole.stems;
  return first !== undefined && subject.has(first) && whole.stems.size <= MAX_BRIEF;
}

function compareDates(a: ReadWording, b: ReadWording, subject: ReadonlySet<string>): readonly ValueDifference[] {
  const [one, rival] = [a.dates[0], b.dates[0]];
  if (one === undefined || rival === undefined || a.dates.length + b.dates.length > 2) return [];
  if (isSameDate(one.date, rival.date) || areAboutOthers(one.clause, rival.clause)) return [];
  const { shared, share } = likeness(one.clause, rival.clause, subject);
  const whole = likeness(a.whole, b.whole, subject);
  // Different amounts with different dates are two events, and so is what has less in common.
  if (a.quantities.length + b.quantities.length > 0 && whole.share < 0.8) return [];
  return shared >= 2 && share >= 0.75 && whole.shared >= 2 && whole.share >= 0.6
    ? [{ attribute: 'date', relation: 'conflict' }]
    : [];
}

function compareHolders(
  a: ReadWording,
  b: ReadWording,
  subject: ReadonlySet<string>,
  years: readonly [number | null, number | null],
): readonly ValueDifference[] {
  return a.holders.flatMap((one) => {
    const rivals = b.holders.filter(({ role }) => role === one.role);
    const [rival] = rivals;
    if (rival === undefined || rivals.some((other) => isSameName(one.name, other.name))) return [];
    if (!isSameOwner(one.of, rival.of, subject) || !isSame(a.whole.labels, b.whole.labels)) return [];
    const isPassed = !one.isLasting && (years[0] !== years[1] || areApart(a.whole.years, b.whole.years));
    if (
      !one.isLasting &&
      !isPassed &&
      !a.isPresent &&
      !b.isPresent &&
      a.whole.years.length + b.whole.years.length === 0
    )
      return [{ attribute: one.role, relation: 'changed' as const }];
    return [{ attribute: one.role, relation: isPassed ? ('changed' as const) : ('conflict' as const) }];
  });
}

/** Whether "of the trust" and nothing, or the same words, say to what an office belongs. */
function isSameOwner(a: string, b: string, subject: ReadonlySet<string>): boolean {
  const [first, second] = [a, b].map((text) => [...readClause(`Of ${text}`).stems]);
  const isSubject = (own: readonly string[] = []): boolean => own.every((word) => subject.has(word));
  if (isSubject(first) || isSubject(second)) return isSubject(first) && isSubject(second);
  return (first ?? []).every((word) => second?.includes(word)) || (second ?? []).every((word) => first?.includes(word));
}

/** "built of brick" and "built of granite"; "is open" and "is closed". */
function compareWords(
  a: ReadWording,
  b: ReadWording,
  subject: ReadonlySet<string>,
  years: readonly [number | null, number | null],
): readonly ValueDifference[] {
  const found: ValueDifference[] = [];
  const isPassed = areApart(a.whole.years, b.whole.years) || ((a.isPresent || b.isPresent) && years[0] !== years[1]);
  for (const word of new Set(a.words)) {
    const kind = wordClass(word);
    const rivals = [...new Set(b.words)].filter((other) => wordClass(other) === kind);
    const [rival] = rivals;
    const own = [...new Set(a.words)].filter((other) => wordClass(other) === kind);
    if (
      kind === undefined ||
      rival === undefined ||
      rivals.length > 1 ||
      own.length > 1 ||
      rootOf(rival) === rootOf(word)
    )
      continue;
    const isState = [
      'state',
      'existence',
      'outcome',
      'switch',
      'progress',
      'support',
      'publicity',
      'life',
      'wedlock',
    ].includes(kind);
    if (isState && !isOpposite(word, rival)) continue;
    const ignored = new Set([...subject, rootOf(word), rootOf(rival)]);
    const { shared, share } = likeness(a.whole, b.whole, ignored);
    // "The hotel is closed" says nothing else.
    const isBare = isState && share === 1 && shared > 0 && isBrief(a, subject) && isBrief(b, subject);
    const isAlike = isBare || (shared >= 2 && share >= 0.7);
    const labels = (clause: Clause): Clause => ({
      ...clause,
      labels: kind === 'rank' ? new Set() : clause.labels,
      names: withoutWord(clause.names, word, rival),
    });
    if (isAlike && !areAboutOthers(labels(a.whole), labels(b.whole)))
      found.push({ attribute: kind, relation: isPassed && isState ? 'changed' : 'conflict' });
  }
  return found;
}

const withoutWord = (names: ReadonlySet<string>, ...words: readonly string[]): ReadonlySet<string> =>
  new Set([...names].filter((name) => !words.includes(name)));
