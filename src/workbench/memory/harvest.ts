import { checkpoint, compareText, isoTime, isWikiError, type WikiError, type Run } from '../../base';
import { type ChangeSet } from '../../change';
import {
  byteLength,
  CLASSES,
  classified,
  classify,
  conversationHash,
  conversationText,
  countItems,
  estimateHarvest,
  harvestMarked,
  harvestWithModel,
  isNoConversation,
  readConversations,
  type Conversation,
  type Harvest,
  type HarvestItem,
  type LedgerEntry,
  type NotedFile,
} from '../../harvest';
import { type Proposal } from '../../proposal';
import { type Hash } from '../../vault';
import { ModelJob, stopsIngest } from '../model/job';
import { harvestChangeSet } from './change-set';
import { readKeptHarvest } from './kept-harvest';
import { type Memory } from './memory';
import {
  type ConversationInput,
  type FoundConversation,
  type HarvestedConversation,
  type HarvestReport,
  type HarvestResult,
} from './types';

const NO_CHECKS = { guard: [], introduced: [], fixed: [] };

/** What a harvest would do. Reads one conversation at a time, and writes nothing. */
export async function planHarvest(
  memory: Memory,
  inputs: readonly ConversationInput[],
  run: Run,
): Promise<HarvestReport> {
  const prompt = await memory.prompt();
  const job = modelJob(memory);
  const found: Omit<FoundConversation, 'conversation'>[] = [];
  const problems: { readonly path: string; readonly message: string }[] = [];
  const tokens = { input: 0, output: 0 };
  let inParts = 0;
  for await (const one of findConversations(memory, inputs, problems, run)) {
    const { conversation, ...rest } = one;
    found.push(rest);
    if (one.class !== 'harvest') continue;
    const estimate = estimateHarvest(conversation, prompt);
    tokens.input += estimate.input;
    tokens.output += estimate.output;
    if (estimate.calls > 1) inParts++;
  }
  const count = (name: FoundConversation['class']): number => found.filter((one) => one.class === name).length;
  return {
    found,
    totals: Object.fromEntries(CLASSES.map((name) => [name, count(name)])) as HarvestReport['totals'],
    problems,
    bytes: found.reduce((sum, one) => sum + (one.class === 'harvest' ? one.bytes : 0), 0),
    estimate: job && { model: job.model.name, tokens, inParts, money: job.estimate(tokens).money },
  };
}

/** Reads the inputs and says of each conversation what a harvest would do. The same content is harvested once. */
async function* findConversations(
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
        yield { conversation, name, format, at, hash, path, bytes, ...(again ? classified('keep', again) : found) };
      }
    } catch (error) {
      if (!isNoConversation(error)) throw error;
      problems.push({ path: input.path, message: (error as WikiError).message });
    }
  }
}

/** Bytes of conversations that are held in memory to be put in order. */
const MAX_ORDERED_BYTES = 64 * 1024 * 1024;

/**
 * The oldest first, since files grow at their ends and the digest tells what is last: exports list the newest first. Very large ones are
 * put in order piece by piece.
 */
