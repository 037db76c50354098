import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import { WikiError } from '../base';

const encoder = new TextEncoder();

/** The one form of a value that is hashed and signed. Source: RFC 8785. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new WikiError('living-wiki:unit_invalid', 'There is nothing to sign.');
  return text;
}

export const canonicalBytes = (value: unknown): Uint8Array => encoder.encode(canonicalText(value));

/** 64 lower-case hexadecimal digits. */
const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

export const textHash = (text: string): string => sha256Hex(encoder.encode(text));

export const toHex = bytesToHex;

/** @returns `null` unless the text is this many bytes in lower-case hexadecimal digits */
export function fromHex(text: string, length: number): Uint8Array | null {
  return text.length === length * 2 && /^[0-9a-f]*$/.test(text) ? hexToBytes(text) : null;
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** As Bitcoin writes bytes; identifiers of keys are made so. */
export function base58(bytes: Uint8Array): string {
  let number = BigInt(`0x0${bytesToHex(bytes)}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = (ALPHABET[Number(number % 58n)] ?? '') + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

export function base64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @returns `null` unless the text is this many bytes */
export function fromBase64Url(text: string, length: number): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length !== Math.ceil((length * 4) / 3)) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  // Of several spellings of the same bytes, only one is read.
  return bytes.length === length && base64Url(bytes) === text ? bytes : null;
}

/** A text that every reader of JSON takes: half a character becomes the sign for one that is missing. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');
