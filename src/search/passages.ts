import { readLedger, wordKey } from '../wiki';
import { fold, indexTerms } from './tokenise';

/** Where a match stands in a text, offsets in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** A statement of a page that answers a query: a whole sentence, list item or row. The definition of a footnote is none. */
export interface Passage {
  /** The nearest heading above; `null` before the first. */
  readonly heading: string | null;
  /** Where it begins in the file: the line, counted from 1, and the offset in UTF-16 units. For code, the offset of the block. */
  readonly line: number;
  readonly start: number;
  /** Plain text on one line. Only a very long statement is cut, around its matches. */
  readonly text: string;
  /** In `text`, in order, apart. */
  readonly matches: readonly Match[];
}

/** UTF-16 units from which a passage is cut, and how many of them may stand before its first match. Longer ones are no prose. */
const MAX_LENGTH = 500;
const LEAD = 50;

/** How much a word counts that is in the heading above a statement, beside one in the statement. */
const IN_HEADING = 0.1;

/** A page that says a word more often than this is not told better by looking further. */
const MOST_STATEMENTS = 2_000;

const RUN = /[\p{L}\p{N}\p{M}_'’]+/gu;

/**
 * Where the words of a text match these terms.
 * @param terms as a search hit has them
 * @param known which of the terms each word is that was looked at before; where many texts are looked at, most were
 */
export function matchesIn(
  text: string,
  terms: readonly string[],
  known = new Map<string, string | null>(),
): readonly (Match & { readonly term: string })[] {
  const found: (Match & { term: string })[] = [];
  for (const match of text.matchAll(RUN)) {
    let term = known.get(match[0]);
    if (term === undefined) {
      term = [fold(match[0]), ...indexTerms(match[0])].find((candidate) => terms.includes(candidate)) ?? null;
      known.set(match[0], term);
    }
    if (term !== null) found.push({ start: match.index, end: match.index + match[0].length, term });
  }
  return found;
}

/**
 * The statements of a page that best answer a query, best first: those that hold its rarest words; of two equals the one under a heading
 * that holds them, and the earlier.
 * None is empty, and none says the same words as another.
 *
 * @param text the whole file
 * @param terms as a search hit has them, the rarest first; without any, the first statement tells what the page is
 * @param most at most so many
 */
export function passagesOf(text: string, terms: readonly string[], most = 3): readonly Passage[] {
  const worth = new Map(terms.map((term, rank) => [term, 2 ** -rank]));
  const known = new Map<string, string | null>();
  const scored: { readonly passage: Omit<Passage, 'matches'>; readonly score: number }[] = [];
  const worthOf = (words: string): number => {
    const found = new Set(matchesIn(words, terms, known).map(({ term }) => term));
    return [...found].reduce((sum, term) => sum + (worth.get(term) ?? 0), 0);
  };
  for (const passage of candidates(text)) {
    if (scored.length >= (terms.length > 0 ? MOST_STATEMENTS : 1)) break;
    const own = worthOf(passage.text);
    const score = own > 0 ? own + IN_HEADING * worthOf(passage.heading ?? '') : 0;
    if (score > 0 || terms.length === 0) scored.push({ score, passage });
  }
  scored.sort((a, b) => b.score - a.score || a.passage.line - b.passage.line);
  const said = new Set<string>();
  const best: Passage[] = [];
  for (const { passage } of scored) {
    if (best.length >= most) break;
    const words = wordKey(passage.text);
    if (said.has(words)) continue;
    said.add(words);
    best.push({ ...passage, ...cut(passage.text, matchesIn(passage.text, terms, known)) });
  }
  return best;
}

/** What a page says, one statement after the other; code line by line. */
function* candidates(text: string): Generator<Omit<Passage, 'matches'>> {
  for (const { kind, text: said, heading, line, start, end } of readLedger(text).claims) {
    const lines = kind === 'code' ? said.split('\n') : [said];
    const isFenced = kind === 'code' && /^\s*[`~]{3}/.test(text.slice(start, end));
    for (const [at, each] of lines.entries()) {
      const plain = each.replace(/\s+/g, ' ').trim();
      const shownLine = line + at + (isFenced ? 1 : 0);
      if (/[\p{L}\p{N}]/u.test(plain)) yield { heading, line: shownLine, start, text: plain };
    }
  }
}

function cut(plain: string, matches: readonly Match[]): Pick<Passage, 'text' | 'matches'> {
  const first = matches[0]?.start ?? 0;
  const from = plain.length <= MAX_LENGTH || first <= LEAD ? 0 : wordStart(plain, first);
  const to = endOf(plain, from, first);
  const lead = from > 0 ? '… ' : '';
  const moved = matches.flatMap(({ start, end }) =>
    start >= from && end <= to ? [{ start: start - from + lead.length, end: end - from + lead.length }] : [],
  );
  return { text: `${lead}${plain.slice(from, to)}${to < plain.length ? ' …' : ''}`, matches: moved };
}

/** The end of the last whole word of a passage; where its first match would be cut off, the end of the passage. */
function endOf(plain: string, from: number, firstMatch: number): number {
  if (plain.length <= from + MAX_LENGTH) return plain.length;
  const space = plain.lastIndexOf(' ', from + MAX_LENGTH);
  return space > firstMatch ? space : from + MAX_LENGTH;
}

/** The start of a word somewhat before `at`; `at` itself in a text without spaces. */
function wordStart(text: string, at: number): number {
  const start = text.lastIndexOf(' ', at - LEAD) + 1;
  return at - start > 2 * LEAD ? at : start;
}
