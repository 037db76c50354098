import type { Run } from '../base';
import { snippet } from '../search';
import { usableLens } from './lenses';
import type { Session } from './session';
import type { SearchResult } from './types';

export interface SearchRequest {
  readonly query: string;
  /** Name of the lens that scopes and ranks; the wiki's own when absent. */
  readonly lens?: string;
  /** At most this many results; 20 when absent. */
  readonly limit?: number;
}

/** Ranked passages for a query. */
export async function search(
  session: Session,
  request: SearchRequest,
  run: Run,
): Promise<{ readonly results: readonly SearchResult[] }> {
  const lens = await usableLens(session, request.lens, run);
  const index = await session.index(run);
  const { snapshot, host } = session;
  const hits = index.search(request.query, { lens, limit: request.limit ?? 20, now: host.clock.now() });
  const results: SearchResult[] = [];
  for (const hit of hits) {
    const page = snapshot.pages.get(hit.path);
    if (!page) continue;
    const text = (await snapshot.text(hit.path)) ?? '';
    const { slug, path, title } = page;
    results.push({ slug, path, title, score: hit.score, snippet: snippet(text, page, hit.terms) });
  }
  return { results };
}
