import { clip, plural, WikiError, type Random, type Run } from '../base';
import {
  addUsage,
  buildPrompt,
  estimateTokens,
  fence,
  FENCE_RULES,
  isModelError,
  NO_USAGE,
  type CallRecord,
  type LanguageModel,
  type Usage,
} from '../model';
import { byteLength, conversationText } from './conversation-text';
import { checkItemQuotes } from './evidence';
import { parseHarvest } from './items';
import { MAX_ATTEMPTS, SUMMARIZE_THRESHOLD_BYTES } from './limits';
import { RETRY_LINE, SUMMARY_PROMPT } from './prompt';
import { splitText } from './split-text';
import { type Conversation, type HarvestItem } from './types';

/** What a harvest of one conversation gave. */
export interface Harvest {
  readonly items: readonly HarvestItem[];
  /** What a reviewer should know, one plain sentence each. */
  readonly notes: readonly string[];
  /** Name of the model; `null` without one. */
  readonly model: string | null;
  readonly calls: readonly CallRecord[];
  readonly usage: Usage;
}

interface ModelHarvestRequest {
  readonly conversation: Conversation;
  readonly model: LanguageModel;
  /** The text of the user's prompt file. */
  readonly prompt: string;
  /** Reasons that a person gave for leaving items out earlier, newest first. */
  readonly rejections: readonly string[];
  readonly random: Random;
  readonly run: Run;
}

/** UTF-8 bytes of a part that is summarised on its own. Smaller than the threshold, so that the prompt fits with it. */
const PART_BYTES = 48 * 1024;
/** Reasons that are told to the model. */
const MAX_REJECTIONS = 20;

/**
 * Harvests one conversation with a model. A long one is summarised in parts first, in its order and without a gap. Quotes are looked up
 * in the conversation by code.
 *
 * @throws WikiError `living-wiki:harvest_failed` when the answer is no JSON twice; the errors of the model with its calls
 */
export async function harvestWithModel(request: ModelHarvestRequest): Promise<Harvest> {
  const { conversation, prompt, rejections, random } = request;
  const caller = new Caller(request.model, request.run);
  const text = conversationText(conversation);
  const isLong = byteLength(text) > SUMMARIZE_THRESHOLD_BYTES;
  const read = isLong ? await summarise(text, caller, random) : text;
  const label = isLong ? 'summary of a conversation' : 'conversation';
  const fenced = fence(read, `${label} ${conversation.name}`, random);
  const steer = rejections.slice(0, MAX_REJECTIONS).map((reason) => `- ${clip(reason, 200)}`);
  const stable = [FENCE_RULES, prompt];
  if (steer.length > 0) stable.push(`The owner left out earlier items for these reasons:\n${steer.join('\n')}`);
  let problem = '';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const varying = [fenced.text, ...(attempt > 0 ? [RETRY_LINE.trim()] : [])];
    const answer = await caller.ask(buildPrompt({ stable, varying }));
    try {
      const { items, leftOut } = parseHarvest(answer);
      const checked = checkItemQuotes(items, text);
      return { items: checked, notes: notesOn(checked, leftOut, isLong), model: request.model.name, ...caller.record };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problem = error.message;
    }
  }
  throw new WikiError(
    'living-wiki:harvest_failed',
    `The model gave no valid JSON in ${MAX_ATTEMPTS} attempts: ${clip(problem, 200)}`,
    {
      remedy: 'Try again, choose another model, or simplify your prompt in "prompts/harvest-conversation.md".',
    },
  );
}

/** Tokens that a harvest will send, before anything is sent. */
export function estimateHarvest(
  conversation: Conversation,
  prompt: string,
): { readonly input: number; readonly output: number; readonly calls: number } {
  const text = conversationText(conversation);
  const tokens = estimateTokens(text);
  const own = estimateTokens(prompt) + estimateTokens(FENCE_RULES);
  // A person's half hour gives a dozen items; their length hardly grows with the conversation.
  const output = Math.min(1_500, 200 + Math.ceil(tokens / 10));
  if (byteLength(text) <= SUMMARIZE_THRESHOLD_BYTES) return { input: tokens + own, output, calls: 1 };
  const parts = splitText(text, PART_BYTES).length;
  const summary = Math.ceil(tokens / 8);
  const input = tokens + parts * estimateTokens(SUMMARY_PROMPT) + summary + own;
  return { input, output: summary + output, calls: parts + 1 };
}

async function summarise(text: string, caller: Caller, random: Random): Promise<string> {
  const summaries: string[] = [];
  const parts = splitText(text, PART_BYTES);
  for (const [at, part] of parts.entries()) {
    const label = `part ${at + 1} of ${parts.length} of a conversation`;
    const prompt = buildPrompt({ stable: [FENCE_RULES, SUMMARY_PROMPT], varying: [fence(part, label, random).text] });
    caller.progress(at, parts.length);
    summaries.push((await caller.ask(prompt)).trim());
  }
  return summaries.join('\n\n');
}

function notesOn(items: readonly HarvestItem[], leftOut: number, isLong: boolean): readonly string[] {
  const missing = items.filter(({ isQuoteMissing }) => isQuoteMissing).length;
  const notes: string[] = [];
  if (isLong) notes.push('The conversation is long, so the model read a summary of it.');
  if (leftOut > 0) notes.push(`${plural(leftOut, 'item')} of the answer left out: too many, or of another shape.`);
  if (missing === 1) notes.push('1 quote is not in the conversation. Look at its item closely.');
  if (missing > 1) notes.push(`${missing} quotes are not in the conversation. Look at their items closely.`);
  return notes;
}

/** Asks the model and keeps what the calls cost. */
class Caller {
  readonly #calls: CallRecord[] = [];
  #usage: Usage = NO_USAGE;
  readonly #model: LanguageModel;
  readonly #run: Run;

  constructor(model: LanguageModel, run: Run) {
    this.#model = model;
    this.#run = run;
  }

  get record(): { readonly calls: readonly CallRecord[]; readonly usage: Usage } {
    return { calls: this.#calls, usage: this.#usage };
  }

  progress(done: number, total: number): void {
    this.#run.progress({ stage: 'Summarising', done, total });
  }

  async ask(messages: ReturnType<typeof buildPrompt>): Promise<string> {
    try {
      const answer = await this.#model.ask({ messages }, this.#run);
      this.#calls.push(...answer.calls);
      this.#usage = addUsage(this.#usage, answer.usage);
      return answer.text;
    } catch (error) {
      if (!isModelError(error)) throw error;
      throw error.withEarlierCalls(this.#calls);
    }
  }
}
