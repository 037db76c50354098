import { OpenAI } from 'openai';
import { type Heartbeat } from './deadline';
import { type Endpoint } from './endpoint';
import { normaliseBaseUrl } from './presets';
import { BrokenBodyError, ConnectionError, HttpError } from './transport-errors';
import { type Fetch } from './types';

/** Bytes of an answer. A server that sends more is broken or hostile. */
const MAX_ANSWER_BYTES = 16_000_000;
/** Characters of an error body that are kept. */
const MAX_ERROR_LENGTH = 20_000;

/**
 * Creates the client library on the host's network, without its own retries, logging, environment variables and
 * fingerprint headers. One client per call, because `heartbeat` belongs to the call. This module is imported when a server is
 * called, because the library is the largest part of the plugin.
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
    // `withDeadline` handles timeouts.
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
    // A redirect would send the prompt, and for some statuses the key, to a server that the user did not choose.
    response = await fetch(input, { ...init, headers, redirect: 'manual' });
  } catch (error) {
    throw new ConnectionError(error);
  }
  heartbeat();
  // Browsers hide the status and the address of a redirect that they do not follow.
  if (response.type === 'opaqueredirect') throw new HttpError(302, response.headers, '');
  const watched = watchBody(response, heartbeat);
  if (response.ok) return watched;
  const body = await watched.text().catch(() => '');
  throw new HttpError(response.status, response.headers, body.slice(0, MAX_ERROR_LENGTH));
}

/** Reports each piece of the body, and ends a body that is too long with an error. */
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
