import { isoTime, isWikiError, type Run } from '../../base';
import { countItems, type LedgerEntry } from '../../harvest';
import { type Hash } from '../../vault';
import { findConversations } from './find-conversations';
import { type Memory } from './memory';
import { type ConversationInput, type FoundConversation, type HarvestResult } from './types';

/** An entry of a conversation from which nothing was kept. */
export function entryOf(memory: Memory, path: string, status: LedgerEntry['status'], error?: string): LedgerEntry {
  const at = isoTime(memory.host.clock.now());
  return { path, status, at, items: countItems([]), deleted: false, ...(error !== undefined && { error }) };
}

type Problem = Parameters<typeof findConversations>[2][number];

/** Moves files to the trash, each only when the ledger proves a harvest of everything in it. */
export function reclaimConversations(
  memory: Memory,
  inputs: readonly ConversationInput[],
  run: Run,
): Promise<HarvestResult['reclaimed']> {
  return moveToTrash(
    memory,
    inputs,
    ({ path }) => `Move "${path}" to the trash`,
    run,
    async (found, problems) => {
      const hashes: Hash[] = [];
      let isProven = true;
      for await (const { hash, class: kind } of found) {
        hashes.push(hash);
        if (kind !== 'prune') isProven = false;
      }
      if (!isProven || hashes.length === 0 || problems.length > 0) return null;
      const ledger = await memory.ledger();
      return new Map(
        hashes.flatMap((hash) => {
          const entry = ledger.get(hash);
          return entry?.status === 'harvested' ? [[hash, { ...entry, deleted: true }] as const] : [];
        }),
      );
    },
  );
}

/** Moves files to the trash without a harvest, and records that. */
export function discardConversations(
  memory: Memory,
  inputs: readonly ConversationInput[],
  run: Run,
): Promise<HarvestResult['reclaimed']> {
  return moveToTrash(
    memory,
    inputs,
    ({ path }) => `Discard "${path}" without a harvest`,
    run,
    async (found) => {
      const entries = new Map<Hash, LedgerEntry>();
      let isWanted = true;
      for await (const { hash, class: kind, path } of found) {
        if (kind === 'live' || kind === 'user-kept') isWanted = false;
        else if (kind !== 'prune')
          entries.set(hash, { ...entryOf(memory, path, 'deleted-unharvested'), deleted: true });
      }
      return isWanted && entries.size > 0 ? entries : null;
    },
  );
}

/** @param entriesOf what the ledger is to say of a file's conversations; `null` if the file stays */
async function moveToTrash(
  memory: Memory,
  inputs: readonly ConversationInput[],
  titleOf: (input: ConversationInput) => string,
  run: Run,
  entriesOf: (
    found: AsyncIterable<FoundConversation>,
    problems: readonly Problem[],
  ) => Promise<ReadonlyMap<Hash, LedgerEntry> | null>,
): Promise<HarvestResult['reclaimed']> {
  const { trash } = memory.host;
  if (trash === undefined) return [];
  const reclaimed: { readonly path: string; readonly to: string }[] = [];
  for (const input of inputs.filter(({ isKept }) => !isKept)) {
    const problems: Problem[] = [];
    const entries = await entriesOf(findConversations(memory, [input], problems, run), problems);
    if (entries === null) continue;
    // The record comes first: a crash in between leaves a file too many, never one too few.
    await memory.record(entries, titleOf(input), run);
    try {
      reclaimed.push({ path: input.path, to: await trash(input.path) });
    } catch (error) {
      // Another harvest moved it a moment before.
      if (!isWikiError(error) || error.code !== 'living-wiki:file_missing') throw error;
    }
  }
  return reclaimed;
}
