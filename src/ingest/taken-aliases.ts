import { isoTime } from '../base';
import { buildUpdate, type FileEdit } from '../change';
import { aliasPath, pagesWithAlias, type Page, type Snapshot } from '../wiki';
import { frontmatterSplices } from './extractive/frontmatter';

interface NewPage {
  readonly slug: string;
  readonly title: string;
}

/** An alias of a page that a new page has as its title. */
interface TakenAlias {
  readonly alias: string;
  readonly by: NewPage;
}

/** The aliases of a page that lead to new pages from now on. With both, a name would mean two pages. */
export function takenAliases(page: Page, created: readonly NewPage[]): readonly TakenAlias[] {
  return page.aliases.flatMap((alias) => {
    const by = created.find(({ slug, title }) => slug !== page.slug && title.toLowerCase() === alias.toLowerCase());
    return by === undefined ? [] : [{ alias, by }];
  });
}

/** Why an alias is removed, for the reviewer. */
export const describeTaken = ({ alias, by }: TakenAlias): string =>
  `The alias "${alias}" goes: it is the title of "${by.slug}" now.`;

/** The pages with an alias that a new page has as its title. */
export function pagesWithTakenAliases(snapshot: Snapshot, created: readonly NewPage[]): readonly Page[] {
  const pages = created.flatMap(({ title }) => pagesWithAlias(snapshot, title));
  return [...new Set(pages)].filter((page) => page.schema !== null && takenAliases(page, created).length > 0);
}

/**
 * Removes from a page that does not change otherwise the aliases that new pages take.
 *
 * @param hunkOf the id of the hunk that creates a page
 */
export function dropTakenAliases(
  page: Page,
  text: string,
  created: readonly NewPage[],
  hunkOf: (slug: string) => string | undefined,
  now: number,
): FileEdit | null {
  const taken = takenAliases(page, created);
  if (taken.length === 0 || page.schema === null) return null;
  const path = aliasPath(page.schema);
  const splices = frontmatterSplices(text, [
    ...taken.map(({ alias }) => ({ op: 'drop' as const, path, value: alias })),
    { op: 'set', path: ['updated_at'], value: isoTime(now) },
  ]).map((splice) => ({
    ...splice,
    title: 'Properties',
    reason: taken.map(describeTaken).join(' '),
    needs: taken.flatMap(({ by }) => hunkOf(by.slug) ?? []),
  }));
  return splices.length === 0
    ? null
    : buildUpdate({ path: page.path, base: text, splices, why: ['a new page takes its alias'] });
}
