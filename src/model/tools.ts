import { isWikiError, throwIfCancelled, type Random, type Run } from '../base';
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

/** A tool that a model can call. It gets only its arguments, so that it can do no more than its author allows. */
export interface Tool<T = unknown> extends ToolSpec {
  /** Checks the arguments. The model is told about problems. */
  parse(value: unknown): Validation<T>;
  /**
   * @returns the result for the model; the loop fences it
   * @throws WikiError the model is told its message; `living-wiki:cancelled` ends the loop
   */
  call(args: T, run: Run): Promise<string>;
}

/** Checks that `parse` and `call` of a tool agree on the type of its arguments, then drops that type. */
export function defineTool<T>(tool: Tool<T>): Tool {
  return {
    ...tool,
    call: (args, run) => tool.call(args as T, run),
  };
}

interface ToolLimits {
  /** Rounds of tool calls. After the last one the model must answer without tools. */
  readonly rounds: number;
  /** Tokens of all calls, input and output. Once they are used, the model must answer. */
  readonly tokens?: number;
  /** Checked before each round. If `true`, the model must answer. */
  readonly isSpent?: () => boolean;
  /** Tool calls in one round; further ones get an error. Default: 8. */
  readonly callsPerRound?: number;
  /** Characters of one result; the model is told when more was cut off. Default: 20,000. */
  readonly resultLength?: number;
}

interface ToolLoopRequest<T> {
  readonly model: LanguageModel;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  /** Answers a call of a tool that is not announced, such as one that the model knows from elsewhere. */
  readonly findTool?: (name: string) => Tool | undefined;
  readonly limits: ToolLimits;
  readonly schema?: AnswerSchema<T>;
  readonly listener?: AnswerListener;
  /** Called after each tool call. */
  readonly onStep?: (step: ToolStep) => void;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** For the fences around results. */
  readonly random: Random;
}

/** One tool call and its result: the record of what the model really read. */
export interface ToolStep {
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: string;
  readonly ok: boolean;
  /** The result before fencing, or what was wrong with the call. */
  readonly result: string;
}

interface ToolLoopResult<T> {
  readonly answer: ModelAnswer<T>;
  readonly steps: readonly ToolStep[];
  readonly calls: readonly CallRecord[];
  readonly usage: Usage;
  /** The whole conversation, including tool results and the answer, so that it can be continued. */
  readonly messages: readonly Message[];
  /** The limit that ended the tool calls; `null` if the model ended them. */
  readonly stopped: 'steps' | 'tokens' | 'cost' | null;
}

/**
 * Lets a model use tools until it answers. The model is told about unknown tools, bad arguments and failing tools; these are
 * not errors. Every result is fenced, because tools read untrusted text. The budget limits money, and ends the loop with an
 * error between two calls.
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
    const stopped = findReachedLimit(limits, round, tokens);
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
    if (stopped !== null || answer.toolCalls.length === 0) {
      messages.push({ role: 'assistant', text: answer.text });
      return { answer, steps, calls, usage, messages, stopped };
    }
    messages.push({ role: 'assistant', text: answer.text, toolCalls: answer.toolCalls });
    for (const [at, call] of answer.toolCalls.entries()) {
      throwIfCancelled(run);
      run.progress({ stage: 'Reading', done: steps.length, total: 0, detail: call.name.slice(0, 80) });
      const step = at < (limits.callsPerRound ?? 8) ? await callTool(call, request, run) : rejectCall(call);
      steps.push(step);
      request.onStep?.(step);
      messages.push({ role: 'tool', callId: call.id, name: call.name, text: fenceResult(step, request) });
      await run.yieldToHost();
    }
  }
}

function findReachedLimit(limits: ToolLimits, round: number, tokens: number): ToolLoopResult<unknown>['stopped'] {
  if (round >= limits.rounds) return 'steps';
  if (tokens >= (limits.tokens ?? Infinity)) return 'tokens';
  return limits.isSpent?.() === true ? 'cost' : null;
}

async function callTool(
  call: ToolCall,
  { tools, findTool }: Pick<ToolLoopRequest<unknown>, 'tools' | 'findTool'>,
  run: Run,
): Promise<ToolStep> {
  const step = { name: call.name, arguments: call.arguments };
  const tool = tools.find(({ name }) => name === call.name) ?? findTool?.(call.name);
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
    // Other errors may contain paths and internals of the machine, which the model must not see.
    return { ...step, ok: false, result: isWikiError(error) ? error.message : 'The tool failed.' };
  }
}

function rejectCall(call: ToolCall): ToolStep {
  return {
    name: call.name,
    arguments: call.arguments,
    ok: false,
    result: 'Too many tool calls in one round. Call this tool again in the next round.',
  };
}

function fenceResult({ ok, name, result }: ToolStep, { limits, random }: ToolLoopRequest<unknown>): string {
  const most = limits.resultLength ?? 20_000;
  const clipped = result.length <= most ? result : result.slice(0, most);
  const note = result.length <= most ? '' : `\nThe result is longer; ${result.length - most} characters are left out.`;
  const { text } = fence(clipped, `${ok ? 'result' : 'error'} of ${name}`, random);
  return `${text}${note}`;
}
