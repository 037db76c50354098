import { Stream } from 'openai/streaming';
import { APIError, type OpenAI } from 'openai';
import { ModelError } from './errors';
import { brokenOff } from './explain';
import { HttpFailure } from './transport';
import { thinkingFilter, withoutThinking } from './thinking';
import type { ToolCall, Usage } from './types';

/** What came back, before anyone judged it. */
export interface RawAnswer {
  readonly text: string;
  readonly refusal: string;
  readonly toolCalls: readonly ToolCall[];
  /** `stop`, `length`, `tool_calls`, `content_filter`, or empty where the server does not say. */
  readonly finish: string;
  readonly usage: Usage | null;
  readonly streamed: boolean;
}

/** What is read while it comes, so that a broken answer can be paid for at its true length. */
export interface Reading {
  text: string;
  /** Whether the server said that the stream is at its end. */
  isDone(): boolean;
  listener: ((delta: string) => void) | undefined;
}

type Loose = Readonly<Record<string, unknown>>;
const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : 0;

/**
 * @param response of `chat/completions`, with a good status
 * @throws ModelError `living-wiki:model_incompatible_server`, `model_cut_off`, `model_server`; what the network throws
 */
export async function readAnswer(response: Response, client: OpenAI, reading: Reading): Promise<RawAnswer> {
  const type = response.headers.get('content-type') ?? '';
  if (/text\/event-stream/i.test(type)) return readStream(response, client, reading);
  const body = await response.text();
  if (/^\s*data:/.test(body)) {
    // A stream whose server forgot to call it one.
    return readStream(new Response(body, { headers: { 'content-type': 'text/event-stream' } }), client, reading);
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    if (/^\s*\{/.test(body)) throw brokenOff();
    throw notCompatible(/^\s*</.test(body) ? 'It answers with a web page.' : 'It does not answer with JSON.');
  }
  const answer = readWhole(value);
  reading.text = answer.text;
  if (answer.text !== '') reading.listener?.(answer.text);
  return answer;
}

function notCompatible(why: string): ModelError {
  return new ModelError(
    'living-wiki:model_incompatible_server',
    `The server at this address does not speak the OpenAI protocol. ${why}`,
  );
}

/** An error that comes with a good status, alone or in the middle of a stream, as if it had come with its own. */
function failed(error: unknown): HttpFailure {
  const code = isLoose(error) ? Number(error.code) : Number.NaN;
  return new HttpFailure(code >= 400 && code < 600 ? code : 500, new Headers(), JSON.stringify({ error }));
}

function readWhole(value: unknown): RawAnswer {
  if (!isLoose(value)) throw notCompatible('Its answer has no choices.');
  const choice = listOf(value.choices)[0];
  if (value.error !== undefined && value.error !== null && choice === undefined) throw failed(value.error);
  if (!isLoose(choice) || !isLoose(choice.message)) throw notCompatible('Its answer has no choices.');
  const { message } = choice;
  return {
    text: withoutThinking(contentOf(message.content)),
    refusal: textOf(message.refusal),
    toolCalls: listOf(message.tool_calls).filter(isLoose).map(readToolCall),
    finish: textOf(choice.finish_reason),
    usage: readUsage(value.usage),
    streamed: false,
  };
}

/** A text, or a list of parts as some servers write it. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => (isLoose(part) ? textOf(part.text) : ''))
    .join('');
}

function readToolCall(call: Loose, at: number): ToolCall {
  const made = isLoose(call.function) ? call.function : {};
  const args = made.arguments;
  return {
    id: textOf(call.id) || `call-${at + 1}`,
    name: textOf(made.name),
    arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
  };
}

/** `null` where the server says nothing, or nothing that can be meant. */
function readUsage(usage: unknown): Usage | null {
  if (!isLoose(usage)) return null;
  const details = usage.prompt_tokens_details;
  const [input, output] = [countOf(usage.prompt_tokens), countOf(usage.completion_tokens)];
  if (input === 0 && output === 0) return null;
  const cached = isLoose(details) ? countOf(details.cached_tokens) : 0;
  return { input, output, cached: Math.min(cached, input), estimated: false };
}

const mostToolCalls = 64;

async function readStream(response: Response, client: OpenAI, reading: Reading): Promise<RawAnswer> {
  const pass = reading.listener === undefined ? undefined : thinkingFilter(reading.listener);
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  let [refusal, finish] = ['', ''];
  let usage: Usage | null = null;
  const stream = Stream.fromSSEResponse<unknown>(response, new AbortController(), client);
  for await (const chunk of told(stream)) {
    if (!isLoose(chunk)) continue;
    if (isLoose(chunk.error)) throw failed(chunk.error);
    usage = readUsage(chunk.usage) ?? usage;
    const choice = listOf(chunk.choices)[0];
    if (!isLoose(choice)) continue;
    finish = textOf(choice.finish_reason) || finish;
    const delta = isLoose(choice.delta) ? choice.delta : {};
    const text = contentOf(delta.content);
    reading.text += text;
    if (text !== '') pass?.(text);
    refusal += textOf(delta.refusal);
    for (const part of listOf(delta.tool_calls).filter(isLoose)) {
      const index = countOf(part.index);
      if (index >= mostToolCalls) continue;
      const call = calls.get(index) ?? { id: '', name: '', arguments: '' };
      calls.set(index, call);
      const made = isLoose(part.function) ? part.function : {};
      call.id ||= textOf(part.id);
      call.name += textOf(made.name);
      call.arguments += textOf(made.arguments);
    }
  }
  if (finish === '' && !reading.isDone()) throw brokenOff();
  const toolCalls = [...calls]
    .sort(([a], [b]) => a - b)
    .map(([index, { id, name, arguments: args }]) => ({
      id: id || `call-${index + 1}`,
      name,
      arguments: args || '{}',
    }));
  return { text: withoutThinking(reading.text), refusal, toolCalls, finish, usage, streamed: true };
}

/** The stream, its own error events told like those of a status. */
async function* told(stream: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* stream;
  } catch (error) {
    throw error instanceof APIError && error.error !== undefined ? failed(error.error) : error;
  }
}
