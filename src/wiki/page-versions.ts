/**
 * Which pages each version of a wiki's pages changed over the one before, so that the difference of two versions costs
 * what changed. Holds paths only, no older pages.
 */
export interface PagesVersion {
  readonly changed: readonly string[];
  readonly previous: PagesVersion | null;
  /** Versions before this one that are still known. */
  readonly depth: number;
}

/** More steps than this are not worth following: comparing all pages is as quick. */
const MAX_DEPTH = 200;

export function firstVersion(): PagesVersion {
  return { changed: [], previous: null, depth: 0 };
}

/** The version after these pages changed; the same one when none did. */
export function nextVersion(version: PagesVersion, paths: Iterable<string>): PagesVersion {
  const changed = [...paths];
  if (changed.length === 0) return version;
  if (version.depth < MAX_DEPTH) return { changed, previous: version, depth: version.depth + 1 };
  return { changed, previous: { ...firstVersion() }, depth: 1 };
}

/** The paths that changed since `earlier`, or back again; `null` when that version is not among those before. */
export function changedBetween(earlier: PagesVersion, now: PagesVersion): ReadonlySet<string> | null {
  const changed = new Set<string>();
  for (let version: PagesVersion | null = now; version !== null; version = version.previous) {
    if (version === earlier) return changed;
    for (const path of version.changed) changed.add(path);
  }
  return null;
}
