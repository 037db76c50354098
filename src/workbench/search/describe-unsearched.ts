import { type SourceCounts } from './source-search-types';

/** Says which sources were not searched, one sentence for each reason; none where all were. */
export function describeUnsearched({ pending, outside }: Pick<SourceCounts, 'pending' | 'outside'>): readonly string[] {
  const notes: string[] = [];
  if (pending === 1) notes.push('1 source is not searched yet: it is still to be indexed.');
  else if (pending > 1) notes.push(`${pending} sources are not searched yet: they are still to be indexed.`);
  if (outside === 1) notes.push('1 older source is not searched: the limit on source text is reached.');
  else if (outside > 1) notes.push(`${outside} older sources are not searched: the limit on source text is reached.`);
  return notes;
}
