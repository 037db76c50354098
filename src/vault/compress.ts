import { gunzipSync, gzipSync } from 'fflate';
import { encodeText } from './text';

/** Bytes that a compressed state file may unpack to. A larger one is none that this program made. */
const MAX_UNPACKED = 256_000_000;
/** What follows the compressed bytes in a gzip file: a checksum, and the length. Source: RFC 1952, section 2.3.1. */
const LENGTH_BYTES = 4;

/** A text as a gzip file, the same bytes each time. */
export function compressText(text: string): Uint8Array {
  return gzipSync(encodeText(text), { mtime: 0 });
}

/**
 * The text of a gzip file. Its bytes are untrusted: one that would unpack to more than it says is cut off.
 * @returns `null` when it is damaged, too large or not UTF-8
 */
export function decompressText(bytes: Uint8Array): string | null {
  if (bytes.length < LENGTH_BYTES || unpackedLength(bytes) > MAX_UNPACKED) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(gunzipSync(bytes));
  } catch {
    return null;
  }
}

function unpackedLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset + bytes.length - LENGTH_BYTES).getUint32(0, true);
}
