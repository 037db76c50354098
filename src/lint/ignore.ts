import { type Manifest } from '../workspace';
import { type Finding } from './types';

/** One entry of `metadata.living-wiki.ignore`. */
export interface IgnoreItem {
  /** A rule's id, the id of a lint of the manifest, or `*`. */
  readonly rule: string;
  /** A file, a folder with a trailing `/`, or `*`. */
  readonly path: string;
  /** For people. */
  readonly reason: string;
}

const VENDOR = 'living-wiki';

/**
 * What the wiki's own manifest asks to keep quiet about. A view is not asked: it could hide what its parent wants seen.
 * Entries that make no sense are left out here; the rule `manifest-lint` tells of them.
 */
export function readIgnoreList(manifest: Pick<Manifest, 'metadata'>): readonly (IgnoreItem | null)[] {
  const own = manifest.metadata[VENDOR];
  const list = isMapping(own) ? own.ignore : undefined;
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [null];
  return list.map((entry: unknown) => {
    if (!isMapping(entry) || typeof entry.rule !== 'string' || typeof entry.path !== 'string') return null;
    return { rule: entry.rule, path: entry.path, reason: typeof entry.reason === 'string' ? entry.reason : '' };
  });
}

export function createIgnoreFilter(manifest: Pick<Manifest, 'metadata'>): (finding: Finding) => boolean {
  const entries = readIgnoreList(manifest).filter((entry) => entry !== null);
  if (entries.length === 0) return () => false;
  return (finding) =>
    entries.some(
      ({ rule, path }) =>
        (rule === '*' || rule === finding.rule || rule === finding.check) &&
        (path === '*' || path === finding.path || (path.endsWith('/') && finding.path.startsWith(path))),
    );
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
