import { namesForPage, pagesMentioning, mentionedNames, namesForSource, type Page, type Snapshot } from '../wiki';
import { factKey } from './fact-keys';
import { nameNumber, type KeptPage } from './kept-rows';
import { type KeptResults, type WikiParts } from './kept-results';
import { pageNames, type NameIndex } from './name-index';

/** What has to be checked again of a wiki whose results were kept. */
interface Outdated {
  readonly pages: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  /** Beginnings of keys: every result that depends on one of them. */
  readonly prefixes: readonly string[];
}

/**
 * Compares the wiki with what the results were kept with. Errs on the side of checking again.
 * @param names knows the broken links of the kept results, and no page yet
 */
export function findOutdated(kept: KeptResults, now: WikiParts, snapshot: Snapshot, names: NameIndex): Outdated {
  const pages = new Set<string>();
  const keys = new Set<string>();
  const prefixes: string[] = [];
  const changedNames = new Set<string>();
  /** Numbers of names whose links are not what they were. */
  const linked = new Set<number>();

  const noteOther = (entry: string): void => {
    const [path = '', id] = entry.split('\n');
    keys.add(factKey.file(path));
    const found = id === undefined ? namesForPage(path, '') : namesForSource({ path, id });
    for (const name of found) changedNames.add(name);
  };
  const [before, after] = [new Set(kept.others), new Set(now.others)];
  for (const entry of before) if (!after.has(entry)) noteOther(entry);
  for (const entry of after) if (!before.has(entry)) noteOther(entry);
  if (kept.sources !== now.sources) prefixes.push(factKey.source(''));
  if (kept.index !== now.index) prefixes.push(factKey.indexed(''));

  const notePage = (old: KeptPage | undefined, page: Page | undefined, path: string): void => {
    pages.add(path);
    keys.add(factKey.anchors(path)).add(factKey.contradicts(path)).add(factKey.inbound(path));
    for (const slug of [...(old?.declaredLinks ?? []), ...(page?.declaredLinks ?? [])])
      keys.add(factKey.declared(slug));
    for (const number of old?.mentioned ?? []) linked.add(number);
    for (const name of page === undefined ? [] : mentionedNames(page)) linked.add(nameNumber(name));
    const oldNames = old === undefined ? null : pageNames(old);
    for (const target of names.replace(oldNames, page === undefined ? null : pageNames(page)))
      keys.add(factKey.nearest(target));
    if (old?.slug === page?.slug && old?.isCurated === (page && page.schema !== null)) return;
    if (old === undefined || page === undefined) keys.add(factKey.file(path));
    for (const slug of [old?.slug, page?.slug]) {
      if (slug === undefined) continue;
      keys.add(factKey.slug(slug));
      for (const name of namesForPage(path, slug)) changedNames.add(name);
    }
  };
  const missing = new Set(snapshot.pages.keys());
  for (const old of kept.pages) {
    missing.delete(old.path);
    if (snapshot.stamp(old.path) !== old.stamp) notePage(old, snapshot.pages.get(old.path), old.path);
  }
  for (const path of missing) notePage(undefined, snapshot.pages.get(path), path);

  for (const name of changedNames) {
    linked.add(nameNumber(name));
    for (const { path } of pagesMentioning(snapshot, name)) pages.add(path);
  }
  if (linked.size > 0) {
    for (const { path, slug } of snapshot.pages.values()) {
      if (namesForPage(path, slug).some((name) => linked.has(nameNumber(name)))) keys.add(factKey.inbound(path));
    }
  }
  return { pages, keys, prefixes };
}

/** Whether a result depends on something that changed, or on another time. */
export function isOutdated({ path, result }: KeptPage, { pages, keys, prefixes }: Outdated, now: number): boolean {
  if (pages.has(path) || now < result.validFrom || now >= result.validUntil) return true;
  if (keys.size === 0 && prefixes.length === 0) return false;
  return result.keys.some((key) => keys.has(key) || prefixes.some((prefix) => key.startsWith(prefix)));
}
