import { isMapping } from '../base';
import { type Page } from './types';

/** What a page gathers from others: all of the wiki, its events, its people, or things with the same attributes. */
export type HubRole = 'overview' | 'timeline' | 'people' | 'table';

const ROLES: readonly string[] = ['overview', 'timeline', 'people', 'table'] satisfies readonly HubRole[];

/** What a page gathers: as its `metadata.living-wiki.hub` says, else by its kind; `null` for a page about one subject. */
export function hubRole({ data, kind }: Pick<Page, 'data' | 'kind'>): HubRole | null {
  const metadata = data.metadata;
  const vendor = isMapping(metadata) ? metadata['living-wiki'] : undefined;
  const role = isMapping(vendor) ? vendor.hub : undefined;
  if (typeof role === 'string' && ROLES.includes(role)) return role as HubRole;
  if (kind === 'timeline') return 'timeline';
  return kind === 'comparison' ? 'table' : null;
}
