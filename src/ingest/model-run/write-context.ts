import { type SpliceSpec } from '../../change';
import { type Source } from '../../wiki';
import { type QuoteSource } from '../extractive/quote';
import { type SurveyClaim } from './types';
import { findUnsupportedDetails } from './unsupported-details';

/** What all pages of one change share. */
export interface WriteContext {
  readonly source: Source;
  readonly quoteSource: QuoteSource;
  /** Of the source, for people. */
  readonly title: string;
  readonly sourceOf: (ref: string) => Source | undefined;
  /** ISO day of the source; `null` when nothing tells. */
  readonly date: string | null;
  readonly updatedAt: string;
  readonly summary: { readonly slug: string; readonly head: string };
  /** By slug, the id of the hunk that creates a page. */
  readonly createdHunks: ReadonlyMap<string, string>;
}

/** Why a part is proposed: its claims, and what a reviewer should look at twice. */
export function buildReason(
  claims: readonly SurveyClaim[],
  words: string,
  known: readonly string[],
  more: readonly string[] = [],
): string {
  const said = claims.slice(0, 3).map(({ text }) => text.replace(/[.\s]+$/, ''));
  const rest = claims.length > said.length ? [`${claims.length - said.length} more claims`] : [];
  const parts = [`The source says: ${[...said, ...rest].join('; ')}.`];
  if (claims.some(({ verdict }) => verdict === 'not-found')) parts.push('A quote of this is not in the source.');
  if (claims.some(({ verdict }) => verdict === 'unchecked')) parts.push('Read in a picture by the model; not checked.');
  const unfounded = findUnsupportedDetails(words, [...known, ...claims.map(({ quote }) => quote)]);
  if (unfounded.length > 0) parts.push(`Not in its quotes: ${unfounded.join(', ')}.`);
  return [...parts, ...more].join(' ');
}

/** A splice, and which comes first where several begin at one place. */
export interface OrderedSplice {
  readonly splice: SpliceSpec;
  readonly order: number;
}
