import { toBase64, WikiError } from '../base';

/** @throws WikiError `living-wiki:signature_invalid` unless the text is base64 of this many bytes */
export function fromBase64(text: string, length: number, what: string): Uint8Array<ArrayBuffer> {
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0;
  const bytes = isBase64 ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : new Uint8Array();
  // Of several spellings of the same bytes, only one is written.
  if (bytes.length !== length || toBase64(bytes) !== text) throw malformed(`${what} is not well-formed.`);
  return bytes;
}

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0);
  return difference === 0;
}

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

export function malformed(message: string): WikiError {
  return new WikiError('living-wiki:signature_invalid', message, {
    remedy:
      'Check that you gave the whole key or file. If a signature is damaged, sign the file again: living-wiki sign.',
  });
}

/** The lines of a file of minisign, with the comment of the first. @throws WikiError `living-wiki:signature_invalid` */
export function commentedLines(text: string, count: number, what: string): readonly string[] {
  const lines = text.replace(/\r\n/g, '\n').replace(/\n+$/, '').split('\n');
  if (lines.length !== count || !(lines[0] ?? '').startsWith(UNTRUSTED)) throw malformed(`${what} is not well-formed.`);
  return lines;
}

export const UNTRUSTED = 'untrusted comment: ';
export const TRUSTED = 'trusted comment: ';
