import type { ExtractedText } from '../ingest';

/** A source as text, for a host that cannot open its format, and where a quote stands in it. */
export interface SourceView extends ExtractedText {
  /** `null` where no quote was asked for, or it is not there. */
  readonly place: QuotePassage | null;
}

/** Offsets count UTF-16 units in the texts of the passages. */
export interface QuotePassage {
  /** Index of the passage in which the quote begins. */
  readonly passage: number;
  readonly start: number;
  /** Index of the passage in which it ends, most often the same. */
  readonly lastPassage: number;
  readonly end: number;
}
