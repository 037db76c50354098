import { isoTime, type Run } from '../../base';
import { countItems, type LedgerEntry } from '../../harvest';
import { type Hash } from '../../vault';
import { type Memory } from './memory';
import { type ConversationInput, type HarvestResult } from './types';

import { findConversations } from './find-conversations';

/** An entry of a conversation from which nothing was kept. */
export function entryOf(memory: Memory, path: string, status: LedgerEntry['status'], error?: string): LedgerEntry {
  const at = isoTime(memory.host.clock.now());
  return { path, status, at, items: countItems([]), deleted: false, ...(error !== undefined && { error }) };
}

/** Moves files to the trash, each only when the ledger proves a harvest of everything in it. */
export async function reclaimConversations(
  memory: Memory,
  inputs: readonly ConversationInput[],
  run: Run,
): Promise<HarvestResult['reclaimed']> {
  const { trash } = memory.host;
  if (trash === undefined) return [];
  const reclaimed: { readonly path: string; readonly to: string }[] = [];
  for (const input of inputs) {
    const problems: { readonly path: string; readonly message: string }[] = [];
    const hashes: Hash[] = [];
    let isProven = !input.isKept;
    for await (const { hash, class: found } of findConversations(memory, [input], problems, run)) {
      hashes.push(hash);
      if (found !== 'prune') isProven = false;
    }
    if (!isProven || hashes.length === 0 || problems.length > 0) continue;
    const ledger = await memory.ledger();
    const entries = hashes.flatMap((hash) => {
      const entry = ledger.get(hash);
      return entry?.status === 'harvested' ? [[hash, { ...entry, deleted: true }] as const] : [];
    });
    // The record comes first: a crash in between leaves a file too many, never one too few.
    await memory.record(new Map(entries), `Move "${input.path}" to the trash`, run);
    reclaimed.push({ path: input.path, to: await trash(input.path) });
  }
  return reclaimed;
}

/** Moves files to the trash without a harvest, and records that. */
export async function discardConversations(
  memory: Memory,
  inputs: readonly ConversationInput[],
  run: Run,
): Promise<HarvestResult['reclaimed']> {
  const { trash } = memory.host;
  if (trash === undefined) return [];
  const reclaimed: { readonly path: string; readonly to: string }[] = [];
  for (const input of inputs) {
    const entries = new Map<Hash, LedgerEntry>();
    let isWanted = !input.isKept;
    for await (const { hash, class: found, path } of findConversations(memory, [input], [], run)) {
      if (found === 'live' || found === 'user-kept') isWanted = false;
      else if (found !== 'prune') entries.set(hash, { ...entryOf(memory, path, 'deleted-unharvested'), deleted: true });
    }
    if (!isWanted || entries.size === 0) continue;
    await memory.record(entries, `Discard "${input.path}" without a harvest`, run);
    reclaimed.push({ path: input.path, to: await trash(input.path) });
  }
  return reclaimed;
}
