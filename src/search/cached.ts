import type { Run } from '../base';
import type { Snapshot } from '../wiki';
import { WordIndex } from './page-index';
import type { PageIndex, ShardStore } from './types';

/** An index of every page of the snapshot. */
export function createPageIndex(snapshot: Snapshot, run: Run): Promise<PageIndex> {
  return WordIndex.build(snapshot, run);
}

/**
 * An index from what `save` stored, brought to the snapshot: a page counts as indexed only when what proved its text
 * then proves it now. A shard that is damaged, or of another version, costs that its pages are read again.
 */
export function loadPageIndex(store: ShardStore, snapshot: Snapshot, run: Run): Promise<PageIndex> {
  return WordIndex.load(store, snapshot, run);
}
