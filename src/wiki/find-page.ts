import { type Page, type Snapshot } from './types';

/** How a name fits a page: an exact file name beats a title, which beats an alias. */
export const NAME_RANKS = { file: 0, title: 1, alias: 2 } as const;

export type NameRank = (typeof NAME_RANKS)[keyof typeof NAME_RANKS];

/** Those of the fitting items that are meant: the ones that fit best. */
export function bestRanked<Item extends { readonly rank: NameRank }>(items: readonly Item[]): readonly Item[] {
  const best = items.reduce((least, { rank }) => Math.min(least, rank), Infinity);
  return items.filter(({ rank }) => rank === best);
}

/** The pages that a name means, and by what. */
interface NamedPages {
  readonly pages: readonly Page[];
  readonly rank: NameRank;
}

/**
 * The pages that a name means, with or without brackets: those that a link with this name can lead to, by path, file name or slug;
 * else all with this title; else all with this alias. A name that means several pages must change none of them.
 */
export function findPages(snapshot: Snapshot, name: string): NamedPages {
  const target = targetOf(name);
  const linked = linkedPages(snapshot, target);
  if (linked.length > 0 || target === '') return { pages: linked, rank: NAME_RANKS.file };
  const { titles, aliases } = namesOf(snapshot.pages);
  const wanted = target.toLowerCase();
  const titled = titles.get(wanted);
  if (titled !== undefined) return { pages: titled, rank: NAME_RANKS.title };
  return { pages: aliases.get(wanted) ?? [], rank: NAME_RANKS.alias };
}

/** The pages that have an alias, also where another page has the name as its title. */
export function pagesWithAlias(snapshot: Snapshot, alias: string): readonly Page[] {
  return namesOf(snapshot.pages).aliases.get(alias.toLowerCase()) ?? [];
}

/** Pages by title and by alias, in lower case. */
interface PageNames {
  readonly titles: ReadonlyMap<string, readonly Page[]>;
  readonly aliases: ReadonlyMap<string, readonly Page[]>;
}

/** A source may name hundreds of subjects, and each is looked up in the same pages. Tables of a snapshot are immutable. */
const knownNames = new WeakMap<Snapshot['pages'], PageNames>();

function namesOf(pages: Snapshot['pages']): PageNames {
  let names = knownNames.get(pages);
  if (names === undefined) knownNames.set(pages, (names = readNames(pages)));
  return names;
}

function readNames(pages: Snapshot['pages']): PageNames {
  const [titles, aliases] = [new Map<string, Page[]>(), new Map<string, Page[]>()];
  const add = (table: Map<string, Page[]>, name: string, page: Page): void => {
    const list = table.get(name);
    if (list === undefined) table.set(name, [page]);
    else if (list.at(-1) !== page) list.push(page);
  };
  for (const page of pages.values()) {
    add(titles, page.title.toLowerCase(), page);
    for (const alias of page.aliases) add(aliases, alias.toLowerCase(), page);
  }
  return { titles, aliases };
}

/** The page to read for a name: the one that a link leads to in Obsidian, else the only one that {@link findPages} finds. */
export function findPage(snapshot: Snapshot, name: string): Page | null {
  const { pages, rank } = findPages(snapshot, name);
  return rank === NAME_RANKS.file || pages.length === 1 ? (pages[0] ?? null) : null;
}

/** The page that a link leads to, then those that it could mean as well. */
function linkedPages(snapshot: Snapshot, target: string): readonly Page[] {
  if (target === '') return [];
  const linked = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
  if (linked.kind !== 'page') return [];
  if (target.includes('/')) return [linked.page];
  return [linked.page, ...linked.alternatives.flatMap((path) => snapshot.pages.get(path) ?? [])];
}

/** `[[Name#Section|text]]` names `Name`. */
function targetOf(name: string): string {
  return (
    name
      .replace(/^\[\[|\]\]$/g, '')
      .split(/[|#]/, 1)[0]
      ?.trim() ?? ''
  );
}
