import { type ServerResponse } from 'node:http';
import { type Behaviour } from './server';

interface Spoken {
  readonly finish?: string;
  /** `null`: the server says nothing of what was used. */
  readonly usage?: Readonly<Record<string, unknown>> | null;
  readonly tools?: readonly { readonly name: string; readonly arguments: string }[];
  readonly refusal?: string;
  /** Answers whole although a stream was asked for. */
  readonly whole?: boolean;
  /** Characters of a piece of the stream. */
  readonly piece?: number;
}

const plainUsage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

const event = (response: ServerResponse, data: unknown): void =>
  void response.write(`data: ${JSON.stringify(data)}\n\n`);

const chunk = (delta: unknown, finish: string | null = null): unknown => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** Answers as a good server does: streamed when asked to. */
export function says(
  text: string,
  { finish, usage = plainUsage, tools = [], refusal, whole = false, piece = 7 }: Spoken = {},
): Behaviour {
  const end = finish ?? (tools.length > 0 ? 'tool_calls' : 'stop');
  const calls = tools.map((tool, index) => ({ index, id: `call_${index}`, type: 'function', function: tool }));
  return ({ body }, response) => {
    if (body.stream !== true || whole) {
      const message = {
        role: 'assistant',
        content: text,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
        ...(refusal === undefined ? {} : { refusal }),
      };
      const choices = [{ index: 0, message, finish_reason: end }];
      response
        .writeHead(200, json)
        .end(JSON.stringify({ object: 'chat.completion', choices, ...(usage === null ? {} : { usage }) }));
      return;
    }
    response.writeHead(200, events);
    response.write(': a comment, as some servers send to keep the line open\n\n');
    for (let at = 0; at < text.length; at += piece) event(response, chunk({ content: text.slice(at, at + piece) }));
    if (refusal !== undefined) event(response, chunk({ refusal }));
    for (const { function: made, ...call } of calls) {
      const half = Math.floor(made.arguments.length / 2);
      event(
        response,
        chunk({ tool_calls: [{ ...call, function: { name: made.name, arguments: made.arguments.slice(0, half) } }] }),
      );
      event(
        response,
        chunk({ tool_calls: [{ index: call.index, function: { arguments: made.arguments.slice(half) } }] }),
      );
    }
    event(response, chunk({}, end));
    const wantsUsage = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
    if (usage !== null && wantsUsage) event(response, { object: 'chat.completion.chunk', choices: [], usage });
    response.end('data: [DONE]\n\n');
  };
}

/** An error as OpenAI words it. */
export function fails(
  status: number,
  message: string,
  more: { code?: string; headers?: Record<string, string> } = {},
): Behaviour {
  return (_, response) => {
    const error = { message, type: 'error', code: more.code ?? null };
    response.writeHead(status, { ...json, ...more.headers }).end(JSON.stringify({ error }));
  };
}

/** Any body at all. */
export const sends =
  (body: string, type = 'application/json', status = 200): Behaviour =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** A stream that breaks after its first words. */
export const breaksOff =
  (text: string): Behaviour =>
  async (_, response) => {
    response.writeHead(200, events);
    event(response, chunk({ content: text }));
    await new Promise((resolve) => response.write(': \n\n', resolve));
    response.destroy();
  };

/** A stream that ends in good order, but without its end. */
export const forgetsTheEnd =
  (text: string): Behaviour =>
  (_, response) => {
    response.writeHead(200, events);
    event(response, chunk({ content: text }));
    response.end();
  };

/** A stream that stops and never goes on; `onStall` is called when the server has said its last word. */
export const stalls =
  (text: string, onStall: () => void): Behaviour =>
  async (_, response) => {
    response.writeHead(200, events);
    await new Promise<void>((resolve) =>
      response.write(`data: ${JSON.stringify(chunk({ content: text }))}\n\n`, () => resolve()),
    );
    onStall();
  };

/** An error in the middle of a good stream, as OpenRouter sends it. */
export const failsInTheMiddle =
  (text: string, message: string): Behaviour =>
  (_, response) => {
    response.writeHead(200, events);
    event(response, chunk({ content: text }));
    event(response, { error: { code: 502, message } });
    response.end('data: [DONE]\n\n');
  };

/** Rejects whatever has the property, and does `otherwise` with the rest. */
export const rejects =
  (property: string, message: string, otherwise: Behaviour): Behaviour =>
  (heard, response) =>
    property in heard.body ? fails(400, message)(heard, response) : otherwise(heard, response);

/** Begins an answer and then sends a byte now and then, for ever. */
export function drips(text: string): Behaviour {
  return (_, response) => {
    response.writeHead(200, events);
    event(response, chunk({ content: text }));
    const timer = setInterval(() => response.write(':'), 5);
    response.on('close', () => clearInterval(timer));
  };
}

/** Sends whoever asks to another address. */
export function redirects(status: number, location: string): Behaviour {
  return (_, response) => void response.writeHead(status, { location }).end();
}
