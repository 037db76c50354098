import { compareText, finish, finishInTurns, YieldBudget, type Run, type Steps } from '../base';
import { kindName, type Lens } from '../workspace';
import { isDisputesPage } from './disputes';
import { HUB_ROLES, hubRole, type HubRole } from './hub';
import { escapeMarkdown, renderLink } from './index-links';
import { renderSubjects } from './index-subjects';
import { KIND_FOLDERS } from './paths';
import { type IndexLine, type Page, type Source } from './types';

/** What an index is rendered from, such as a snapshot. */
interface IndexInput {
  readonly pages: ReadonlyMap<string, Page>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly lens: Lens;
  /** A source by its path or its id, for the dates of summaries. */
  source(ref: string): Source | undefined;
}

/**
 * The text of `_index.md`: a header, the overview to start with, what it tells of by subject, a section per kind (first the entity types of the
 * manifest, then the built-in kinds, then others by name), and a line per page sorted by title, hubs first. Summaries have the dates of their sources and are sorted by them. The same pages
 * and sources give the same bytes. Source: AIP-10, required generated files.
 *
 * If `display.defaultGrouping` of the manifest is `tag` or `source`, the sections are tags or sources by name. A page is
 * listed in each of its sections, and a page without any in a last section `Other`.
 */
export function renderIndex(input: IndexInput): string {
  return finish(indexInSteps(input));
}

/** Renders the index and yields in between. {@link renderIndex} then has its text, or, with other sources, its order and most of its lines. */
export async function prerenderIndex(input: IndexInput, run: Run): Promise<void> {
  await finishInTurns(indexInSteps(input), new YieldBudget(run));
}

/** The index of a wiki is written, and then checked. Tables of a snapshot are immutable. */
const renderedIndexes = new WeakMap<
  IndexInput['pages'],
  Pick<IndexInput, 'sources' | 'lens'> & { readonly text: string }
>();

function* indexInSteps(input: IndexInput): Steps<string> {
  const { pages, sources, lens } = input;
  const known = renderedIndexes.get(pages);
  if (known?.sources === sources && known.lens === lens) return known.text;
  const sorted = yield* byTitleInSteps(pages);
  const parts = [
    `# ${escapeMarkdown(lens.effective.title)}\n\n<!-- Generated from the pages of this wiki. Edit the pages, not this file. -->\n`,
    startLine(sorted),
    renderSubjects(sorted),
  ];
  for (const [title, members] of yield* sectionsOf(sorted, lens)) {
    parts.push(`\n## ${escapeMarkdown(title)}\n\n`);
    const ordered = yield* inOrder(members, input);
    for (let at = 0; at < ordered.length; at += RUN_LENGTH) {
      const lines = ordered.slice(at, at + RUN_LENGTH).map(({ page, day }) => lineFor(page, day));
      // Joined here, so that the last join has few parts to copy.
      parts.push(lines.join(''));
      yield lines.length * LINE_COST;
    }
  }
  const text = parts.join('');
  renderedIndexes.set(pages, { sources, lens, text });
  return text;
}

/** What a page costs in each pass over all pages, in characters that are read in the same time. */
const LINE_COST = 30;

const sortedPages = new WeakMap<IndexInput['pages'], readonly Page[]>();
/** The pages that were sorted last: most likely those before a change. */
let sortedLast: WeakRef<IndexInput['pages']> | null = null;

function* byTitleInSteps(pages: IndexInput['pages']): Steps<readonly Page[]> {
  const known = sortedPages.get(pages);
  if (known !== undefined) return known;
  const before = sortedLast?.deref();
  const order = (before && sortedPages.get(before)) ?? [];
  // Keeping the order of the pages that stayed leaves few to compare.
  const stayed = before === undefined ? [] : order.filter((page) => pages.get(page.path) === page);
  yield order.length * LINE_COST;
  const added =
    stayed.length === 0 ? [...pages.values()] : [...pages.values()].filter((page) => before?.get(page.path) !== page);
  yield pages.size * LINE_COST;
  const sorted = mergeByTitle(stayed, yield* sortInSteps(added, byTitle));
  sortedPages.set(pages, sorted);
  sortedLast = new WeakRef(pages);
  return sorted;
}

/** Both are sorted. No two pages are equal, since no two have the same path. */
function mergeByTitle(pages: readonly Page[], added: readonly Page[]): readonly Page[] {
  if (pages.length === 0) return added;
  const merged: Page[] = [];
  let done = 0;
  for (const page of added) {
    const at = placeOf(page, pages, done);
    for (const stayed of pages.slice(done, at)) merged.push(stayed);
    merged.push(page);
    done = at;
  }
  return merged.concat(pages.slice(done));
}

