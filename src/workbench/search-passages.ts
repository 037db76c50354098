import { type Run } from '../base';
import { matchesIn, passagesOf, type Match, type Passage } from '../search';
import { entityType, typeOf } from '../workspace';
import { findPages } from './find-pages';
import { usableLens } from './lenses';
import { type SearchRequest } from './search';
import { type WikiSession } from './wiki-session';

/** A page that answers a query. */
export interface FoundPage {
  readonly slug: string;
  /** Relative to the wiki's root. */
  readonly path: string;
  readonly title: string;
  readonly kind: string;
  /** Of its entity type; `null` where that has none. */
  readonly icon: string | null;
  readonly score: number;
  /** In `title`. */
  readonly titleMatches: readonly Match[];
  /** The best first; none where only names of the page matched. */
  readonly passages: readonly Passage[];
  /** Where no word finds it: the title of the best page that links to it. Its passage is its first line. */
  readonly linkedFrom?: string;
}

/** One page of {@link toAgentResults}. */
export interface AgentResult extends Pick<FoundPage, 'title' | 'kind' | 'path' | 'score' | 'linkedFrom'> {
  /** Its slug. */
  readonly page: string;
  readonly passages: readonly { readonly section: string | null; readonly text: string }[];
}

/** What other programs are told of the pages that were found: what to read next, and no places within texts. */
export function toAgentResults(found: readonly FoundPage[]): readonly AgentResult[] {
  return found.map(({ slug, title, kind, path, score, passages, linkedFrom }) => ({
    page: slug,
    title,
    kind,
    path,
    score,
    ...(linkedFrom !== undefined && { linkedFrom }),
    passages: passages.map(({ heading, text }) => ({ section: heading, text })),
  }));
}

/** Ranked pages with the passages that answer a query. */
export async function searchPassages(
  session: WikiSession,
  request: SearchRequest,
  run: Run,
): Promise<readonly FoundPage[]> {
  const lens = await usableLens(session, request.lens, run);
  const { snapshot } = session;
  const found: FoundPage[] = [];
  for (const { path, score, terms, ...via } of await findPages(session, request, { lens, snapshot }, run)) {
    const page = snapshot.pages.get(path);
    if (!page) continue;
    await run.yieldToHost();
    const { slug, title, kind } = page;
    const icon = entityType(typeOf(kind, lens.effective), lens.effective)?.icon ?? null;
    const titleMatches = matchesIn(title, terms).map(({ start, end }) => ({ start, end }));
    const passages = passagesOf((await snapshot.text(path)) ?? '', page, terms);
    found.push({ slug, path, title, kind, icon, score, titleMatches, passages, ...via });
  }
  return found;
}
