import { normaliseMarkers } from '../../src/model/answer-cache';
import { RECORDING_HEADER, type Exchange } from '../../src/model/recorder';

/** A recorded conversation, of one run of the program or of several, from which each exchange is taken once. */
export class Recording {
  readonly #left: Exchange[];

  constructor(text: string) {
    const lines = text.trimEnd().split('\n');
    if (lines[0] !== RECORDING_HEADER) throw new Error('This is no recording: its first line is not the header.');
    this.#left = lines.filter((line) => line !== RECORDING_HEADER).map((line) => JSON.parse(line) as Exchange);
  }

  get remaining(): number {
    return this.#left.length;
  }

  /** The first exchange left with the same method, path and body; markers of fences may differ, and so may the server. */
  take(request: Exchange['request']): Exchange | undefined {
    const wanted = keyOf(request);
    const at = this.#left.findIndex((exchange) => keyOf(exchange.request) === wanted);
    return at === -1 ? undefined : this.#left.splice(at, 1)[0];
  }
}

function keyOf({ method, url, body }: Exchange['request']): string {
  return JSON.stringify([method, new URL(url).pathname, body === null ? null : normaliseMarkers(body)]);
}

/** The pieces of a recorded body, as they arrived. */
export function piecesOf({ encoding, body, cuts }: NonNullable<Exchange['response']>): readonly Uint8Array[] {
  const bytes = new Uint8Array(Buffer.from(body, encoding));
  const ends = [...cuts, bytes.length];
  return ends.map((end, at) => bytes.slice(ends[at - 1] ?? 0, end)).filter(({ length }) => length > 0);
}
