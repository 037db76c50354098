import { OpenAI } from 'openai';
import { type Endpoint } from './endpoint';
import { normaliseBaseUrl } from './presets';
import { type Fetch } from './types';

/** No answer of a model is longer; a server that goes on is broken or hostile. Bytes. */
export const MAX_ANSWER_BYTES = 16_000_000;
/** Of an error's text, so much is read. Characters. */
const MAX_ERROR_LENGTH = 20_000;

/** The server answered, and what it said is an error. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly body: string,
  ) {
    super('http failure');
  }
}

/** No answer came about; `reason` is what the network said. Not the `cause`, which the client library would judge itself. */
export class ConnectionError extends Error {
  constructor(readonly reason: unknown) {
    super('connection failure');
  }
}

/** The body ended before it should have. */
export class BrokenBodyError extends Error {
  constructor(readonly reason: unknown) {
    super('broken body');
  }
}

/** Told of every piece that arrives, so that silence can be noticed; without `bytes` it is the head of the answer. */
export type Heartbeat = (bytes?: Uint8Array) => void;

/**
 * The client library over the host's network: its own retries, logging, environment variables and fingerprint headers off.
 * One client a call, since `pulse` belongs to the call.
 */
export function openClient(endpoint: Endpoint, fetch: Fetch, heartbeat: Heartbeat): OpenAI {
  const key = endpoint.apiKey?.trim() ?? '';
  const client = new OpenAI({
    apiKey: key === '' ? 'none' : key,
    adminAPIKey: null,
    baseURL: normaliseBaseUrl(endpoint.baseUrl),
    dangerouslyAllowBrowser: true,
    defaultHeaders: { ...endpoint.headers, ...(key === '' ? { Authorization: null } : {}) },
    fetch: (input, init) => send(fetch, input, init, heartbeat),
    logLevel: 'off',
    maxRetries: 0,
    organization: null,
    project: null,
    // Ours comes first; the library's own must not interfere.
    timeout: 2_147_483_647,
    webhookSecret: null,
  });
  return client;
}

async function send(
  fetch: Fetch,
  input: string | URL | Request,
  init: RequestInit | undefined,
  heartbeat: Heartbeat,
): Promise<Response> {
  const headers = new Headers(init?.headers);
  for (const name of [...headers.keys()]) {
    if (name.startsWith('x-stainless-') || name === 'user-agent') headers.delete(name);
  }
  let response: Response;
  try {
    response = await fetch(input, { ...init, headers });
  } catch (error) {
    throw new ConnectionError(error);
  }
  heartbeat();
  const watched = watchBody(response, heartbeat);
  if (response.ok) return watched;
  const body = await watched.text().catch(() => '');
  throw new HttpError(response.status, response.headers, body.slice(0, MAX_ERROR_LENGTH));
}

/** The same response; each piece of its body is reported, and too long a body breaks off. */
function watchBody(response: Response, heartbeat: Heartbeat): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        heartbeat(value);
        if (done) {
          controller.close();
          return;
        }
        bytes += value.length;
        if (bytes > MAX_ANSWER_BYTES) throw new Error('The answer is too long.');
        controller.enqueue(value);
      } catch (error) {
        void reader.cancel().catch(() => undefined);
        controller.error(new BrokenBodyError(error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
