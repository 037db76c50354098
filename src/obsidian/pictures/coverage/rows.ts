import { type CoverageGrid, type GridCell, type GridMark, type GridPage } from '../../../workbench';
import { joinTexts, pictures } from '../../locale';
import { type Table } from '../export';

const words = pictures.coverage;

export type GridFilter = 'all' | GridMark;

export const FILTERS: readonly GridFilter[] = ['all', 'single', 'none', 'stale', 'contested'];

/** A row of the grid: the heading of a kind, or a page. */
export type GridRow =
  | { readonly kind: 'group'; readonly title: string; readonly count: number }
  | { readonly kind: 'page'; readonly page: GridPage };

/** What of a grid is shown. */
export interface GridView {
  readonly rows: readonly GridRow[];
  readonly pages: readonly GridPage[];
  /** Indexes of the sources that have a column, in order. */
  readonly columns: readonly number[];
}

/** Titles as they are compared, of a grid that is filtered letter by letter. */
const lowered = new WeakMap<readonly { readonly title: string }[], readonly string[]>();

function matching<T extends { readonly title: string }>(all: readonly T[], wanted: string): ReadonlySet<T> {
  const titles = lowered.get(all) ?? all.map(({ title }) => title.toLowerCase());
  lowered.set(all, titles);
  return new Set(all.filter((_, at) => titles[at]?.includes(wanted)));
}

/**
 * The pages and sources that match. Words that only titles of sources have leave those sources and the pages on them; any filter leaves out
 * the sources that no shown page rests on.
 */
export function viewOf({ pages, sources }: CoverageGrid, filter: GridFilter, query: string): GridView {
  const wanted = query.trim().toLowerCase();
  const marked = filter === 'all' ? pages : pages.filter(({ marks }) => marks.includes(filter));
  const named = wanted === '' ? null : matching(pages, wanted);
  const byTitle = named === null ? marked : marked.filter((page) => named.has(page));
  if (wanted === '' && filter === 'all') return viewWith(pages, [...sources.keys()]);
  if (byTitle.length > 0 || wanted === '') return viewWith(byTitle, columnsOf(byTitle));
  const found = matching(sources, wanted);
  const columns = sources.flatMap((source, at) => (found.has(source) ? [at] : []));
  const shown = new Set(columns);
  return viewWith(
    marked.filter(({ cells }) => cells.some(({ source }) => shown.has(source))),
    columns,
  );
}

function columnsOf(pages: readonly GridPage[]): readonly number[] {
  const used = new Set<number>();
  for (const { cells } of pages) for (const { source } of cells) used.add(source);
  return [...used].sort((a, b) => a - b);
}

function viewWith(pages: readonly GridPage[], columns: readonly number[]): GridView {
  const counts = new Map<string, number>();
  for (const { kind } of pages) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const rows: GridRow[] = [];
  let last: string | null = null;
  for (const page of pages) {
    if (page.kind !== last) rows.push({ kind: 'group', title: page.kind, count: counts.get(page.kind) ?? 0 });
    last = page.kind;
    rows.push({ kind: 'page', page });
  }
  return { rows, pages, columns };
}

type DotSize = 'none' | 'few' | 'some' | 'many';

export function dotSize(claims: number): DotSize {
  if (claims === 0) return 'none';
  if (claims < 3) return 'few';
  return claims < 10 ? 'some' : 'many';
}

/** A cell in words. */
export function describeCell(page: GridPage, cell: GridCell | undefined, source: string): string {
  if (cell === undefined) return words.empty(page.title, source);
  const facts = [cell.isContested && words.contested, cell.isStale && words.stale].filter((fact) => fact !== false);
  return joinTexts([words.cell(cell.claims, page.title, source), ...facts]);
}

/** As a table: a row for each page that is shown, a column for each source. */
export function tableOf({ sources }: CoverageGrid, { pages, columns }: GridView): Table {
  const unused = columns.map((at) => String(sources[at]?.unused ?? ''));
  return [
    [words.page, ...columns.map((at) => sources[at]?.title ?? ''), words.mark],
    [words.unused, ...unused, ''],
    ...pages.map(({ title, cells, marks }) => {
      const claims = new Map(cells.map((cell) => [cell.source, cell.claims]));
      return [title, ...columns.map((at) => String(claims.get(at) ?? '')), joinTexts(marks.map((m) => words.marks[m]))];
    }),
  ];
}
