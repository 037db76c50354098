/**
 * Which pages each version of a wiki's pages changed over the one before, so that the difference of two versions costs
 * what changed. Holds paths only, no older pages.
 */
export interface PagesVersion {
  readonly changed: readonly string[];
  readonly before: PagesVersion | null;
  /** Versions before this one that are still known. */
  readonly depth: number;
}

/** More steps than this are not worth following: comparing all pages is as quick. */
const maxDepth = 200;

export function firstVersion(): PagesVersion {
  return { changed: [], before: null, depth: 0 };
}

/** The version after these pages changed; the same one when none did. */
export function nextVersion(version: PagesVersion, paths: Iterable<string>): PagesVersion {
  const changed = [...paths];
  if (changed.length === 0) return version;
  if (version.depth < maxDepth) return { changed, before: version, depth: version.depth + 1 };
  return { changed, before: { ...firstVersion() }, depth: 1 };
}

/** The paths that changed since `earlier`, or back again; `null` when that version is not among those before. */
export function changedBetween(earlier: PagesVersion, now: PagesVersion): ReadonlySet<string> | null {
  const changed = new Set<string>();
  for (let version: PagesVersion | null = now; version !== null; version = version.before) {
    if (version === earlier) return changed;
    for (const path of version.changed) changed.add(path);
  }
  return null;
}
