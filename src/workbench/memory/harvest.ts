import { isoTime, isWikiError, type WikiError, type Run } from '../../base';
import { type ChangeSet } from '../../change';
import {
  countItems,
  entriesWithCopies,
  harvestMarked,
  harvestWithModel,
  type Conversation,
  type Harvest,
  type HarvestItem,
  type NotedFile,
} from '../../harvest';
import { type Proposal } from '../../proposal';
import { type ModelJob, stopsIngest } from '../model/job';
import { applyWaiting } from './apply-waiting';
import { harvestChangeSet } from './change-set';
import { readKeptHarvest } from './kept-harvest';
import { type Memory } from './memory';
import {
  type ConversationInput,
  type FoundConversation,
  type HarvestedConversation,
  type HarvestResult,
} from './types';

import { findConversations, inTimeOrder } from './find-conversations';
import { modelJob, planHarvest } from './plan-harvest';
import { entryOf, reclaimConversations } from './reclaim';

const NO_CHECKS = { guard: [], introduced: [], fixed: [] };

interface HarvestOptions {
  /** Applies each proposal at once, also those of these conversations that wait already; otherwise they wait for a review. */
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
  const advice = { prompt: await memory.prompt(), rejections: job === null ? [] : await memory.rejections() };
  const conversations = options.apply ? [...(await applyWaiting(memory, report.found, run))] : [];
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
      : await harvestOne({ memory, job, advice, ...options }, found, run);
    conversations.push(done);
    if (done.error !== null && stopsIngest(done.error)) stopped = done.error;
  }
  const copies = entriesWithCopies(await memory.ledger(), report.found);
  if (copies.size > 0) await memory.record(copies, 'Record conversations with the same content', run);
  const reclaimed = options.reclaim === true && options.apply ? await reclaimConversations(memory, inputs, run) : [];
  return { conversations, report, reclaimed, cost: job?.totalCost() ?? null, stopped };
}

interface HarvestContext extends HarvestOptions {
  readonly memory: Memory;
  readonly job: ModelJob | null;
  /** What the owner of the memory told the model: the prompt, and why items were left out before. */
  readonly advice: { readonly prompt: string; readonly rejections: readonly string[] };
}

async function harvestOne(context: HarvestContext, found: FoundConversation, run: Run): Promise<HarvestedConversation> {
  const { memory, job, apply } = context;
  const { conversation, hash, path } = found;
  const base = { hash, path, name: conversation.name, proposal: null, notes: [], error: null };
  job?.beginSource(conversation.name);
  try {
    const harvest = await harvestText(context, conversation, run);
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
  { memory, job, advice }: HarvestContext,
  conversation: Conversation,
  run: Run,
): Promise<Harvest> {
  if (job === null) return harvestMarked(conversation);
  return harvestWithModel({ conversation, model: job.model, ...advice, random: memory.host.random, run });
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

/** Waiting proposals of harvests, oldest first. */
export async function waitingHarvests(memory: Memory): Promise<readonly Proposal[]> {
  return (await memory.store.waiting()).proposals;
}
