import { throwIfCancelled } from '../base';
import type { Run } from '../base';
import type { Snapshot } from '../wiki';
import { MiniPageIndex } from './page-index';
import type { PageIndex } from './types';

/** An index of every page of the snapshot. */
export function createPageIndex(snapshot: Snapshot, run: Run): Promise<PageIndex> {
  return MiniPageIndex.build(snapshot, run);
}

/**
 * An index from the text that `serialise` gave, brought to the snapshot: a page counts as indexed only when what proved its
 * text then proves it now. A damaged text, or one of another version, costs a rebuild and nothing else.
 */
export async function loadPageIndex(serialised: string, snapshot: Snapshot, run: Run): Promise<PageIndex> {
  try {
    const index = await MiniPageIndex.restore(serialised, snapshot, run);
    if (index) return index;
  } catch (error) {
    throwIfCancelled(run);
    // MiniSearch throws whatever its internals meet in a damaged file; only a rebuild is certain.
    if (!(error instanceof Error)) throw error;
  }
  return createPageIndex(snapshot, run);
}