/** The first place from `low` on whose page comes after `page`. */
function placeOf(page: Page, sorted: readonly Page[], low: number): number {
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other !== undefined && byTitle(other, page) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pages that are sorted or written at once. */
const RUN_LENGTH = 500;

/** Sorts as `toSorted` does: equal items stay in order. */
function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<readonly T[]> {
  if (items.length <= RUN_LENGTH) {
    yield items.length * LINE_COST;
    return [...items].sort(compare);
  }
  const middle = items.length >> 1;
  const [left, right] = [
    yield* sortInSteps(items.slice(0, middle), compare),
    yield* sortInSteps(items.slice(middle), compare),
  ];
  const merged: T[] = [];
  let at = 0;
  for (const item of right) {
    for (let next = left[at]; next !== undefined && compare(next, item) <= 0; next = left[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(item);
    if (merged.length % RUN_LENGTH === 0) yield RUN_LENGTH * LINE_COST;
  }
  yield RUN_LENGTH * LINE_COST;
  return merged.concat(left.slice(at));
}

/** Beside the overview, a timeline, a list of people and a few tables. */
const MAX_OTHER_HUBS = 5;

/** The pages that a reader who knows nothing opens first. They are no list items: each has its line in a section too. */
function startLine(sorted: readonly Page[]): string {
  const withRole = (role: HubRole): readonly Page[] => sorted.filter((page) => hubRole(page) === role);
  const overviews = withRole('overview');
  const others = HUB_ROLES.flatMap((role) => (role === 'overview' ? [] : withRole(role))).slice(0, MAX_OTHER_HUBS);
  const start = [
    ...(overviews.length === 0 ? [] : [`Start with ${overviews.map(renderLink).join(', ')}.`]),
    ...(others.length === 0 ? [] : [`At a glance: ${others.map(renderLink).join(', ')}.`]),
  ];
  const disputes = sorted
    .filter(isDisputesPage)
    .map(
      (page) =>
        `${withRole('disagreements').length === 0 ? 'What sources disagree on and what changed' : 'Every contradiction and change, row by row'}: ${renderLink(page)}.`,
    );
  return start.length + disputes.length === 0 ? '' : `\n${[...start, ...disputes].join(' ')}\n`;
}

type Section = readonly [title: string, pages: readonly Page[]];

function* sectionsOf(sorted: readonly Page[], lens: Lens): Steps<readonly Section[]> {
  const grouping = lens.effective.display.defaultGrouping ?? 'kind';
  const groups = new Map<string, Page[]>();
  for (const [at, page] of sorted.entries()) {
    if (at % RUN_LENGTH === 0) yield RUN_LENGTH * LINE_COST;
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

/** A page with the day of the source that it is a summary of; `null` if there is none. */
interface DatedPage {
  readonly page: Page;
  readonly day: string | null;
}

/** What gathers from other pages is no subject among them, and comes first. Titles of a series of sources ("Message of 8 December 1790") say nothing by their alphabet. Sources without a date come last. */
function* inOrder(members: readonly Page[], input: Pick<IndexInput, 'source'>): Steps<readonly DatedPage[]> {
  const dated = members.map((page) => ({ page, day: sourceDay(page, input) }));
  if (members.some(({ kind }) => kind !== 'summary')) {
    yield dated.length * LINE_COST;
    const first = HUB_ROLES.flatMap((role) => dated.filter(({ page }) => hubRole(page) === role));
    const gathering = new Set([...first, ...dated.filter(({ page }) => isDisputesPage(page))]);
    return gathering.size === 0 ? dated : [...gathering, ...dated.filter((each) => !gathering.has(each))];
  }
  return yield* sortInSteps(dated, (a, b) => compareText(a.day ?? '\uffff', b.day ?? '\uffff'));
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

/** Lines by page. Pages are immutable, so a line is rendered again only when its page or the day of its source changed. */
const renderedLines = new WeakMap<Page, { readonly day: string | null; readonly line: string }>();

function lineFor(page: Page, day: string | null): string {
  const known = renderedLines.get(page);
  if (known?.day === day) return known.line;
  // When the title gives the day, it is not printed again.
  const line = renderLine(page, day === null || namesDay(page.title, day) ? null : day);
  renderedLines.set(page, { day, line });
  return line;
}

/** The day of the source that a summary is about; `null` when unknown. */
function sourceDay(page: Page, input: Pick<IndexInput, 'source'>): string | null {
  const [ref] = page.kind === 'summary' ? page.sources : [];
  return ref === undefined ? null : (input.source(ref)?.date?.slice(0, 10) ?? null);
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** Whether a title has the day, also as "22 November 1797" or "November 22, 1797". */
function namesDay(title: string, day: string): boolean {
  const [year, month, date] = [day.slice(0, 4), day.slice(5, 7), day.slice(8, 10)];
  const [name, number] = [MONTHS[Number(month) - 1] ?? '', Number(date)];
  if (title.includes(day)) return true;
  return (
    name !== '' && new RegExp(`\\b(?:${number} ${name},? ${year}|${name} ${number},? ${year})\\b`, 'i').test(title)
  );
}

function renderLine(page: Page, date: string | null): string {
  const title = escapeMarkdown(page.title) + (date === null ? '' : ` (${date})`);
  // Where it leads to a table or list, which the index does not have.
  const summary = escapeMarkdown(page.summary.replace(/\s*:$/, '.').replace(/\s*：$/, '。'));
  const stop = /[.!?…。！？]$/.test(title) ? '' : '.';
  return `- ${renderLink(page)}: ${title}${stop}${summary === '' ? '' : ` ${summary}`}\n`;
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
