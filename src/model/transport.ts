import { type Heartbeat } from './deadline';
import { type Endpoint } from './endpoint';
import { normaliseBaseUrl } from './presets';
import { BrokenBodyError, ConnectionError, HttpError } from './transport-errors';
import { type Fetch } from './types';

/** Bytes of an answer. A server that sends more is broken or hostile. */
const MAX_ANSWER_BYTES = 16_000_000;
/** Characters of an error body that are kept. */
const MAX_ERROR_LENGTH = 20_000;

/** A server that speaks OpenAI's protocol. Answers without a success status are thrown. */
export interface ModelServer {
  get(path: string, signal: AbortSignal): Promise<Response>;
  /** @param body sent as JSON, unless it is a form */
  post(path: string, body: object, signal: AbortSignal): Promise<Response>;
}

/**
 * Reaches a server over the host's network.
 *
 * @param heartbeat called for every piece of data that arrives
 * @returns whose calls throw `HttpError`, `ConnectionError` and, while a body is read, `BrokenBodyError`
 * @throws ModelError `living-wiki:model_address_invalid`
 */
export function openServer(endpoint: Endpoint, fetch: Fetch, heartbeat: Heartbeat): ModelServer {
  const base = new URL(normaliseBaseUrl(endpoint.baseUrl));
  const key = endpoint.apiKey?.trim() ?? '';
  const call = (path: string, init: RequestInit, type?: string): Promise<Response> => {
    const url = new URL(base);
    url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
    const headers = new Headers({ accept: 'application/json' });
    if (key !== '') headers.set('authorization', `Bearer ${key}`);
    if (type !== undefined) headers.set('content-type', type);
    for (const [name, value] of Object.entries(endpoint.headers ?? {})) headers.set(name, value);
    return send(fetch, url.href, { ...init, headers }, heartbeat);
  };
  return {
    get: (path, signal) => call(path, { method: 'GET', signal }),
    post: (path, body, signal) =>
      body instanceof FormData
        ? call(path, { method: 'POST', body, signal })
        : call(path, { method: 'POST', body: JSON.stringify(body), signal }, 'application/json'),
  };
}

async function send(fetch: Fetch, url: string, init: RequestInit, heartbeat: Heartbeat): Promise<Response> {
  let response: Response;
  try {
    // A redirect would send the prompt, and for some statuses the key, to a server that the user did not choose.
    response = await fetch(url, { ...init, redirect: 'manual' });
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
