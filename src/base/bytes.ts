const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes as base64 (RFC 4648, section 4), the same on every host. */
export function toBase64(bytes: Uint8Array): string {
  const out: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const left = bytes.length - at;
    out.push(
      ALPHABET.charAt(a >> 2),
      ALPHABET.charAt(((a & 3) << 4) | (b >> 4)),
      left > 1 ? ALPHABET.charAt(((b & 15) << 2) | (c >> 6)) : '=',
      left > 2 ? ALPHABET.charAt(c & 63) : '=',
    );
  }
  return out.join('');
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
