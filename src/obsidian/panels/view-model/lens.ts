import { type LensGroup, type LensPage, type LensPages, type LensSummary } from '../../../workbench';

/** How many pages of a group are drawn until the reader asks for all. */
export const MAX_GROUP_PAGES = 50;

interface VisibleGroup extends LensGroup {
  /** Number of its pages, including those that are not drawn. */
  readonly count: number;
}

/**
 * The groups with the pages that match the filter, cut to a number that can be drawn at once.
 * @param expanded keys of the groups that are drawn completely
 */
export function visibleGroups(
  groups: readonly LensGroup[],
  filter: string,
  expanded: ReadonlySet<string>,
): readonly VisibleGroup[] {
  const matches = pageFilter(filter);
  return groups
    .map((group): VisibleGroup => {
      const pages = group.pages.filter(matches);
      const drawn = expanded.has(group.key) ? pages : pages.slice(0, MAX_GROUP_PAGES);
      return { ...group, pages: drawn, count: pages.length };
    })
    .filter(({ count }) => count > 0);
}

function pageFilter(filter: string): (page: LensPage) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ title, slug, kind, marks }) => {
    const text = `${title}\n${slug}\n${kind}\n${marks.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** How many pages are out of scope, all kinds together. */
export function outOfScopeTotal({ outOfScope }: Pick<LensPages, 'outOfScope'>): number {
  return outOfScope.reduce((sum, { count }) => sum + count, 0);
}

/** The default lens first, then the other lenses, then the refused ones; otherwise in their given order. */
export function lensOrder(lenses: readonly LensSummary[]): readonly LensSummary[] {
  const rank = ({ isRoot, refused }: LensSummary): number => {
    if (isRoot) return 0;
    return refused === null ? 1 : 2;
  };
  return [...lenses].sort((a, b) => rank(a) - rank(b));
}

/**
 * Whether a lens is the chosen one.
 * @param chosen the `ref` of a lens, as it was when it was chosen; `undefined` for the default lens
 */
export function isChosenLens({ isRoot, ref, path }: LensSummary, chosen: string | undefined): boolean {
  return chosen === undefined ? isRoot : chosen === ref || chosen === path;
}

/** The parts of the lens view. A narrow pane shows one at a time. */
export const LENS_TABS = ['pages', 'why'] as const;
export type LensTab = (typeof LENS_TABS)[number];

export function readLensTab(state: unknown): LensTab {
  const { tab } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return LENS_TABS.find((one) => one === tab) ?? 'pages';
}
