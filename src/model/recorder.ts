import { toBase64 } from '../base';
import { scrubSecrets, scrubUrl } from './scrub-secrets';
import { type Fetch } from './types';

/** The first line of a recording: a text of JSON lines, this header, then one {@link Exchange} per line, as the answers end. */
export const RECORDING_HEADER = '{"livingWikiRecording":1}';

/** One request and its answer. Contains no secrets, and enough to replay the answer byte for byte. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** `null` if the body is not text, such as a form with an audio file. */
    readonly body: string | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Text if the bytes are UTF-8, otherwise base64. */
    readonly encoding: 'utf8' | 'base64';
    readonly body: string;
    /** Byte offsets where the pieces of the body ended; empty for one piece. */
    readonly cuts: readonly number[];
    /** The connection broke after the body. */
    readonly broken: boolean;
  } | null;
  /** The network error if there was no answer. */
  readonly failure: string | null;
}

/** The headers to keep. Any other header might identify a person. */
const KEPT_HEADERS: readonly string[] = ['content-type', 'retry-after', 'retry-after-ms'];

/**
 * Wraps a `fetch` and records every exchange. Request headers are never recorded, response headers only if listed, and
 * secrets are removed from addresses and bodies.
 *
 * @param sink receives one line at a time, with its line break; it must not throw
 * @param options `secrets` are the keys in use; other text that looks like a key is removed too
 */
export function createRecorder(
  fetch: Fetch,
  sink: (line: string) => void,
  { secrets = [] }: { readonly secrets?: readonly string[] } = {},
): Fetch {
  let isBegun = false;
  const write = (entry: Exchange): void => {
    if (!isBegun) sink(`${RECORDING_HEADER}\n`);
    isBegun = true;
    sink(`${JSON.stringify(entry)}\n`);
  };
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const request: Exchange['request'] = {
      method: init?.method ?? 'GET',
      url: scrubUrl(address, secrets),
      body: typeof init?.body === 'string' ? scrubSecrets(init.body, secrets) : null,
    };
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (error) {
      const message = error instanceof Error ? `${error.message} ${readCause(error)}`.trim() : String(error);
      write({ request, response: null, failure: scrubSecrets(message, secrets) });
      throw error;
    }
    return recordBody(response, (pieces, broken) => {
      write({ request, response: toRecordedResponse(response, pieces, broken, secrets), failure: null });
    });
  };
}

/** The error code of the network, such as `ECONNREFUSED`. */
function readCause({ cause }: Error): string {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  return [code, message].find((word) => typeof word === 'string') ?? '';
}

function recordBody(response: Response, done: (pieces: readonly Uint8Array[], broken: boolean) => void): Response {
  if (response.body === null) {
    done([], false);
    return response;
  }
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let isDone = false;
  const end = (broken: boolean): void => {
    if (isDone) return;
    isDone = true;
    done(pieces, broken);
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: isLast, value } = await reader.read();
        if (isLast) {
          end(false);
          controller.close();
          return;
        }
        pieces.push(value.slice());
        controller.enqueue(value);
      } catch (error) {
        end(true);
        controller.error(error);
      }
    },
    async cancel(reason) {
      end(true);
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function toRecordedResponse(
  response: Response,
  pieces: readonly Uint8Array[],
  broken: boolean,
  secrets: readonly string[],
): NonNullable<Exchange['response']> {
  const cuts: number[] = [];
  let length = 0;
  for (const piece of pieces) cuts.push((length += piece.length));
  const bytes = new Uint8Array(length);
  for (const [at, piece] of pieces.entries()) bytes.set(piece, (cuts[at] ?? 0) - piece.length);
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const shared = { status: response.status, headers, broken };
  const text = decodeUtf8(bytes);
  if (text === null) return { ...shared, encoding: 'base64', body: toBase64(bytes), cuts: cuts.slice(0, -1) };
  const clean = scrubSecrets(text, secrets);
  // The old offsets do not fit a body from which secrets were removed.
  return { ...shared, encoding: 'utf8', body: clean, cuts: clean === text ? cuts.slice(0, -1) : [] };
}

/** `null` if the bytes are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
