import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { WikiError } from '../base';
import { type Hash } from './types';

const encoder = new TextEncoder();

/**
 * A text as UTF-8 bytes, a byte-order mark kept.
 *
 * @throws `living-wiki:not_utf8` for half a surrogate pair: UTF-8 has no bytes for it, and replacing it would lose it
 */
export function encodeText(text: string, path?: string): Uint8Array {
  if (!isWellFormedText(text)) {
    throw new WikiError('living-wiki:not_utf8', 'The text contains half a character and cannot be stored as UTF-8.', {
      ...(path === undefined ? {} : { path }),
      remedy: 'Remove the broken character.',
    });
  }
  return encoder.encode(text);
}

/** Whether a text has no half of a surrogate pair. The built-in check is far faster, where the host has it. */
function isWellFormedText(text: string): boolean {
  const { isWellFormed } = text as { isWellFormed?: () => boolean };
  return isWellFormed === undefined ? !/\p{Cs}/u.test(text) : isWellFormed.call(text);
}

/**
 * UTF-8 bytes as text, a byte-order mark kept. Invalid bytes are an error, never replaced.
 *
 * @param path for the error
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

/**
 * A large wiki's index takes milliseconds to hash, and every step of a change hashes it. Comparing bytes is far cheaper,
 * so the hashes of the last large files are kept.
 */
const MIN_CACHED_BYTES = 100_000;
const MAX_CACHED_BYTES = 4_000_000;
const MAX_CACHED_HASHES = 6;
/** Latest first. */
let recentHashes: readonly { readonly bytes: Uint8Array; readonly hash: Hash }[] = [];

/** Lower-case hex SHA-256 of `bytes`. */
export function hashBytes(bytes: Uint8Array): Hash {
  if (bytes.length < MIN_CACHED_BYTES || bytes.length > MAX_CACHED_BYTES) return bytesToHex(sha256(bytes));
  const known = recentHashes.find((recent) => equalBytes(recent.bytes, bytes));
  const entry = known ?? { bytes: bytes.slice(), hash: bytesToHex(sha256(bytes)) };
  recentHashes = [entry, ...recentHashes.filter((recent) => recent !== entry)].slice(0, MAX_CACHED_HASHES);
  return entry.hash;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

/** Lower-case hex SHA-256 of `text` as UTF-8, a byte-order mark included: the {@link hashBytes} of its file. */
export function hashText(text: string): Hash {
  return hashBytes(encoder.encode(text));
}

/** What a source may be pinned with. Source: AIP-10 JSON Schema, `sources.hashAlgo`. */
export type HashAlgorithm = 'sha256' | 'sha512' | 'blake3';

export function isHashAlgorithm(name: string): name is HashAlgorithm {
  return name === 'sha256' || name === 'sha512' || name === 'blake3';
}

/** Lower-case hex digest of `bytes`. */
export async function digestBytes(algorithm: HashAlgorithm, bytes: Uint8Array): Promise<string> {
  if (algorithm === 'sha256') return hashBytes(bytes);
  const { digests } = await import('./digest');
  return digests[algorithm](bytes);
}
