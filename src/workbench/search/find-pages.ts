import { type Run } from '../../base';
import { MEANT, type SearchHit } from '../../search';
import { type Lens } from '../../workspace';
import { type WikiSession } from '../wiki-session';
import { type SemanticRankRequest } from './semantic-ranking';

export interface SearchRequest {
  readonly query: string;
  /** Name of the lens that scopes and ranks; the wiki's own when absent. */
  readonly lens?: string;
  /** Maximum number of results; 20 when absent. */
  readonly limit?: number;
  /** Ranks by words only, even when an embedding model is set up. */
  readonly plain?: boolean;
  /** Called at most once, with the reason why pages are ranked by words only although an embedding model is set up. */
  readonly onNote?: (note: string) => void;
}

/**
 * The pages that match a query, best first: ranked by meaning when an embedding model is set up and answers, else by
 * words. Only pages in the scope of the lens are searched, and sent.
 */
export async function findPages(
  session: WikiSession,
  { query, limit = 20, plain, onNote }: Omit<SearchRequest, 'lens'>,
  { lens, ...more }: { readonly lens: Lens } & Pick<SemanticRankRequest, 'snapshot' | 'budget' | 'onDryRun'>,
  run: Run,
): Promise<readonly SearchHit[]> {
  const search = await session.search();
  const index = await search.openFor(more.snapshot, run);
  const now = session.host.clock.now();
  const byWords = (count: number): Promise<readonly SearchHit[]> => index.find(query, { lens, limit: count, now }, run);
  const hits = (): Promise<readonly SearchHit[]> => byWords(Math.max(limit, MEANT));
  const ranked = plain === true ? null : await search.ranker.rank({ ...more, query, hits, onNote }, run);
  return ranked?.slice(0, limit) ?? byWords(limit);
}
