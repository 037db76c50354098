import { type Page } from './types';

/**
 * How names are compared: Unicode NFC, without case, a no-break space as a space. Obsidian does the same, so two notes
 * whose names differ only in this are one name to a link.
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

/** The name under which tables keep a file or a link's target: its last segment, normalised, without `.md`. */
export function nameKey(pathOrTarget: string): string {
  const name = normaliseName(pathOrTarget.slice(pathOrTarget.lastIndexOf('/') + 1));
  return name.endsWith('.md') ? name.slice(0, -3) : name;
}

/** The name that a link mentions; `''` for a link to its own page or out of the vault. */
export function linkName(link: { readonly target: string; readonly external: boolean }): string {
  return link.external || link.target === '' ? '' : nameKey(link.target.trim());
}

const linkNamesByPage = new WeakMap<Page, readonly string[]>();

/** {@link linkName} of each of a page's links; made once a page. */
export function namePerLink(page: Page): readonly string[] {
  const known = linkNamesByPage.get(page);
  if (known !== undefined) return known;
  const names = page.links.map(linkName);
  linkNamesByPage.set(page, names);
  return names;
}

/**
 * The normalised names that the links of a page mention, each once, in the order of their first mention. What a link
 * resolves to can only change when a file or a slug of its name comes, goes or changes.
 */
export function mentionedNames(page: Page): readonly string[] {
  const names = new Set(namePerLink(page));
  names.delete('');
  return [...names];
}

/**
 * The normalised names by which a page can be reached: its file name and its slug.
 *
 * @param path relative to the wiki's root
 */
export function namesForPage(path: string, slug: string): readonly string[] {
  const name = nameKey(path);
  const other = normaliseName(slug);
  return other === name || other === '' ? [name] : [name, other];
}
