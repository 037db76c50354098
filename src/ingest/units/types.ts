import { type Anchor } from '../../change';

/** What a unit states. A wish or a question must not be told as a fact. */
export type UnitMode = 'fact' | 'wish' | 'question' | 'event';

/** A citable piece of a source: a sentence, a list item, a row of a table or a code block. */
export interface Unit {
  /** Position among the units of its source, from 1. Stays the same for the same bytes of the source. */
  readonly number: number;
  readonly kind: 'sentence' | 'item' | 'row' | 'code';
  /** Exact text of the source, without the name of a speaker. */
  readonly text: string;
  readonly anchor: Anchor;
  /** Words before it that it needs to be understood: a run-in heading, a lead-in before a list, an answer such as "Yes.". */
  readonly lead: string | null;
  /** Who says it; `null` if the source does not tell. */
  readonly speaker: string | null;
  /** `member`, `author`: as the source says. */
  readonly role: string | null;
  /** ISO day on which it was said, where it differs from the date of the source. */
  readonly date: string | null;
  /** What it replies to, as quoted in the source. */
  readonly replyTo: string | null;
  readonly mode: UnitMode;
  /** Of an item of a numbered list: its number as the source writes it. */
  readonly ordinal?: string;
  /** Of code, where it is known. */
  readonly language?: string;
  /** Counts the passages of the source: units of one paragraph share it. */
  readonly passage: number;
}

/** Text of a source that nothing can cite, and why. */
export interface SkippedText {
  readonly text: string;
  readonly anchor: Anchor;
  readonly reason: 'bot' | 'command' | 'signature';
}

/** A source as numbered units. */
export interface NumberedSource {
  readonly units: readonly Unit[];
  readonly skipped: readonly SkippedText[];
}
