import { noteName } from '../base';
import { retargetLink, type Splice, type TextLink } from '../markdown';
import { relativePath } from '../vault';
import { findPage, type Snapshot } from '../wiki';
import { type SuggestionFix } from './rule';

/**
 * The edit that points a link to an existing page: by name if that resolves to the page, else by path. The text that
 * readers see stays the same.
 *
 * @param text of the file that contains the link
 * @param to path of the page
 * @param byPath never link by the bare name, which other files share
 * @returns `null` when no target leads to the page
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
  return target === null ? null : retargetKeepingText(text, link, target);
}

/** The edit that changes the target of a link and keeps the text that readers see. */
export function retargetKeepingText(text: string, link: TextLink, target: string): Splice {
  const splice = retargetLink(text, link, target);
  if (link.form !== 'wikilink' || link.embed || link.text !== null) return splice;
  const shown = text.slice(link.targetStart, link.targetEnd).trim();
  const fragment = text.slice(link.targetEnd, link.end - 2);
  // Obsidian shows `[[a#b]]` as "a > b": keeping that text would hide the new name.
  if (fragment !== '' || shown === target) return splice;
  return { ...splice, text: `${splice.text}${isInTable(text, link) ? '\\' : ''}|${shown}` };
}

/** Points a link to the suggested page. */
export function applyTargetSuggestion(from: string, link: TextLink, byPath = false): SuggestionFix {
  return async (fixer, suggestion) => {
    const to = findPage(fixer.snapshot, suggestion);
    const splice = to && linkToPage(fixer.snapshot, await fixer.text(from), from, link, to.path, byPath);
    if (splice) fixer.splice(from, splice, { reason: `You chose "${suggestion}".`, declares: ['links'] });
  };
}

/** Replaces an unknown slug with the slug of the suggested page. */
export function applySlugSuggestion(from: string, field: string, slug: string): SuggestionFix {
  return (fixer, suggestion) => {
    const to = findPage(fixer.snapshot, suggestion);
    const value = findListItem(fixer.snapshot.pages.get(from)?.data[field], slug);
    if (to === null || value === null) return;
    const notes = { reason: `You chose "${suggestion}".` };
    fixer.frontmatter(from, { op: 'drop', path: [field], value }, notes);
    fixer.frontmatter(from, { op: 'add', path: [field], value: to.slug }, notes);
  };
}

/** The item of a frontmatter list for a slug, as written: the slug, or a wikilink to it. */
export function findListItem(list: unknown, slug: string): string | null {
  if (!Array.isArray(list)) return null;
  const isIt = (item: unknown): item is string =>
    typeof item === 'string' && (item.trim() === slug || /^\s*\[\[([^\]|#]*)/.exec(item)?.[1]?.trim() === slug);
  return list.find(isIt) ?? null;
}

/** Whether the link is in a table row, where an unescaped `|` ends the cell. */
function isInTable(text: string, link: TextLink): boolean {
  const lineStart = text.lastIndexOf('\n', link.start - 1) + 1;
  const after = text.slice(link.end, link.end + MAX_ROW_LENGTH).split('\n', 3);
  const row = `${text.slice(Math.max(lineStart, link.start - MAX_ROW_LENGTH), link.start)}${after[0] ?? ''}`.replace(
    /\[\[[^[\]]*\]\]/g,
    '',
  );
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

/** A new wikilink to a page that shows these words; `null` when no target leads to the page. */
export function linkTo(snapshot: Snapshot, from: string, to: string, words: string): string | null {
  const target = linkTargetFor(snapshot, from, { form: 'wikilink' }, to, false);
  if (target === null) return null;
  return words === target ? `[[${target}]]` : `[[${target}|${words}]]`;
}

function linkTargetFor(
  snapshot: Snapshot,
  from: string,
  link: Pick<TextLink, 'form'>,
  to: string,
  byPath: boolean,
): string | null {
  const bare = to.replace(/\.md$/i, '');
  const candidates = link.form === 'wikilink' ? [noteName(to), bare, `/${bare}`] : [relativePath(from, to), to];
  const { form } = link;
  return (
    candidates.find((target) => {
      if (link.form === 'wikilink' && (/[[\]|#^]/.test(target) || (byPath && !target.includes('/')))) return false;
      const found = snapshot.resolve({ form, target, fragment: null, external: false }, from);
      return found.kind === 'page' && found.page.path === to && found.by !== 'slug';
    }) ?? null
  );
}
