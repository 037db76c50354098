import { checkpoint, compareText, isoTime, isWikiError, type Run } from '../../base';
import {
  byteLength,
  classification,
  classify,
  conversationHash,
  conversationText,
  isNoConversation,
  readConversations,
} from '../../harvest';
import { type Hash } from '../../vault';
import { readKeptHarvest } from './kept-harvest';
import { type Memory } from './memory';
import { type ConversationInput, type FoundConversation } from './types';

/** Reads the inputs and says of each conversation what a harvest would do. The same content is harvested once. */
export async function* findConversations(
  memory: Memory,
  inputs: readonly ConversationInput[],
  problems: { readonly path: string; readonly message: string }[],
  run: Run,
): AsyncGenerator<FoundConversation> {
  const ledger = await memory.ledger();
  const waiting = new Set(await waitingHashes(memory));
  const seen = new Set<Hash>();
  for (const [at, input] of inputs.entries()) {
    run.progress({ stage: 'Reading conversations', done: at, total: inputs.length, detail: input.path });
    await checkpoint(run);
    try {
      for await (const result of readConversations(input, run)) {
        if (result.kind === 'problem') {
          problems.push(result.problem);
          continue;
        }
        const { conversation } = result;
        const hash = conversationHash(conversation);
        const bytes = byteLength(conversationText(conversation));
        const { changedAt, isKept, path } = input;
        const found = classify({ conversation, hash, changedAt, now: memory.host.clock.now(), isKept, ledger });
        const again = found.class === 'harvest' ? againReason(hash, seen, waiting) : null;
        seen.add(hash);
        const { name, format } = conversation;
        const at = conversation.at ?? isoTime(changedAt);
        yield { conversation, name, format, at, hash, path, bytes, ...(again ? classification('keep', again) : found) };
      }
    } catch (error) {
      if (!isWikiError(error)) throw error;
      const { path } = input;
      if (isNoConversation(error)) problems.push({ path, message: error.message });
      else if (UNREADABLE.has(error.code)) problems.push({ path, message: `"${path}": ${error.message}` });
      else throw error;
    }
  }
}

/** What another program moved away, or nobody may read, does not end the reading of a folder. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'living-wiki:file_missing',
  'living-wiki:not_a_file',
  'living-wiki:read_only',
  'living-wiki:file_system',
]);

/** Bytes of conversations that are held in memory to be put in order. */
const MAX_ORDERED_BYTES = 64 * 1024 * 1024;

/**
 * The oldest first, since files grow at their ends and the digest tells what is last: exports list the newest first. Very large ones are
 * put in order piece by piece.
 */
export async function* inTimeOrder(all: AsyncIterable<FoundConversation>): AsyncGenerator<FoundConversation> {
  let held: FoundConversation[] = [];
  let bytes = 0;
  const sorted = (): readonly FoundConversation[] => [...held].sort((a, b) => compareText(a.at, b.at));
  for await (const found of all) {
    // What is not harvested needs no place in memory.
    if (found.class !== 'harvest' && found.why !== 'too-large') continue;
    held.push(found);
    bytes += found.bytes;
    if (bytes < MAX_ORDERED_BYTES) continue;
    yield* sorted();
    held = [];
    bytes = 0;
  }
  yield* sorted();
}

function againReason(hash: Hash, seen: ReadonlySet<Hash>, waiting: ReadonlySet<Hash>): 'waiting' | 'twice' | null {
  if (waiting.has(hash)) return 'waiting';
  return seen.has(hash) ? 'twice' : null;
}

async function waitingHashes(memory: Memory): Promise<readonly Hash[]> {
  const { proposals } = await memory.store.waiting();
  return proposals.flatMap(({ changeSet }) => readKeptHarvest(changeSet)?.hash ?? []);
}
