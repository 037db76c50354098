import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { WikiError } from '../base';
import { type Hash } from './types';

const encoder = new TextEncoder();

/**
 * A text as UTF-8. A byte-order mark is a character like any other and kept.
 *
 * @throws `living-wiki:not_utf8` for half a surrogate pair, which UTF-8 cannot hold: writing something else instead
 *   would lose it in silence
 */
export function encodeText(text: string, path?: string): Uint8Array {
  if (!isWellFormedText(text)) {
    throw new WikiError('living-wiki:not_utf8', 'The text holds half a character and cannot be stored as UTF-8.', {
      ...(path === undefined ? {} : { path }),
      remedy: 'Remove the broken character.',
    });
  }
  return encoder.encode(text);
}

/** Whether a text has no half of a surrogate pair. Newer hosts tell at once; a search takes long in a large text. */
function isWellFormedText(text: string): boolean {
  const { isWellFormed } = text as { isWellFormed?: () => boolean };
  return isWellFormed === undefined ? !/\p{Cs}/u.test(text) : isWellFormed.call(text);
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

/** Bytes that many take some milliseconds to hash; those of a large wiki's index are hashed at every step of a change. */
const MIN_CACHED_BYTES = 100_000;
/** More than these are not remembered. Bytes. */
const MAX_CACHED_BYTES = 4_000_000;
const MAX_CACHED_HASHES = 6;
/** What was hashed last, the latest first. */
const RECENT_HASHES: { readonly bytes: Uint8Array; readonly hash: Hash }[] = [];

/** Lower-case hex SHA-256 of `bytes`. The last long ones are remembered: comparing is far cheaper than hashing again. */
export function hashBytes(bytes: Uint8Array): Hash {
  if (bytes.length < MIN_CACHED_BYTES || bytes.length > MAX_CACHED_BYTES) return bytesToHex(sha256(bytes));
  const at = RECENT_HASHES.findIndex((known) => equalBytes(known.bytes, bytes));
  const [known] = at === -1 ? [] : RECENT_HASHES.splice(at, 1);
  const entry = known ?? { bytes: bytes.slice(), hash: bytesToHex(sha256(bytes)) };
  RECENT_HASHES.unshift(entry);
  RECENT_HASHES.length = Math.min(RECENT_HASHES.length, MAX_CACHED_HASHES);
  return entry.hash;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

/** Lower-case hex SHA-256 of `text` as UTF-8, a byte-order mark included: equal to {@link hashBytes} of its file. */
export function hashText(text: string): Hash {
  return hashBytes(encoder.encode(text));
}
