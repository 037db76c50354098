import { type Page, type Snapshot } from '../wiki';
import { isSubtype, type Manifest, typeOf } from '../workspace';
import { type SearchOptions } from './types';

/** A page of today counts twice as much as one without a date; that bonus halves with every so many milliseconds. */
const HALF_LIFE = 180 * 24 * 60 * 60 * 1000;

const AUTHORITY = { primary: 1.5, secondary: 1, rumour: 0.6 } as const;

/**
 * How much a lens makes a page count: 0 outside its scope, more for recent or well-sourced pages when it prefers those;
 * `null` where all pages count alike. Each page is looked at once.
 * Source: AIP-10, `queryHints`.
 */
export function lensBoost(snapshot: Snapshot, options: SearchOptions): ((path: string) => number) | null {
  const { lens, now } = options;
  if (!lens) return null;
  const manifest = lens.effective;
  const { scopeTo = [], preferRecent = false, preferAuthoritative = false } = manifest.queryHints;
  if (scopeTo.length === 0 && !preferRecent && !preferAuthoritative) return null;
  const boosts = new Map<string, number>();
  const boostOf = (path: string): number => {
    const page = snapshot.pages.get(path);
    if (!page || !isInScope(page, manifest)) return 0;
    const recent = preferRecent && now !== undefined ? recency(page, snapshot, now) : 1;
    return recent * (preferAuthoritative ? authority(page, snapshot) : 1);
  };
  return (path) => {
    const known = boosts.get(path);
    if (known !== undefined) return known;
    const boost = boostOf(path);
    boosts.set(path, boost);
    return boost;
  };
}

/** Whether a lens shows a page: its type, or one above it, is among `queryHints.scopeTo`, or there is no such list. */
export function isInScope(page: Page, manifest: Pick<Manifest, 'queryHints' | 'entityTypes'>): boolean {
  const { scopeTo = [] } = manifest.queryHints;
  if (scopeTo.length === 0) return true;
  const type = typeOf(page.kind, manifest);
  return scopeTo.some((name) => isSubtype(type, name, manifest));
}

/** By the newest source, because a page that was written today may say what was known a century ago; else by its last change. */
function recency(page: Page, snapshot: Snapshot, now: number): number {
  const dates = snapshot.sourcesOf(page).flatMap(({ date }) => date ?? []);
  const newest = (dates.length > 0 ? dates : [page.updatedAt ?? '']).map((date) => Date.parse(date));
  const time = Math.max(...newest.filter((each) => !Number.isNaN(each)));
  return Number.isFinite(time) ? 1 + 0.5 ** (Math.max(0, now - time) / HALF_LIFE) : 1;
}

/** That of the best source that the page names. */
function authority(page: Page, snapshot: Snapshot): number {
  const known = snapshot.sourcesOf(page);
  if (known.length === 0) return 1;
  return Math.max(...known.map((source) => AUTHORITY[source.authority]));
}
