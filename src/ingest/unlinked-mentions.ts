import { type Page, type Snapshot } from '../wiki';
import { tokenizeParts, stem, UNSPACED_SCRIPT } from './extractive/tokenizer';
import { firstMentions, isNamedByRole } from './auto-link';
import { nameKeyOf, namesOfPage } from './recall/page-names';
import { nameTable } from './recall';

/** Words of a page that name another page and are no link. Offsets in the text of the page. */
interface UnlinkedMention {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** The page that is named. */
  readonly page: Page;
}

/**
 * The first mention in prose of each page that a page names and does not link to: whole words, no name that fits several pages,
 * none of its own. Summaries are not meant: their titles repeat what their source is about.
 *
 * @param owner see `nameTable`
 * @param existing sentences of this text are left out; `''` for none
 */
export function unlinkedMentions(
  owner: object,
  snapshot: Snapshot,
  page: Page,
  text: string,
  existing = '',
): readonly UnlinkedMention[] {
  const linked = new Set([page.slug]);
  for (const link of page.links) {
    const found = snapshot.resolve(link, page.path);
    if (found.kind === 'page') linked.add(found.page.slug);
  }
  const slugAt = (path: string): string | null => {
    const named = snapshot.pages.get(path);
    if (named === undefined || named.kind === 'summary' || isNamedByRole(named)) return null;
    return snapshot.pagesBySlug(named.slug).length === 1 ? named.slug : null;
  };
  const tables = [nameTable(owner, snapshot)];
  return firstMentions({ text, existing, linked }, { tables, slugAt }).flatMap(({ start, end, label, slug }) => {
    const named = snapshot.pageBySlug(slug);
    return named === undefined ? [] : [{ start, end, label, page: named }];
  });
}

/** Keys that a text shares with every name in it: the words that a name may begin with. */
export function wordKeys(text: string): readonly string[] {
  return tokenizeParts(text).flatMap(({ key, text: word }) => {
    if (!UNSPACED_SCRIPT.test(word)) return stem(key);
    return Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2));
  });
}

/** One of {@link wordKeys} for each name of a page. */
export function nameKeys(page: Page): readonly string[] {
  return namesOfPage(page).flatMap((name) => nameKeyOf(name)?.head ?? []);
}
