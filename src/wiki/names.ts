import { type Page, type Source } from './types';

/**
 * Normalises a name for comparison as Obsidian does: Unicode NFC, lower case, no-break spaces as spaces.
 */
export function normaliseName(text: string): string {
  return isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFC')
        .replace(/[\u00a0\u202f]/g, ' ')
        .toLowerCase();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7e) return false;
  return true;
}

/** A title as the words of a wikilink, which hold no brackets and no bar, on one line; `''` if nothing is left. */
export function linkWords(title: string): string {
  return title
    .replace(/[[\]|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The lookup key of a file or link target: its last segment, normalised, without `.md`. */
export function nameKey(pathOrTarget: string): string {
  const name = normaliseName(pathOrTarget.slice(pathOrTarget.lastIndexOf('/') + 1));
  return name.endsWith('.md') ? name.slice(0, -3) : name;
}

/** The name that a link mentions; `''` for a link within its own page or to the web. */
export function linkName(link: { readonly target: string; readonly external: boolean }): string {
  return link.external || link.target === '' ? '' : nameKey(link.target.trim());
}

const linkNamesByPage = new WeakMap<Page, readonly string[]>();

/** {@link linkName} of each link of a page; computed once per page. */
export function namePerLink(page: Page): readonly string[] {
  const known = linkNamesByPage.get(page);
  if (known !== undefined) return known;
  const names = page.links.map(linkName);
  linkNamesByPage.set(page, names);
  return names;
}

/**
 * The distinct names that the links of a page mention, in order. A link can only resolve differently after a file or slug of
 * that name is added, removed or changed.
 */
export function mentionedNames(page: Page): readonly string[] {
  const names = new Set(linkNamesByPage.get(page) ?? page.links.map(linkName));
  names.delete('');
  return [...names];
}

/**
 * The normalised names by which links can reach a page: its file name and its slug.
 *
 * @param path relative to the root of the wiki
 */
export function namesForPage(path: string, slug: string): readonly string[] {
  const name = nameKey(path);
  const other = normaliseName(slug);
  return other === name || other === '' ? [name] : [name, other];
}

/** The normalised names by which links can reach a source: its file name with and without extension, and its id. */
export function namesForSource({ path, id }: Pick<Source, 'path' | 'id'>): readonly string[] {
  const name = nameKey(path);
  return [...new Set([name, withoutExtension(name), id])];
}

/** A file name without its extension. */
export function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
