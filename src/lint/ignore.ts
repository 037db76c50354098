import { isMapping } from '../base';
import { type Manifest } from '../workspace';
import { type Finding } from './types';

/** One entry of `metadata.living-wiki.ignore`. */
interface IgnoreItem {
  /** The id of a rule or of a lint of the manifest, or `*`. */
  readonly rule: string;
  /** A file, a folder with a trailing `/`, or `*`. */
  readonly path: string;
}

/**
 * What the wiki's root manifest hides. Views cannot hide findings: one could hide what its parent wants reported.
 *
 * @returns `null` for invalid entries, which the rule `manifest-lint` reports
 */
export function readIgnoreList(manifest: Pick<Manifest, 'metadata'>): readonly (IgnoreItem | null)[] {
  const own = manifest.metadata['living-wiki'];
  const list = isMapping(own) ? own.ignore : undefined;
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [null];
  return list.map((entry: unknown) => {
    if (!isMapping(entry) || typeof entry.rule !== 'string' || typeof entry.path !== 'string') return null;
    return { rule: entry.rule, path: entry.path };
  });
}

export function createIgnoreFilter(manifest: Pick<Manifest, 'metadata'>): (finding: Finding) => boolean {
  const items = readIgnoreList(manifest).filter((item) => item !== null);
  return (finding) =>
    items.some(
      ({ rule, path }) =>
        (rule === '*' || rule === finding.rule || rule === finding.check) &&
        (path === '*' || path === finding.path || (path.endsWith('/') && finding.path.startsWith(path))),
    );
}
