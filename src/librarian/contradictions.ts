import { compareText } from '../base';
import { compareDates, findPage, isSuperseded, type Page, type Snapshot, type Source } from '../wiki';
import { type Lens } from '../workspace';
import { type Contradiction, type ContradictionSide } from './types';

const AUTHORITY_RANK = { primary: 3, secondary: 2, rumour: 1 } as const;

/**
 * The contradictions that these pages declare, or that others declare with them, and the side that the lens's policy
 * prefers, by dates, authority and counts alone. Source: AIP-10, `conflictResolution` and `contradicts`.
 */
export function contradictionsOf(snapshot: Snapshot, lens: Lens, pages: readonly Page[]): readonly Contradiction[] {
  const found = new Map<string, Contradiction>();
  const add = (a: Page, b: Page): void => {
    if (a.path === b.path) return;
    const [first, second] = compareText(a.path, b.path) < 0 ? [a, b] : [b, a];
    const sides = [sideOf(first, snapshot), sideOf(second, snapshot)] as const;
    const policy = lens.effective.curation.conflictResolution ?? 'defer';
    const key = `${first.path}\n${second.path}`;
    found.set(key, preferCurrent(sides, [first, second], snapshot, policy) ?? applyPolicy(sides, policy));
  };
  for (const page of pages) {
    for (const name of page.contradicts) {
      const other = findPage(snapshot, name);
      if (other !== null) add(page, other);
    }
    for (const other of pagesContradicting(snapshot).get(page.path) ?? []) add(other, page);
  }
  return [...found].sort(([a], [b]) => compareText(a, b)).map(([, contradiction]) => contradiction);
}

const contradictingPages = new WeakMap<Snapshot, ReadonlyMap<string, readonly Page[]>>();

/** By path, the pages whose `contradicts` names the page; made once a snapshot. */
function pagesContradicting(snapshot: Snapshot): ReadonlyMap<string, readonly Page[]> {
  const known = contradictingPages.get(snapshot);
  if (known !== undefined) return known;
  const made = new Map<string, Page[]>();
  for (const page of snapshot.pages.values()) {
    for (const name of page.contradicts) {
      const path = findPage(snapshot, name)?.path;
      if (path !== undefined) made.set(path, [...(made.get(path) ?? []), page]);
    }
  }
  contradictingPages.set(snapshot, made);
  return made;
}

/** The sources of a page, each once, and those of them that no other source supersedes. */
function sourcesOf(
  page: Page,
  snapshot: Snapshot,
): { readonly named: readonly Source[]; readonly live: readonly Source[] } {
  const named = [...new Set(page.sources.flatMap((ref) => snapshot.source(ref) ?? []))];
  return { named, live: named.filter((source) => !isSuperseded(source, (id) => snapshot.source(id))) };
}

function sideOf(page: Page, snapshot: Snapshot): ContradictionSide {
  const { slug, title, updatedAt } = page;
  const { named, live } = sourcesOf(page, snapshot);
  const known = live.length > 0 ? live : named;
  const date =
    known
      .flatMap((source) => source.date ?? [])
      .sort(compareText)
      .at(-1) ?? updatedAt;
  const best = [...known].sort((a, b) => AUTHORITY_RANK[b.authority] - AUTHORITY_RANK[a.authority])[0];
  return { slug, title, date: date?.slice(0, 10) ?? null, authority: best?.authority ?? null, sources: live.length };
}

/** A side in a few words. */
export function describeSide({ slug, date, authority }: ContradictionSide): string {
  return `[[${slug}]] (${[date ?? 'no date', ...(authority === null ? [] : [authority])].join(', ')})`;
}

const POLICY_REASONS: Readonly<Record<string, string>> = {
  recency: 'its source is newer',
  authority: 'its source has more authority',
  'observation-count': 'more sources say so',
};

/** Under every policy, a page whose sources are all superseded loses against one that has others; `null` when that decides nothing. */
function preferCurrent(
  sides: Contradiction['sides'],
  pages: readonly [Page, Page],
  snapshot: Snapshot,
  policy: string,
): Contradiction | null {
  const [first, second] = pages.map((page) => {
    const { named, live } = sourcesOf(page, snapshot);
    return named.length > 0 && live.length === 0;
  });
  if (first === second) return null;
  const winner = first === true ? sides[1] : sides[0];
  const reason = `"${winner.title}" wins, because the source of the other page is superseded.`;
  return { sides, policy, stands: winner.slug, reason };
}

function applyPolicy(sides: readonly [ContradictionSide, ContradictionSide], policy: string): Contradiction {
  const [a, b] = sides;
  const order = compareSides(a, b, policy);
  if (order === 0) {
    const reason = `The policy "${policy}" prefers neither side, so both are given.`;
    return { sides, policy, stands: null, reason };
  }
  const winner = order > 0 ? a : b;
  const reason = `"${winner.title}" wins by the policy "${policy}": ${POLICY_REASONS[policy] ?? ''}.`;
  return { sides, policy, stands: winner.slug, reason };
}

function compareSides(a: ContradictionSide, b: ContradictionSide, policy: string): number {
  const rankOf = ({ authority }: ContradictionSide): number => (authority === null ? 0 : AUTHORITY_RANK[authority]);
  // A side without a date is neither older nor newer.
  if (policy === 'recency') return a.date === null || b.date === null ? 0 : compareDates(a.date, b.date);
  if (policy === 'authority') return rankOf(a) - rankOf(b);
  if (policy === 'observation-count') return a.sources - b.sources;
  return 0;
}
