import { type Fetch } from '../../src/model';
import { type Exchange } from '../../src/model/recorder';
import { scrubSecrets, scrubUrl } from '../../src/model/scrub-secrets';
import { piecesOf, Recording } from './recording';

/** A `fetch` that answers from a recording, byte for byte and in the same pieces. */
export function createReplayer(
  text: string,
  secrets: readonly string[] = [],
): { readonly fetch: Fetch; readonly remaining: () => number } {
  const recording = new Recording(text);
  const fetch: Fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const body = typeof init?.body === 'string' ? scrubSecrets(init.body, secrets) : null;
    const request = { method: init?.method ?? 'GET', url: scrubUrl(address, secrets), body };
    const found = recording.take(request);
    if (found === undefined) return Promise.reject(new Error(`The recording has no ${JSON.stringify(request)}`));
    if (found.response === null) return Promise.reject(new TypeError(found.failure ?? 'fetch failed'));
    return Promise.resolve(toResponse(found.response));
  };
  return { fetch, remaining: () => recording.remaining };
}

function toResponse(recorded: NonNullable<Exchange['response']>): Response {
  const { status, headers, broken } = recorded;
  const pieces = [...piecesOf(recorded)];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (broken) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(stream, { status, headers });
}
