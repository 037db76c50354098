import { compareText } from '../base';
import { sourceDate } from '../wiki';
import type { Page, Snapshot } from '../wiki';
import type { Lens } from '../workspace';
import { pageNamed } from './page-named';
import type { Contradiction, Side } from './types';

const RANK = { primary: 3, secondary: 2, rumour: 1 } as const;

/**
 * Where these pages, or pages that name them, say that they contradict each other, and which side stands by the lens's
 * policy. Decided by dates, authority and counts alone. Source: AIP-10, `conflictResolution` and `contradicts`.
 */
export function contradictionsOf(snapshot: Snapshot, lens: Lens, pages: readonly Page[]): readonly Contradiction[] {
  const found = new Map<string, Contradiction>();
  const add = (a: Page, b: Page): void => {
    if (a.path === b.path) return;
    const [first, second] = compareText(a.path, b.path) < 0 ? [a, b] : [b, a];
    const sides = [sideOf(first, snapshot), sideOf(second, snapshot)] as const;
    found.set(`${first.path}\n${second.path}`, settled(sides, lens.effective.curation.conflictResolution ?? 'defer'));
  };
  for (const page of pages) {
    for (const name of page.contradicts) {
      const other = pageNamed(snapshot, name);
      if (other !== null) add(page, other);
    }
    for (const other of rivalsOf(snapshot).get(page.path) ?? []) add(other, page);
  }
  return [...found].sort(([a], [b]) => compareText(a, b)).map(([, contradiction]) => contradiction);
}

const rivals = new WeakMap<Snapshot, ReadonlyMap<string, readonly Page[]>>();

/** By path, the pages whose `contradicts` names the page; made once a snapshot. */
function rivalsOf(snapshot: Snapshot): ReadonlyMap<string, readonly Page[]> {
  const known = rivals.get(snapshot);
  if (known !== undefined) return known;
  const made = new Map<string, Page[]>();
  for (const page of snapshot.pages.values()) {
    for (const name of page.contradicts) {
      const path = pageNamed(snapshot, name)?.path;
      if (path !== undefined) made.set(path, [...(made.get(path) ?? []), page]);
    }
  }
  rivals.set(snapshot, made);
  return made;
}

function sideOf({ slug, title, sources, updatedAt }: Page, snapshot: Snapshot): Side {
  const known = sources.flatMap((ref) => snapshot.source(ref) ?? []);
  const date =
    known
      .flatMap((source) => sourceDate(source) ?? [])
      .sort(compareText)
      .at(-1) ?? updatedAt;
  const best = [...known].sort((a, b) => RANK[b.authority] - RANK[a.authority])[0];
  return { slug, title, date: date?.slice(0, 10) ?? null, authority: best?.authority ?? null, sources: known.length };
}

/** A side in a few words. */
export function describeSide({ slug, date, authority }: Side): string {
  return `[[${slug}]] (${[date ?? 'no date', ...(authority === null ? [] : [authority])].join(', ')})`;
}

const WHY: Readonly<Record<string, string>> = {
  recency: 'it rests on the newer source',
  authority: 'it rests on the source of more authority',
  'observation-count': 'more sources say so',
};

function settled(sides: readonly [Side, Side], policy: string): Contradiction {
  const [a, b] = sides;
  const order =
    policy === 'recency'
      ? compareText(a.date ?? '', b.date ?? '')
      : policy === 'authority'
        ? (a.authority === null ? 0 : RANK[a.authority]) - (b.authority === null ? 0 : RANK[b.authority])
        : policy === 'observation-count'
          ? a.sources - b.sources
          : 0;
  const winner = order === 0 ? null : order > 0 ? a : b;
  const reason =
    winner === null
      ? `Neither side is preferred (policy "${policy}"); both are given.`
      : `"${winner.title}" stands by the policy "${policy}": ${WHY[policy] ?? ''}.`;
  return { sides, policy, stands: winner?.slug ?? null, reason };
}
