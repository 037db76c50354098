import { Stream } from 'openai/streaming';
import { APIError, type OpenAI } from 'openai';
import { ModelError } from './errors';
import { isJsonFields, toList, toText, type JsonFields } from './json-fields';
import { connectionBrokenError } from './explain-error';
import { HttpError } from './transport-errors';
import { createThinkingFilter, stripThinking } from './thinking';
import { type ToolCall, type Usage } from './types';

/** The answer of a server, not yet checked. */
export interface RawAnswer {
  readonly text: string;
  readonly refusal: string;
  readonly toolCalls: readonly ToolCall[];
  /** `stop`, `length`, `tool_calls`, `content_filter`, or empty if the server does not say. */
  readonly finish: string;
  readonly usage: Usage | null;
  readonly streamed: boolean;
}

/** The text so far, so that a broken answer is charged at its true length. */
export interface StreamState {
  text: string;
  /** Whether the server marked the end of the stream. */
  isDone(): boolean;
  listener: ((delta: string) => void) | undefined;
}

/** A token count; 0 for anything else. */
const toCount = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : 0;

/**
 * Reads the answer of `chat/completions`, streamed or whole.
 *
 * @param response with a success status
 * @throws ModelError `living-wiki:model_incompatible_server`, `model_cut_off`, `model_server`; what the network throws
 */
export async function readAnswer(response: Response, client: OpenAI, state: StreamState): Promise<RawAnswer> {
  const type = response.headers.get('content-type') ?? '';
  if (/text\/event-stream/i.test(type)) return readStream(response, client, state);
  const body = await response.text();
  if (/^\s*data:/.test(body)) {
    // A stream with the wrong content type.
    return readStream(new Response(body, { headers: { 'content-type': 'text/event-stream' } }), client, state);
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    if (/^\s*\{/.test(body)) throw connectionBrokenError();
    throw incompatibleServerError(/^\s*</.test(body) ? 'It answers with a web page.' : 'It does not answer with JSON.');
  }
  const answer = readWholeAnswer(value);
  state.text = answer.text;
  if (answer.text !== '') state.listener?.(answer.text);
  return answer;
}

function incompatibleServerError(why: string): ModelError {
  return new ModelError(
    'living-wiki:model_incompatible_server',
    `The server at this address does not speak the OpenAI protocol. ${why}`,
  );
}

/** Turns an error sent with a success status, alone or within a stream, into one with its own status. */
function toHttpFailure(error: unknown): HttpError {
  const code = isJsonFields(error) ? Number(error.code) : Number.NaN;
  return new HttpError(code >= 400 && code < 600 ? code : 500, new Headers(), JSON.stringify({ error }));
}

function readWholeAnswer(value: unknown): RawAnswer {
  if (!isJsonFields(value)) throw incompatibleServerError('Its answer has no choices.');
  const choice = toList(value.choices)[0];
  if (value.error !== undefined && value.error !== null && choice === undefined) throw toHttpFailure(value.error);
  if (!isJsonFields(choice) || !isJsonFields(choice.message))
    throw incompatibleServerError('Its answer has no choices.');
  const { message } = choice;
  return {
    text: stripThinking(readContent(message.content)),
    refusal: toText(message.refusal),
    toolCalls: toList(message.tool_calls).filter(isJsonFields).map(readToolCall),
    finish: toText(choice.finish_reason),
    usage: readUsage(value.usage),
    streamed: false,
  };
}

/** Content is a text or, from some servers, a list of parts. */
function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return toList(content)
    .map((part) => (isJsonFields(part) ? toText(part.text) : ''))
    .join('');
}

function readToolCall(call: JsonFields, at: number): ToolCall {
  const functionCall = isJsonFields(call.function) ? call.function : {};
  const args = functionCall.arguments;
  return {
    id: toText(call.id) || `call-${at + 1}`,
    name: toText(functionCall.name),
    arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
  };
}

/** `null` if the server reports nothing usable. */
function readUsage(usage: unknown): Usage | null {
  if (!isJsonFields(usage)) return null;
  const details = usage.prompt_tokens_details;
  const [input, output] = [toCount(usage.prompt_tokens), toCount(usage.completion_tokens)];
  if (input === 0 && output === 0) return null;
  const cached = isJsonFields(details) ? toCount(details.cached_tokens) : 0;
  return { input, output, cached: Math.min(cached, input), estimated: false };
}

const MAX_TOOL_CALLS = 64;

async function readStream(response: Response, client: OpenAI, state: StreamState): Promise<RawAnswer> {
  const pass = state.listener === undefined ? undefined : createThinkingFilter(state.listener);
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  let [refusal, finish] = ['', ''];
  let usage: Usage | null = null;
  const stream = Stream.fromSSEResponse<unknown>(response, new AbortController(), client);
  for await (const chunk of withHttpFailures(stream)) {
    if (!isJsonFields(chunk)) continue;
    if (isJsonFields(chunk.error)) throw toHttpFailure(chunk.error);
    usage = readUsage(chunk.usage) ?? usage;
    const choice = toList(chunk.choices)[0];
    if (!isJsonFields(choice)) continue;
    finish = toText(choice.finish_reason) || finish;
    const delta = isJsonFields(choice.delta) ? choice.delta : {};
    const text = readContent(delta.content);
    state.text += text;
    if (text !== '') pass?.(text);
    refusal += toText(delta.refusal);
    for (const part of toList(delta.tool_calls).filter(isJsonFields)) {
      const index = toCount(part.index);
      if (index >= MAX_TOOL_CALLS) continue;
      const call = calls.get(index) ?? { id: '', name: '', arguments: '' };
      calls.set(index, call);
      const functionCall = isJsonFields(part.function) ? part.function : {};
      call.id ||= toText(part.id);
      call.name += toText(functionCall.name);
      call.arguments += toText(functionCall.arguments);
    }
  }
  if (finish === '' && !state.isDone()) throw connectionBrokenError();
  const toolCalls = [...calls]
    .sort(([a], [b]) => a - b)
    .map(([index, { id, name, arguments: args }]) => ({
      id: id || `call-${index + 1}`,
      name,
      arguments: args || '{}',
    }));
  return { text: stripThinking(state.text), refusal, toolCalls, finish, usage, streamed: true };
}

/** The stream, with error events thrown as HTTP errors. */
async function* withHttpFailures(stream: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* stream;
  } catch (error) {
    throw error instanceof APIError && error.error !== undefined ? toHttpFailure(error.error) : error;
  }
}
