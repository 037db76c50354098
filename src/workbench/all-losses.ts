import { type LossKind } from '../change';

/** What a change may take away when a person sees both texts and decides. */
export const ALL_LOSSES: readonly LossKind[] = ['headings', 'links', 'quotes', 'code', 'tables', 'footnotes', 'words'];
