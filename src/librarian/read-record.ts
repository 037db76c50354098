import { headingKey, type TextRange } from '../markdown';
import { hashText, type Hash } from '../vault';
import { type Page } from '../wiki';
import { type ReadPage } from './types';

interface RecordedPage {
  /** Of the text that was read last. */
  readonly hash: Hash;
  readonly page: Pick<Page, 'path' | 'slug' | 'title'>;
  /** Keys of sections and `^ids` of blocks, with the heading for people. */
  readonly sections: Map<string, string>;
}

/** The record of what was read, kept by code: a page counts once its text went out, a section once its own text did. */
export class ReadRecord {
  readonly #pages: Map<string, RecordedPage>;

  constructor(before?: ReadRecord) {
    const known = before === undefined ? [] : [...before.#pages];
    this.#pages = new Map(known.map(([path, entry]) => [path, { ...entry, sections: new Map(entry.sections) }]));
  }

  get size(): number {
    return this.#pages.size;
  }

  /** @param page parsed from `text` @param range that part of `text` which was shown */
  add(page: Page, text: string, range: TextRange): void {
    const { sections } = this.#pages.get(page.path) ?? { sections: new Map<string, string>() };
    const entry: RecordedPage = { page, sections, hash: hashText(text) };
    this.#pages.set(page.path, entry);
    for (const [at, { start, end, text: heading }] of page.headings.entries()) {
      const next = page.headings[at + 1]?.start ?? text.length;
      const isEmpty = text.slice(end, next).trim() === '';
      const isShown = isEmpty ? start >= range.start && end <= range.end : end < range.end && next > range.start;
      if (isShown) entry.sections.set(sectionKey(page, at), heading);
    }
    const shown = text.slice(range.start, range.end).toLowerCase();
    for (const id of page.blockIds) {
      if (shown.includes(`^${id.toLowerCase()}`)) entry.sections.set(`^${id.toLowerCase()}`, `^${id}`);
    }
  }

  has(path: string): boolean {
    return this.#pages.has(path);
  }

  /** Whether this is the text of the page that was read last. */
  isUnchanged(path: string, text: string): boolean {
    return this.#pages.get(path)?.hash === hashText(text);
  }

  /** @param key see {@link sectionKey}, or `^id` in small letters */
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

/** A section by its heading and those above it: two sections may have the same heading. */
export function sectionKey({ headings }: Pick<Page, 'headings'>, at: number): string {
  const keys: string[] = [];
  let level = 7;
  for (let index = at; index >= 0 && level > 1; index -= 1) {
    const heading = headings[index];
    if (heading === undefined || heading.level >= level) continue;
    level = heading.level;
    keys.unshift(headingKey(heading.text));
  }
  return keys.join('#');
}
