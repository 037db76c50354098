import { type Fetch } from '../../src/model';
import { normaliseMarkers } from '../../src/model/answer-cache';
import { RECORDING_HEADER, type Exchange } from '../../src/model/recorder';
import { scrubSecrets, scrubUrl } from '../../src/model/scrub-secrets';

/**
 * A `fetch` that answers from a recording, byte for byte and in the same pieces. A request gets the first unused exchange
 * with the same method, address and body; markers of fences may differ.
 */
export function createReplayer(
  recording: string,
  secrets: readonly string[] = [],
): { readonly fetch: Fetch; readonly remaining: () => number } {
  const [header, ...lines] = recording.trimEnd().split('\n');
  expect(header).toBe(RECORDING_HEADER);
  const left = lines.map((line) => JSON.parse(line) as Exchange);
  const keyOf = ({ method, url, body }: Exchange['request']): string =>
    JSON.stringify([method, url, body === null ? null : normaliseMarkers(body)]);
  const fetch: Fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const body = typeof init?.body === 'string' ? scrubSecrets(init.body, secrets) : null;
    const wanted = keyOf({ method: init?.method ?? 'GET', url: scrubUrl(address, secrets), body });
    const at = left.findIndex(({ request }) => keyOf(request) === wanted);
    const [found] = at === -1 ? [] : left.splice(at, 1);
    if (found === undefined) return Promise.reject(new Error(`The recording has no ${wanted}`));
    if (found.response === null) return Promise.reject(new TypeError(found.failure ?? 'fetch failed'));
    return Promise.resolve(toResponse(found.response));
  };
  return { fetch, remaining: () => left.length };
}

function toResponse({ status, headers, encoding, body, cuts, broken }: NonNullable<Exchange['response']>): Response {
  const bytes = new Uint8Array(Buffer.from(body, encoding));
  const ends = [...cuts, bytes.length];
  let from = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      while (ends.length > 0) {
        const to = ends.shift() ?? from;
        if (to <= from) continue;
        controller.enqueue(bytes.slice(from, to));
        from = to;
        return;
      }
      if (broken) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(stream, { status, headers });
}
