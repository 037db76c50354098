import { type QuoteLocation } from '../sources/source-view';

/** A quote with what stands around it in its source. Each on one line. */
export interface QuoteContext {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

/** UTF-16 units on either side of a quote, and of the quote itself. */
const AROUND = 150;
const MAX_QUOTE = 2_000;

interface SourcePassage {
  readonly text: string;
  readonly kind?: string;
}

/** The words around a quote: of its own passage, and where that gives little, of its neighbours in the same section. */
export function quoteContext(
  passages: readonly SourcePassage[],
  { passage, start, lastPassage, end }: QuoteLocation,
): QuoteContext {
  const textOf = (at: number): string => passages[at]?.text ?? '';
  const between = passages.slice(passage + 1, lastPassage).map(({ text }) => text);
  const inside =
    passage === lastPassage
      ? textOf(passage).slice(start, end)
      : [textOf(passage).slice(start), ...between, textOf(lastPassage).slice(0, end)].join(' ');
  const before = textOf(passage).slice(0, start);
  const after = textOf(lastPassage).slice(end);
  const isShort = (text: string): boolean => text.trim().length < AROUND / 3;
  const previous = isShort(before) ? neighbour(passages[passage - 1]) : '';
  const next = isShort(after) ? neighbour(passages[lastPassage + 1]) : '';
  return {
    before: lastWords(oneLine(`${previous} ${before}`)),
    quote: oneLine(inside).slice(0, MAX_QUOTE),
    after: firstWords(oneLine(`${after} ${next}`)),
  };
}

/** A heading begins another section. */
const neighbour = (passage: SourcePassage | undefined): string =>
  passage === undefined || passage.kind === 'heading' ? '' : passage.text;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function lastWords(text: string): string {
  if (text.length <= AROUND) return text;
  const cut = text.slice(-AROUND);
  return `… ${cut.slice(cut.indexOf(' ') + 1)}`;
}

function firstWords(text: string): string {
  if (text.length <= AROUND) return text;
  const cut = text.slice(0, AROUND);
  const space = cut.lastIndexOf(' ');
  return `${space > 0 ? cut.slice(0, space) : cut} …`;
}
