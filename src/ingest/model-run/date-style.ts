import { findDates } from '../../base';

/** A month in short, or a date of digits alone: "Aug 16, 1993", "1993-08-16". */
const SHORT_MONTH = /(?:^|\s)(?:jan|feb|mar|apr|jun|jul|aug|sept?|o[ck]t|nov|de[cz])\.?(?!\p{L})/iu;
const MONTH_FIRST = /^\p{L}+\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s/u;
const DIGITS = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Dates in a sentence that are written in another way than "16 August 1993", as which code prints them, too. Those in
 * the name of something, such as a file, count as none.
 */
export function otherDateStyles(text: string): readonly string[] {
  return findDates(text).flatMap(({ month, start, end }) => {
    const date = text.slice(start, end);
    const isName = /[\p{L}\d_/-]/u.test(text.charAt(start - 1)) || /[\p{L}\d_/-]/u.test(text.charAt(end));
    const isOther = DIGITS.test(date) || MONTH_FIRST.test(date) || SHORT_MONTH.test(date);
    return month > 0 && isOther && !isName ? [date] : [];
  });
}
