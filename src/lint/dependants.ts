/** Which pages depend on which fact. Most facts concern one page only, which then takes no set of its own. */
export class Dependants {
  readonly #pages = new Map<string, string | Set<string>>();

  /** The pages that depend on the fact with this key (see `factKey`). */
  of(key: string): Iterable<string> {
    const pages = this.#pages.get(key) ?? [];
    return typeof pages === 'string' ? [pages] : pages;
  }

  add(key: string, page: string): void {
    const pages = this.#pages.get(key);
    if (pages === undefined) this.#pages.set(key, page);
    else if (typeof pages !== 'string') pages.add(page);
    else if (pages !== page) this.#pages.set(key, new Set([pages, page]));
  }

  delete(key: string, page: string): void {
    const pages = this.#pages.get(key);
    if (pages === page) this.#pages.delete(key);
    else if (typeof pages === 'object' && pages.delete(page) && pages.size === 0) this.#pages.delete(key);
  }
}
