import { type Page, type Snapshot } from '../wiki';

/**
 * Finds a page by file name, path or slug, else by title, else by alias, with or without brackets. A name that fits several
 * pages equally well finds none.
 */
export function findPage(snapshot: Snapshot, name: string): Page | null {
  const target =
    name
      .replace(/^\[\[|\]\]$/g, '')
      .split(/[|#]/)[0]
      ?.trim() ?? '';
  if (target === '') return null;
  const resolved = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
  if (resolved.kind === 'page') return resolved.page;
  const lowerCase = target.toLowerCase();
  const isNamed = (text: string): boolean => text.toLowerCase() === lowerCase;
  const pages = [...snapshot.pages.values()];
  const titled = pages.filter(({ title }) => isNamed(title));
  const found = titled.length > 0 ? titled : pages.filter(({ aliases }) => aliases.some(isNamed));
  return found.length === 1 ? (found[0] ?? null) : null;
}
