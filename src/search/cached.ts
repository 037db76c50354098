import { throwIfCancelled } from '../base';
import type { Run } from '../base';
import type { Snapshot } from '../wiki';
import { INDEX_VERSION, MiniPageIndex } from './page-index';
import { isSealed } from './seal';
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
  const stored = parse(serialised);
  if (stored) {
    try {
      return await MiniPageIndex.restore(stored.index, stored.proofs, snapshot, run);
    } catch (error) {
      throwIfCancelled(run);
      // MiniSearch throws whatever its internals meet in a damaged file; only a rebuild is certain.
      if (!(error instanceof Error)) throw error;
    }
  }
  return createPageIndex(snapshot, run);
}

function parse(serialised: string): { index: object; proofs: ReadonlyMap<string, string> } | null {
  if (!isSealed(serialised)) return null;
  let data: unknown;
  try {
    data = JSON.parse(serialised);
  } catch {
    return null;
  }
  if (typeof data !== 'object' || data === null) return null;
  if (!('version' in data) || data.version !== INDEX_VERSION || !('proofs' in data) || !('index' in data)) return null;
  const { proofs, index } = data;
  if (typeof index !== 'object' || index === null || !Array.isArray(proofs)) return null;
  const map = new Map<string, string>();
  for (const pair of proofs as readonly unknown[]) {
    if (!Array.isArray(pair)) return null;
    const [path, proof] = pair as readonly unknown[];
    if (typeof path !== 'string' || typeof proof !== 'string') return null;
    map.set(path, proof);
  }
  return { index, proofs: map };
}
