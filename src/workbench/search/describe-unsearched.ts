import { type SourceSearchResult } from './source-search-types';

/** The most sources that are named. */
const MAX_NAMED = 3;

/** Says which sources were not searched or not quoted, one sentence for each reason; none where all were. */
export function describeUnsearched({
  pending,
  outside,
  unsigned = [],
}: Pick<SourceSearchResult, 'pending' | 'outside'> & Partial<SourceSearchResult>): readonly string[] {
  const notes: string[] = [];
  if (pending === 1) notes.push('1 source is not indexed yet, so search does not find it.');
  else if (pending > 1) notes.push(`${pending} sources are not indexed yet, so search does not find them.`);
  if (outside === 1) notes.push('1 older source is not searched: the limit on source text is reached.');
  else if (outside > 1) notes.push(`${outside} older sources are not searched: the limit on source text is reached.`);
  if (unsigned.length > 0) notes.push(describeUnsigned(unsigned));
  return notes;
}

function describeUnsigned(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).join(', ');
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  const are = paths.length === 1 ? 'is' : 'are';
  return `${named}${more} ${are} not quoted: this wiki asks for signed sources, and ${paths.length === 1 ? 'its' : 'their'} signature is missing or not valid.`;
}
