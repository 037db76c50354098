import { applySplices, proseRanges, readStatements, scanText, type Splice, type TextRange } from '../markdown';
import { hubRole, isDisputesPage, type Page } from '../wiki';
import { type NamedPage, nameTable, NameTable, type NameMatch } from './recall';
import { type CurateRequest } from './types';

interface AutoLinker {
  /** Names of existing and of new pages. */
  readonly tables: readonly NameTable[];
  /** The slug of the page at a path; `null` if links by this name are not added to it. */
  readonly slugAt: (path: string, name: string) => string | null;
}

/** Where links are added. */
export interface NewText {
  /** Markdown: a whole page, or a part of one. */
  readonly text: string;
  /** What the page says already: its sentences stay as they are. */
  readonly existing: string;
  /** Slugs that get no link: the page itself, and those that it links to. Slugs that are linked are added. */
  readonly linked: Set<string>;
}

/** A label with these characters would not be the words of the sentence. */
const NO_LABEL = /[[\]|\\`*_<>\n]/;

/** What separates the members of a list. */
const LIST = /[,;:]\s/;

/**
 * Links the first mention of each page in new prose. The label is what the sentence says. Whole words only, the longest name
 * first; a name of several pages is left alone.
 */
export function linkFirstMentions(added: NewText, linker: AutoLinker): string {
  const { text, linked } = added;
  for (const { target } of scanText(text, 0).links) linked.add(target);
  const splices = firstMentions(added, linker).map(({ start, end, slug, label }): Splice => {
    return { start, end, text: label === slug ? `[[${slug}]]` : `[[${slug}|${label}]]` };
  });
  return applySplices(text, splices);
}

/** The name of an option of a program is no mention: "--resume". */
const isOption = (text: string, at: number): boolean => text.endsWith('--', at);

/** "trillian-tessera", "oak.example.org", "logs/oak": another name that has this one in it. Dashes between two names have both. */
function isInCompound(text: string, { start, end }: TextRange): boolean {
  return (
    /[\p{L}\p{N}][-‑./_]$/u.test(text.slice(Math.max(0, start - 3), start)) ||
    /^[-‑./_][\p{L}\p{N}]/u.test(text.slice(end, end + 3))
  );
}

/** Rows that are added to a table come without its head, and would be read as prose. The bar of a link would end the cell. */
function isInRow(text: string, at: number): boolean {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return /^\s*\|.*\|\s*$/.test(text.slice(lineStart).split('\n', 1)[0] ?? '');
}

/** Where new prose first mentions a page: the words of the sentence, and the slug of the page. */
interface FirstMention extends TextRange {
  readonly slug: string;
  readonly label: string;
}

/** The first mention of each page that is not in `linked`, to which its slug is added. */
export function firstMentions({ text, existing, linked }: NewText, linker: AutoLinker): readonly FirstMention[] {
  const mentions: FirstMention[] = [];
  for (const range of newProse(text, existing)) {
    for (const match of namesIn(text.slice(range.start, range.end), linker)) {
      const { slug } = match;
      const start = range.start + match.start;
      const end = range.start + match.end + lengthOfStop(match.name, text.slice(range.start + match.end));
      const label = text.slice(start, end);
      if (linked.has(slug) || NO_LABEL.test(label) || isInRow(text, start) || isOption(text, start)) continue;
      if (isInCompound(text, { start, end })) continue;
      linked.add(slug);
      mentions.push({ start, end, slug, label });
    }
  }
  return mentions;
}

/** The prose of sentences that `existing` does not have. */
function newProse(text: string, existing: string): readonly TextRange[] {
  const prose = proseRanges(text);
  return readStatements(text).statements.flatMap(({ kind, start, end }) => {
    if (kind !== 'sentence' || existing.includes(withoutMarks(text.slice(start, end)))) return [];
    return prose
      .filter((range) => range.start < end && range.end > start)
      .map((range) => ({ start: Math.max(start, range.start), end: Math.min(end, range.end) }));
  });
}

/** A sentence that only gets another footnote is not new. */
const withoutMarks = (sentence: string): string => sentence.replace(/\[\^[^\s[\]]+\]/g, '').trim();

interface LinkedName extends TextRange {
  readonly slug: string;
  readonly name: string;
}

/** "Garside & Sons, Inc., a foundry": the stop is a part of the name, where the sentence goes on behind it. */
const lengthOfStop = (name: string, rest: string): number =>
  name.endsWith('.') && /^\.(?:[,;:]|\s\p{Ll})/u.test(rest) ? 1 : 0;

/** The names in a piece of prose that mean one page. */
function namesIn(prose: string, { tables, slugAt }: AutoLinker): readonly LinkedName[] {
  const found = tables.flatMap((table) => table.find(prose, false)).filter(({ doubtful }) => !doubtful);
  found.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const taken: NameMatch[] = [];
  const names: LinkedName[] = [];
  for (const match of found) {
    if (taken.some(({ start, end }) => start < match.end && match.start < end)) continue;
    taken.push(match);
    const same = found.filter(({ start, end }) => start === match.start && end === match.end);
    const pages = new Set(same.flatMap(({ paths }) => paths));
    const slugs = [...pages].flatMap((path) => slugAt(path, match.name) ?? []);
    const [slug] = slugs;
    // "Amity, commerce, and navigation" does not name the page "Commerce and navigation".
    if (LIST.test(prose.slice(match.start, match.end)) && !LIST.test(match.name)) continue;
    if (slug !== undefined && new Set(slugs).size === 1)
      names.push({ start: match.start, end: match.end, slug, name: match.name });
  }
  return names.sort((a, b) => a.start - b.start);
}

/** "Fourteen people" does not name the page of the people, nor "an overview" the overview: nobody links these by their names. */
export function isNamedByRole(page: Pick<Page, 'slug' | 'data' | 'kind' | 'path'>): boolean {
  return hubRole(page) === page.slug || isDisputesPage(page);
}

/** With the alias "unstable" of the page "Unstable distribution", no "unstable feature" of another text names that page. */
const isWordFor = (name: string, title: string): boolean =>
  /^\p{Ll}+$/u.test(name) && name.toLowerCase() !== title.toLowerCase();

/**
 * Names lead to pages that exist and to those that are planned, but not to summaries: their titles repeat what the source is about.
 */
export function createAutoLinker(
  { snapshot, index }: Pick<CurateRequest, 'snapshot' | 'index'>,
  created: readonly NamedPage[],
): AutoLinker {
  const planned = new NameTable();
  for (const page of created) planned.set(page.slug, page);
  const titles = new Map(created.map(({ slug, title }) => [slug, title]));
  return {
    tables: [nameTable(index, snapshot), planned],
    slugAt(path, name) {
      const page = snapshot.pages.get(path);
      const title = page?.title ?? titles.get(path);
      if (title === undefined || isWordFor(name, title)) return null;
      if (page === undefined) return path;
      const isMeant = page.kind !== 'summary' && !isNamedByRole(page) && snapshot.pagesBySlug(page.slug).length === 1;
      return isMeant ? page.slug : null;
    },
  };
}
