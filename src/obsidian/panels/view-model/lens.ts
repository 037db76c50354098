import { type LensGroup, type LensPage, type LensPages, type LensSummary } from '../../../workbench';

/** So many pages of a group are drawn before the reader asks for the rest. */
export const MAX_GROUP_PAGES = 50;

export interface VisibleGroup extends LensGroup {
  /** How many pages it has, the ones that are not drawn included. */
  readonly count: number;
}

/**
 * The groups with the pages that match, and no more than a screen can use of each.
 * @param whole keys of the groups of which everything is to be drawn
 */
export function visibleGroups(
  groups: readonly LensGroup[],
  filter: string,
  whole: ReadonlySet<string>,
): readonly VisibleGroup[] {
  const matches = pageFilter(filter);
  return groups
    .map((group): VisibleGroup => {
      const pages = group.pages.filter(matches);
      const drawn = whole.has(group.key) ? pages : pages.slice(0, MAX_GROUP_PAGES);
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

/** How many pages the lens leaves out, kinds together. */
export function outOfScopeTotal({ outOfScope }: Pick<LensPages, 'outOfScope'>): number {
  return outOfScope.reduce((sum, { count }) => sum + count, 0);
}

/** The wiki's own lens, then the views that may be looked through, then the refused; each in its given order. */
export function lensOrder(lenses: readonly LensSummary[]): readonly LensSummary[] {
  const rank = ({ isRoot, refused }: LensSummary): number => (isRoot ? 0 : refused === null ? 1 : 2);
  return [...lenses].sort((a, b) => rank(a) - rank(b));
}

/** The parts of the lens view that a narrow pane shows one at a time. */
export const LENS_TABS = ['pages', 'why'] as const;
export type LensTab = (typeof LENS_TABS)[number];

export function readLensTab(state: unknown): LensTab {
  const { tab } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return LENS_TABS.find((one) => one === tab) ?? 'pages';
}
