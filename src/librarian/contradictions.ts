import { compareText } from '../base';
import { compareDates, type Page, type Snapshot } from '../wiki';
import { type Lens } from '../workspace';
import { findPage } from './find-page';
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
    found.set(
      `${first.path}\n${second.path}`,
      applyPolicy(sides, lens.effective.curation.conflictResolution ?? 'defer'),
    );
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

function sideOf({ slug, title, sources, updatedAt }: Page, snapshot: Snapshot): ContradictionSide {
  const known = sources.flatMap((ref) => snapshot.source(ref) ?? []);
  const date =
    known
      .flatMap((source) => source.date ?? [])
      .sort(compareText)
      .at(-1) ?? updatedAt;
  const best = [...known].sort((a, b) => AUTHORITY_RANK[b.authority] - AUTHORITY_RANK[a.authority])[0];
  return { slug, title, date: date?.slice(0, 10) ?? null, authority: best?.authority ?? null, sources: known.length };
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
