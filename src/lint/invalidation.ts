import { checkpoint, type Run } from '../base';
import {
  hubRole,
  isDisputesPage,
  namesForPage,
  namesForSource,
  overviewParts,
  pagesMentioning,
  type Page,
  type Snapshot,
  type Source,
} from '../wiki';
import { factKey, slugKey } from './fact-keys';
import { NameIndex, pageNames } from './name-index';

/** Look-ups that a snapshot does not have. {@link updateTables} keeps them up to date. */
export interface LookupTables {
  readonly names: NameIndex;
  /** Slug to the paths of the pages that name it in their `links` field. */
  readonly declaredBy: Map<string, Set<string>>;
  /** Slugs that `_index.md` lists. */
  indexedSlugs: ReadonlySet<string>;
  /** Every reference to a source that a check has looked up. */
  readonly sourceRefs: Set<string>;
}

/** What has to be checked again. */
interface Invalidation {
  /** Pages that are new, changed, or link to a name that changed. */
  readonly pages: Set<string>;
  /** Keys of facts that may have changed (see `factKey`). */
  readonly keys: Set<string>;
  /** Something changed that `_index.md` is generated from. */
  readonly indexChanged: boolean;
  /** A file was added or removed, or a page has another slug. */
  readonly namesChanged: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function emptyTables(): LookupTables {
  return { names: new NameIndex(), declaredBy: new Map(), indexedSlugs: new Set(), sourceRefs: new Set() };
}

/**
 * The tables of a first snapshot. All its pages have to be checked.
 * @param pages those of the newest snapshot, whose names are read when they are needed
 */
export async function buildTables(
  snapshot: Snapshot,
  pages: () => Iterable<Page>,
  run: Run,
): Promise<readonly [LookupTables, Invalidation]> {
  const tables = emptyTables();
  tables.names.readLater(function* namesOfAll() {
    for (const page of pages()) yield pageNames(page);
  });
  const invalidation: Invalidation = {
    pages: new Set(snapshot.pages.keys()),
    keys: new Set(),
    indexChanged: true,
    namesChanged: true,
  };
  const names = new Set<string>();
  let done = 0;
  for (const page of snapshot.pages.values()) {
    updatePage(undefined, page, tables, invalidation, names);
    if ((done += 1) % 20 !== 0) continue;
    await checkpoint(run);
  }
  tables.indexedSlugs = new Set(snapshot.indexLines.map((line) => line.slug));
  return [tables, { ...invalidation, keys: new Set() }];
}

/**
 * Brings the tables from one snapshot to the next and returns what the difference can affect. The cost depends on what
 * changed. Lists of files, sources and index lines are compared only when they are not the same object.
 */
export function updateTables(before: Snapshot, after: Snapshot, tables: LookupTables): Invalidation {
  const invalidation: Mutable<Invalidation> = {
    pages: new Set(),
    keys: new Set(),
    indexChanged: false,
    namesChanged: false,
  };
  const changed = after.changedSince(before);
  const names = new Set<string>();
  for (const path of changed) {
    const old = before.pages.get(path);
    const now = after.pages.get(path);
    invalidation.pages.add(path);
    if (indexFacts(old) !== indexFacts(now)) invalidation.indexChanged = true;
    updatePage(old, now, tables, invalidation, names);
  }
  updateFiles(before, after, invalidation, names);
  updateSources(before, after, tables, invalidation, names);
  updateIndexLines(before, after, tables, invalidation);
  invalidateLinksByName(names, before, after, invalidation);
  invalidation.namesChanged = names.size > 0;
  for (const path of changed) {
    const old = before.pages.get(path);
    const now = after.pages.get(path);
    if (old && now && sameTargets(old, now)) continue;
    invalidateTargets(old, before, invalidation);
    invalidateTargets(now, after, invalidation);
  }
  return invalidation;
}

/** The slug, anchors, names and declared links of a page that was added, removed or changed. */
function updatePage(
  old: Page | undefined,
  now: Page | undefined,
  tables: LookupTables,
  invalidation: Invalidation,
  names: Set<string>,
): void {
  const { keys } = invalidation;
  const path = (now ?? old)?.path ?? '';
  if ((old === undefined) !== (now === undefined)) keys.add(factKey.file(path));
  if (old?.slug !== now?.slug || (old?.schema === null) !== (now?.schema === null)) {
    for (const page of [old, now]) {
      if (page === undefined) continue;
      keys.add(factKey.slug(page.slug));
      keys.add(factKey.inbound(path));
      for (const name of namesForPage(path, page.slug)) names.add(name);
    }
  }
  if (old && now && !sameAnchors(old, now)) keys.add(factKey.anchors(path));
  if (old && now && !sameList(old.contradicts, now.contradicts)) keys.add(factKey.contradicts(path));
  for (const target of tables.names.replace(old ? pageNames(old) : null, now ? pageNames(now) : null)) {
    keys.add(factKey.nearest(target));
  }
  if (old && now && sameList(old.declaredLinks, now.declaredLinks)) return;
  for (const slug of old?.declaredLinks ?? []) {
    tables.declaredBy.get(slugKey(slug))?.delete(path);
    keys.add(factKey.declared(slug));
  }
  for (const slug of now?.declaredLinks ?? []) {
    const pages = tables.declaredBy.get(slugKey(slug));
    if (pages) pages.add(path);
    else tables.declaredBy.set(slugKey(slug), new Set([path]));
    keys.add(factKey.declared(slug));
  }
}

function updateFiles(before: Snapshot, after: Snapshot, invalidation: Invalidation, names: Set<string>): void {
  if (before.files === after.files) return;
  const note = (path: string): void => {
    invalidation.keys.add(factKey.file(path));
    addFileNames(path, names);
  };
  for (const path of before.files) if (!after.files.has(path)) note(path);
  for (const path of after.files) if (!before.files.has(path)) note(path);
}

function addFileNames(path: string, names: Set<string>): void {
  for (const name of namesForPage(path, '')) names.add(name);
}

function updateSources(
  before: Snapshot,
  after: Snapshot,
  tables: LookupTables,
  invalidation: Invalidation,
  names: Set<string>,
): void {
  if (before.sources === after.sources) return;
  const note = (source: Source): void => {
    for (const name of namesForSource(source)) names.add(name);
  };
  for (const [path, source] of before.sources) if (after.sources.get(path)?.id !== source.id) note(source);
  for (const [path, source] of after.sources) if (before.sources.get(path)?.id !== source.id) note(source);
  for (const ref of tables.sourceRefs) {
    if (before.source(ref) !== after.source(ref)) invalidation.keys.add(factKey.source(ref));
  }
}

function updateIndexLines(before: Snapshot, after: Snapshot, tables: LookupTables, invalidation: Invalidation): void {
  if (before.indexLines === after.indexLines) return;
  const now = new Set(after.indexLines.map((line) => line.slug));
  for (const slug of now) if (!tables.indexedSlugs.has(slug)) invalidation.keys.add(factKey.indexed(slug));
  for (const slug of tables.indexedSlugs) if (!now.has(slug)) invalidation.keys.add(factKey.indexed(slug));
  tables.indexedSlugs = now;
}

/** Links that mention a changed name may lead elsewhere now. Invalidates their pages, and the old and new targets. */
function invalidateLinksByName(
  names: ReadonlySet<string>,
  before: Snapshot,
  after: Snapshot,
  invalidation: Invalidation,
): void {
  for (const name of names) {
    for (const page of pagesMentioning(after, name)) {
      if (invalidation.pages.has(page.path)) continue;
      invalidation.pages.add(page.path);
      invalidateTargets(page, before, invalidation);
      invalidateTargets(page, after, invalidation);
    }
  }
}

/** Invalidates what is known about who links to the targets of a page. */
function invalidateTargets(page: Page | undefined, snapshot: Snapshot, invalidation: Invalidation): void {
  for (const link of page?.links ?? []) {
    if (link.external || link.target === '') continue;
    const found = snapshot.resolve(link, page?.path ?? '');
    if (found.kind === 'page') invalidation.keys.add(factKey.inbound(found.page.path));
  }
}

function sameAnchors(a: Page, b: Page): boolean {
  const same = (left: Page['headings'], right: Page['headings']): boolean =>
    left.length === right.length &&
    left.every((heading, at) => heading.text === right[at]?.text && heading.level === right[at].level);
  return sameList(a.blockIds, b.blockIds) && same(a.headings, b.headings);
}

function sameTargets(a: Page, b: Page): boolean {
  return (
    a.links.length === b.links.length &&
    a.links.every((link, at) => link.target === b.links[at]?.target && link.form === b.links[at].form)
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** What `_index.md` is generated from. */
function indexFacts(page: Page | undefined): string | null {
  return page === undefined
    ? null
    : JSON.stringify([
        ...[page.slug, page.kind, page.title, page.summary, page.tags, page.sources],
        ...[hubRole(page), isDisputesPage(page), hubRole(page) === 'overview' ? overviewParts(page) : null],
      ]);
}
