import { clip, plural } from '../base';
import { type Finding } from '../lint';
import { isDisputesPage, type Page, type Snapshot } from '../wiki';

/** Something that a skill can work on. */
export interface WorkItem {
  /** For the model and for a person, on one line. */
  readonly text: string;
  /** Paths of the pages that it is about. */
  readonly pages: readonly string[];
}

/** The most items that one run is given; the rest is the next run's. */
const MAX_ITEMS = 20;
/** A page with text from so many sources has usually grown edit by edit. */
const GROWN = 4;
/** A source that more pages share connects nothing in particular. */
const COMMON = 12;

/**
 * What code finds for a built-in skill; `null` for a skill that it knows nothing of.
 * @param arrived paths of sources that are new or have changed
 */
export function workFor(
  skill: string,
  { snapshot, findings, arrived }: { snapshot: Snapshot; findings: readonly Finding[]; arrived: readonly string[] },
): readonly WorkItem[] | null {
  // What is wrong with a manifest or a view is for a person.
  const onPages = findings.filter(({ path }) => snapshot.pages.has(path));
  const problems = onPages.map(({ path, line, message }) => ({
    text: `${path}:${line}: ${clip(message, 300)}`,
    pages: [path],
  }));
  switch (skill) {
    case 'daily-update': {
      const sources = arrived.map((path) => ({ text: `New or changed source: ${path}`, pages: [] }));
      return [...sources, ...problems].slice(0, MAX_ITEMS);
    }
    case 'lint-repair':
      return problems.slice(0, MAX_ITEMS);
    case 'synthesis':
      return unlinkedPairs(snapshot).slice(0, MAX_ITEMS);
    case 'contradiction-review':
      return contradictions(snapshot).slice(0, MAX_ITEMS);
    case 'composition':
      return grownPages(snapshot).slice(0, MAX_ITEMS);
    default:
      return null;
  }
}

/** Pages that share sources and are not linked, those that share the most first. */
function unlinkedPairs(snapshot: Snapshot): readonly WorkItem[] {
  const bySource = new Map<string, Page[]>();
  for (const page of snapshot.pages.values()) {
    if (page.kind === 'summary' || isDisputesPage(page)) continue;
    for (const { path } of snapshot.sourcesOf(page)) bySource.set(path, [...(bySource.get(path) ?? []), page]);
  }
  const shared = new Map<string, { readonly a: Page; readonly b: Page; readonly sources: string[] }>();
  for (const [source, pages] of bySource) {
    if (pages.length > COMMON) continue;
    for (const [at, a] of pages.entries()) {
      for (const b of pages.slice(at + 1)) {
        const key = `${a.path} ${b.path}`;
        const pair = shared.get(key) ?? { a, b, sources: [] };
        pair.sources.push(source);
        shared.set(key, pair);
      }
    }
  }
  return [...shared.values()]
    .filter(({ a, b }) => !linksTo(snapshot, a, b) && !linksTo(snapshot, b, a))
    .sort((x, y) => y.sources.length - x.sources.length)
    .map(({ a, b, sources }) => ({
      text: `${a.path} and ${b.path} share ${sources.slice(0, 4).join(', ')} and are not linked`,
      pages: [a.path, b.path],
    }));
}

const linksTo = (snapshot: Snapshot, from: Page, to: Page): boolean =>
  snapshot.backlinks(to.path).some((link) => link.from.path === from.path);

function contradictions(snapshot: Snapshot): readonly WorkItem[] {
  const policy = snapshot.manifest.curation.conflictResolution ?? 'defer';
  return [...snapshot.pages.values()].flatMap((page) =>
    page.contradicts.map((name) => ({
      text: `${page.path} contradicts ${clip(name, 120)}; the policy of the wiki is ${policy}`,
      pages: [page.path],
    })),
  );
}

function grownPages(snapshot: Snapshot): readonly WorkItem[] {
  return [...snapshot.pages.values()]
    .map((page) => ({ page, count: snapshot.sourcesOf(page).length }))
    .filter(({ page, count }) => page.kind !== 'summary' && !isDisputesPage(page) && count >= GROWN)
    .sort((a, b) => b.count - a.count)
    .map(({ page, count }) => ({
      text: `${page.path} was written from ${plural(count, 'source')}`,
      pages: [page.path],
    }));
}
