import { requestUrl, type RequestUrlResponse } from 'obsidian';
import { type ModelHost } from '../../workbench';
import { anySignal } from './time';

type Fetch = ModelHost['fetch'];

/**
 * The network for language models.
 *
 * `requestUrl` reaches every server, but returns an answer only when it is complete, and cancelling it does not stop the
 * server. The browser's `fetch` streams and can be cancelled, but the server must allow it (CORS). Sending a paid request
 * twice to find out which of the two works is not acceptable, so each server is probed once per session with a request
 * for its list of models.
 */
export function createFetch(): Fetch {
  const streams = new Map<string, Promise<boolean>>();
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const { origin } = new URL(url);
    const known = streams.get(origin) ?? canStream(url, init);
    streams.set(origin, known);
    void known.then((can) => {
      // A cancelled probe says nothing about the server.
      if (!can && init.signal?.aborted === true) streams.delete(origin);
    });
    if (await raceAbort(known, init.signal)) return window.fetch(url, init);
    try {
      return await requestWhole(url, init);
    } catch (error) {
      // No answer: the server may be started later, and may then support streaming.
      streams.delete(origin);
      throw error;
    }
  };
}

/** Milliseconds. */
const PROBE_TIMEOUT = 5_000;

/** Whether a server allows CORS requests from the app: any answer, even an error, shows that it does. */
async function canStream(url: string, init: RequestInit): Promise<boolean> {
  const list = url.replace(/\/(?:chat\/completions|audio\/transcriptions|embeddings|models)(?:\?.*)?$/, '/models');
  const headers = new Headers(init.headers);
  // Ask for the same headers as later requests, so that the result applies to them.
  headers.set('content-type', 'application/json');
  const giveUp = new AbortController();
  const timer = window.setTimeout(() => giveUp.abort(), PROBE_TIMEOUT);
  try {
    const signal = anySignal(giveUp.signal, init.signal ?? giveUp.signal);
    const answer = await window.fetch(list, { headers, signal, credentials: 'omit', redirect: 'manual' });
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
  // The network stack computes it.
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

/** `requestUrl` takes text or bytes; `Response` encodes a form. */
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
    // `requestUrl` has already decompressed the bytes.
    if (!/^(?:content-encoding|content-length|transfer-encoding)$/i.test(name)) kept.set(name, value);
  }
  return new Response(NULL_BODY_STATUSES.has(status) ? null : arrayBuffer, { status, headers: kept });
}

/** The result of `work`, or an `AbortError` as soon as the signal is aborted; the work itself is not stopped. */
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
