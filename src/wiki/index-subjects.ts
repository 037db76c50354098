import { noteName } from '../base';
import { HISTORY_HEADING, isDisputesPage, isOpenHeading } from './disputes';
import { hubRole } from './hub';
import { escapeMarkdown, renderTitledLink } from './index-links';
import { linkName, normaliseName } from './names';
import { type Page } from './types';

/** A part of an overview, with the names that its text links. */
interface OverviewPart {
  readonly title: string;
  readonly names: readonly string[];
}

const isSubject = (heading: string): boolean =>
  !isOpenHeading(heading) && normaliseName(heading) !== normaliseName(HISTORY_HEADING);

/** What an overview tells of, in its order: what is above its sections, under its title, and each section about a subject. */
export function overviewParts(page: Page): readonly OverviewPart[] {
  const sections = page.headings.filter(({ level, text }) => level === 2 && text !== '');
  const links = page.links.filter(({ start, embed }) => start >= page.bodyStart && !embed);
  return [{ text: page.title, start: page.bodyStart }, ...sections].flatMap(({ text: title, start }, at) => {
    const end = sections[at]?.start ?? Infinity;
    const names = links.filter((link) => link.start >= start && link.start < end).map(linkName);
    return at === 0 || isSubject(title) ? [{ title, names: names.filter((name) => name !== '') }] : [];
  });
}

/**
 * The block "By subject" of the index: a line for each part of the overview, with the pages that it links first. `''` if there is no
 * overview, or fewer than two parts have pages.
 *
 * @param sorted all pages, in the order of their titles
 */
export function renderSubjects(sorted: readonly Page[]): string {
  for (const overview of sorted.filter((page) => hubRole(page) === 'overview')) {
    const lines = subjectLines(overview, sorted);
    if (lines.length > 1) return `\n## By subject\n\n${lines.join('')}`;
  }
  return '';
}

/** No line starts with a link, so none of them is a line of the catalog. */
function subjectLines(overview: Page, sorted: readonly Page[]): readonly string[] {
  const parts = overviewParts(overview);
  const named = pagesByName(new Set(parts.flatMap(({ names }) => names)), sorted);
  const told = new Set<Page>();
  return parts.flatMap(({ title, names }) => {
    const pages = [...new Set(names.flatMap((name) => named.get(name) ?? []))].filter((page) => !told.has(page));
    for (const page of pages) told.add(page);
    return pages.length === 0 ? [] : [`- ${escapeMarkdown(title)}: ${pages.map(renderTitledLink).join(', ')}\n`];
  });
}

/** The pages about subjects by their slug, else by the name of their file. Footnotes link summaries, and the line to start with has hubs. */
function pagesByName(names: ReadonlySet<string>, sorted: readonly Page[]): ReadonlyMap<string, Page> {
  const found = new Map<string, Page>();
  if (names.size === 0) return found;
  const subjects = sorted.filter((page) => page.kind !== 'summary' && hubRole(page) === null && !isDisputesPage(page));
  for (const nameOf of [({ slug }: Page) => slug, ({ path }: Page) => noteName(path)]) {
    for (const page of subjects) {
      const name = normaliseName(nameOf(page));
      if (names.has(name) && !found.has(name)) found.set(name, page);
    }
  }
  return found;
}
