import { plainText } from '../markdown';
import { type Page } from '../wiki';
import { passagesOf } from './passages';

/** How many of the best pages are ranked anew by what they mean: so many passages are looked at for one query. */
export const MEANT = 50;

/** What meaning counts for, beside words; `docs/search.md` tells how it was chosen. */
const MEANING = 0.3;

/** UTF-16 units of what is compared by its meaning: small models read some hundred words, and no more. */
const LENGTH = 800;

/**
 * The same hits, by words and by meaning: a convex combination of the two scores, that of words as it is, that of meaning
 * from nothing for the farthest of these hits to the best score for the nearest. Where all are equally near, the order
 * stays. A hit of which nothing is known counts as the farthest. Source: Bruch, Gai and Ingber, "An Analysis of Fusion
 * Functions for Hybrid Retrieval", ACM Transactions on Information Systems 42 (2023), section 4.
 *
 * @param hits the best first, with scores of 0 and more
 * @param nearness of a page to the query, by path
 * @param meaning its part, from 0 to 1
 */
export function fuse<Hit extends { readonly path: string; readonly score: number }>(
  hits: readonly Hit[],
  nearness: ReadonlyMap<string, number>,
  meaning = MEANING,
): readonly Hit[] {
  const far = Math.min(...nearness.values());
  const span = Math.max(...nearness.values()) - far;
  const most = (hits[0]?.score ?? 0) * meaning;
  return hits
    .map((hit) => {
      const near = span > 0 ? ((nearness.get(hit.path) ?? far) - far) / span : 0;
      return { ...hit, score: Number(((1 - meaning) * hit.score + most * near).toPrecision(6)) };
    })
    .sort((a, b) => b.score - a.score);
}

/**
 * What stands for a page in a query: its title, the heading, and the paragraph with the line that answers the query best. The
 * same paragraph is the same text, whatever is asked, unless the line stands far down in it: then it begins nearer to it.
 *
 * @param text the whole file
 * @param terms as a search hit has them
 */
export function meantPassage(text: string, page: Page, terms: readonly string[]): string {
  const [found] = passagesOf(text, terms, 1);
  if (!found) return meantText(`${page.title} ${page.summary}`);
  const { start } = found;
  const from = Math.max(page.bodyStart, text.lastIndexOf('\n\n', start), start - LENGTH / 2);
  const [paragraph = ''] = text.slice(from).trimStart().split('\n\n', 1);
  return meantText(`${page.title} ${found.heading ?? ''} ${plainText(paragraph)}`);
}

/** A text as it is compared: in one line, and not too long. */
export function meantText(text: string): string {
  // Half of a surrogate pair at the end would be no character.
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
}
