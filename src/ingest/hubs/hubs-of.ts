import { hubRole, type Page, type Snapshot } from '../../wiki';

const MAX_HUBS = 4;

/** The hubs of a wiki, the most linked first. */
export function hubsOf(snapshot: Snapshot): readonly Page[] {
  return byWeight(
    [...snapshot.pages.values()].filter((page) => page.schema !== null && hubRole(page) !== null),
    snapshot,
  ).slice(0, MAX_HUBS);
}

/** The most linked first, those that have just changed before all others. */
export function byWeight(pages: readonly Page[], snapshot: Snapshot, touched?: ReadonlySet<string>): readonly Page[] {
  const weights = new Map(
    pages.map((page) => [page, snapshot.backlinks(page.path).length + page.sources.length] as const),
  );
  const weight = (page: Page): number => weights.get(page) ?? 0;
  const isFirst = ({ path }: Page): number => (touched?.has(path) === true ? 0 : 1);
  return [...pages].sort((a, b) => isFirst(a) - isFirst(b) || weight(b) - weight(a) || (a.path < b.path ? -1 : 1));
}
