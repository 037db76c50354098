import {
  findDates,
  isCalendarWord,
  isSameAmount,
  isSameDate,
  readAmounts,
  type Amount,
  type StatedDate,
} from '../../base';
import { shortExcerpt } from '../../markdown';
import { supportKey } from '../ledger';
import { dayOf, type CitedPassage } from './passages';
import { haveOtherNames, isSamePoint, likeness, sharedWords } from './same-matter';
import { tellsOfChange } from './told-changes';

/** What a later statement says when it tells that something is no more as it was. */
const CHANGED =
  /\b(?:no longer|instead|replaced|replaces|withdrew|withdrawn|turned out|proved|moved (?:from|to)|until|put off|postponed|became|ended|abandoned|given up|gave up|since (?:\d{1,2} )?[A-Z][a-z]{2,8} \d{4})\b/i;
/** What is planned, expected or only considered. */
const PLAN =
  /\b(?:plan|plans|planned|planning|(?:is|are|was|were|has|have|had) to(?! (?:its|the|their)\b)|considering|considers?|considered|intend(?:s|ed)?|aim(?:s|ed)?|hope[sd]?|expect(?:s|ed)?|propose[sd]?|would|will|may|might|wants?|wanted)\b/i;
/** "In 2009 that was to be in 2012", "in May 2019 only one had been named". */
const BEFORE_THAT = /\bhad\b/i;
/** "In March 2024 it was …": when it was so, and not what was so. */
const FRAME =
  /(?:^|[.;:] |… )(?:(?:in|by|on|as of|since|from|at|about) )?(?:the )?(?:\p{L}+ of |(?:spring|summer|autumn|winter|early|late|mid) )?$/iu;
/** Two parts alone may be an amount. */
const VERSION = /\b(?:\d{1,3}\.\d{1,3}\.\d{1,4}|(?:version|release) \d{1,3}\.\d{1,3})(?!\d|\.\d)/gi;
/** Two statements that have so much in common are about one thing, and one value in each is what differs. */
const ALIKE = 0.5;

type DateOf = (sourceId: string) => string | null;

/**
 * Whether a reader can name how the later of two statements about one matter differs: by a value of the same thing, by words that tell of a
 * change, or as what became of a plan. The same thing in other words is no change.
 */
export function hasNamedDifference(before: CitedPassage, after: CitedPassage, dateOf: DateOf): boolean {
  const [was, is] = [before.markdown, after.markdown];
  return (
    (tellsChange(is) && sharedWords(was, is).length > 0) ||
    (restsOnBoth(before, after) && (BEFORE_THAT.test(is) || monthsIn(is) > 1)) ||
    (PLAN.test(was) && !PLAN.test(is) && isSamePoint(was, is)) ||
    hasOtherAmount(was, is) ||
    hasOtherDate(before, after, dateOf) ||
    hasOtherVersion(was, is) ||
    hasOtherIn(COUNTED, was, is) ||
    hasOtherIn(HELD, was, is) ||
    (haveOtherNames(was, is) && likeness(was, is).ofLonger >= ALIKE)
  );
}

/** Whether a statement says that something is no more as it was. */
export const tellsChange = (text: string): boolean => CHANGED.test(text) || tellsOfChange(text);

/** The writer of the later statement had both passages, and says what came of the first. */
function restsOnBoth(before: CitedPassage, after: CitedPassage): boolean {
  const keys = new Set(before.notes.map(({ sourceId, quote }) => supportKey(sourceId, quote)));
  return after.notes.some(({ sourceId, quote }) => keys.has(supportKey(sourceId, quote)));
}

const monthsIn = (text: string): number => new Set(findDates(text).map(({ year, month }) => `${year}-${month}`)).size;

/** The amounts of a statement. Numbers of dates are none. */
export function amountsIn(text: string): readonly Amount[] {
  const dates = findDates(text);
  return readAmounts(text, (start, end) => dates.some((date) => date.start < end && start < date.end));
}

