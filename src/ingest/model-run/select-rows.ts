import { wordsOf } from '../../markdown';
import { estimateTokens } from '../../model';
import { type Unit } from '../units';
import { type TableRow } from './page-view';

/** Rows of a table that is too long for a prompt, and their tokens. */
const MAX_ROWS = 16;
const MAX_ROWS_TOKENS = 480;
/** A table of fewer tokens is shown whole: what is cut up cannot be read. */
const WHOLE_TABLE_TOKENS = 1000;
/** Shorter words tell nothing about a subject. */
const MIN_WORD_LENGTH = 4;
const YEAR = /(?:^|[^\d])(1[0-9]{3}|20[0-9]{2})(?![\d])/g;

/**
 * The rows of a long table that units may change, and those after which a new row goes: a table by dates is read from the oldest to the
 * newest. Without them a model could only add rows at the end.
 */
export function selectRows(rows: readonly TableRow[], units: readonly Unit[]): readonly string[] {
  if (units.length === 0) return [];
  const sizes = rows.map(({ shown }) => estimateTokens(shown) + 4);
  if (sizes.reduce((sum, size) => sum + size, 0) <= WHOLE_TABLE_TOKENS) return rows.map(shownRow);
  const words = rows.map(({ shown }) => new Set(contentWords(shown)));
  const rowsWith = new Map<string, number>();
  for (const word of words.flatMap((own) => [...own])) rowsWith.set(word, (rowsWith.get(word) ?? 0) + 1);
  const weight = (word: string): number => Math.log(rows.length / (rowsWith.get(word) ?? 1) + 0.5);
  const scores = rows.map(() => 0);
  for (const { text, lead } of units) {
    const wanted = new Set(contentWords(`${lead ?? ''} ${text}`));
    const shares = words.map((own) =>
      [...own].filter((word) => wanted.has(word)).reduce((sum, word) => sum + weight(word), 0),
    );
    const best = Math.max(0, ...shares);
    for (const [at, share] of shares.entries())
      if (share > 0 && share === best) scores[at] = Math.max(scores[at] ?? 0, share);
    const place = placeByYear(rows, text);
    if (place >= 0) scores[place] = Math.max(scores[place] ?? 0, 1);
  }
  if (rows.length > 0) scores[rows.length - 1] = Math.max(scores.at(-1) ?? 0, 0.5);
  const order = [...scores.entries()].filter(([, score]) => score > 0).sort(([a, x], [b, y]) => y - x || a - b);
  const chosen = new Set<number>();
  let left = MAX_ROWS_TOKENS;
  for (const [at] of order.slice(0, MAX_ROWS)) {
    const size = sizes[at] ?? 0;
    if (size > left) continue;
    left -= size;
    chosen.add(at);
  }
  return rows.filter((_, at) => chosen.has(at)).map(shownRow);
}

const shownRow = ({ id, shown }: TableRow): string => `[${id}] ${shown}`;

/** The last row whose first cell has a year that is not later than the first one of a text; -1 if there is none. */
function placeByYear(rows: readonly TableRow[], text: string): number {
  const [year] = yearsIn(text);
  if (year === undefined) return -1;
  return rows.findLastIndex(({ shown }) => {
    const [own] = yearsIn(shown.split('|')[1] ?? '');
    return own !== undefined && own <= year;
  });
}

function yearsIn(text: string): readonly number[] {
  return [...text.matchAll(YEAR)].map(([, year]) => Number(year));
}

/** Words that tell a subject: long ones, and numbers. */
export function contentWords(text: string): readonly string[] {
  return wordsOf(text)
    .map((word) => word.toLowerCase().replace(/['’]s$/, ''))
    .filter((word) => word.length >= MIN_WORD_LENGTH || /\p{N}/u.test(word));
}
