/** Where a match stands in the text that it is told of, offsets in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** A line of a page that answers a query. */
export interface FoundPassage {
  /** The nearest heading above; `null` before the first. */
  readonly heading: string | null;
  /** Counted from 1, in the file. */
  readonly line: number;
  /** Plain text, shortened around its matches. */
  readonly text: string;
  /** In `text`, in order, apart. */
  readonly matches: readonly Match[];
}

/** A page that answers a query. */
export interface FoundPage {
  readonly slug: string;
  /** Relative to the wiki's root. */
  readonly path: string;
  readonly title: string;
  readonly kind: string;
  /** Of its entity type; `null` where that has none. */
  readonly icon: string | null;
  readonly score: number;
  /** In `title`. */
  readonly titleMatches: readonly Match[];
  /** The best first; none where only names of the page matched. */
  readonly passages: readonly FoundPassage[];
}
