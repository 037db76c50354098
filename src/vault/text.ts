import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { WikiError } from '../base';
import type { Hash } from './types';

const encoder = new TextEncoder();

/**
 * A text as UTF-8. A byte-order mark is a character like any other and kept.
 *
 * @throws `living-wiki:not_utf8` for half a surrogate pair, which UTF-8 cannot hold: writing something else instead
 *   would lose it in silence
 */
export function encodeText(text: string, path?: string): Uint8Array {
  if (/\p{Cs}/u.test(text)) {
    throw new WikiError('living-wiki:not_utf8', 'The text holds half a character and cannot be stored as UTF-8.', {
      ...(path === undefined ? {} : { path }),
      remedy: 'Remove the broken character.',
    });
  }
  return encoder.encode(text);
}

/**
 * UTF-8 bytes as text, a byte-order mark kept. Nothing is replaced.
 *
 * @param path only names the file in the error
 * @throws `living-wiki:not_utf8`
 */
export function decodeText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new WikiError('living-wiki:not_utf8', 'The file is not UTF-8 text.', {
      path,
      remedy: 'Save it as UTF-8 and try again.',
      cause,
    });
  }
}

/** Lower-case hex SHA-256 of `bytes`. */
export function hashBytes(bytes: Uint8Array): Hash {
  return bytesToHex(sha256(bytes));
}

/** Lower-case hex SHA-256 of `text` as UTF-8, a byte-order mark included: equal to {@link hashBytes} of its file. */
export function hashText(text: string): Hash {
  return hashBytes(encoder.encode(text));
}
