import { type Run } from '../../base';
import { CLASSES, estimateHarvest } from '../../harvest';
import { ModelJob } from '../model/job';
import { type Memory } from './memory';
import { type ConversationInput, type FoundConversation, type HarvestReport } from './types';

import { findConversations } from './find-conversations';

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

/** `null` where the host has no model. */
export function modelJob(memory: Memory): ModelJob | null {
  const { model, vault } = memory.host;
  return model ? new ModelJob(model, vault, memory.host) : null;
}
