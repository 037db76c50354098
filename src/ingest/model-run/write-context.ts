import { type SpliceSpec } from '../../change';
import { type Source } from '../../wiki';
import { type QuoteSource } from '../extractive/quote';
import { type TextRules } from './clean-text';
import { type Survey, type SurveyClaim } from './types';
import { findUnsupportedDetails } from './unsupported-details';

/** What all pages of one change share. */
export interface WriteContext {
  readonly source: Source;
  readonly quoteSource: QuoteSource;
  readonly survey: Survey;
  readonly rules: TextRules;
  /** Whether text links to pages. */
  readonly autoLink: boolean;
  /** The title of the source. */
  readonly title: string;
  readonly sourceOf: (ref: string) => Source | undefined;
  /** ISO day of the source; `null` if unknown. */
  readonly date: string | null;
  readonly updatedAt: string;
  readonly summary: { readonly slug: string; readonly head: string };
  /** The id of the hunk that creates a page, by slug. */
  readonly createdHunks: ReadonlyMap<string, string>;
}

/** Why a part is proposed: its claims, and what a reviewer should check. */
export function buildReason(
  claims: readonly SurveyClaim[],
  words: string,
  known: readonly string[],
  more: readonly string[] = [],
): string {
  const said = claims.slice(0, 3).map(({ text }) => text.replace(/[.\s]+$/, ''));
  const rest = claims.length > said.length ? [`${claims.length - said.length} more claims`] : [];
  const parts = [`The source says: ${[...said, ...rest].join('; ')}.`];
  if (claims.some(({ verdict }) => verdict === 'not-found')) parts.push('One of its quotes is not in the source.');
  if (claims.some(({ verdict }) => verdict === 'unchecked'))
    parts.push('The model read this in a picture. Not checked.');
  const unsupported = findUnsupportedDetails(words, [...known, ...claims.map(({ quote }) => quote)]);
  if (unsupported.length > 0) parts.push(`Not in its quotes: ${unsupported.join(', ')}.`);
  return [...parts, ...more].join(' ');
}

/** A splice, and its order among splices at one place. */
export interface OrderedSplice {
  readonly splice: SpliceSpec;
  readonly order: number;
}
