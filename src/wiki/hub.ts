import { isMapping } from '../base';
import { type Page } from './types';

/** What a page gathers from others: all of the wiki, its events, what sources disagree on, its people, or things with the same attributes. */
export type HubRole = 'overview' | 'timeline' | 'disagreements' | 'people' | 'table';

export const HUB_ROLES: readonly HubRole[] = ['overview', 'timeline', 'disagreements', 'people', 'table'];

/** What a hub is called that nobody gave another name. A table has none: it is called after what it lists. */
const SLUGS: readonly string[] = ['overview', 'timeline', 'disagreements', 'people'] satisfies readonly HubRole[];

/**
 * What a page gathers from the whole wiki: as its `metadata.living-wiki.hub` says, else by its slug; `null` for a page about one
 * subject, also where that is a timeline or a table: the releases of a program are no timeline of all that a wiki tells.
 */
export function hubRole({ data, slug }: Pick<Page, 'data' | 'slug'>): HubRole | null {
  const metadata = data.metadata;
  const vendor = isMapping(metadata) ? metadata['living-wiki'] : undefined;
  const role = isMapping(vendor) ? vendor.hub : undefined;
  const given = HUB_ROLES.find((each) => each === role);
  if (given !== undefined) return given;
  return SLUGS.includes(slug) ? (slug as HubRole) : null;
}

/** Whether a page is of rows that several sources add to: a hub, or the timeline or table of one subject. */
export function isOfRows(page: Pick<Page, 'data' | 'slug' | 'kind'>): boolean {
  return hubRole(page) !== null || page.kind === 'timeline' || page.kind === 'comparison';
}
