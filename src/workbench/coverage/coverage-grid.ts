import { checkpoint, compareText, type Run } from '../../base';
import { isDisputesPage, isSuperseded, prepareLedger, readLedger, type Page, type Snapshot, type Source } from '../../wiki';
import { kindLabel } from '../lens/lens-pages';
import { findContradictions } from '../contradictions/find-contradictions';
import { sourceTitles } from '../sources/source-titles';
import { type WikiSession } from '../wiki-session';
import { countedSources } from './source-coverage';

/** A column: a source. */
export interface GridSource {
  readonly path: string;
  readonly title: string;
  /** Day; `null` when unknown. */
  readonly date: string | null;
  readonly authority: string;
  /** How many passages it has, and how many of them no page uses; `null` unless a model read it on this device. */
  readonly passages: number | null;
  readonly unused: number | null;
  /** How many pages rest on it. */
  readonly pages: number;
}

/** What one page takes from one source. */
export interface GridCell {
  /** Index of the source. */
  readonly source: number;
  /** How many statements cite it; 0 if only the properties name it. */
  readonly claims: number;
  /** The first of them. Counted from 1. */
  readonly line: number;
  readonly isContested: boolean;
  /** The page is past its age, or another source replaces this one. */
  readonly isStale: boolean;
}

export type GridMark = 'contested' | 'stale' | 'single' | 'none';

/** A row: a page. */
export interface GridPage {
  readonly path: string;
  readonly title: string;
  /** For people. */
  readonly kind: string;
  /** In the order of the sources. */
  readonly cells: readonly GridCell[];
  /** `single`: it rests on one source; `none`: on no source. */
  readonly marks: readonly GridMark[];
}

/** Which pages rest on which sources. */
export interface CoverageGrid {
  /** Oldest first; those without a date last. */
  readonly sources: readonly GridSource[];
  /** By kind, then by title. A summary, which rests on its one source by definition, is not among them. */
  readonly pages: readonly GridPage[];
  /** How many pages have each mark. */
  readonly marked: Readonly<Record<GridMark, number>>;
}

interface Support {
  readonly claims: number;
  readonly line: number;
}

/** What pages cite, by id of the source. A page is an object of its own until its file changes. */
const known = new WeakMap<Page, ReadonlyMap<string, Support>>();

/** What rests on what. @param run reports how many pages are read */
export async function coverageGrid(session: WikiSession, run: Run): Promise<CoverageGrid> {
  const { snapshot, engine, lens, host } = session;
  const sources = [...snapshot.sources.values()].sort(byDate);
  const columns = new Map(sources.map(({ path }, at) => [path, at]));
  const { findings } = await engine.lint(snapshot, lens, { clock: host.clock, run });
  const withCheck = (check: string): ReadonlySet<string> =>
    new Set(findings.filter((finding) => finding.check === check).map(({ path }) => path));
  const [stale, declared] = [withCheck('max-age'), withCheck('contradiction')];
  const contested = await contestedCells(snapshot, columns, run);
  const superseded = new Set(
    sources.flatMap((source, at) => (isSuperseded(source, (id) => snapshot.source(id)) ? [at] : [])),
  );
  const pages: GridPage[] = [];
  const marked = { contested: 0, stale: 0, single: 0, none: 0 };
  let done = 0;
  for (const page of snapshot.pages.values()) {
    done += 1;
    await checkpoint(run);
    if (done % 200 === 0) run.progress({ stage: 'coverage', done, total: snapshot.pages.size });
    // What these say, other pages rest on.
    if (page.kind === 'summary' || isDisputesPage(page)) continue;
    const isStale = stale.has(page.path);
    const cells = (await cellsOf(snapshot, page, columns, run)).map(([source, support]): GridCell => {
      const isContested = contested.has(`${source} ${page.path}`);
      return { source, ...support, isContested, isStale: isStale || superseded.has(source) };
    });
    const isContested = declared.has(page.path) || cells.some((cell) => cell.isContested);
    const marks = marksOf(cells.length, isContested, isStale);
    for (const mark of marks) marked[mark] += 1;
    pages.push({ path: page.path, title: page.title, kind: kindLabel(page.kind, lens.effective), cells, marks });
  }
  await checkpoint(run);
  const titles = sourceTitles(snapshot);
  const counts = await countedSources(session);
  const resting = new Map<number, number>();
  for (const { cells } of pages) for (const { source } of cells) resting.set(source, (resting.get(source) ?? 0) + 1);
  await checkpoint(run);
  return {
    sources: sources.map(({ path, title, date, authority }, at) => {
      const count = counts.get(path);
      return {
        ...{ path, title: titles.get(path) ?? title, authority, date: date?.slice(0, 10) ?? null },
        ...{ passages: count?.units ?? null, unused: count === undefined ? null : count.units - count.used },
        pages: resting.get(at) ?? 0,
      };
    }),
    pages: pages.sort(byKindAndTitle),
    marked,
  };
}

function byDate(a: Source, b: Source): number {
  const last = (date: string | null): string => date ?? '\uffff';
  return compareText(last(a.date), last(b.date)) || compareText(a.path, b.path);
}

function byKindAndTitle(a: GridPage, b: GridPage): number {
  return compareText(a.kind, b.kind) || compareText(a.title, b.title) || compareText(a.path, b.path);
}

function marksOf(sources: number, isContested: boolean, isStale: boolean): readonly GridMark[] {
  const marks: GridMark[] = [];
  if (isContested) marks.push('contested');
  if (isStale) marks.push('stale');
  if (sources < 2) marks.push(sources === 1 ? 'single' : 'none');
  return marks;
}

async function cellsOf(
  snapshot: Snapshot,
  page: Page,
  columns: ReadonlyMap<string, number>,
  run: Run,
): Promise<readonly (readonly [number, Support])[]> {
  let cited = known.get(page);
  if (cited === undefined) {
    const text = (await snapshot.text(page.path)) ?? '';
    await prepareLedger(text, run);
    cited = citedSources(text);
    known.set(page, cited);
  }
  const cells = new Map<number, Support>();
  const put = (source: Source | undefined, support: Support): void => {
    const at = source === undefined ? undefined : columns.get(source.path);
    const before = at === undefined ? undefined : cells.get(at);
    if (at === undefined) return;
    cells.set(at, before === undefined || before.claims === 0 ? support : before);
  };
  for (const source of snapshot.sourcesOf(page)) put(source, { claims: 0, line: 1 });
  for (const [id, support] of cited) put(snapshot.source(id), support);
  return [...cells].sort(([a], [b]) => a - b);
}

/** How many statements of a text rest on each source, by its id, and where the first is. */
function citedSources(text: string): ReadonlyMap<string, Support> {
  const cited = new Map<string, Support>();
  for (const { support, line } of readLedger(text).claims) {
    for (const id of new Set(support.map((key) => key.split(' ')[0] ?? key))) {
      const before = cited.get(id);
      cited.set(id, { claims: (before?.claims ?? 0) + 1, line: before?.line ?? line });
    }
  }
  return cited;
}

/** Index of the source and path of the page, for each page that tells one side of a contradiction. */
async function contestedCells(
  snapshot: Snapshot,
  columns: ReadonlyMap<string, number>,
  run: Run,
): Promise<ReadonlySet<string>> {
  const cells = new Set<string>();
  for (const { sides, pages } of await findContradictions(snapshot, run)) {
    for (const { source } of sides ?? []) {
      const at = source === null ? undefined : columns.get(source);
      if (at !== undefined) for (const path of pages) cells.add(`${at} ${path}`);
    }
  }
  return cells;
}
