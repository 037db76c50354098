import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { estimateTokens } from '../src/model';
import { askedBy, type Asked, type RecordedAnswers } from './recorded-answers';

/** Who is asked for what the recording lacks. */
export interface Upstream {
  readonly url: string;
  readonly key: string | null;
}

/** Tokens that the protocol adds to a message. */
const TOKENS_PER_MESSAGE = 4;

export interface AnswerEndpoint {
  /** For `LIVING_WIKI_BASE_URL`. */
  readonly url: string;
  /** What was asked for and not answered, as the recording would name it. */
  readonly missing: readonly string[];
  readonly close: () => Promise<void>;
}

interface Context {
  readonly answers: RecordedAnswers;
  readonly upstream: Upstream | null;
  readonly model: string;
  readonly missing: string[];
}

/**
 * An OpenAI-compatible server on loopback that answers from a recording. What the recording lacks is asked of `upstream` and
 * recorded; without one the request fails with the name of what is missing.
 */
export async function startAnswerEndpoint(
  answers: RecordedAnswers,
  model: string,
  upstream: Upstream | null = null,
): Promise<AnswerEndpoint> {
  const context: Context = { answers, upstream, model, missing: [] };
  const server = createServer((request, response) => {
    handle(context, request, response).catch((error: unknown) => {
      fail(response, 502, error instanceof Error ? error.message : String(error));
    });
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    missing: context.missing,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += String(piece);
  if (request.method === 'GET') {
    sendJson(response, 200, {
      object: 'list',
      data: [{ id: context.model, object: 'model', context_length: 200_000 }],
    });
    return;
  }
  const asked = askedBy(JSON.parse(body));
  const found = context.answers.take(asked);
  if ('text' in found) {
    answer(context.model, body, found.text, response);
  } else if (context.upstream === null) {
    context.missing.push(found.missing);
    fail(response, 422, `The recording has no answer for ${found.missing}.`);
  } else {
    await forward(context, context.upstream, asked, body, response);
  }
}

function answer(model: string, body: string, text: string, response: ServerResponse): void {
  const [input, output] = [tokensOfRequest(body), estimateTokens(text)];
  sendJson(response, 200, {
    id: 'recorded',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  });
}

/** As providers count: the contents of the messages and the shape of the answer, not the JSON around them. */
function tokensOfRequest(body: string): number {
  const { messages = [], response_format: format } = JSON.parse(body) as {
    readonly messages?: readonly { readonly content: unknown }[];
    readonly response_format?: unknown;
  };
  const texts = messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  const shape = format === undefined ? 0 : estimateTokens(JSON.stringify(format));
  return texts.reduce((sum, text) => sum + TOKENS_PER_MESSAGE + estimateTokens(text), shape);
}

/** Passes the answer on while it arrives, because a client gives up when nothing comes. */
async function forward(
  { answers }: Context,
  { url, key }: Upstream,
  asked: Asked,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const answered = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body,
  });
  const type = answered.headers.get('content-type') ?? 'application/json';
  response.writeHead(answered.status, { 'content-type': type });
  const decoder = new TextDecoder();
  const reader = answered.body?.getReader();
  let whole = '';
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    response.write(piece.value);
    whole += decoder.decode(piece.value, { stream: true });
  }
  const text = type.includes('event-stream') ? streamedText(whole) : messageText(whole);
  if (answered.ok && text !== '') answers.add(asked, text);
  response.end();
}

interface Choice {
  readonly delta?: { readonly content?: string | null };
  readonly message?: { readonly content?: string | null };
}

function streamedText(stream: string): string {
  const events = [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => data);
  return events.map((data) => choiceOf(data)?.delta?.content ?? '').join('');
}

const messageText = (body: string): string => choiceOf(body)?.message?.content ?? '';

function choiceOf(json: string): Choice | undefined {
  return (JSON.parse(json) as { readonly choices?: readonly Choice[] }).choices?.[0];
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { error: { message } });
}
