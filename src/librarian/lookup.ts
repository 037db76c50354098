import { checkpoint, clip, WikiError, type Run } from '../base';
import { findSection } from '../markdown';
import { isInScope } from '../search';
import { findPage, type Page, parsePage } from '../wiki';
import { contradictionsOf, describeSide } from './contradictions';
import { findNamedHeading } from './headings';
import { type ReadRecord } from './read-record';
import { type LibraryContext } from './request';
import { bestStatements, citationLink, MAX_STATEMENT, withoutNotes } from './statements';

/** UTF-16 units of a page that one call shows. The rest comes in further parts. */
const PART_LENGTH = 9_000;
const MAX_LISTED = 100;
const MAX_LINES = 40;
const MAX_SECTIONS = 60;

export interface LookupResult {
  /** For the model. */
  readonly text: string;
  /** Slugs of pages, or the path of a source: shown to the person. */
  readonly found: readonly string[];
}

const pageMissing = (message: string): WikiError => new WikiError('living-wiki:page_missing', message);

function* pagesInScope({ snapshot, lens }: LibraryContext): Generator<Page> {
  for (const page of snapshot.pages.values()) if (isInScope(page, lens.effective)) yield page;
}

async function requirePage(library: LibraryContext, name: string, run: Run): Promise<Page> {
  const page = findPage(library.snapshot, name);
  if (page !== null && isInScope(page, library.lens.effective)) return page;
  const near = (await search(library, { query: name.replace(/[-/[\]#|]+/g, ' '), limit: 5 }, run)).found;
  const hint = near.length === 0 ? '' : ` There are: ${near.join(', ')}.`;
  const message =
    page === null
      ? `There is no page "${name.slice(0, 120)}".${hint}`
      : `The page "${page.slug}" is outside the scope of the lens "${library.lens.name}".${hint}`;
  throw pageMissing(message);
}

export async function search(
  library: LibraryContext,
  { query, limit = 8 }: { readonly query: string; readonly limit?: number },
  run: Run,
): Promise<LookupResult> {
  const { snapshot, lens, now } = library;
  const count = Math.min(20, Math.max(1, limit));
  const hits =
    (await library.find?.(query, count, run)) ?? (await library.index(run)).search(query, { lens, limit: count, now });
  const lines: string[] = [];
  const found: string[] = [];
  for (const { path, terms, linkedFrom } of hits) {
    const page = snapshot.pages.get(path);
    const text = page && (await snapshot.text(path));
    if (!page || text === null || text === undefined) continue;
    found.push(page.slug);
    lines.push(`- ${describePage(page)}${linkedFrom === undefined ? '' : `, linked from ${linkedFrom}`}`);
    for (const { heading, text: said } of bestStatements(text, terms, 2)) {
      lines.push(`    ${citationLink(page, heading)}: ${clip(said, MAX_STATEMENT)}`);
    }
    await checkpoint(run);
  }
  if (found.length > 0) return { text: lines.join('\n'), found };
  return { text: 'No results. Try other words, or list the pages.', found };
}

function describePage({ slug, title, kind, updatedAt }: Page): string {
  return `[[${slug}]] ${title} (${kind}${updatedAt === null ? '' : `, ${updatedAt.slice(0, 10)}`})`;
}

export async function readPage(
  library: LibraryContext,
  record: ReadRecord,
  {
    page: name,
    section,
    part = 1,
    maxLength = PART_LENGTH,
  }: { readonly page: string; readonly section?: string; readonly part?: number; readonly maxLength?: number },
  run: Run,
): Promise<LookupResult> {
  const { snapshot, lens } = library;
  const { path } = await requirePage(library, name, run);
  const text = await snapshot.text(path);
  if (text === null) throw pageMissing(`The page "${name}" was deleted.`);
  // The file may have changed since the snapshot was made.
  const page = parsePage(path, text);
  const fragment = sectionName(page, section ?? name.split('#').slice(1).join('#'));
  const whole = { start: page.bodyStart, end: text.length };
  const range = fragment === '' ? whole : findSection(text, page, fragment);
  const sections = page.headings.map(({ text: heading }) => heading);
  if (range === null) {
    throw pageMissing(
      `The page "${page.slug}" has no section "${fragment}". It has: ${sections.slice(0, MAX_SECTIONS).join(' | ') || 'none'}.`,
    );
  }
  const parts = Math.max(1, Math.ceil((range.end - range.start) / maxLength));
  const at = Math.min(parts, Math.max(1, Math.floor(part)));
  const start = range.start + (at - 1) * maxLength;
  const shown = { start, end: Math.min(range.end, start + maxLength) };
  record.add(page, text, shown);
  const known = snapshot.sourcesOf(page);
  const sources = [
    ...known.map(({ id, date, authority }) => `${id} (${date ?? 'no date'}, ${authority})`),
    ...page.sources.filter((ref) => snapshot.source(ref) === undefined),
  ];
  const head = [
    `Page ${describePage(page)}`,
    ...(sources.length === 0 ? [] : [`Sources: ${sources.slice(0, 20).join(', ')}`]),
    ...(sections.length === 0 ? [] : [`Sections: ${sections.slice(0, MAX_SECTIONS).join(' | ')}`]),
    ...contradictionsOf(snapshot, lens, [page]).map(
      ({ sides, reason }) => `Contradiction between ${sides.map(describeSide).join(' and ')}. ${reason}`,
    ),
    ...(parts === 1 ? [] : [`Part ${at} of ${parts}.`]),
  ];
  return { text: `${head.join('\n')}\n\n${withoutNotes(text, shown).trim()}`, found: [page.slug] };
}

/** The name of a section as a link has it. What follows `|` may be the text of a link or part of the heading. */
function sectionName({ headings }: Page, written: string): string {
  const name = written.replace(/^#+|\]\]$/g, '').trim();
  const heading = headings[findNamedHeading(headings, name)];
  return heading === undefined || name.startsWith('^') ? name.replace(/\|.*$/, '').trim() : name.replace(/[#|]+/g, ' ');
}

export async function list(
  library: LibraryContext,
  { folder = '', kind = '' }: { readonly folder?: string; readonly kind?: string },
  run: Run,
): Promise<LookupResult> {
  const prefix = folder.replace(/^[./]+|\/+$/g, '').toLowerCase();
  const kinds = new Map<string, number>();
  const pages: Page[] = [];
  let total = 0;
  for (const page of pagesInScope(library)) {
    if (prefix !== '' && !page.path.toLowerCase().startsWith(`${prefix}/`)) continue;
    if (kind !== '' && page.kind !== kind.toLowerCase()) continue;
    total += 1;
    kinds.set(page.kind, (kinds.get(page.kind) ?? 0) + 1);
    if (pages.length < MAX_LISTED) pages.push(page);
    if (total % 500 === 0) await checkpoint(run);
  }
  const counts = [...kinds].map(([name, count]) => `${name}: ${count}`).join(', ');
  const more = total > pages.length ? [`… and ${total - pages.length} more; name a folder or kind, or search.`] : [];
  const lines = [
    `${total} pages${counts === '' ? '' : ` (${counts})`}.`,
    ...pages.map((page) => `- ${describePage(page)}`),
    ...more,
  ];
  return { text: lines.join('\n'), found: pages.map(({ slug }) => slug) };
}

/** Lines that contain an exact text, ignoring case. */
export async function grep(
  library: LibraryContext,
  { text: query, folder = '' }: { readonly text: string; readonly folder?: string },
  run: Run,
): Promise<LookupResult> {
  const needle = query.toLowerCase();
  const prefix = folder.replace(/^[./]+|\/+$/g, '').toLowerCase();
  const lines: string[] = [];
  const found = new Set<string>();
  if (needle.trim() === '') throw new WikiError('living-wiki:query_empty', 'The text to search for is empty.');
  let searched = 0;
  for (const page of pagesInScope(library)) {
    if (prefix !== '' && !page.path.toLowerCase().startsWith(`${prefix}/`)) continue;
    if ((searched += 1) % 32 === 0) await checkpoint(run);
    const text = (await library.snapshot.text(page.path)) ?? '';
    if (!text.toLowerCase().includes(needle)) continue;
    for (const [at, line] of text.split('\n').entries()) {
      const place = line.toLowerCase().indexOf(needle);
      if (place < 0) continue;
      const from = Math.max(0, place - 80);
      found.add(page.slug);
      lines.push(`- [[${page.slug}]] line ${at + 1}: ${line.slice(from, place + needle.length + 120).trim()}`);
      if (lines.length >= MAX_LINES) return { text: `${lines.join('\n')}\n… and maybe more.`, found: [...found] };
    }
  }
  return { text: lines.length === 0 ? 'No results.' : lines.join('\n'), found: [...found] };
}

export async function links(
  library: LibraryContext,
  { page: name }: { readonly page: string },
  run: Run,
): Promise<LookupResult> {
  const { snapshot, lens } = library;
  const page = await requirePage(library, name, run);
  const out = new Map<string, Page>();
  for (const link of page.links) {
    const resolved = snapshot.resolve(link, page.path);
    if (resolved.kind === 'page' && resolved.page.path !== page.path) out.set(resolved.page.path, resolved.page);
  }
  const into = new Map(snapshot.backlinks(page.path).map(({ from }) => [from.path, from]));
  const shown = (pages: ReadonlyMap<string, Page>): Page[] =>
    [...pages.values()].filter((one) => isInScope(one, lens.effective)).slice(0, MAX_LISTED);
  const [to, from] = [shown(out), shown(into)];
  const lines = (pages: readonly Page[]): string[] =>
    pages.length === 0 ? ['- none'] : pages.map((one) => `- ${describePage(one)}`);
  return {
    text: [`[[${page.slug}]] links to:`, ...lines(to), 'Linked from:', ...lines(from)].join('\n'),
    found: [...new Set([...to, ...from].map(({ slug }) => slug))],
  };
}
