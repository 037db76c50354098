import { HUB_ROLES, hubRole, type HubRole, type Page, type Snapshot } from '../../wiki';

const MAX_HUBS = 5;

/** The hubs of a wiki: of each role the most linked one, the overview first, then the others. */
export function hubsOf(snapshot: Snapshot): readonly Page[] {
  const all = byWeight(
    [...snapshot.pages.values()].filter((page) => page.schema !== null && hubRole(page) !== null),
    snapshot,
  );
  const first = HUB_ROLES.flatMap((role) => all.find((page) => hubRole(page) === role) ?? []);
  return [...first, ...all.filter((page) => !first.includes(page))].slice(0, MAX_HUBS);
}

/** What the wiki has a hub for, also one that a prompt has no room for. */
export function rolesOf(snapshot: Snapshot): ReadonlySet<HubRole> {
  const roles = [...snapshot.pages.values()].map((page) => (page.schema === null ? null : hubRole(page)));
  return new Set(roles.filter((role) => role !== null));
}

/** The most linked first, those that have just changed before all others. */
export function byWeight(pages: readonly Page[], snapshot: Snapshot, touched?: ReadonlySet<string>): readonly Page[] {
  const weights = new Map(pages.map((page) => [page, inboundLinks(page, snapshot) + page.sources.length] as const));
  const weight = (page: Page): number => weights.get(page) ?? 0;
  const isFirst = ({ path }: Page): number => (touched?.has(path) === true ? 0 : 1);
  return [...pages].sort((a, b) => isFirst(a) - isFirst(b) || weight(b) - weight(a) || (a.path < b.path ? -1 : 1));
}

/** A summary names a page as often as its source and later ones do: it counts once. */
function inboundLinks({ path }: Page, snapshot: Snapshot): number {
  const links = snapshot.backlinks(path);
  const summaries = new Set(links.flatMap(({ from }) => (from.kind === 'summary' ? [from.path] : [])));
  return links.filter(({ from }) => from.kind !== 'summary').length + summaries.size;
}
