import { plainText } from '../markdown';
import { type Page } from '../wiki';
import { fold, tokenise } from './tokenise';

/** Where a match stands in a text, offsets in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** A line of a page that answers a query. The definition of a footnote is none. */
export interface Passage {
  /** The nearest heading above; `null` before the first. */
  readonly heading: string | null;
  /** Counted from 1, in the file. */
  readonly line: number;
  /** Plain text, shortened around its matches. */
  readonly text: string;
  /** In `text`, in order, apart. */
  readonly matches: readonly Match[];
}

/** UTF-16 units of a passage, and how many of them may stand before its first match. */
const LENGTH = 200;
const LEAD = 50;

/** A page that says a word more often than this is not told better by looking further. */
const MOST_LINES = 2_000;

const DEFINITION = /^ {0,3}\[\^[^\s[\]]+\]:/;
const CONTINUATION = /^(?: {4}|\t)|^\s*$/;

/** The line below the head of a table. */
const DELIMITERS = /^[\s|:]*-[\s|:-]*$/;

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
      term = [fold(match[0]), ...tokenise(match[0])].find((candidate) => terms.includes(candidate)) ?? null;
      known.set(match[0], term);
    }
    if (term !== null) found.push({ start: match.index, end: match.index + match[0].length, term });
  }
  return found;
}

/**
 * The lines of a page that best answer a query, best first: those that hold its rarest words; the earlier of two equals.
 *
 * @param text the whole file
 * @param terms as a search hit has them, the rarest first; without any, the first line tells what the page is
 * @param most at most so many
 */
export function passagesOf(text: string, page: Page, terms: readonly string[], most = 3): readonly Passage[] {
  const worth = new Map(terms.map((term, rank) => [term, 2 ** -rank]));
  const known = new Map<string, string | null>();
  const scored: { readonly passage: Passage; readonly score: number }[] = [];
  const firstLine = text.slice(0, page.bodyStart).split('\n').length;
  const headings = new Set(page.headings.map(({ line }) => line));
  const lines = text.slice(page.bodyStart).split('\n');
  let isFootnote = false;
  for (const [index, raw] of lines.entries()) {
    if (scored.length >= (terms.length > 0 ? MOST_LINES : 1)) break;
    const line = firstLine + index;
    isFootnote = DEFINITION.test(raw) || (isFootnote && CONTINUATION.test(raw));
    if (isFootnote || raw.trim() === '' || headings.has(line)) continue;
    if (terms.length > 0 && matchesIn(raw, terms, known).length === 0) continue;
    // The head of a table names what its rows tell.
    if (raw.includes('|') && DELIMITERS.test(lines[index + 1] ?? '')) continue;
    const plain = plainText(raw).replace(/\s+/g, ' ').trim();
    const matches = matchesIn(plain, terms, known);
    const score = [...new Set(matches.map(({ term }) => term))].reduce((sum, term) => sum + (worth.get(term) ?? 0), 0);
    if (score > 0 || (terms.length === 0 && plain !== ''))
      scored.push({ score, passage: { heading: headingAt(page, line), line, ...cut(plain, matches) } });
  }
  scored.sort((a, b) => b.score - a.score || a.passage.line - b.passage.line);
  return scored.slice(0, most).map(({ passage }) => passage);
}

function headingAt(page: Page, line: number): string | null {
  return page.headings.filter((heading) => heading.line < line).at(-1)?.text ?? null;
}

function cut(plain: string, matches: readonly Match[]): Pick<Passage, 'text' | 'matches'> {
  const first = matches[0]?.start ?? 0;
  const from = plain.length <= LENGTH || first <= LEAD ? 0 : wordStart(plain, first);
  const to = endOf(plain, from, first);
  const lead = from > 0 ? '… ' : '';
  const moved = matches.flatMap(({ start, end }) =>
    start >= from && end <= to ? [{ start: start - from + lead.length, end: end - from + lead.length }] : [],
  );
  return { text: `${lead}${plain.slice(from, to)}${to < plain.length ? ' …' : ''}`, matches: moved };
}

/** The end of the last whole word of a passage; where its first match would be cut off, the end of the passage. */
function endOf(plain: string, from: number, firstMatch: number): number {
  if (plain.length <= from + LENGTH) return plain.length;
  const space = plain.lastIndexOf(' ', from + LENGTH);
  return space > firstMatch ? space : from + LENGTH;
}

/** The start of a word somewhat before `at`; `at` itself in a text without spaces. */
function wordStart(text: string, at: number): number {
  const start = text.lastIndexOf(' ', at - LEAD) + 1;
  return at - start > 2 * LEAD ? at : start;
}