/** Whether two amounts are of one kind: of the same unit or noun, for the same time or person. */
export const isSameKind = (a: Amount, b: Amount): boolean =>
  a.dimension === b.dimension && a.noun === b.noun && a.rate === b.rate;

function hasOtherAmount(before: string, after: string): boolean {
  const [own, others] = [amountsIn(before), amountsIn(after)];
  return (
    isSamePoint(before, after) &&
    own.some((amount) => {
      const rivals = others.filter((other) => isSameKind(amount, other));
      return rivals.length > 0 && !rivals.some((other) => isSameAmount(amount, other));
    })
  );
}

function hasOtherDate(before: CitedPassage, after: CitedPassage, dateOf: DateOf): boolean {
  const [own, others] = [statedDates(before, dateOf), statedDates(after, dateOf)];
  const { ofShorter, ofLonger } = likeness(before.markdown, after.markdown);
  return (
    others.length > 0 &&
    ofShorter >= ALIKE &&
    ofLonger >= ALIKE / 2 &&
    own.some((date) => !others.some((other) => isSameDate(date, other)))
  );
}

/** The dates that a statement tells, without those that only say when it was so. */
function statedDates(passage: CitedPassage, dateOf: DateOf): readonly StatedDate[] {
  const { markdown } = passage;
  const [day] = findDates(dayOf(passage, dateOf) ?? '');
  return findDates(markdown).filter(
    (date) =>
      !FRAME.test(markdown.slice(0, date.start)) &&
      (day === undefined || date.month === 0 || !isSameDate(date, { ...day, day: 0 })),
  );
}

/** "58 Daubenton's bats": the number before a word, which may be a name. Months make a date of it. */
const COUNTED: Slot = {
  pattern: /(?<value>\b\d[\d,.]*) (?<of>\p{L}[\p{L}’'-]{3,})/gu,
  isOf: (word) => !isCalendarWord(word),
};
/** "led by Ron Pargeter": the name behind what somebody does. */
const HELD: Slot = { pattern: /(?<of>\p{Ll}{2,} by) (?:the )?(?<value>\p{Lu}[\p{L}’'-]+)/gu, isOf: () => true };

const YEAR = /^(?:1\d|20)\d\d$/;

/** Where a statement has a value, and of what. */
interface Slot {
  readonly pattern: RegExp;
  readonly isOf: (word: string) => boolean;
}

/** Whether both statements fill one slot, each in its way. */
function hasOtherIn({ pattern, isOf }: Slot, before: string, after: string): boolean {
  const filled = (text: string): readonly (readonly [of: string, value: string])[] =>
    [...text.matchAll(pattern)].flatMap(({ groups: { of = '', value = '' } = {} }) =>
      isOf(of.toLowerCase()) && !YEAR.test(value) ? [[of.toLowerCase(), value.replace(/[,.]$/, '')] as const] : [],
    );
  const others = filled(after);
  return filled(before).some(([of, value]) => {
    const rivals = others.filter(([same]) => same === of);
    return rivals.length > 0 && !rivals.some(([, other]) => other === value);
  });
}

function hasOtherVersion(before: string, after: string): boolean {
  const [own, others] = [before, after].map((text) => new Set(text.match(VERSION) ?? []));
  if (own === undefined || others === undefined || others.size === 0) return false;
  return likeness(before, after).ofShorter >= ALIKE && [...own].some((version) => !others.has(version));
}

/** In UTF-16 units. */
const MAX_LENGTH = 170;

/** A long statement as the part of it that is about the same as another one, with its figures, from one pause to another. */
export function cutToDifference(passage: CitedPassage, other: CitedPassage): CitedPassage {
  const { markdown } = passage;
  if (markdown.length <= MAX_LENGTH) return passage;
  const figures = markdown.match(/\S*\p{N}\S*/gu) ?? [];
  const about = [...sharedWords(markdown, other.markdown), ...figures, CHANGED.exec(markdown)?.[0] ?? ''].join(' ');
  return { ...passage, markdown: shortExcerpt(markdown, about, MAX_LENGTH) };
}
