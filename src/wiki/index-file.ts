import { compareText, type Run } from '../base';
import { escapeMarkdown as escapeText } from '../markdown';
import { kindName, type Lens } from '../workspace';
import { KIND_FOLDERS } from './paths';
import { type IndexLine, type Page } from './types';

/** What an index is rendered from, such as a snapshot. */
export interface IndexInput {
  readonly pages: ReadonlyMap<string, Page>;
  readonly lens: Lens;
}

/**
 * The text of `_index.md`: a header, a section per kind (first the entity types of the manifest, then the built-in kinds, then
 * others by name), and a line per page sorted by title. The same pages give the same bytes. Source: AIP-10, required
 * generated files.
 *
 * If `display.defaultGrouping` of the manifest is `tag` or `source`, the sections are tags or sources by name. A page is
 * listed in each of its sections, and a page without any in a last section `Other`.
 */
export function renderIndex({ pages, lens }: IndexInput): string {
  const sections = sectionsOf([...pages.values()], lens);
  const header = `# ${escapeMarkdown(lens.effective.title)}\n\n<!-- Generated from the pages of this wiki. Edit the pages, not this file. -->\n`;
  return (
    header +
    sections.map(([title, members]) => `\n## ${escapeMarkdown(title)}\n\n${members.map(lineFor).join('')}`).join('')
  );
}

type Section = readonly [title: string, pages: readonly Page[]];

function sectionsOf(pages: readonly Page[], lens: Lens): readonly Section[] {
  const grouping = lens.effective.display.defaultGrouping ?? 'kind';
  const groups = new Map<string, Page[]>();
  for (const page of [...pages].sort(byTitle)) {
    const names = { kind: [page.kind], tag: page.tags, source: page.sources }[grouping];
    for (const name of names.length === 0 ? [''] : new Set(names)) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [page]);
      else group.push(page);
    }
  }
  const order = grouping === 'kind' ? kindOrder(lens) : [];
  const rank = (name: string): number => {
    if (name === '') return Number.MAX_SAFE_INTEGER;
    const at = order.indexOf(name);
    return at === -1 ? order.length : at;
  };
  return [...groups.entries()]
    .sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b))
    .map(([name, members]) => [sectionTitle(name, grouping), members]);
}

function sectionTitle(name: string, grouping: 'kind' | 'tag' | 'source'): string {
  if (name === '') return 'Other';
  return grouping === 'kind' ? kindTitle(name) : name;
}

function kindOrder(lens: Lens): readonly string[] {
  return [...lens.effective.entityTypes.map((type) => kindName(type.name)), ...KIND_FOLDERS.keys()];
}

/** `market-signal` as a heading: `Market signal`. */
function kindTitle(kind: string): string {
  const words = kind.replace(/-+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function byTitle(a: Page, b: Page): number {
  return compareText(a.title, b.title) || compareText(a.slug, b.slug) || compareText(a.path, b.path);
}

/** Lines by page. Pages are immutable, so only changed pages are rendered again. */
const renderedLines = new WeakMap<Page, string>();

/** Renders the lines of an index in advance and yields in between, so that {@link renderIndex} only has to join them. */
export async function prerenderIndex({ pages }: Pick<IndexInput, 'pages'>, run: Run): Promise<void> {
  let done = 0;
  for (const page of pages.values()) {
    lineFor(page);
    if ((done += 1) % 200 === 0) await run.yieldToHost();
  }
}

function lineFor(page: Page): string {
  let line = renderedLines.get(page);
  if (line === undefined) renderedLines.set(page, (line = renderLine(page)));
  return line;
}

function renderLine(page: Page): string {
  const title = escapeMarkdown(page.title);
  const summary = escapeMarkdown(page.summary);
  const stop = /[.!?…。！？]$/.test(title) ? '' : '.';
  return `- ${renderLink(page)}: ${title}${stop}${summary === '' ? '' : ` ${summary}`}\n`;
}

/** A wikilink, or a Markdown link if the slug has characters that a wikilink cannot contain (`#`, `|`, brackets). */
function renderLink(page: Page): string {
  if (!/[[\]|#^\p{Cc}]/u.test(page.slug)) return `[[${page.slug}]]`;
  return `[${escapeMarkdown(page.slug)}](${encodeURI(page.path).replace(/[#()?]/g, (char) => encodeURIComponent(char).replace('(', '%28').replace(')', '%29'))})`;
}

/** Other tools may read the index as a table, so bars are escaped too. */
function escapeMarkdown(text: string): string {
  return escapeText(text).replace(/\|/g, '\\|');
}

const WIKILINK_LINE = /^[-*+] +\[\[([^\]|#\n]+)(?:[#|][^\]\n]*)?\]\]/;
const MARKDOWN_LINE = /^[-*+] +\[(?:[^\]\\\n]|\\.)*\]\(<?([^)>\n]+)>?\)/;

/**
 * The pages in an index: list items that start with a link. A link by path refers to the page by its file name.
 */
export function readIndex(text: string): readonly IndexLine[] {
  const lines: IndexLine[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const target = WIKILINK_LINE.exec(line)?.[1] ?? withoutUrl(decodeTarget(MARKDOWN_LINE.exec(line)?.[1]));
    if (target === null) return;
    const name = target.slice(target.lastIndexOf('/') + 1).trim();
    const slug = name.replace(/\.md$/i, '');
    if (slug !== '') lines.push({ slug, line: index + 1 });
  });
  return lines;
}

/** `null` for a URL with a scheme. A file name such as `Part 1: Beginnings.md` is not a URL. */
function withoutUrl(target: string | null): string | null {
  return target === null || /^[a-z][a-z0-9+.-]+:\S/i.test(target) ? null : target;
}

function decodeTarget(target: string | undefined): string | null {
  if (target === undefined) return null;
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
