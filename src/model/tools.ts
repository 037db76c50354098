import { isWikiError, throwIfCancelled, type Random, type Run } from '../base';
import { ModelError } from './errors';
import { fence } from './fence';
import { repairJson } from './repair';
import { addUsage, NO_USAGE } from './tokens';
import {
  type AnswerListener,
  type AnswerSchema,
  type CallRecord,
  type LanguageModel,
  type Message,
  type ModelAnswer,
  type ToolCall,
  type ToolSpec,
  type Usage,
  type Validation,
} from './types';

/** A tool with what it does. The loop gives it nothing but its arguments, so that it can do only what its maker lets it. */
export interface Tool<T = unknown> extends ToolSpec {
  /** Judges what the model wrote; the problems go back to the model. */
  parse(value: unknown): Validation<T>;
  /**
   * @returns what the model is told, fenced by the loop
   * @throws WikiError its message goes back to the model; `living-wiki:cancelled` ends the loop
   */
  call(args: T, run: Run): Promise<string>;
}

/** Ties the type of a tool's arguments to its work, and forgets it for the list of tools. */
export function defineTool<T>(tool: Tool<T>): Tool {
  return {
    ...tool,
    call: (args, run) => tool.call(args as T, run),
  };
}

export interface ToolLimits {
  /** Rounds of tool calls; after the last one the model is asked for its answer without tools. */
  readonly rounds: number;
  /** Tokens in and out, of all calls; once they are used, the model is asked for its answer. */
  readonly tokens?: number;
  /** Asked before each round; `true` once enough is spent, and the model is asked for its answer. */
  readonly isSpent?: () => boolean;
  /** Tool calls in one round; more are answered with an error. 8 when absent. */
  readonly callsPerRound?: number;
  /** Characters of one result; the rest is left out, and the model is told. 20,000 when absent. */
  readonly resultLength?: number;
}

export interface ToolLoopRequest<T> {
  readonly model: LanguageModel;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly limits: ToolLimits;
  readonly schema?: AnswerSchema<T>;
  readonly listener?: AnswerListener;
  /** Told of each tool call once it is done. */
  readonly onStep?: (step: ToolStep) => void;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** For the fences around results. */
  readonly random: Random;
}

/** One tool call as it went: the record of what was really read. */
export interface ToolStep {
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: string;
  readonly ok: boolean;
  /** What the tool said, before the fence; or what was wrong with the call. */
  readonly result: string;
}

export interface ToolLoopResult<T> {
  readonly answer: ModelAnswer<T>;
  readonly steps: readonly ToolStep[];
  readonly calls: readonly CallRecord[];
  readonly usage: Usage;
  /** The conversation with everything that was said and read, the answer included, for whoever goes on with it. */
  readonly messages: readonly Message[];
  /** Why the tools ended before the model was done; `null` when it was. */
  readonly stopped: 'steps' | 'tokens' | 'cost' | null;
}

/**
 * Lets a model use tools until it answers. A tool that does not exist, bad arguments and a tool that fails are answers to
 * the model, not errors. Every result is fenced: what a tool reads, others wrote. A cap on money is the ledger's, which stops
 * the loop as an error between two calls.
 *
 * @throws ModelError as `ask` does; WikiError `living-wiki:cancelled`
 */
export async function runTools<T = undefined>(request: ToolLoopRequest<T>, run: Run): Promise<ToolLoopResult<T>> {
  const { model, tools, limits } = request;
  const specs = tools.map(({ name, description, parameters }): ToolSpec => ({ name, description, parameters }));
  const messages = [...request.messages];
  const steps: ToolStep[] = [];
  const calls: CallRecord[] = [];
  let usage = NO_USAGE;
  for (let round = 0; ; round++) {
    throwIfCancelled(run);
    const tokens = usage.input + usage.output;
    const stopped =
      round >= limits.rounds
        ? 'steps'
        : tokens >= (limits.tokens ?? Infinity)
          ? 'tokens'
          : limits.isSpent?.() === true
            ? 'cost'
            : null;
    if (stopped !== null)
      messages.push({ role: 'user', content: 'Use no more tools. Answer now, from what you have read.' });
    const answer = await model.ask<T>(
      {
        messages,
        ...(stopped === null && specs.length > 0 ? { tools: specs } : {}),
        ...(request.schema === undefined ? {} : { schema: request.schema }),
        ...(request.listener === undefined ? {} : { listener: request.listener }),
        ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
        ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
      },
      run,
    );
    calls.push(...answer.calls);
    usage = addUsage(usage, answer.usage);
    if (answer.toolCalls.length === 0) {
      messages.push({ role: 'assistant', text: answer.text });
      return { answer, steps, calls, usage, messages, stopped };
    }
    if (stopped !== null) throw noAnswerError(model.name, calls);
    messages.push({ role: 'assistant', text: answer.text, toolCalls: answer.toolCalls });
    for (const [at, call] of answer.toolCalls.entries()) {
      throwIfCancelled(run);
      run.progress({ stage: 'Reading', done: steps.length, total: 0, detail: call.name.slice(0, 80) });
      const step = at < (limits.callsPerRound ?? 8) ? await callTool(call, tools, run) : rejectCall(call);
      steps.push(step);
      request.onStep?.(step);
      messages.push({ role: 'tool', callId: call.id, name: call.name, text: fenceResult(step, request) });
      await run.yieldToHost();
    }
  }
}

const noAnswerError = (name: string, calls: readonly CallRecord[]): ModelError =>
  new ModelError('living-wiki:model_invalid_answer', `${name} goes on asking for tools instead of answering.`, {
    calls,
  });

async function callTool(call: ToolCall, tools: readonly Tool[], run: Run): Promise<ToolStep> {
  const step = { name: call.name, arguments: call.arguments };
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(', ');
    return { ...step, ok: false, result: `There is no tool "${call.name.slice(0, 80)}". The tools are: ${names}.` };
  }
  const read = repairJson(call.arguments);
  const parsed = read.ok ? tool.parse(read.value) : { ok: false as const, problems: [read.problem] };
  if (!parsed.ok) {
    return { ...step, ok: false, result: `The arguments cannot be used: ${parsed.problems.slice(0, 8).join(' ')}` };
  }
  try {
    return { ...step, ok: true, result: await tool.call(parsed.data, run) };
  } catch (error) {
    throwIfCancelled(run);
    // What others throw may name paths and internals of the machine: not for a model.
    return { ...step, ok: false, result: isWikiError(error) ? error.message : 'The tool failed.' };
  }
}

function rejectCall(call: ToolCall): ToolStep {
  return {
    name: call.name,
    arguments: call.arguments,
    ok: false,
    result: 'Too many tool calls at once; ask again later.',
  };
}

function fenceResult({ ok, name, result }: ToolStep, { limits, random }: ToolLoopRequest<unknown>): string {
  const most = limits.resultLength ?? 20_000;
  const clipped = result.length <= most ? result : result.slice(0, most);
  const note = result.length <= most ? '' : `\nThe result goes on; ${result.length - most} characters are left out.`;
  const { text } = fence(clipped, `${ok ? 'result' : 'error'} of ${name}`, random);
  return `${text}${note}`;
}
