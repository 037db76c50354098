import { plainText } from '../../markdown';
import { stem } from '../extractive/tokenizer';

const FIGURE = /\p{N}+(?:[.,:/’'\u00a0-]\p{N}+)*/gu;
/** A name: adjacent words with capitals. */
const CAPITALISED_NAME = /\p{Lu}[\p{L}\p{M}\p{N}’'-]*(?:[ .]{1,2}\p{Lu}[\p{L}\p{M}\p{N}’'-]*)*/gu;
const MAX_SHOWN = 6;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** "Feb. 5", "5 Feb 2020", "05-Feb-2020". */
const SHORT_MONTH =
  /\b(\d{1,2}(?:st|nd|rd|th)?[., -]{1,2})?(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:t?\b|\.)([., -]{1,2}\d{1,4}\b)?/gi;

/** "2024-03-05" says 5 March 2024 as well, "2024-03" March 2024, "Feb. 5" 5 February, "01/06/94" one of two days in 1994 or 2094, and "1999-2020" and "1941–45" two years. */
function withWrittenDays(text: string): string {
  return text
    .replace(
      /\b(\d{4})-(0[1-9]|1[0-2])-(\d{2})\b/g,
      (day, year: string, month: string, date: string) => `${day} ${written(date, month)} ${year}`,
    )
    .replace(
      /\b(\d{4})-(0[1-9]|1[0-2])\b(?!-)/g,
      (all, year: string, month: string) => `${all} ${monthName(month)} ${year}`,
    )
    .replace(SHORT_MONTH, (all: string, before: string | undefined, short: string, after: string | undefined) => {
      const month = MONTHS.find((name) => name.toLowerCase().startsWith(short.toLowerCase()));
      return before === undefined && after === undefined ? all : `${all} ${month ?? ''}`;
    })
    .replace(
      /\b(\d{1,2})(?:\/(\d{1,2})\/(\d{4}|\d{2})|\.(\d{1,2})\.(\d{4}))\b/g,
      (day: string, first: string, ...rest: readonly (string | undefined)[]) => {
        const [second = rest[2] ?? '', year = rest[3] ?? ''] = rest;
        const years = year.length === 4 ? year : `19${year} 20${year}`;
        return `${day} ${written(first, second)} ${written(second, first)} ${years}`;
      },
    )
    .replace(
      /\b((?:1\d|20)\d{2})[-–](\d{4}|\d{2})\b(?![-–/])/g,
      (span, from: string, to: string) => `${span} ${from} ${from.slice(0, 4 - to.length)}${to}`,
    );
}

/** "5 March"; nothing where there is no such month. */
function written(date: string, month: string): string {
  const name = monthName(month);
  return name === '' ? '' : `${Number(date)} ${name}`;
}

const monthName = (month: string): string => MONTHS[Number(month) - 1] ?? '';

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
const digits = (text: string): string => text.replace(/[^\p{N}]/gu, '');

/** A figure as the digits that may be written for it: "15,000.00" is 15,000, "01" is 1, and "$5-10" has a 5 and a 10. */
function waysToWrite(figure: string): readonly string[] {
  const whole = figure.replace(/[.,]00$/, '');
  const parts = figure.split(/[-/]/);
  return [...new Set([figure, whole, ...(parts.length === 2 ? parts : [])])]
    .map(digits)
    .flatMap((each) => [each, each.replace(/^0+(?=.)/, '')]);
}

/**
 * Figures, dates and names in a model's text that are in none of the given texts, each once, in order. A capital at the start
 * of a sentence counts only if a name continues after it.
 *
 * @param known the quotes of the text, and the current page
 */
export function findUnsupportedDetails(text: string, known: readonly string[]): readonly string[] {
  const plain = plainText(text).replace(/\[[a-z0-9][a-z0-9-]{1,95}\]/g, ' ');
  const said = known.map(withWrittenDays).join('\n');
  const haystack = fold(said);
  // "17½" is one figure as written, and two when it is folded.
  const figures = new Set(
    [haystack, said].flatMap((each) => [...each.matchAll(FIGURE)].flatMap(([found]) => waysToWrite(found))),
  );
  const words: ReadonlySet<string> = new Set(
    (haystack.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((word) => [word, stem(word)]),
  );
  const found: { readonly at: number; readonly text: string }[] = [];
  for (const match of plain.matchAll(FIGURE)) {
    if (!figures.has(digits(match[0]))) found.push({ at: match.index, text: match[0] });
  }
  for (const match of plain.matchAll(CAPITALISED_NAME)) {
    const name = match[0].replace(/[’']s?$/u, '');
    const before = plain.slice(Math.max(0, match.index - 80), match.index);
    // The end of a word such as "macOS" is no name.
    if (/[\p{L}\p{M}\p{N}]$/u.test(before)) continue;
    const startsSentence = before.trim() === '' || /(?:[.!?:;•|>"“(-]\s*|\n\s*)$/u.test(before);
    const [first = '', ...rest] = name.split(/[ .]+/);
    const isWord = startsSentence && !/\p{Lu}.*\p{Lu}/u.test(first);
    // In `The Halden Light` at the start of a sentence, the first word may not be part of the name.
    const nameParts = isWord ? rest : [first, ...rest];
    if (name.length < 2 || nameParts.every((part) => isKnown(part, words))) continue;
    found.push({ at: match.index, text: isWord && isKnown(first, words) ? rest.join(' ') : name });
  }
  const shown = [...new Set(found.sort((a, b) => a.at - b.at).map((each) => each.text))];
  return shown.length > MAX_SHOWN ? [...shown.slice(0, MAX_SHOWN), `${shown.length - MAX_SHOWN} more`] : shown;
}

function isKnown(word: string, words: ReadonlySet<string>): boolean {
  const parts = fold(word).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return parts.every((part) => words.has(part) || words.has(stem(part)));
}
