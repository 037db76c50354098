import { type Run } from '../../base';
import { usableLens } from '../lens/lenses';
import { type WikiSession } from '../wiki-session';
import { NO_SOURCES, type SourceSearchRequest, type SourceSearchResult } from './source-search-types';

export interface SearchSourcesRequest extends Pick<SourceSearchRequest, 'query' | 'shown'> {
  /** Name of the lens; a source is left out where the lens hides every page that rests on it. The wiki's own when absent. */
  readonly lens?: string;
  /** Maximum number of results; 5 when absent. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 5;

/**
 * What the sources say, also those that no page rests on yet, best first. Indexes new sources first, unless the host does that in the
 * background. Nothing where the host searches no sources.
 */
export async function searchSources(
  session: WikiSession,
  { lens: name, limit = DEFAULT_LIMIT, ...request }: SearchSourcesRequest,
  run: Run,
): Promise<SourceSearchResult> {
  const lens = await usableLens(session, name, run);
  const sources = session.sourceSearch;
  if (sources === null) return NO_SOURCES;
  if (session.host.indexesSources !== true) await sources.update(run);
  return sources.search({ ...request, lens, limit }, run);
}
