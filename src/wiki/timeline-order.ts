import { findDates } from '../base';
import { applySplices, cellRanges, inlineText, tableRows, type Splice, type TextRange } from '../markdown';

/** A month has 31 days here and a year twelve months: only their order counts. */
const MONTH = 31;
const YEAR = 12 * MONTH;
/**
 * How far into the year or month a date lies that is told by part of it. What is told by the year or month alone comes behind what has a day in
 * it, as in the yearly articles of encyclopedias, and so does what is planned for it or may be later.
 */
const PARTS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:by|before|until|(?:start|beginning) of) (?:the )?$/i, 0],
  [/\b(?:end|close) of (?:the )?$/i, 0.99],
  [/\blate (?:in )?$/i, 0.92],
  [/\bmid(?:dle of|-|\b) ?$/i, 0.5],
  [/\bearly (?:in )?$/i, 0.15],
  [/\bspring (?:of |in )?$/i, 5 / 12],
  [/\bsummer (?:of |in )?$/i, 8 / 12],
  [/\b(?:autumn|fall) (?:of |in )?$/i, 11 / 12],
];

/** A row, or rows of which only the first has a date. */
interface DatedRows {
  readonly day: number;
  readonly text: string;
}

/**
 * A text with the rows of its tables in the order of the dates in their first cells, the oldest first, or the newest where most rows are so
 * already. Rows of equal dates keep their order, and a row without a date stays behind the one before it. A table is left alone if less than
 * half of its rows have a date.
 */
export function orderTimeline(text: string): string {
  const splices = tableRows(text).flatMap((rows) => ordered(rows, text));
  return splices.length === 0 ? text : applySplices(text, splices);
}

function ordered(rows: readonly TextRange[], text: string): readonly Splice[] {
  const [first, last] = [rows[0], rows.at(-1)];
  const days = rows.map(({ start, end }) => dayOfRow(text.slice(start, end)));
  if (first === undefined || last === undefined || 2 * days.filter((day) => day !== null).length < rows.length)
    return [];
  const eol = text.slice(first.end).startsWith('\r\n') ? '\r\n' : '\n';
  const lead: string[] = [];
  const dated: DatedRows[] = [];
  for (const [at, { start, end }] of rows.entries()) {
    const row = text.slice(start, end);
    const day = days[at] ?? null;
    const before = dated.at(-1);
    if (day !== null) dated.push({ day, text: row });
    else if (before === undefined) lead.push(row);
    else dated[dated.length - 1] = { ...before, text: `${before.text}${eol}${row}` };
  }
  const steps = dated.slice(1).map(({ day }, at) => Math.sign(day - (dated[at]?.day ?? day)));
  const direction = steps.reduce((sum, step) => sum + step, 0) < 0 ? -1 : 1;
  const sorted = [...dated].sort((a, b) => direction * (a.day - b.day));
  const after = [...lead, ...sorted.map((each) => each.text)].join(eol);
  return after === text.slice(first.start, last.end) ? [] : [{ start: first.start, end: last.end, text: after }];
}

/** A number that grows with the date of a row; `null` if it has none that can be read. */
function dayOfRow(row: string): number | null {
  const [when = ''] = cellRanges(row).map(([start, end]) => inlineText(row.slice(start, end)).trim());
  const [date] = findDates(when);
  if (date === undefined) return null;
  const { year, month, day, start } = date;
  const begin = year * YEAR + Math.max(0, month - 1) * MONTH + Math.max(0, day - 1);
  if (day > 0) return begin;
  const part = PARTS.find(([words]) => words.test(when.slice(0, start)))?.[1];
  const length = month === 0 ? YEAR : MONTH;
  // Behind the last day, and a year behind its December.
  return begin + (part === undefined ? length - 1 / (month === 0 ? 3 : 2) : part * (length - 1));
}
