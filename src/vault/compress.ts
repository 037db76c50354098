import { inflateSync } from 'fflate';
import { encodeText } from './text';

/** Bytes that a compressed state file may unpack to. A larger one is none that this program made. */
const MAX_UNPACKED = 256_000_000;
/** A gzip file as we write it: a head without optional fields, then the data, a checksum and the length. Source: RFC 1952, section 2.3. */
const HEAD = { length: 10, bytes: [0x1f, 0x8b, 8, 0] };
const TAIL_LENGTH = 8;

/** A text as a gzip file; as it is on a host that cannot compress. */
export async function compressText(text: string): Promise<Uint8Array> {
  const bytes = encodeText(text);
  if (typeof CompressionStream === 'undefined') return bytes;
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The text that {@link compressText} gave these bytes for. They are untrusted: what would unpack to more than it says is cut off.
 * @returns `null` when they are damaged, too large or not UTF-8
 */
export function decompressText(bytes: Uint8Array): string | null {
  try {
    const plain = HEAD.bytes.every((byte, at) => bytes[at] === byte) ? inflated(bytes) : bytes;
    return plain === null ? null : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    return null;
  }
}

function inflated(bytes: Uint8Array): Uint8Array | null {
  const end = bytes.length - TAIL_LENGTH;
  if (end < HEAD.length) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
  return length > MAX_UNPACKED ? null : inflateSync(bytes.subarray(HEAD.length, end), { out: new Uint8Array(length) });
}
