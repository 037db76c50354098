import { isMapping } from '../../base';
import { readFrontmatter } from '../../markdown';
import { baseName } from '../../vault';
import { type Page } from '../types';

export const DISPUTES_SLUG = 'disputes-and-changes';

/** Whether a page is the one that gathers disputes and changes: code writes it, and nothing that is read from it is news. */
export function isDisputesPage({ data, path }: Pick<Page, 'data' | 'path'>): boolean {
  const { metadata } = data;
  const vendor = isMapping(metadata) ? metadata['living-wiki'] : undefined;
  return baseName(path) === `${DISPUTES_SLUG}.md` && isMapping(vendor) && vendor.generated === 'disputes';
}

/** {@link isDisputesPage} of a file that need not be in a snapshot. */
export function isDisputesFile(path: string, text: string | null | undefined): boolean {
  return typeof text === 'string' && isDisputesPage({ path, data: readFrontmatter(text).data });
}
