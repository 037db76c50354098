import { type Page } from '../../wiki';
import { nameTable, type RecalledPage } from '../recall';
import { type CurateRequest } from '../types';
import { type SurveyClaim } from './types';

/** An existing page that claims concern. */
export interface AffectedPage {
  readonly page: Page;
  readonly claims: readonly SurveyClaim[];
  readonly why: readonly string[];
}

/** Longer pages are not sent, so the model cannot edit them. */
export const MAX_PAGE_TOKENS = 16_000;

/**
 * The pages that the claims concern, best recalled first: those that the survey names among the recalled pages, and those
 * with a name that a claim is about. Summaries of sources, pages that already cite the source and notes with unreadable
 * frontmatter are left alone.
 */
export function findAffectedPages(
  { snapshot, index, source }: CurateRequest,
  claims: readonly SurveyClaim[],
  recalled: readonly RecalledPage[],
  listed: readonly Page[],
): readonly AffectedPage[] {
  const table = nameTable(index, snapshot);
  const bySlug = new Map(listed.map((page) => [page.slug, page.path]));
  const claimsByPath = new Map<string, Set<SurveyClaim>>();
  const add = (path: string, claim: SurveyClaim): void => {
    const known = claimsByPath.get(path);
    if (known === undefined) claimsByPath.set(path, new Set([claim]));
    else known.add(claim);
  };
  for (const claim of claims) {
    for (const slug of claim.pages) {
      const path = bySlug.get(slug.replace(/^\[\[|\]\]$/g, ''));
      if (path !== undefined) add(path, claim);
    }
    for (const name of claim.about) for (const path of table.pagesNamed(name)) add(path, claim);
  }
  const rank = new Map(recalled.map(({ path }, position) => [path, position]));
  const rankOf = (path: string): number => rank.get(path) ?? recalled.length;
  return [...claimsByPath]
    .flatMap(([path, about]) => {
      const page = snapshot.pages.get(path);
      if (page === undefined || page.kind === 'summary' || citesSource(page, source.path, source.id)) return [];
      if (page.schema === null && page.problems.some(({ code }) => code === 'entry_invalid')) return [];
      const why = recalled.find((each) => each.path === path)?.reasons ?? ['a claim is about it'];
      return [{ page, claims: [...about], why }];
    })
    .sort((a, b) => rankOf(a.page.path) - rankOf(b.page.path) || (a.page.path < b.page.path ? -1 : 1));
}

function citesSource(page: Page, path: string, id: string): boolean {
  return (
    page.sources.some((ref) => ref === path || ref === id) || page.citations.some((citation) => citation.id === id)
  );
}
