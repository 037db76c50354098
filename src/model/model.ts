import { throwIfCancelled, type Run } from '../base';
import { callServer, type ServerAnswer } from './call-server';
import { loadCapabilities, saveCapabilities } from './capabilities';
import { identityOf, type Endpoint, type ModelDeps } from './endpoint';
import { isModelError, ModelError } from './errors';
import { requestText } from './prompt';
import { type RawAnswer } from './read-answer';
import { detectRefusal } from './refusal';
import { readAnswerValue, repairJson } from './repair';
import { addUsage, NO_USAGE } from './tokens';
import { parseToolCall } from './tool-text';
import { transcribe } from './transcribe';
import { hasPictures, layoutFor } from './request-body';
import {
  type CallRecord,
  type EndpointModel,
  type Message,
  type ModelAnswer,
  type ModelErrorCode,
  type ModelRequest,
  type ToolCall,
} from './types';

/** How often a model is asked to correct an answer of the wrong shape. */
const MAX_CORRECTIONS = 2;
/** JSON longer than this is not checked for a refusal, which would be nearly alone in it. Characters. */
const SHORT_JSON_LENGTH = 400;

/**
 * A model behind any server that speaks the OpenAI protocol.
 * @throws ModelError `living-wiki:model_address_invalid`
 */
export function createModel(endpoint: Endpoint, deps: ModelDeps): EndpointModel {
  const identity = identityOf(endpoint);
  return {
    name: endpoint.model,
    identity,
    ask: (request, run) => ask(endpoint, deps, request, run),
    transcribe: (bytes, name, run) => transcribe(endpoint, deps, bytes, name, run),
    capabilities: () => loadCapabilities(deps.capabilities, identity),
  };
}

async function ask<T>(
  endpoint: Endpoint,
  deps: ModelDeps,
  request: ModelRequest<T>,
  run: Run,
): Promise<ModelAnswer<T>> {
  const calls: CallRecord[] = [];
  let { messages } = request;
  for (let corrections = 0; ; corrections++) {
    throwIfCancelled(run);
    let called: ServerAnswer;
    try {
      const answered = await callServer(endpoint, deps, { ...request, messages }, calls, run);
      called = { ...answered, raw: withoutUnofferedCalls(answered.raw, request, endpoint.model) };
      checkAnswer(called, request);
    } catch (error) {
      if (!isModelError(error)) throw error;
      markLastCall(calls, error.code, error.message);
      throw error.calls.length > 0 ? error : error.withEarlierCalls(calls);
    }
    const { raw } = called;
    const toolCalls = findToolCalls(called, request);
    if (toolCalls.length > 0 || request.schema === undefined) {
      // Without a schema `T` is `undefined`; with tool calls there is no answer yet.
      return createAnswer(endpoint, { text: raw.text, data: undefined as T, toolCalls }, calls);
    }
    const layout = layoutFor(request, called.features);
    const read = readAnswerValue(raw.text, request.schema);
    if (layout === undefined && called.features.structured === 'json_schema' && (!read.ok || read.repaired)) {
      // The server accepted the schema and ignored it: from now on, put the schema into the prompt.
      await saveCapabilities(deps.capabilities, identityOf(endpoint), { structured: 'text' });
    }
    const checked = read.ok ? request.schema.validate(read.value) : { ok: false as const, problems: [read.problem] };
    if (checked.ok) return createAnswer(endpoint, { text: raw.text, data: checked.data, toolCalls }, calls);
    const problems = checked.problems.slice(0, 12).map((problem) => problem.slice(0, 300));
    const error = new ModelError(
      'living-wiki:model_invalid_answer',
      `The answer of ${endpoint.model} has the wrong shape: ${problems[0] ?? 'it is unusable'}`,
    );
    markLastCall(calls, error.code, problems.join(' '));
    if (corrections >= MAX_CORRECTIONS) throw error.withEarlierCalls(calls);
    request.listener?.restart('The answer has the wrong shape.');
    const shape =
      layout === undefined
        ? `as one JSON object and nothing else, matching this JSON Schema:\n${JSON.stringify(request.schema.json)}`
        : 'in the layout that was asked for.';
    messages = [...request.messages, ...correctionMessages(raw.text, problems, shape)];
  }
}

