import type { Page, Snapshot } from '../wiki';
import { tokenise } from './tokenise';

/** How much names and links move a page, as shares of the best score. `docs/search.md` tells how they were chosen. */
export interface Rerank {
  /** The query is a name of the page. */
  readonly isName: number;
  /** A name of the page stands in the query, all of it and in order. */
  readonly hasName: number;
  /** The query is what a link to the page says. */
  readonly isCalled: number;
  readonly hasCalled: number;
  /** Of the score of each page that links to it. */
  readonly link: number;
  /** How many of the best pages have their links looked at. */
  readonly hopFrom: number;
  readonly outPower: number;
  readonly inPower: number;
}

/** Links of one page that are looked at: an index page tells little by each of its links. */
const MOST_LINKS = 100;

/** What the best pages link to, by path: the sum of what each gives, less where it links to many. */
export function linkShares(
  snapshot: Snapshot,
  best: readonly { readonly path: string; readonly score: number }[],
  { outPower }: Rerank,
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { path, score } of best) {
    const page = snapshot.pages.get(path);
    if (!page) continue;
    const targets = new Set<string>();
    for (const link of page.links.slice(0, MOST_LINKS)) {
      const found = snapshot.resolve(link, path);
      if (found.kind === 'page' && found.page.path !== path) targets.add(found.page.path);
    }
    for (const target of targets) {
      shares.set(target, (shares.get(target) ?? 0) + score / targets.size ** outPower);
    }
  }
  return shares;
}

/** @param asked the words of the query, in order */
export function nameShare(
  page: Page,
  asked: string,
  { isName, hasName, isCalled, hasCalled }: Rerank,
  snapshot: Snapshot,
): number {
  let share = 0;
  const look = (name: string, is: number, has: number): void => {
    const words = tokenise(name).join(' ');
    if (words === '') return;
    if (words === asked) share = Math.max(share, is);
    else if (words.includes(' ') && ` ${asked} `.includes(` ${words} `)) share = Math.max(share, has);
  };
  for (const name of [page.title, ...page.aliases]) look(name, isName, hasName);
  if (isCalled + hasCalled > 0) {
    const texts = new Set(
      snapshot
        .backlinks(page.path)
        .slice(0, MOST_LINKS)
        .map(({ link }) => link.text ?? ''),
    );
    for (const text of texts) look(text, isCalled, hasCalled);
  }
  return share;
}
