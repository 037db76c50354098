import { compareText } from '../base';
import { type CacheRow, isCount } from './cache-rows';
import { isText } from './field-values';
import { MultimapBuilder } from './layered-map';
import { mentionedNames } from './names';
import { type Page } from './types';

/** Which cached pages mention which names, to be written: a page is a number, by its place in the cache. */
export class MentionRows {
  readonly #rows = new Map<string, number[]>();
  #count = 0;

  /** @param page the next one in the cache */
  add(page: Page): void {
    for (const name of mentionedNames(page)) {
      const pages = this.#rows.get(name);
      if (pages === undefined) this.#rows.set(name, [this.#count]);
      else pages.push(this.#count);
    }
    this.#count += 1;
  }

  *rows(): Iterable<CacheRow> {
    for (const [name, pages] of this.#rows) yield [name, ...pages];
  }
}

/** What {@link MentionRows} wrote: it saves that the texts of all pages are decoded to find out which of them link to one. */
export class CachedMentions {
  readonly #readRows: () => Iterable<unknown>;
  /** By the number of each page in the cache; `null` for one whose file is no longer as it was cached. */
  readonly #paths: readonly (string | null)[];

  constructor(readRows: () => Iterable<unknown>, paths: readonly (string | null)[]) {
    this.#readRows = readRows;
    this.#paths = paths;
  }

  /**
   * The paths of the pages that mention each name.
   * @param pages sorted by path; those that the cache does not know are looked through
   * @throws RangeError for what this program did not write, which has no seal of this device
   */
  lists(pages: ReadonlyMap<string, Page>): ReadonlyMap<string, readonly string[]> {
    const mentions = new MultimapBuilder();
    for (const row of this.#readRows()) {
      const [name, ...numbers] = Array.isArray(row) ? (row as CacheRow) : [];
      if (!isText(name)) throw damaged();
      for (const number of numbers) {
        const path = isCount(number) ? this.#paths[number] : undefined;
        if (path === undefined) throw damaged();
        if (path !== null) mentions.add(name, path);
      }
    }
    return this.#withOthers(mentions, pages);
  }

  #withOthers(mentions: MultimapBuilder, pages: ReadonlyMap<string, Page>): ReadonlyMap<string, readonly string[]> {
    const known = new Set(this.#paths);
    const touched = new Set<string>();
    for (const [path, page] of pages) {
      if (known.has(path)) continue;
      for (const name of mentionedNames(page)) {
        mentions.add(name, path);
        touched.add(name);
      }
    }
    const lists = new Map(mentions.lists);
    for (const name of touched) lists.set(name, [...(lists.get(name) ?? [])].sort(compareText));
    return lists;
  }
}

function damaged(): RangeError {
  return new RangeError('The cache of the wiki is damaged.');
}
