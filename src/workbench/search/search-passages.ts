import { type Run } from '../../base';
import { matchesIn, passagesOf, type Match, type Passage } from '../../search';
import { entityType, typeOf } from '../../workspace';
import { usableLens } from '../lens/lenses';
import { type WikiSession } from '../wiki-session';
import { findPages, type SearchRequest } from './find-pages';
import { unitPassage } from './unit-passage';

/** A page that answers a query. */
export interface FoundPage {
  readonly slug: string;
  /** Relative to the wiki's root. */
  readonly path: string;
  readonly title: string;
  readonly kind: string;
  /** Of its entity type; `null` when that has none. */
  readonly icon: string | null;
  readonly score: number;
  /** In `title`. */
  readonly titleMatches: readonly Match[];
  /** Best first; empty when only names of the page matched. */
  readonly passages: readonly Passage[];
  /** When no word of the page matched: the title of the best page that links to it. Its passage is its first line. */
  readonly linkedFrom?: string;
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
  const hits = await findPages(session, request, { lens, snapshot }, run);
  const texts = await Promise.all(hits.map(({ path }) => snapshot.text(path)));
  for (const [at, { path, score, terms, ...via }] of hits.entries()) {
    const page = snapshot.pages.get(path);
    if (!page) continue;
    await run.yieldToHost();
    const { slug, title, kind } = page;
    const icon = entityType(typeOf(kind, lens.effective), lens.effective)?.icon ?? null;
    const titleMatches = matchesIn(title, terms).map(({ start, end }) => ({ start, end }));
    const text = texts[at] ?? '';
    const ofUnit = unitPassage(text, terms);
    const passages = ofUnit === null ? passagesOf(text, terms) : [ofUnit];
    found.push({ slug, path, title, kind, icon, score, titleMatches, passages, ...via });
  }
  return found;
}
