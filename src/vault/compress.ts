import { deflateSync, inflateSync } from 'fflate';
import { DICTIONARY } from './dictionary';
import { encodeText } from './text';

/** Bytes that a compressed state file may unpack to. A larger one is none that this program made. */
const MAX_UNPACKED = 256_000_000;
/** Bytes that a packed file may unpack to: only short texts are packed (see `writePacked`). */
const MAX_PACKED = 180_000;
/** A text that would take less than this part of its length is kept as it is, so that no small file unpacks to a large text. */
const MAX_RATIO = 100;
/** Bytes that every file may unpack to. */
const FREE = 1_000_000;
/** A gzip file as we write it: a head without optional fields, then the data, a checksum and the length. Source: RFC 1952, section 2.3. */
const GZIP = { length: 10, bytes: [0x1f, 0x8b, 8, 0] };
const GZIP_TAIL = 8;
/** A packed file: `LWZ1`, the length of the text as 32 bits, low byte first, then raw DEFLATE data that uses {@link DICTIONARY}. */
const PACKED = { length: 8, bytes: [0x4c, 0x57, 0x5a, 0x31] };

const dictionary = new TextEncoder().encode(DICTIONARY);

/** A text, given in parts, as a gzip file; as it is on a host that cannot compress. For long texts, off the thread that draws. */
export async function compressText(parts: readonly string[]): Promise<Uint8Array> {
  const plain = (): Uint8Array => encodeText(parts.join(''));
  if (typeof CompressionStream === 'undefined') return plain();
  const text = new Blob(parts.map((part) => encodeText(part).slice()));
  const stream = text.stream().pipeThrough(new CompressionStream('gzip'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  return isLikely(text.size, packed.length) ? packed : plain();
}

/**
 * A text as a packed file. Most state files are a few kilobytes of JSON with keys that all of them have, so what they have in common is
 * in a dictionary of the program: they take about a third less than as gzip files.
 */
export function packText(text: string): Uint8Array {
  const bytes = encodeText(text);
  const data = deflateSync(bytes, { dictionary, level: 9 });
  const packed = new Uint8Array(PACKED.length + data.length);
  packed.set(PACKED.bytes);
  new DataView(packed.buffer).setUint32(PACKED.bytes.length, bytes.length, true);
  packed.set(data, PACKED.length);
  return packed;
}

/**
 * The text that {@link compressText} or {@link packText} gave these bytes for, or that they hold as they are. They are untrusted: what would
 * unpack to more than it says is cut off.
 * @returns `null` when they are damaged, too large or not UTF-8
 */
export function decompressText(bytes: Uint8Array): string | null {
  try {
    const plain = inflated(bytes);
    return plain === null ? null : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    return null;
  }
}

/** {@link decompressText} off the thread that draws, where the host can. */
export async function decompressLong(bytes: Uint8Array): Promise<string | null> {
  try {
    const parts: string[] = [];
    for await (const part of decompressParts(bytes)) parts.push(part);
    return parts.join('');
  } catch {
    return null;
  }
}

/**
 * The text of {@link decompressLong} part by part, so that a long one is never in memory as a whole.
 * @throws once the bytes turn out to be damaged, too large or not UTF-8
 */
async function* decompressParts(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const chunk of decompressChunks(bytes)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The bytes of that text. @throws once the bytes turn out to be damaged or too large */
export async function* decompressChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const isGzip = GZIP.bytes.every((byte, at) => bytes[at] === byte);
  if (!isGzip || typeof DecompressionStream === 'undefined') {
    const plain = inflated(bytes);
    if (plain === null) throw damaged();
    yield plain;
    return;
  }
  const length = lengthAt(bytes, bytes.length - 4);
  if (length === null || !isLikely(length, bytes.length)) throw damaged();
  // A blob would give it in small pieces, which takes longer than unpacking it.
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes.slice());
      controller.close();
    },
  });
  yield* readChunks(whole.pipeThrough(new DecompressionStream('gzip')), length);
}

/** @throws when they are not of this length together, in bytes */
async function* readChunks(stream: ReadableStream<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > length) throw damaged();
      yield value;
    }
    if (size !== length) throw damaged();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function damaged(): Error {
  return new RangeError('The compressed file is damaged.');
}

function inflated(bytes: Uint8Array): Uint8Array | null {
  const startsWith = (head: readonly number[]): boolean => head.every((byte, at) => bytes[at] === byte);
  if (startsWith(PACKED.bytes)) {
    const length = lengthAt(bytes, PACKED.bytes.length);
    if (length === null || length > MAX_PACKED || bytes.length === PACKED.length) return null;
    // One byte more than it says, so that a longer text is noticed.
    const plain = inflateSync(bytes.subarray(PACKED.length), {
      out: new Uint8Array(length + 1),
      dictionary,
    });
    return plain.length === length ? plain : null;
  }
  if (!startsWith(GZIP.bytes)) return bytes;
  const end = bytes.length - GZIP_TAIL;
  const length = end < GZIP.length ? null : lengthAt(bytes, bytes.length - 4);
  if (length === null || !isLikely(length, bytes.length)) return null;
  return inflateSync(bytes.subarray(GZIP.length, end), {
    out: new Uint8Array(length),
  });
}

/** Whether this program may have made a file of `packed` bytes from so many. */
function isLikely(length: number, packed: number): boolean {
  return length <= FREE + MAX_RATIO * packed;
}

/** @returns `null` when there is none, or it is too large */
function lengthAt(bytes: Uint8Array, at: number): number | null {
  if (bytes.length < at + 4) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
  return length > MAX_UNPACKED ? null : length;
}
