import { headingKey, type TextRange } from '../markdown';
import { hashText, type Hash } from '../vault';
import { type Anchor, type Page } from '../wiki';
import { type ShownPackSection } from './pack-context';
import { type ReadPage } from './types';

interface RecordedPage {
  /** Of the text that was read last. */
  readonly hash: Hash;
  readonly page: Pick<Page, 'path' | 'slug' | 'title'>;
  /** Section keys and `^ids` of blocks, each with its heading. */
  readonly sections: Map<string, string>;
}

/** A place of a source that was shown. */
interface ShownPlace {
  readonly anchor: Anchor;
  /** The statements there. */
  readonly texts: readonly string[];
}

/** Records what the model was shown. A page counts as read once its text was shown, a section once its own text was. */
export class ReadRecord {
  readonly #pages: Map<string, RecordedPage>;
  /** Places of sources that were shown, by the id of the source. */
  readonly #sources: Map<string, Map<string, ShownPlace>>;
  /** Sections of knowledge packs that were shown, by their link in lower case. */
  readonly #packs: Map<string, ShownPackSection>;

  constructor(before?: ReadRecord) {
    const known = before === undefined ? [] : [...before.#pages];
    this.#pages = new Map(known.map(([path, page]) => [path, { ...page, sections: new Map(page.sections) }]));
    this.#packs = new Map(before === undefined ? [] : before.#packs);
    this.#sources = new Map([...(before === undefined ? [] : before.#sources)].map(([id, all]) => [id, new Map(all)]));
  }

  /** How many pages, sources and sections of packs were shown. */
  get size(): number {
    return this.#pages.size + this.#sources.size + this.#packs.size;
  }

  /** @param page parsed from `text` @param range the part of `text` that was shown */
  add(page: Page, text: string, range: TextRange): void {
    const { sections } = this.#pages.get(page.path) ?? { sections: new Map<string, string>() };
    this.#pages.set(page.path, { page, sections, hash: hashText(text) });
    const keys = sectionKeys(page.headings);
    for (const [at, { start, end, text: heading }] of page.headings.entries()) {
      const next = page.headings[at + 1]?.start ?? text.length;
      const isEmpty = text.slice(end, next).trim() === '';
      const isShown = isEmpty ? start >= range.start && end <= range.end : end < range.end && next > range.start;
      if (isShown) sections.set(keys[at] ?? '', heading);
    }
    const shown = new Set(
      text
        .slice(range.start, range.end)
        .toLowerCase()
        .match(/\^[a-z0-9-]+/g),
    );
    for (const id of page.blockIds) {
      const key = `^${id.toLowerCase()}`;
      if (shown.has(key)) sections.set(key, `^${id}`);
    }
  }

  /** @param place as a citation names it @param text what was shown there */
  addSource(id: string, place: string, anchor: Anchor, text: string): void {
    const places = this.#sources.get(id) ?? new Map<string, ShownPlace>();
    const known = places.get(place) ?? { anchor, texts: [] };
    places.set(place, known.texts.includes(text) ? known : { ...known, texts: [...known.texts, text] });
    this.#sources.set(id, places);
  }

  /** What was shown of a place of a source; `undefined` for one that was not shown. */
  shownAt(id: string, place: string): ShownPlace | undefined {
    return this.#sources.get(id)?.get(place);
  }

  addPackSection(section: ShownPackSection): void {
    const key = section.link.toLowerCase();
    const known = this.#packs.get(key);
    const isMore = known?.hash === section.hash && !known.text.includes(section.text);
    this.#packs.set(key, isMore ? { ...section, text: `${known.text}\n\n${section.text}` } : section);
  }

  /** A section of a pack by its link; a link to a file is one to the first section of it that was shown. */
  packSection(link: string): ShownPackSection | undefined {
    const key = link.toLowerCase();
    const shown = this.#packs.get(key);
    if (shown !== undefined || key.includes('#')) return shown;
    return [...this.#packs].find(([each]) => each.startsWith(`${key}#`))?.[1];
  }

  /** Whether any section of a file of a pack was shown. @param link without a section */
  hasPackFile(link: string): boolean {
    return this.packSection(link) !== undefined;
  }

  has(path: string): boolean {
    return this.#pages.has(path);
  }

  /** Whether the page still has the text that was read last. */
  isUnchanged(path: string, text: string): boolean {
    return this.#pages.get(path)?.hash === hashText(text);
  }

  /** @param key see {@link sectionKey}, or a lower-case `^id` */
  hasSection(path: string, key: string): boolean {
    return this.#pages.get(path)?.sections.has(key) ?? false;
  }

  pages(): readonly ReadPage[] {
    return [...this.#pages.values()].map(({ page: { path, slug, title }, sections }) => ({
      slug,
      path,
      title,
      sections: [...sections.values()],
    }));
  }
}

/** Identifies a section by its heading and those above it, because two sections may have the same heading. */
export function sectionKey({ headings }: Pick<Page, 'headings'>, at: number): string {
  return sectionKeys(headings)[at] ?? '';
}

const keysByHeadings = new WeakMap<Page['headings'], readonly string[]>();

/** The keys of all headings of a page: an answer may have as many links as a page has headings. */
function sectionKeys(headings: Page['headings']): readonly string[] {
  const known = keysByHeadings.get(headings);
  if (known !== undefined) return known;
  const open: { readonly level: number; readonly key: string }[] = [];
  const keys = headings.map(({ level, text }) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const above = open.at(-1);
    const key = above === undefined ? headingKey(text) : `${above.key}#${headingKey(text)}`;
    open.push({ level, key });
    return key;
  });
  keysByHeadings.set(headings, keys);
  return keys;
}
