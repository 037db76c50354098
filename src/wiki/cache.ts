import type { Run } from '../base';
import type { Vault, VaultEntry } from '../vault';
import type { ReadContext } from './read-file';
import type { PathState } from './state';
import type { Snapshot } from './types';

export async function loadSnapshotCache(
  _entries: readonly VaultEntry[],
  _context: ReadContext,
  run: Run,
): Promise<ReadonlyMap<string, PathState>> {
  await run.breathe();

  return new Map();
}

export async function saveSnapshotCache(_snapshot: Snapshot, _vault: Vault): Promise<void> {
  await Promise.resolve();
}
