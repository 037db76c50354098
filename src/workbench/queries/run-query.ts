import { checkpoint, compareText, WikiError, type Run } from '../../base';
import { isInScope } from '../../search';
import { type Page } from '../../wiki';
import { type Lens } from '../../workspace';
import { knownContradictions } from '../evidence/evidence-of-page';
import { uncitedStatements, type UncitedStatement } from '../evidence/page-evidence';
import { namedSource } from '../evidence/named-source';
import { usableLens } from '../lens/lenses';
import { openQuestions } from '../questions';
import { type WikiSession } from '../wiki-session';
import { type WikiQuery } from './read-query';

/** One side of what is contested. */
interface QuerySide {
  readonly text: string;
  /** Title of the source; `null` for a sentence without one. */
  readonly source: string | null;
  readonly date: string | null;
}

/** One line of the answer to a query. Texts come from pages and sources, and are shown as text. */
export interface QueryRow {
  /** A sentence, a question, or the title of a page. */
  readonly text: string;
  /** Where it is; `null` for a question. Relative to the wiki's root. */
  readonly page: { readonly path: string; readonly title: string } | null;
  readonly line: number | null;
  /** ISO 8601; `null` where none is known. */
  readonly date: string | null;
  readonly sides: readonly QuerySide[];
}

export interface QueryResult {
  readonly rows: readonly QueryRow[];
  /** Whether there are more than the limit allows. They are not counted, because that would read every page. */
  readonly hasMore: boolean;
}

/** UTF-16 units of a sentence that is shown. */
const MAX_TEXT = 300;

/**
 * Answers a query.
 * @throws WikiError `living-wiki:lens_missing`, `source_not_found`
 */
export async function runQuery(session: WikiSession, query: WikiQuery, run: Run): Promise<QueryResult> {
  const lens = query.lens === null ? session.lens : await usableLens(session, query.lens, run);
  const pages = new PageFilter(session, query, lens);
  const rows: QueryRow[] = [];
  for await (const row of rowsOf(session, query, pages, run)) {
    if (rows.length === query.limit) return { rows, hasMore: true };
    rows.push({
      ...row,
      text: shorten(row.text),
      sides: row.sides.map((side) => ({ ...side, text: shorten(side.text) })),
    });
  }
  return { rows, hasMore: false };
}

const shorten = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`);

function rowsOf(session: WikiSession, { show }: WikiQuery, pages: PageFilter, run: Run): AsyncIterable<QueryRow> {
  switch (show) {
    case 'contested':
      return contested(session, pages, run);
    case 'questions':
      return questions(session, run);
    case 'uncited':
      return uncited(session, pages, run);
    case 'old':
      return old(session, pages, run);
    case 'new-pages':
      return newPages(session, pages);
  }
}

/** Which pages a query is about. */
class PageFilter {
  readonly lens: Lens;
  /** Path of the source; `null` for all. */
  readonly source: string | null;
  readonly #session: WikiSession;
  readonly #query: WikiQuery;

  constructor(session: WikiSession, query: WikiQuery, lens: Lens) {
    this.#session = session;
    this.#query = query;
    this.lens = lens;
    const found = query.source === null ? null : session.snapshot.source(query.source);
    if (found === undefined) {
      throw new WikiError('source_not_found', `This wiki has no source "${(query.source ?? '').slice(0, 80)}".`, {
        remedy: 'Write its id or its path.',
      });
    }
    this.source = found?.path ?? null;
  }

  has(page: Page): boolean {
    const { kinds, tags } = this.#query;
    if (page.schema === null || !isInScope(page, this.lens.effective)) return false;
    if (kinds.length > 0 && !kinds.includes(page.kind)) return false;
    if (tags.length > 0 && !tags.some((tag) => page.tags.includes(tag))) return false;
    return this.source === null || this.#session.snapshot.sourcesOf(page).some(({ path }) => path === this.source);
  }

  /** Sorted by title. */
  async all(run: Run): Promise<readonly Page[]> {
    const found: Page[] = [];
    for (const page of this.#session.snapshot.pages.values()) {
      await checkpoint(run);
      if (this.has(page)) found.push(page);
    }
    return found.sort((a, b) => compareText(a.title, b.title) || compareText(a.path, b.path));
  }
}

const rowOf = (row: Partial<QueryRow> & Pick<QueryRow, 'text'>): QueryRow => ({
  page: null,
  line: null,
  date: null,
  sides: [],
  ...row,
});

const linkOf = ({ path, title }: Page): NonNullable<QueryRow['page']> => ({ path, title });

async function* contested(session: WikiSession, pages: PageFilter, run: Run): AsyncGenerator<QueryRow> {
  const { snapshot } = session;
  for (const { attribute, sides, pages: paths, declaredBy } of await knownContradictions(session, run)) {
    const found = (paths.length > 0 ? paths : declaredBy).flatMap((path) => snapshot.pages.get(path) ?? []);
    const page = found.find((each) => pages.has(each));
    if (page === undefined) continue;
    const told = (sides ?? []).map(({ text, source }): QuerySide => {
      const known = source === null ? undefined : snapshot.source(source);
      return {
        text,
        source: known === undefined ? source : namedSource(known, snapshot).title,
        date: known?.date ?? null,
      };
    });
    yield rowOf({ text: attribute === '' ? page.title : attribute, page: linkOf(page), sides: told });
  }
}

/** Open questions are about no page, so that kind, tag, source and lens do not count. */
async function* questions(session: WikiSession, run: Run): AsyncGenerator<QueryRow> {
  for (const { text, at } of await openQuestions(session, run)) yield rowOf({ text, date: at });
}

/** A page that did not change is the same object, so each page is read once. */
const known = new WeakMap<Page, readonly UncitedStatement[]>();

async function* uncited({ snapshot }: WikiSession, pages: PageFilter, run: Run): AsyncGenerator<QueryRow> {
  for (const page of await pages.all(run)) {
    let found = known.get(page);
    if (found === undefined) {
      await checkpoint(run);
      found = uncitedStatements((await snapshot.text(page.path)) ?? '');
      known.set(page, found);
    }
    for (const { text, line } of found) yield rowOf({ text, line, page: linkOf(page) });
  }
}

async function* old({ snapshot, engine, host }: WikiSession, pages: PageFilter, run: Run): AsyncGenerator<QueryRow> {
  const { findings } = await engine.lint(snapshot, pages.lens, { clock: host.clock, run });
  const stale = new Set(findings.flatMap(({ check, path }) => (check === 'max-age' ? [path] : [])));
  for (const page of await pages.all(run)) {
    if (!stale.has(page.path)) continue;
    const dates = [...snapshot.sourcesOf(page).map(({ date }) => date), page.updatedAt].flatMap((date) => date ?? []);
    yield rowOf({ text: page.title, page: linkOf(page), date: dates.sort().at(-1) ?? null });
  }
}

/** Pages that a change brought, and that rest on the source; the newest first. */
async function* newPages({ snapshot, journal }: WikiSession, pages: PageFilter): AsyncGenerator<QueryRow> {
  const seen = new Set<string>();
  for (const { at, files } of await journal.list()) {
    for (const { op, path } of files) {
      const page = op === 'create' && !seen.has(path) ? snapshot.pages.get(path) : undefined;
      if (page === undefined || !pages.has(page)) continue;
      seen.add(path);
      yield rowOf({ text: page.title, page: linkOf(page), date: at });
    }
  }
}
