import { throwIfCancelled } from '../base';
import type { Run } from '../base';
import { namesOf, pagesMentioning } from '../wiki';
import type { Page, Snapshot } from '../wiki';
import { factKey, slugKey } from './facts';
import { NameIndex, pageNames } from './names';

/** What one pass knows beside the snapshot; kept up to date by {@link followChanges}. */
export interface Tables {
  readonly names: NameIndex;
  /** Slug to the paths of the pages that name it in their `links` field. */
  readonly declared: Map<string, Set<string>>;
  /** Slugs that `_index.md` lists. */
  indexed: ReadonlySet<string>;
  /** Every reference to a source that a page was found to make. */
  readonly sourceRefs: Set<string>;
}

/** What has to be checked again. */
export interface Affected {
  /** Pages that changed, came, or link to a name that changed. */
  readonly pages: Set<string>;
  /** Facts (see `factKey`) that may be others now. */
  readonly keys: Set<string>;
  /** Something changed that `_index.md` is made from. */
  readonly index: boolean;
  /** A page or another file came or went, or a page has another slug. */
  readonly named: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Tables that know nothing yet. */
export function noTables(): Tables {
  return { names: new NameIndex(), declared: new Map(), indexed: new Set(), sourceRefs: new Set() };
}

/** The tables of a first snapshot, a few pages at a time, and what has to be checked: all of it. */
export async function meetPages(snapshot: Snapshot, run: Run): Promise<readonly [Tables, Affected]> {
  const tables = noTables();
  const affected: Affected = { pages: new Set(snapshot.pages.keys()), keys: new Set(), index: true, named: true };
  const names = new Set<string>();
  let done = 0;
  for (const page of snapshot.pages.values()) {
    followPage(undefined, page, tables, affected, names);
    if ((done += 1) % 20 !== 0) continue;
    throwIfCancelled(run);
    await run.breathe();
  }
  tables.indexed = new Set(snapshot.indexLines.map((line) => line.slug));
  return [tables, { ...affected, keys: new Set() }];
}

/**
 * Brings the tables from one snapshot to the next and tells what the difference can affect. Costs what changed; a
 * comparison of the lists of files, sources and index lines aside, which is made only when they are other lists.
 */
export function followChanges(before: Snapshot, after: Snapshot, tables: Tables): Affected {
  const affected: Mutable<Affected> = { pages: new Set(), keys: new Set(), index: false, named: false };
  const changed = after.changedSince(before);
  const names = new Set<string>();
  for (const path of changed) {
    const old = before.pages.get(path);
    const now = after.pages.get(path);
    affected.pages.add(path);
    if (indexFacts(old) !== indexFacts(now)) affected.index = true;
    followPage(old, now, tables, affected, names);
  }
  followFiles(before, after, affected, names);
  followSources(before, after, tables, affected, names);
  followIndexLines(before, after, tables, affected);
  followNames(names, before, after, affected);
  affected.named = names.size > 0;
  for (const path of changed) {
    const old = before.pages.get(path);
    const now = after.pages.get(path);
    if (old && now && sameTargets(old, now)) continue;
    noteTargets(old, before, affected);
    noteTargets(now, after, affected);
  }
  return affected;
}

/** A page that came, went or changed: its slug, its anchors, the names it is known by, the slugs it declares. */
function followPage(
  old: Page | undefined,
  now: Page | undefined,
  tables: Tables,
  affected: Affected,
  names: Set<string>,
): void {
  const { keys } = affected;
  const path = (now ?? old)?.path ?? '';
  if ((old === undefined) !== (now === undefined)) keys.add(factKey.file(path));
  if (old?.slug !== now?.slug || (old?.schema === null) !== (now?.schema === null)) {
    for (const page of [old, now]) {
      if (page === undefined) continue;
      keys.add(factKey.slug(page.slug));
      keys.add(factKey.inbound(path));
      for (const name of namesOf(path, page.slug)) names.add(name);
    }
  }
  if (old && now && !sameAnchors(old, now)) keys.add(factKey.anchors(path));
  for (const target of tables.names.replace(old ? pageNames(old) : null, now ? pageNames(now) : null)) {
    keys.add(factKey.nearest(target));
  }
  if (old && now && sameList(old.declaredLinks, now.declaredLinks)) return;
  for (const slug of old?.declaredLinks ?? []) {
    tables.declared.get(slugKey(slug))?.delete(path);
    keys.add(factKey.declared(slug));
  }
  for (const slug of now?.declaredLinks ?? []) {
    const pages = tables.declared.get(slugKey(slug));
    if (pages) pages.add(path);
    else tables.declared.set(slugKey(slug), new Set([path]));
    keys.add(factKey.declared(slug));
  }
}

function followFiles(before: Snapshot, after: Snapshot, affected: Affected, names: Set<string>): void {
  if (before.files === after.files) return;
  const note = (path: string): void => {
    affected.keys.add(factKey.file(path));
    noteFile(path, names);
  };
  for (const path of before.files) if (!after.files.has(path)) note(path);
  for (const path of after.files) if (!before.files.has(path)) note(path);
}

function noteFile(path: string, names: Set<string>): void {
  for (const name of namesOf(path, '')) names.add(name);
}

function followSources(
  before: Snapshot,
  after: Snapshot,
  tables: Tables,
  affected: Affected,
  names: Set<string>,
): void {
  if (before.sources === after.sources) return;
  for (const path of before.sources.keys()) if (!after.sources.has(path)) noteFile(path, names);
  for (const path of after.sources.keys()) if (!before.sources.has(path)) noteFile(path, names);
  for (const ref of tables.sourceRefs) {
    if (before.source(ref) !== after.source(ref)) affected.keys.add(factKey.source(ref));
  }
}

function followIndexLines(before: Snapshot, after: Snapshot, tables: Tables, affected: Affected): void {
  if (before.indexLines === after.indexLines) return;
  const now = new Set(after.indexLines.map((line) => line.slug));
  for (const slug of now) if (!tables.indexed.has(slug)) affected.keys.add(factKey.indexed(slug));
  for (const slug of tables.indexed) if (!now.has(slug)) affected.keys.add(factKey.indexed(slug));
  tables.indexed = now;
}

/** Links that mention a changed name may lead elsewhere now: their pages are checked again, and so are both ends. */
function followNames(names: ReadonlySet<string>, before: Snapshot, after: Snapshot, affected: Affected): void {
  for (const name of names) {
    for (const page of pagesMentioning(after, name)) {
      if (affected.pages.has(page.path)) continue;
      affected.pages.add(page.path);
      noteTargets(page, before, affected);
      noteTargets(page, after, affected);
    }
  }
}

/** The pages that a page's links lead to in that snapshot: who links to them is a fact of theirs. */
function noteTargets(page: Page | undefined, snapshot: Snapshot, affected: Affected): void {
  for (const link of page?.links ?? []) {
    if (link.external || link.target === '') continue;
    const found = snapshot.resolve(link, page?.path ?? '');
    if (found.kind === 'page') affected.keys.add(factKey.inbound(found.page.path));
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

/** What `_index.md` says of a page. */
function indexFacts(page: Page | undefined): string | null {
  return page === undefined ? null : JSON.stringify([page.slug, page.kind, page.title, page.summary, page.tags]);
}
