import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type TransactionHeader } from './records';

/**
 * Signs the records of transactions with a secret that this machine keeps outside the vault, which distinguishes its own
 * records from those of a shared, synced or downloaded vault.
 */
export class JournalSigner {
  readonly #secret: () => string | null;
  /** The history is listed often, and a header never changes. */
  readonly #own = new WeakMap<TransactionHeader, boolean>();

  /** @param secret read when it is first needed; without one nothing is signed, and no record counts as own */
  constructor(secret: () => string | null) {
    this.#secret = secret;
  }

  sign(header: TransactionHeader): TransactionHeader {
    const { seal: _, ...content } = header;
    const secret = this.#secret();
    return secret === null ? content : { ...content, seal: sealOf(content, secret) };
  }

  /** Whether this machine wrote the record, exactly as it is. The hashes in it bind the texts too. */
  isOwn(header: TransactionHeader): boolean {
    const known = this.#own.get(header);
    if (known !== undefined) return known;
    const { seal } = header;
    const secret = seal === undefined ? null : this.#secret();
    const isOwn = secret !== null && seal !== undefined && isSameText(seal, sealOf(header, secret));
    this.#own.set(header, isOwn);
    return isOwn;
  }
}

/** Lists, not objects: their order does not depend on who wrote the keys. */
function sealOf(header: TransactionHeader, secret: string): string {
  const { version, id, at, title, facts, undoes, files, folders, emptied } = header;
  const named = files.map((file) => [
    ...[file.op, file.path, file.op === 'rename' ? file.from : null],
    ...[file.before, file.after],
  ]);
  const content = ['living-wiki transaction', version, id, at, title, facts, undoes ?? null, named, folders, emptied];
  return sealText(JSON.stringify(content), secret);
}

/** Signs a text with the secret of this machine. */
export function sealText(text: string, secret: string): string {
  return sealBytes(utf8ToBytes(text), secret);
}

function sealBytes(bytes: Uint8Array, secret: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), bytes));
}

/** Bytes count as the text that they are in UTF-8. */
export type Sealer = (content: string | Uint8Array<ArrayBuffer>) => Promise<string>;

const encoder = new TextEncoder();

/** {@link sealText} for many long texts: by the host's own cryptography, where it has one, which is several times faster. */
export async function createSealer(secret: string): Promise<Sealer> {
  const subtle = typeof crypto === 'undefined' ? undefined : (crypto as Partial<Crypto>).subtle;
  const bytesOf = (content: Parameters<Sealer>[0]): Uint8Array<ArrayBuffer> =>
    typeof content === 'string' ? encoder.encode(content) : content;
  if (subtle === undefined) return (content) => Promise.resolve(sealBytes(bytesOf(content), secret));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', utf8ToBytes(secret).slice(), algorithm, false, ['sign']);
  return async (content) => bytesToHex(new Uint8Array(await subtle.sign('HMAC', key, bytesOf(content))));
}

/** Whether a text has the seal of this machine. */
export function isSealed(text: string, seal: string, secret: string): boolean {
  return isSameText(seal, sealText(text, secret));
}

/** A text with the seal of this machine in a last line, which binds it to the name of its file. */
export function withSeal(name: string, text: string, secret: string): string {
  return `${text}\n${sealText(namedContent(name, text), secret)}`;
}

/** The text that {@link withSeal} sealed under this name; `null` for any other. */
export function unsealed(name: string, sealed: string, secret: string): string | null {
  const end = sealed.lastIndexOf('\n');
  const text = sealed.slice(0, Math.max(end, 0));
  return isSealed(namedContent(name, text), sealed.slice(end + 1), secret) ? text : null;
}

/** {@link withSeal} for a long text. */
export async function withSealLong(name: string, text: string, secret: string): Promise<string> {
  const seal = await createSealer(secret);
  return `${text}\n${await seal(namedContent(name, text))}`;
}

/** {@link unsealed} for a long text. */
export async function unsealedLong(name: string, sealed: string, secret: string): Promise<string | null> {
  const end = sealed.lastIndexOf('\n');
  const text = sealed.slice(0, Math.max(end, 0));
  const seal = await createSealer(secret);
  return isSameText(sealed.slice(end + 1), await seal(namedContent(name, text))) ? text : null;
}

function namedContent(name: string, text: string): string {
  return `living-wiki file ${name}\n${text}`;
}

/** Takes the same time wherever the two differ. */
export function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
