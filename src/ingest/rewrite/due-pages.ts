import { hubRole, isDisputesPage, isOfRows, type Page, type Snapshot } from '../../wiki';
import { byWeight } from '../hubs/hubs-of';

/** A page of one source was written as a whole. */
const MIN_SOURCES = 2;
/** A shorter page has little to put in order. */
const MIN_WORDS = 150;
/** Pages that one run writes anew, those of most weight first. */
const MAX_PAGES = 24;

/** Which pages are to be written anew. */
export interface WantedPages {
  /** Paths of pages that a person names; without it, those that have grown. */
  readonly named?: readonly string[];
  /** A page has grown when it has so many sources more than it had when it was last written anew; 1 when absent. */
  readonly minNew?: number;
  /** How many sources a page had when it was last written anew, or would not be, by path. */
  readonly rewritten?: ReadonlyMap<string, number>;
  /** Paths of pages that a waiting proposal changes: another text of them would not fit it. */
  readonly waiting?: ReadonlySet<string>;
  /** Paths of pages that have just changed: they come first. */
  readonly touched?: ReadonlySet<string>;
}

/**
 * Pages about one subject to which several sources were added since they were written as a whole.
 *
 * @returns those for one run, and how many wait for the next one
 */
export function duePages(
  snapshot: Snapshot,
  { named, minNew = 1, rewritten = new Map(), waiting, touched }: WantedPages,
): { readonly pages: readonly Page[]; readonly more: number } {
  const able = [...snapshot.pages.values()].filter(
    (page) => isArticle(page, snapshot) && waiting?.has(page.path) !== true,
  );
  const wanted =
    named === undefined
      ? able.filter((page) => hasGrown(page, (rewritten.get(page.path) ?? 0) + minNew))
      : able.filter(({ path }) => named.includes(path));
  const pages = byWeight(wanted, snapshot, touched).slice(0, MAX_PAGES);
  return { pages, more: wanted.length - pages.length };
}

const hasGrown = ({ sources, words }: Page, least: number): boolean =>
  sources.length >= Math.max(least, MIN_SOURCES) && words >= MIN_WORDS;

/** Whether a page is about one subject, in prose that this program may write: no summary, hub, timeline or table. */
export function isArticle(page: Page, snapshot: Snapshot): boolean {
  if (page.schema === null || page.kind === 'summary' || isDisputesPage(page)) return false;
  return hubRole(page) === null && !isOfRows(page) && snapshot.pagesBySlug(page.slug).length === 1;
}
