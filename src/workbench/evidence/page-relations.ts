import { compareText, checkpoint, type Run } from '../../base';
import { findPage, readLedger, type Page } from '../../wiki';
import { type WikiSession } from '../wiki-session';

/** Another page, and how it is related to this one. */
export interface RelatedPage {
  readonly path: string;
  readonly title: string;
  /** A line to look at, counted from 1; `null` for a relation among the properties. */
  readonly line: number | null;
  /** How many links or quotes. */
  readonly count: number;
}

/** What links to a page or source, what rests on it, and on what it rests. */
export interface PageRelations {
  readonly title: string;
  /** Pages that link here. */
  readonly links: readonly RelatedPage[];
  /** Pages that cite this source; empty for a page. */
  readonly rests: readonly RelatedPage[];
  /** Pages that say to contradict, replace or be replaced by this one. */
  readonly declared: readonly RelatedPage[];
  /** Sources that this page cites, with the number of its quotes. */
  readonly sources: readonly RelatedPage[];
}

/** @param path of a page or a source, relative to the wiki's root @returns `null` for any other file */
export async function pageRelations(session: WikiSession, path: string, run: Run): Promise<PageRelations | null> {
  const { snapshot } = session;
  const page = snapshot.pages.get(path);
  const source = snapshot.sources.get(path);
  if (source !== undefined) {
    const citing = [...snapshot.pages.values()].filter((each) =>
      snapshot.sourcesOf(each).some((cited) => cited.path === path),
    );
    const rests: RelatedPage[] = [];
    for (const each of citing) {
      await checkpoint(run);
      rests.push(await quotesOn(session, each, source.id));
    }
    return { title: source.title, links: [], rests: sorted(rests), declared: [], sources: [] };
  }
  if (page === undefined) return null;
  const declared = [...snapshot.pages.values()].filter((each) =>
    [...each.contradicts, ...each.supersedes].some((name) => each !== page && findPage(snapshot, name) === page),
  );
  const sources: RelatedPage[] = [];
  for (const { id, path: at, title } of snapshot.sourcesOf(page)) {
    const { count, line } = await quotesOn(session, page, id);
    sources.push({ path: at, title, count, line });
  }
  return {
    title: page.title,
    links: sorted(linksTo(session, page)),
    rests: [],
    declared: sorted(declared.map(({ path: at, title }) => ({ path: at, title, line: null, count: 1 }))),
    sources: sorted(sources),
  };
}

function linksTo({ snapshot }: WikiSession, page: Page): readonly RelatedPage[] {
  const found = new Map<string, RelatedPage>();
  for (const { from, link } of snapshot.backlinks(page.path)) {
    if (from.path === page.path) continue;
    const known = found.get(from.path);
    const line = link.start < from.bodyStart ? null : link.line;
    found.set(from.path, {
      path: from.path,
      title: from.title,
      line: known === undefined ? line : (known.line ?? line),
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...found.values()];
}

/** How often a page quotes a source, and where first. */
async function quotesOn({ snapshot }: WikiSession, { path, title }: Page, source: string): Promise<RelatedPage> {
  const { claims } = readLedger((await snapshot.text(path)) ?? '');
  const resting = claims.filter(
    ({ notes, citations }) => citations.includes(source) || notes.some(({ sourceId }) => sourceId === source),
  );
  return { path, title, line: resting[0]?.line ?? null, count: resting.length };
}

const sorted = (pages: readonly RelatedPage[]): readonly RelatedPage[] =>
  [...pages].sort((a, b) => b.count - a.count || compareText(a.title, b.title));
