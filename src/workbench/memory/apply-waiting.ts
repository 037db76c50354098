import { type Run } from '../../base';
import { countItems } from '../../harvest';
import { readKeptHarvest } from './kept-harvest';
import { type Memory } from './memory';
import { type FoundConversation, type HarvestedConversation } from './types';

/**
 * Applies the harvests of these conversations that wait for a review and that this device made: an earlier run proposed them, or was
 * killed before it applied them.
 */
export async function applyWaiting(
  memory: Memory,
  found: readonly Pick<FoundConversation, 'hash' | 'why'>[],
  run: Run,
): Promise<readonly HarvestedConversation[]> {
  const wanted = new Set(found.flatMap(({ hash, why }) => (why === 'waiting' ? [hash] : [])));
  if (wanted.size === 0) return [];
  const applied: HarvestedConversation[] = [];
  for (const proposal of (await memory.store.waiting()).proposals) {
    const kept = readKeptHarvest(proposal.changeSet);
    if (kept === null || !wanted.has(kept.hash) || !memory.store.isOwn(proposal)) continue;
    await memory.apply(proposal, null, run);
    const { hash, path, conversation: name, items } = kept;
    const { id, changeSet } = proposal;
    const outcome = changeSet.files.length === 0 ? ('nothing' as const) : ('applied' as const);
    const notes = changeSet.notes;
    applied.push({ hash, path, name, outcome, proposal: id, items: countItems(items), notes, error: null });
  }
  return applied;
}
