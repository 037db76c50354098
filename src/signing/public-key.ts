import { concatBytes, toBase64 } from '../base';
import { commentedLines, fromBase64, malformed, utf8, UNTRUSTED } from './bytes';

/** Identifies a key: 8 bytes, chosen at random with it. */
export type KeyId = Uint8Array;

export interface PublicKey {
  readonly id: KeyId;
  /** 32 bytes of Ed25519. */
  readonly key: Uint8Array;
}

const ALGORITHM = utf8('Ed');

/** Reads a public key: its one line, or the whole file of minisign. @throws WikiError `living-wiki:signature_invalid` */
export function parsePublicKey(text: string): PublicKey {
  const trimmed = text.trim();
  const line = trimmed.includes('\n') ? (commentedLines(trimmed, 2, 'The public key')[1] ?? '') : trimmed;
  const bytes = fromBase64(line, 42, 'The public key');
  if (bytes[0] !== ALGORITHM[0] || bytes[1] !== ALGORITHM[1]) throw malformed('The public key is not of Ed25519.');
  return { id: bytes.slice(2, 10), key: bytes.slice(10) };
}

/** The one line of a public key, as policies name it. */
export function publicKeyLine({ id, key }: PublicKey): string {
  return toBase64(concatBytes(ALGORITHM, id, key));
}

/** The file of a public key. */
export function printPublicKey(key: PublicKey): string {
  return `${UNTRUSTED}minisign public key ${keyIdText(key.id)}\n${publicKeyLine(key)}\n`;
}

/** As minisign shows it: a number in hex. */
export function keyIdText(id: KeyId): string {
  return Array.from(id, (byte) => byte.toString(16).padStart(2, '0').toUpperCase())
    .reverse()
    .join('');
}
