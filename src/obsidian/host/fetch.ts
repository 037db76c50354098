import { requestUrl, type RequestUrlResponse } from 'obsidian';
import { type ModelHost } from '../../workbench';
import { anySignal } from './time';

type Fetch = ModelHost['fetch'];

/**
 * The network for language models.
 *
 * `requestUrl` reaches every server, whatever it thinks of web pages, but hands over an answer only when it is whole, and a
 * request that was given up goes on at the server. The browser's own `fetch` streams and really stops, but servers have
 * to allow it (CORS). A question that is paid for must not be sent twice to find out which of the two works; so each
 * server is tried with a harmless look at its list of models, once while the plugin runs, and questions go the way that
 * worked.
 */
export function createFetch(): Fetch {
  const streams = new Map<string, Promise<boolean>>();
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const { origin } = new URL(url);
    const known = streams.get(origin) ?? canStream(url, init);
    streams.set(origin, known);
    void known.then((can) => {
      // A look that was given up says nothing of the server.
      if (!can && init.signal?.aborted === true) streams.delete(origin);
    });
    if (await raceAbort(known, init.signal)) return window.fetch(url, init);
    try {
      return await requestWhole(url, init);
    } catch (error) {
      // Nothing answered: the server may be started later, and may then stream.
      streams.delete(origin);
      throw error;
    }
  };
}

/** Milliseconds. */
const PROBE_TIMEOUT = 5_000;

/** Whether a server lets pages of the app talk to it: one that answers at all does, even with an error. */
async function canStream(url: string, init: RequestInit): Promise<boolean> {
  const list = url.replace(/\/(?:chat\/completions|audio\/transcriptions|embeddings|models)(?:\?.*)?$/, '/models');
  const headers = new Headers(init.headers);
  // Asked for together with the rest, so that the answer holds for questions too.
  headers.set('content-type', 'application/json');
  const giveUp = new AbortController();
  const timer = window.setTimeout(() => giveUp.abort(), PROBE_TIMEOUT);
  try {
    const signal = anySignal(giveUp.signal, init.signal ?? giveUp.signal);
    const answer = await window.fetch(list, { headers, signal, credentials: 'omit' });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  } finally {
    window.clearTimeout(timer);
  }
}

async function requestWhole(url: string, init: RequestInit): Promise<Response> {
  const headers = Object.fromEntries(new Headers(init.headers));
  const contentType = headers['content-type'];
  // The app's network computes it.
  delete headers['content-length'];
  const body = await wholeBody(init.body, contentType);
  const asked = requestUrl({
    url,
    method: init.method ?? 'GET',
    headers: { ...headers, ...(body.type !== undefined && { 'content-type': body.type }) },
    ...(body.type !== undefined && { contentType: body.type }),
    ...(body.data !== undefined && { body: body.data }),
    throw: false,
  });
  return asResponse(await raceAbort(asked, init.signal));
}

/** `requestUrl` takes text or bytes; a form is what a `Response` makes of it. */
async function wholeBody(
  body: RequestInit['body'],
  type: string | undefined,
): Promise<{ data?: string | ArrayBuffer; type?: string }> {
  if (body === null || body === undefined) return type === undefined ? {} : { type };
  if (typeof body === 'string') return { data: body, type: type ?? 'text/plain;charset=UTF-8' };
  const form = new Response(body);
  const ownType = form.headers.get('content-type') ?? type;
  return { data: await form.arrayBuffer(), ...(ownType !== undefined && { type: ownType }) };
}

/** Statuses with which a response must not have a body. Source: Fetch Standard, "null body status". */
const NULL_BODY_STATUSES = new Set([101, 103, 204, 205, 304]);

function asResponse({ status, headers, arrayBuffer }: RequestUrlResponse): Response {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The bytes were unpacked already.
    if (!/^(?:content-encoding|content-length|transfer-encoding)$/i.test(name)) kept.set(name, value);
  }
  return new Response(NULL_BODY_STATUSES.has(status) ? null : arrayBuffer, { status, headers: kept });
}

/** What `work` comes to, or an `AbortError` the moment that the signal is aborted. What still runs is left to itself. */
function raceAbort<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (signal === null || signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(new DOMException('The request was given up.', 'AbortError'));
    if (signal.aborted) {
      work.catch(() => undefined);
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
