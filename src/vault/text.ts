import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { checkpoint, WikiError, type Run } from '../base';
import { type Hash } from './types';

const encoder = new TextEncoder();

/**
 * A text as UTF-8 bytes, a byte-order mark kept.
 *
 * @throws `living-wiki:not_utf8` for half a surrogate pair: UTF-8 has no bytes for it, and replacing it would lose it
 */
export function encodeText(text: string, path?: string): Uint8Array<ArrayBuffer> {
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
 * Every step of a change hashes the same files. Comparing bytes is far cheaper, so the hashes of the last files are kept.
 */
const MIN_CACHED_BYTES = 4_000;
const MAX_CACHED_BYTES = 4_000_000;
const MAX_CACHED_IN_ALL = 8_000_000;
/** By length, so that few are compared. The one used last comes last. */
const recentHashes = new Map<number, { readonly bytes: Uint8Array; readonly hash: Hash }>();
let recentBytes = 0;

/** Lower-case hex SHA-256 of `bytes`. */
export function hashBytes(bytes: Uint8Array): Hash {
  if (!isCached(bytes)) return bytesToHex(sha256(bytes));
  return keepHash(bytes, knownHash(bytes) ?? bytesToHex(sha256(bytes)));
}

/** {@link hashBytes} by the host's own cryptography where the bytes are many and it has one, which is several times faster. */
export async function hashLongBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Hash> {
  const subtle = typeof crypto === 'undefined' ? undefined : (crypto as Partial<Crypto>).subtle;
  if (subtle === undefined || bytes.length < MIN_LONG_BYTES || !isCached(bytes)) return hashBytes(bytes);
  const hash = knownHash(bytes) ?? bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return keepHash(bytes, hash);
}

/** Fewer are hashed at once sooner than the host answers. */
const MIN_LONG_BYTES = 64 * 1024;

const isCached = ({ length }: Uint8Array): boolean => length >= MIN_CACHED_BYTES && length <= MAX_CACHED_BYTES;

function knownHash(bytes: Uint8Array): Hash | null {
  const recent = recentHashes.get(bytes.length);
  return recent !== undefined && equalBytes(recent.bytes, bytes) ? recent.hash : null;
}

function keepHash(bytes: Uint8Array, hash: Hash): Hash {
  const { length } = bytes;
  const recent = recentHashes.get(length);
  if (recent === undefined) recentBytes += length;
  else recentHashes.delete(length);
  recentHashes.set(length, recent?.hash === hash ? recent : { bytes: bytes.slice(), hash });
  for (const oldest of recentHashes.keys()) {
    if (recentBytes <= MAX_CACHED_IN_ALL) break;
    recentHashes.delete(oldest);
    recentBytes -= oldest;
  }
  return hash;
}

/** Bytes that are hashed between two checkpoints: some milliseconds. */
const HASH_STEP = 512 * 1024;

/** {@link hashBytes} for large files: yields, and can be cancelled. @throws WikiError `living-wiki:cancelled` */
export async function hashInSteps(bytes: Uint8Array, run: Run): Promise<Hash> {
  const hash = sha256.create();
  for (let at = 0; at < bytes.length; at += HASH_STEP) {
    hash.update(bytes.subarray(at, at + HASH_STEP));
    await checkpoint(run);
  }
  return bytesToHex(hash.digest());
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  const words = a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0 ? a.length >> 2 : 0;
  const [left, right] = [
    new Uint32Array(a.buffer, words === 0 ? 0 : a.byteOffset, words),
    new Uint32Array(b.buffer, words === 0 ? 0 : b.byteOffset, words),
  ];
  for (let at = 0; at < words; at += 1) if (left[at] !== right[at]) return false;
  for (let at = 4 * words; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

/**
 * The checks of one change hash the same texts many times, from several reads of a file. Looking a text up is far cheaper, so the hashes of the
 * last ones are kept. UTF-16 units.
 */
const MIN_KEPT_LENGTH = 1_000;
const MAX_KEPT_LENGTH = 4_000_000;
const MAX_KEPT_IN_ALL = 6_000_000;
/** The one asked for last comes last. */
const hashes = new Map<string, Hash>();
let keptLength = 0;

/** Lower-case hex SHA-256 of `text` as UTF-8, a byte-order mark included: the {@link hashBytes} of its file. */
export function hashText(text: string): Hash {
  if (text.length < MIN_KEPT_LENGTH || text.length > MAX_KEPT_LENGTH) return hashBytes(encoder.encode(text));
  const known = hashes.get(text);
  if (known === undefined) keptLength += text.length;
  else hashes.delete(text);
  const hash = known ?? hashBytes(encoder.encode(text));
  hashes.set(text, hash);
  for (const oldest of hashes.keys()) {
    if (keptLength <= MAX_KEPT_IN_ALL) break;
    hashes.delete(oldest);
    keptLength -= oldest.length;
  }
  return hash;
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
