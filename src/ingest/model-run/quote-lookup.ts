import { createQuoteFinder, type Anchor, type QuoteFinder } from '../../change';
import { fullText } from '../extract';
import { type ExtractedText } from '../types';

/** A quote is evidence for one statement, not the whole document. In UTF-16 units. */
const MAX_EVIDENCE_LENGTH = 1000;

/** Looks up in one source what a model claims to have read there. */
export class QuoteLookup {
  readonly #finder: QuoteFinder;
  readonly #text: string;
  readonly #starts: readonly { readonly start: number; readonly anchor: Anchor }[];

  constructor(text: Pick<ExtractedText, 'passages'>) {
    this.#text = fullText(text);
    this.#finder = createQuoteFinder(this.#text);
    let start = 0;
    this.#starts = text.passages.map((passage) => {
      const place = { start, anchor: passage.anchor };
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
    const passage = this.#starts.findLast(({ start }) => start <= offset);
    if (passage === undefined) return {};
    const { anchor, start } = passage;
    if (anchor.line === undefined) return anchor;
    return { ...anchor, line: anchor.line + this.#text.slice(start, offset).split('\n').length - 1 };
  }
}
