import { type Run } from '../base';
import { isInScope, keywordFilter, queryTerms } from '../search';
import { type LibraryContext } from './request';

/** How many pages are looked at for one text, and how many are named. */
const MAX_SEARCHED = 20;
const MAX_NAMED = 3;

/**
 * The pages that the lens hides and that hold at least half of the keywords of one of these texts.
 * @param texts what was not found in the lens
 * @returns their titles, best first
 */
export async function pagesHiddenByLens(
  texts: readonly string[],
  library: LibraryContext,
  run: Run,
): Promise<readonly string[]> {
  const { snapshot, lens, now } = library;
  if ((lens.effective.queryHints.scopeTo ?? []).length === 0) return [];
  const words = await library.index(run);
  const titles = new Set<string>();
  for (const text of texts) {
    const terms = queryTerms(text);
    const keywords = terms.filter(keywordFilter(terms));
    for (const { path, terms: found } of words.search(text, { limit: MAX_SEARCHED, now, loose: false })) {
      const page = snapshot.pages.get(path);
      const wanted = found.filter((term) => keywords.includes(term));
      if (page && !isInScope(page, lens.effective) && wanted.length * 2 >= keywords.length) titles.add(page.title);
    }
  }
  return [...titles].slice(0, MAX_NAMED);
}