/**
 * Drops calls of tools that were not offered. Some servers turn a schema into a tool, so that the arguments are the answer.
 * @throws ModelError `living-wiki:model_invalid_answer` if nothing is left
 */
function withoutUnofferedCalls(
  raw: RawAnswer,
  { tools = [], schema }: ModelRequest<unknown>,
  model: string,
): RawAnswer {
  const [first] = raw.toolCalls;
  if (tools.length > 0 || first === undefined) return raw;
  const isBlank = raw.text.trim() === '' && raw.refusal === '';
  if (isBlank && schema === undefined) {
    throw new ModelError('living-wiki:model_invalid_answer', `${model} calls tools instead of answering.`);
  }
  return { ...raw, text: isBlank ? first.arguments : raw.text, toolCalls: [] };
}

function findToolCalls({ raw, features }: ServerAnswer, { tools = [] }: ModelRequest<unknown>): readonly ToolCall[] {
  if (raw.toolCalls.length > 0 || tools.length === 0 || features.tools) return raw.toolCalls;
  const asked = parseToolCall(raw.text, tools);
  return asked === null ? [] : [asked];
}

/** A refusal, an empty and a cut-off answer are errors, never results. */
function checkAnswer({ raw }: ServerAnswer, request: ModelRequest<unknown>): void {
  const fail = (code: ModelErrorCode, message: string): never => {
    throw new ModelError(code, message);
  };
  if (raw.refusal !== '' && raw.text.trim() === '') {
    fail('living-wiki:model_refused', `The model refused: "${raw.refusal.slice(0, 200)}"`);
  }
  if (raw.finish === 'content_filter') fail('living-wiki:model_refused', 'The provider withheld the answer.');
  if (raw.finish === 'length') fail('living-wiki:model_cut_off', 'The answer was cut off at the length limit.');
  if (raw.toolCalls.length > 0) return;
  const texts = requestText(request.messages);
  const isLaidOut = raw.text.trim() !== '' && request.schema?.layout?.read(raw.text).ok === true;
  const answer = isLaidOut ? '{}' : refusalCandidate(raw.text);
  const refusal = detectRefusal({ answer, ...texts, workDone: 0 });
  if (refusal?.kind === 'empty') fail('living-wiki:model_empty_answer', 'The model gave an empty answer.');
  // The text in a picture may be in any script.
  const isExplained = refusal?.kind === 'script' && hasPictures(request);
  if (refusal !== null && !isExplained) fail('living-wiki:model_refused', refusal.reason);
}

/** The text to check for a refusal. A refusal may come as the only string in the requested JSON. */
function refusalCandidate(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  if (text.length > SHORT_JSON_LENGTH) return '{}';
  const read = repairJson(text);
  if (!read.ok) return text;
  const strings: string[] = [];
  JSON.stringify(read.value, (_, value: unknown) => {
    if (typeof value === 'string') strings.push(value);
    return value;
  });
  const [only] = strings;
  return strings.length === 1 && only !== undefined && only.trim() !== '' ? only : '{}';
}

function correctionMessages(text: string, problems: readonly string[], shape: string): readonly Message[] {
  return [
    { role: 'assistant', text: text.slice(0, 20_000) },
    {
      role: 'user',
      content: [
        'That answer cannot be used:',
        ...problems.map((problem) => `- ${problem}`),
        `Give the whole answer again, ${shape}`,
      ].join('\n'),
    },
  ];
}

function markLastCall(calls: CallRecord[], outcome: ModelErrorCode, note: string): void {
  const last = calls[calls.length - 1];
  if (last?.outcome === 'answered') calls[calls.length - 1] = { ...last, outcome, note };
}

function createAnswer<T>(
  endpoint: Endpoint,
  answer: Pick<ModelAnswer<T>, 'text' | 'data' | 'toolCalls'>,
  calls: readonly CallRecord[],
): ModelAnswer<T> {
  const usage = calls.reduce((sum, each) => addUsage(sum, each.usage), NO_USAGE);
  return { ...answer, model: endpoint.model, calls, usage, cached: false };
}
