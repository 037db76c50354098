import { type Run } from '../base';
import { MEANT, type SearchHit } from '../search';
import { type Lens } from '../workspace';
import { type SemanticRankRequest } from './model/semantic-ranking';
import { type SearchRequest } from './search';
import { type WikiSession } from './wiki-session';

/**
 * The pages that a query finds, the best first: ranked by meaning where an embedding model is set up and answers, else by
 * words. Only pages in the scope of the lens are looked at, and sent.
 */
export async function findPages(
  session: WikiSession,
  { query, limit = 20, plain, onNote }: Omit<SearchRequest, 'lens'>,
  { lens, ...more }: { readonly lens: Lens } & Pick<SemanticRankRequest, 'snapshot' | 'ledger' | 'onDryRun'>,
  run: Run,
): Promise<readonly SearchHit[]> {
  const index = await session.indexFor(more.snapshot, run);
  const now = session.host.clock.now();
  const byWords = (most: number): readonly SearchHit[] => index.search(query, { lens, limit: most, now });
  const hits = (): readonly SearchHit[] => byWords(Math.max(limit, MEANT));
  const ranked = plain === true ? null : await session.rankSemantically({ ...more, query, hits, onNote }, run);
  return ranked?.slice(0, limit) ?? byWords(limit);
}
