import { retargetLink, type Splice, type TextLink } from '../markdown';
import { type Page, type Snapshot } from '../wiki';
import { stemOf } from './name-index';
import { type Report } from './rule';

/**
 * The edit that points a link to an existing page, written the way the link is written: by name where that finds it,
 * else by path. A wikilink that shows its target keeps showing the same words.
 *
 * @param text the file that holds the link
 * @param to path of the page
 * @param byPath not by the bare name, which others have too
 * @returns `null` when no way of writing it leads to the page
 */
export function linkToPage(
  snapshot: Snapshot,
  text: string,
  from: string,
  link: TextLink,
  to: string,
  byPath = false,
): Splice | null {
  const target = linkTargetFor(snapshot, from, link, to, byPath);
  if (target === null) return null;
  return retargetKeepingText(text, link, target);
}

/** The edit that writes another target into a link and leaves what is shown as it was. */
export function retargetKeepingText(text: string, link: TextLink, target: string): Splice {
  const splice = retargetLink(text, link, target);
  if (link.form !== 'wikilink' || link.embed || link.text !== null) return splice;
  const shown = text.slice(link.targetStart, link.targetEnd).trim();
  const fragment = text.slice(link.targetEnd, link.end - 2);
  // Obsidian shows `[[a#b]]` as "a > b"; keeping that apart from the new name would help nobody.
  if (fragment !== '' || shown === target) return splice;
  return { ...splice, text: `${splice.text}${isInTable(text, link) ? '\\' : ''}|${shown}` };
}

/** Points a link to the page, by its name or path, that a person chose. */
export function applyTargetSuggestion(
  from: string,
  link: TextLink,
  byPath = false,
): NonNullable<Report['applySuggestion']> {
  return async (fixer, suggestion) => {
    const to = findPage(fixer.snapshot, suggestion);
    const splice = to && linkToPage(fixer.snapshot, await fixer.text(from), from, link, to.path, byPath);
    if (splice) fixer.splice(from, splice, { reason: `You chose "${suggestion}".`, declares: ['links'] });
  };
}

/** Writes the slug of the page that a person chose in the place of one that leads nowhere. */
export function applySlugSuggestion(from: string, field: string, slug: string): NonNullable<Report['applySuggestion']> {
  return (fixer, suggestion) => {
    const to = findPage(fixer.snapshot, suggestion);
    const value = findListItem(fixer.snapshot.pages.get(from)?.data[field], slug);
    if (!to || value === null) return;
    const notes = { reason: `You chose "${suggestion}".` };
    fixer.frontmatter(from, { op: 'drop', path: [field], value }, notes);
    fixer.frontmatter(from, { op: 'add', path: [field], value: to.slug }, notes);
  };
}

/** The item of a frontmatter list as it stands there: a slug, or a wikilink to it. */
export function findListItem(list: unknown, slug: string): string | null {
  if (!Array.isArray(list)) return null;
  const isIt = (item: unknown): item is string =>
    typeof item === 'string' && (item.trim() === slug || /^\s*\[\[([^\]|#]*)/.exec(item)?.[1]?.trim() === slug);
  return list.find(isIt) ?? null;
}

/** A page by its path, or by its file's name as it is suggested. */
function findPage(snapshot: Snapshot, name: string): Page | undefined {
  const link = { form: 'wikilink', target: name, fragment: null, external: false } as const;
  const found = snapshot.resolve(link, '');
  return snapshot.pages.get(name) ?? (found.kind === 'page' ? found.page : undefined);
}

/** Whether the link stands in a table row, where a bare `|` would end the cell. */
function isInTable(text: string, link: TextLink): boolean {
  const lineStart = text.lastIndexOf('\n', link.start - 1) + 1;
  const after = text.slice(link.end, link.end + MAX_ROW_LENGTH).split('\n', 3);
  const row = `${text.slice(lineStart, link.start)}${after[0] ?? ''}`.replace(/\[\[[^\]]*\]\]/g, '');
  if (!row.includes('|')) return false;
  if (isDelimiterRow(after[1] ?? '')) return true;
  for (let end = lineStart - 1, rows = 0; end > 0 && rows < MAX_TABLE_ROWS; rows++) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    if (line.trim() === '') return false;
    if (isDelimiterRow(line)) return true;
    end = start - 1;
  }
  return false;
}

const MAX_ROW_LENGTH = 2000;
const MAX_TABLE_ROWS = 2000;

/** `|---|:--:|`. */
function isDelimiterRow(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[\s|:-]+$/.test(line);
}

function linkTargetFor(snapshot: Snapshot, from: string, link: TextLink, to: string, byPath: boolean): string | null {
  const bare = to.replace(/\.md$/i, '');
  const candidates = link.form === 'wikilink' ? [stemOf(to), bare, `/${bare}`] : [relativePath(from, to), to];
  const { form } = link;
  return (
    candidates.find((target) => {
      if (link.form === 'wikilink' && (/[[\]|#^]/.test(target) || (byPath && !target.includes('/')))) return false;
      const found = snapshot.resolve({ form, target, fragment: null, external: false }, from);
      return found.kind === 'page' && found.page.path === to && found.by !== 'slug';
    }) ?? null
  );
}

/** `to` as seen from the folder of `from`. */
export function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common++;
  return [...here.slice(common).map(() => '..'), ...there.slice(common)].join('/');
}
