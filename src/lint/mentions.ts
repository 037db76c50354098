import { type Page, type Snapshot } from '../wiki';

/** Words of a page that name another page and are no link. Offsets in the text of the page. */
export interface UnlinkedMention {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly page: Page;
}

/** Finds names of pages in prose. The host of the engine brings it, because the words of many languages that it takes are large. */
export interface MentionFinder {
  /** The first mention of each page that this one does not link to. @param owner lives as long as the answers are cached */
  unlinkedMentions(owner: object, snapshot: Snapshot, page: Page, text: string): readonly UnlinkedMention[];
  /** Keys that a text shares with every name in it. */
  wordKeys(text: string): readonly string[];
  /** One such key for each name of a page. */
  nameKeys(page: Page): readonly string[];
}

const BITS = 2048;

/** The keys of a text, in a quarter of a kilobyte. It may say that it has a key that it has not, and never the reverse. */
export class KeyFilter {
  readonly #bits = new Uint32Array(BITS / 32);

  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      const bit = bitOf(key);
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave(key: string): boolean {
    const bit = bitOf(key);
    return ((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }
}

/** FNV-1a over UTF-16 units. */
function bitOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % BITS;
}

/** The keys of the names that differ between two versions of a page, or that one version has and the other lacks. */
export function changedNameKeys(
  old: Page | undefined,
  now: Page | undefined,
  finder: MentionFinder,
): readonly string[] {
  if (namingOf(old) === namingOf(now)) return [];
  return [old, now].flatMap((page) => (page === undefined ? [] : finder.nameKeys(page)));
}

const namingOf = (page: Page | undefined): string | null =>
  page === undefined ? null : JSON.stringify([page.slug, page.title, page.aliases, page.kind]);
