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

/** @returns the bytes; `null` if `text` is not base64 */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const padding = text.length - text.replace(/=+$/, '').length;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let to = 0;
  for (let at = 0; at < text.length; at += 4) {
    let group = 0;
    for (let each = 0; each < 4; each++) {
      const char = text.charAt(at + each);
      group = (group << 6) | (char === '=' ? 0 : ALPHABET.indexOf(char));
    }
    for (let shift = 16; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = (group >> shift) & 255;
  }
  return bytes;
}
