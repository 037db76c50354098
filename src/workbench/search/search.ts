import { plural, type Run } from '../../base';
import { estimateTokens, formatCost, scrubUrl } from '../../model';
import { passagesOf } from '../../search';
import { usableLens } from '../lens/lenses';
import { type SearchResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { findPages, type SearchRequest } from './find-pages';
import { type SemanticRankRequest } from './semantic-ranking';
import { unitPassage } from './unit-passage';

export interface DryRunRequest extends SearchRequest {
  /** Ranks by words only, and tells `onNote` what ranking by meaning would send, when that is set up. */
  readonly dryRun?: boolean;
}

/** Ranked pages, each with the statement that answers best. */
export async function search(
  session: WikiSession,
  request: DryRunRequest,
  run: Run,
): Promise<{ readonly results: readonly SearchResult[] }> {
  const lens = await usableLens(session, request.lens, run);
  const { snapshot } = session;
  const { dryRun = false, onNote } = request;
  const onDryRun = (...call: DryRunCall): void => onNote?.(describeDryRun(call));
  const hits = await findPages(session, request, { lens, snapshot, ...(dryRun && { onDryRun }) }, run);
  const results: SearchResult[] = [];
  for (const { path, score, terms, ...via } of hits) {
    const page = snapshot.pages.get(path);
    if (!page) continue;
    const text = (await snapshot.text(path)) ?? '';
    const { slug, title, summary } = page;
    // Where only a name of the page matched, its first sentence tells what it is.
    const snippet = (unitPassage(text, terms) ?? passagesOf(text, terms, 1)[0])?.text ?? summary;
    results.push({ slug, path, title, score, snippet, ...via });
  }
  return { results };
}

type DryRunCall = Parameters<NonNullable<SemanticRankRequest['onDryRun']>>;

function describeDryRun([texts, { model, baseUrl }, budget]: DryRunCall): string {
  const input = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const cost = formatCost(budget.estimate(model, { input, output: 0 }));
  return `Nothing was sent. A search would send ${plural(texts.length, 'text')} to ${model} at ${scrubUrl(baseUrl)}: ${cost}.`;
}
