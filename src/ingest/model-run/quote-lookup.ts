import { createQuoteFinder, type Anchor, type QuoteFinder } from '../../change';
import { fullText } from '../extract';
import { type ExtractedText, type SourcePassage } from '../types';
import { createLineCounter } from '../units';

/** A quote is evidence for one statement, not the whole document. In UTF-16 units. */
const MAX_EVIDENCE_LENGTH = 1000;

/** Looks up in one source what a model claims to have read there. */
export class QuoteLookup {
  readonly #finder: QuoteFinder;
  readonly #text: string;
  readonly #starts: readonly { readonly start: number; readonly passage: SourcePassage }[];

  constructor(text: Pick<ExtractedText, 'passages'>) {
    this.#text = fullText(text);
    this.#finder = createQuoteFinder(this.#text);
    let start = 0;
    this.#starts = text.passages.map((passage) => {
      const place = { start, passage };
      start += passage.text.length + 2;
      return place;
    });
  }

  /** The exact text of the source for a quote, and where it is; `null` if the source does not have it. */
  find(quote: string): { readonly exact: string; readonly anchor: Anchor } | null {
    const place = this.#finder.find(quote);
    if (place === null) return null;
    const anchor = this.#anchorAt(place.start);
    const exact = this.#text.slice(place.start, place.end);
    return {
      exact: exact.length > MAX_EVIDENCE_LENGTH ? exact.slice(0, exact.lastIndexOf(' ', MAX_EVIDENCE_LENGTH)) : exact,
      anchor,
    };
  }

  #anchorAt(offset: number): Anchor {
    const found = this.#starts.findLast(({ start }) => start <= offset);
    if (found === undefined) return {};
    const { anchor } = found.passage;
    const line = createLineCounter(found.passage)(offset - found.start);
    return line === undefined ? anchor : { ...anchor, line };
  }
}
