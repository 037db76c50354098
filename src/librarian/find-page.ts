import { type Page, type Snapshot } from '../wiki';

/** Finds a page by slug, file name, path, title or alias, with or without brackets. */
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
  for (const page of snapshot.pages.values()) if (isNamed(page.title) || page.aliases.some(isNamed)) return page;
  return null;
}
