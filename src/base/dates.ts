import { MONTH_PATTERN, monthNumber } from './calendar';

/** A date as precise as it was written. `month` and `day` are 0 when not given. */
export interface StatedDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

const ISO_DATE_PATTERN = /(?:^|[^\d])((1\d{3}|2[01]\d{2})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))(?!\d)/g;
const YEAR_PATTERN = /(?:^|[^\d.,$€£#\p{L}-])((?:1\d{3}|2[01]\d{2}))(?![\d%\p{L}]|[.,]\d|-\d)/gu;

/**
 * Finds the dates in a text: `12 February 1809`, `February 12, 1809`, `February 1809`, `1809-02-12`, `1809`, with months in
 * any known language. A bare year may be a number with a unit (`1500 men`); the caller checks the text after `end`.
 */
export function findDates(text: string): readonly StatedDate[] {
  const found: StatedDate[] = [];
  for (const match of text.matchAll(ISO_DATE_PATTERN)) {
    const start = match.index + match[0].indexOf(match[1] ?? '');
    found.push({
      year: Number(match[2]),
      month: Number(match[3]),
      day: Number(match[4]),
      start,
      end: match.index + match[0].length,
    });
  }
  for (const match of text.matchAll(YEAR_PATTERN)) {
    const digits = match[1] ?? '';
    const end = match.index + match[0].length;
    if (found.some((other) => other.start < end && match.index < other.end)) continue;
    found.push(addMonthBefore(text, Number(digits), end - digits.length, end));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Looks for the month and day before a year. */
function addMonthBefore(text: string, year: number, start: number, end: number): StatedDate {
  const before = text.slice(Math.max(0, start - 30), start);
  const monthFirst = /(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+$/u.exec(before);
  const dayFirst =
    /(?:(\d{1,2})(?:st|nd|rd|th|\.|er|º)?\s+(?:de\s+|of\s+)?)?(\p{L}{3,10})\.?,?\s+(?:de\s+|del\s+|of\s+)?$/u.exec(
      before,
    );
  const named = monthFirst !== null && monthNumber((monthFirst[1] ?? '').toLowerCase()) > 0 ? monthFirst : null;
  if (named !== null) {
    return {
      year,
      month: monthNumber((named[1] ?? '').toLowerCase()),
      day: Number(named[2]),
      start: start - before.length + named.index,
      end,
    };
  }
  const month = monthNumber((dayFirst?.[2] ?? '').toLowerCase());
  if (dayFirst === null || month === 0) return { year, month: 0, day: 0, start, end };
  return { year, month, day: Number(dayFirst[1] ?? 0), start: start - before.length + dayFirst.index, end };
}

const DAY_PATTERN = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)?\\s(?:of\\s)?(${MONTH_PATTERN})|(${MONTH_PATTERN})\\s(\\d{1,2})(?:st|nd|rd|th)?)(?!,?\\s?\\d|[\\p{L}\\d])`,
  'gu',
);

/** Finds the days that a text gives without a year: `12 February`, `February 12`. Their year is 0. */
export function findDays(text: string): readonly StatedDate[] {
  return [...text.matchAll(DAY_PATTERN)].map(({ 0: whole, 1: first, 2: month, 3: named, 4: last, index }) => ({
    year: 0,
    month: monthNumber((month ?? named ?? '').toLowerCase()),
    day: Number(first ?? last),
    start: index,
    end: index + whole.length,
  }));
}

/** Whether two dates can be the same day: the less precise one decides. */
export function isSameDate(a: StatedDate, b: StatedDate): boolean {
  if (a.year !== b.year && a.year !== 0 && b.year !== 0) return false;
  if (a.month === 0 || b.month === 0) return true;
  if (a.month !== b.month) return false;
  return a.day === 0 || b.day === 0 || a.day === b.day;
}
