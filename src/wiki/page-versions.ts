/**
 * The paths that changed in each version of the pages of a wiki, so that comparing two versions only costs as much as
 * changed. Keeps no older pages.
 */
export interface PagesVersion {
  readonly changed: readonly string[];
  readonly previous: PagesVersion | null;
  /** The number of known previous versions. */
  readonly depth: number;
}

/** Beyond this number of versions, comparing all pages is as fast. */
const MAX_DEPTH = 200;

export function firstVersion(): PagesVersion {
  return { changed: [], previous: null, depth: 0 };
}

/** The version after these pages changed; the same version if none did. */
export function nextVersion(version: PagesVersion, paths: Iterable<string>): PagesVersion {
  const changed = [...paths];
  if (changed.length === 0) return version;
  if (version.depth < MAX_DEPTH) return { changed, previous: version, depth: version.depth + 1 };
  return { changed, previous: { ...firstVersion() }, depth: 1 };
}

/** The paths that changed since `earlier`, even if they changed back; `null` if `earlier` is not a known version. */
export function changedBetween(earlier: PagesVersion, now: PagesVersion): ReadonlySet<string> | null {
  const changed = new Set<string>();
  for (let version: PagesVersion | null = now; version !== null; version = version.previous) {
    if (version === earlier) return changed;
    for (const path of version.changed) changed.add(path);
  }
  return null;
}