async function* inTimeOrder(all: AsyncIterable<FoundConversation>): AsyncGenerator<FoundConversation> {
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

function modelJob(memory: Memory): ModelJob | null {
  const { model, vault } = memory.host;
  return model ? new ModelJob(model, vault, memory.host) : null;
}

export interface HarvestOptions {
  /** Applies each proposal at once; otherwise they wait for a review. */
  readonly apply: boolean;
  /** Moves the files to the trash of which every conversation is proven to be harvested. */
  readonly reclaim?: boolean;
}

/**
 * Harvests the conversations that wait for it, one proposal each.
 * @throws WikiError `living-wiki:ledger_unreadable`, `living-wiki:cancelled`; what fails with one conversation is in the result
 */
export async function harvestConversations(
  memory: Memory,
  inputs: readonly ConversationInput[],
  options: HarvestOptions,
  run: Run,
): Promise<HarvestResult> {
  const report = await planHarvest(memory, inputs, run);
  const job = modelJob(memory);
  const conversations: HarvestedConversation[] = [];
  let stopped: WikiError | null = null;
  const recorded = new Map([...(await memory.ledger())].filter(([, { status }]) => status === 'too-large'));
  for await (const found of inTimeOrder(findConversations(memory, inputs, [], run))) {
    if (stopped !== null) break;
    const isTooLarge = found.why === 'too-large';
    if (isTooLarge && recorded.has(found.hash)) continue;
    run.progress({
      stage: 'Harvesting',
      done: conversations.length,
      total: report.totals.harvest,
      detail: found.conversation.name,
    });
    const done = isTooLarge
      ? await recordTooLarge(memory, found, run)
      : await harvestOne(memory, found, job, options, run);
    conversations.push(done);
    if (done.error !== null && stopsIngest(done.error)) stopped = done.error;
  }
  const reclaimed = options.reclaim === true && options.apply ? await reclaimConversations(memory, inputs, run) : [];
  return { conversations, report, reclaimed, cost: job?.totalCost() ?? null, stopped };
}

async function harvestOne(
  memory: Memory,
  found: FoundConversation,
  job: ModelJob | null,
  { apply }: HarvestOptions,
  run: Run,
): Promise<HarvestedConversation> {
  const { conversation, hash, path } = found;
  const base = { hash, path, name: conversation.name, proposal: null, notes: [], error: null };
  job?.beginSource(conversation.name);
  try {
    const harvest = await harvestText(memory, conversation, job, run);
    const changeSet = await changeSetFor(memory, found, harvest, job);
    const notes = [...changeSet.notes, ...(job?.fallbackNotes() ?? [])];
    const items = countItems(readKeptHarvest(changeSet)?.items ?? []);
    const proposal = await memory.store.add({ ...changeSet, notes }, NO_CHECKS, []);
    if (changeSet.files.length === 0) {
      await memory.apply(proposal, null, run);
      return { ...base, outcome: 'nothing', proposal: proposal.id, items, notes };
    }
    if (!apply) return { ...base, outcome: 'proposed', proposal: proposal.id, items, notes };
    await memory.apply(proposal, null, run);
    return { ...base, outcome: 'applied', proposal: proposal.id, items, notes };
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    await job?.recordFailure(error);
    await recordFailure(memory, found, error, run);
    return { ...base, outcome: 'failed', items: countItems([]), error };
  }
}

async function harvestText(
  memory: Memory,
  conversation: Conversation,
  job: ModelJob | null,
  run: Run,
): Promise<Harvest> {
  if (job === null) return harvestMarked(conversation);
  const { random } = memory.host;
  const [prompt, rejections] = [await memory.prompt(), await memory.rejections()];
  return harvestWithModel({ conversation, model: job.model, prompt, rejections, random, run });
}

async function changeSetFor(
  memory: Memory,
  { conversation, hash, path }: FoundConversation,
  { items, notes, model }: Harvest,
  job: ModelJob | null,
): Promise<ChangeSet> {
  const day = isoTime(memory.host.clock.now()).slice(0, 10);
  const placed: (HarvestItem & { readonly file: NotedFile | null })[] = [];
  for (const item of items) {
    placed.push({ ...item, file: item.category === 'files' ? await memory.host.identify(item.statement) : null });
  }
  return harvestChangeSet({
    kept: { hash, path, conversation: conversation.name, day, model },
    items: placed,
    notes,
    cost: job?.sourceCost() ?? null,
    texts: await memory.texts(),
    written: await memory.written(),
  });
}

function entryOf(memory: Memory, path: string, status: LedgerEntry['status'], error?: string): LedgerEntry {
  const at = isoTime(memory.host.clock.now());
  return { path, status, at, items: countItems([]), deleted: false, ...(error !== undefined && { error }) };
}

/** A full disk cannot be recorded on it; the conversation is kept all the same. */
async function recordFailure(
  memory: Memory,
  { hash, path }: FoundConversation,
  error: WikiError,
  run: Run,
): Promise<void> {
  const entry = entryOf(memory, path, 'harvest-failed', `${error.message} (${error.code})`);
  try {
    await memory.record(new Map([[hash, entry]]), 'Record a failed harvest', run);
  } catch (second) {
    if (!isWikiError(second)) throw second;
  }
}

async function recordTooLarge(memory: Memory, found: FoundConversation, run: Run): Promise<HarvestedConversation> {
  const { hash, path, conversation } = found;
  const entry = entryOf(memory, path, 'too-large');
  await memory.record(new Map([[hash, entry]]), 'Record a conversation that is too large', run);
  const notes = ['It is larger than 1 MB, so it was kept without a harvest.'];
  return {
    hash,
    path,
    name: conversation.name,
    outcome: 'too-large',
    proposal: null,
    items: entry.items,
    notes,
    error: null,
  };
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

/** Waiting proposals of harvests, oldest first. */
export async function waitingHarvests(memory: Memory): Promise<readonly Proposal[]> {
  return (await memory.store.waiting()).proposals;
}
