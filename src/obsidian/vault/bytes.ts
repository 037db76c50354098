import { concatBytes } from '../../base';
import { decodeText, encodeText } from '../../vault';
import { yieldToHost } from '../host';

/** Characters that are encoded between two yields. */
const CHUNK_LENGTH = 1_000_000;

/** `null` if the bytes are not UTF-8. */
export function textOrNull(bytes: Uint8Array): string | null {
  try {
    return decodeText(bytes, '');
  } catch {
    return null;
  }
}

/** Encodes a text piece by piece, because the caches of a large wiki take long. */
export async function encodeInChunks(text: string, path: string): Promise<Uint8Array> {
  if (text.length <= CHUNK_LENGTH) return encodeText(text, path);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < text.length;) {
    let end = at + CHUNK_LENGTH;
    // Do not split a surrogate pair.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end += 1;
    pieces.push(encodeText(text.slice(at, end), path));
    at = end;
    await yieldToHost();
  }
  return concatBytes(...pieces);
}

/** A copy, because the app takes whole buffers and may keep them. */
export function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
