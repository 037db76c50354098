import { type WikiState } from './state';
import { type Backlink, type Page } from './types';

interface Known {
  readonly found: readonly Backlink[];
  /** What the tables of names gave, and the pages that mention one of the names: while these are the same objects, so are the links. */
  readonly basis: readonly unknown[];
}

/**
 * Backlinks of pages, kept from one snapshot to the next. A link can only resolve differently after a file or slug of its name is added,
 * removed or changed, so most stay.
 */
export class KnownBacklinks {
  readonly #known = new Map<string, Known>();

  /**
   * @param path of a page
   * @param names by which links can reach it
   * @param mentioning the pages that mention one of the names, in order
   */
  get(
    path: string,
    names: Iterable<string>,
    mentioning: readonly Page[],
    state: WikiState,
    find: () => readonly Backlink[],
  ): readonly Backlink[] {
    const basis: unknown[] = [...mentioning];
    for (const name of names) basis.push(name, state.names.get(name), state.slugs.get(name));
    const known = this.#known.get(path);
    if (known?.basis.length === basis.length && basis.every((each, at) => each === known.basis[at])) return known.found;
    const found = find();
    this.#known.set(path, { found, basis });
    return found;
  }
}
