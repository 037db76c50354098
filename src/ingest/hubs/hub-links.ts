import { disputesPath, isDisputesPage, type Snapshot } from '../../wiki';
import { renderPageLink } from '../extractive/context';
import { hubsOf } from './hubs-of';

/** Links to the other pages that connect a wiki, and to what its sources disagree on: what a hub ends with. */
export function hubLinks(snapshot: Snapshot, own: string): readonly string[] {
  const disputes = snapshot.pages.get(disputesPath(snapshot));
  const pages = [...hubsOf(snapshot), ...(disputes !== undefined && isDisputesPage(disputes) ? [disputes] : [])];
  return pages
    .filter(({ slug }) => slug !== own)
    .map(({ slug, title }) => renderPageLink(slug, title, { autoLink: true }));
}
