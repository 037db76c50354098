import { WikiError } from '../../base';
import { fromBase64 } from '../base64';
import { normaliseMarkers } from '../answer-cache';
import { scrubSecrets, scrubUrl } from '../scrub-secrets';
import { type Fetch } from '../types';
import { exchangeSchema, recordingHeader, type Exchange } from './format';

export interface Replayer {
  readonly fetch: Fetch;
  /** How many recorded exchanges were not requested; 0 when all were replayed. */
  readonly remaining: () => number;
}

/**
 * Creates a `fetch` that answers from a recording, byte for byte and in the same pieces. A request gets the first unused
 * exchange with the same method, address and body; markers of fences may differ.
 *
 * @param text as written by {@link createRecorder}
 * @param options `secrets` as given to the recorder
 * @throws WikiError `living-wiki:recording_invalid` if the text is not a recording; the `fetch` rejects with
 * `living-wiki:recording_mismatch` if the recording has no such request
 */
export function createReplayer(
  text: string,
  { secrets = [] }: { readonly secrets?: readonly string[] } = {},
): Replayer {
  const left = readRecording(text);
  const keyOf = ({ method, url, body }: Exchange['request']): string =>
    JSON.stringify([method, url, body === null ? null : normaliseMarkers(body)]);
  const keys = left.map((each) => keyOf(each.request));
  const fetch: Fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? 'GET';
    const body = typeof init?.body === 'string' ? scrubSecrets(init.body, secrets) : null;
    const at = keys.indexOf(keyOf({ method, url: scrubUrl(address, secrets), body }));
    const [found] = at === -1 ? [] : left.splice(at, 1);
    if (found === undefined) {
      const message = `The recording has no ${method} ${new URL(address).pathname} with this body.`;
      return Promise.reject(new WikiError('living-wiki:recording_mismatch', message));
    }
    keys.splice(at, 1);
    if (found.response === null) return Promise.reject(new TypeError(found.failure ?? 'fetch failed'));
    return Promise.resolve(toResponse(found.response));
  };
  return { fetch, remaining: () => left.length };
}

function readRecording(text: string): Exchange[] {
  const invalid = (line: number): WikiError =>
    new WikiError('living-wiki:recording_invalid', 'This is not a recorded conversation.', { line });
  const lines = text.split('\n');
  if (lines[0] !== recordingHeader) throw invalid(1);
  return lines.slice(1).flatMap((line, at): Exchange[] => {
    if (line === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw invalid(at + 2);
    }
    const read = exchangeSchema.safeParse(value);
    if (!read.success) throw invalid(at + 2);
    return [read.data];
  });
}

function toResponse({ status, headers, encoding, body, cuts, broken }: NonNullable<Exchange['response']>): Response {
  const bytes = (encoding === 'utf8' ? new TextEncoder().encode(body) : fromBase64(body)) ?? new Uint8Array();
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
  return new Response(status === 204 || status === 304 ? null : stream, { status, headers });
}
