import { type WikiState } from './state';
import { type Backlink, type Page } from './types';

interface Known {
  readonly found: readonly Backlink[];
  readonly mentioning: readonly Page[];
  /** What each of these pages links with. */
  readonly byPage: ReadonlyMap<Page, readonly Backlink[]>;
  /** What the tables of names gave: while these are the same objects, the links of a page resolve as they did. */
  readonly basis: readonly unknown[];
}

/**
 * Backlinks of pages, kept from one snapshot to the next. A link can only resolve differently after a file or slug of its name is added,
 * removed or changed, so most stay, and of a page that every new source names, only the new links are looked at.
 */
export class KnownBacklinks {
  readonly #known = new Map<string, Known>();

  /**
   * @param path of a page
   * @param names by which links can reach it
   * @param mentioning the pages that mention one of the names, in order
   * @param find the links of one of these
   */
  get(
    path: string,
    names: Iterable<string>,
    mentioning: readonly Page[],
    state: WikiState,
    find: (from: Page) => readonly Backlink[],
  ): readonly Backlink[] {
    const basis: unknown[] = [];
    for (const name of names) basis.push(name, state.names.get(name), state.slugs.get(name));
    const last = this.#known.get(path);
    const known = last !== undefined && isSame(last.basis, basis) ? last : null;
    if (known !== null && isSame(known.mentioning, mentioning)) return known.found;
    const byPage = new Map(mentioning.map((from) => [from, known?.byPage.get(from) ?? find(from)]));
    const found = [...byPage.values()].flat();
    this.#known.set(path, { found, mentioning, byPage, basis });
    return found;
  }
}

function isSame(known: readonly unknown[], now: readonly unknown[]): boolean {
  return known.length === now.length && now.every((each, at) => each === known[at]);
}
