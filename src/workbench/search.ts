import { plural, type Run } from '../base';
import { formatCost, estimateTokens, scrubUrl } from '../model';
import { snippet } from '../search';
import { findPages } from './find-pages';
import { usableLens } from './lenses';
import { type SemanticRankRequest } from './model/semantic-ranking';
import { type WikiSession } from './wiki-session';
import { type SearchResult } from './types';

export interface SearchRequest {
  readonly query: string;
  /** Name of the lens that scopes and ranks; the wiki's own when absent. */
  readonly lens?: string;
  /** At most this many results; 20 when absent. */
  readonly limit?: number;
  /** By words alone, asking nobody. */
  readonly plain?: boolean;
  /** Told at most once why the pages are ranked by words alone although an embedding model is set up. */
  readonly onNote?: (note: string) => void;
}

export interface SearchOptions extends SearchRequest {
  /** Ranks by words alone, and tells `onNote` what would be sent to rank by meaning, where that is set up. */
  readonly dry?: boolean;
}

/** Ranked passages for a query. */
export async function search(
  session: WikiSession,
  request: SearchOptions,
  run: Run,
): Promise<{ readonly results: readonly SearchResult[] }> {
  const lens = await usableLens(session, request.lens, run);
  const { snapshot } = session;
  const { dry = false, onNote } = request;
  const tell = dry && { onDryRun: (...look: DryRun): void => onNote?.(describeDryRun(look)) };
  const hits = await findPages(session, request, { lens, snapshot, ...tell }, run);
  const results: SearchResult[] = [];
  for (const { path, score, terms, ...via } of hits) {
    const page = snapshot.pages.get(path);
    if (!page) continue;
    const text = (await snapshot.text(path)) ?? '';
    const { slug, title } = page;
    results.push({ slug, path, title, score, snippet: snippet(text, page, terms), ...via });
  }
  return { results };
}

type DryRun = Parameters<NonNullable<SemanticRankRequest['onDryRun']>>;

/** What a search would send, for people. */
function describeDryRun([texts, { model, baseUrl }, ledger]: DryRun): string {
  const input = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const cost = formatCost(ledger.estimate(model, { input, output: 0 }));
  const count = plural(texts.length, 'text');
  return `Nothing was sent. It would be ${count}, to ${model} at ${scrubUrl(baseUrl)}: ${cost}.`;
}
