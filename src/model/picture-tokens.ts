/** Used if the size cannot be read: the tokens of a picture of 1024 by 1536. */
const UNKNOWN_SIZE_TOKENS = 1105;

/**
 * Estimates the tokens of a picture: it is scaled to fit 2048 by 2048, then its shorter side to 768; each tile of 512 by 512
 * counts 170, plus 85. Other providers count differently, but few count more.
 * Source: OpenAI, "Images and vision", cost calculation for GPT-4o in high detail.
 */
export function estimatePictureTokens(bytes: Uint8Array): number {
  const size = readSize(bytes);
  if (size === null || size.some((side) => !(side > 0))) return UNKNOWN_SIZE_TOKENS;
  const fit = Math.min(1, 2048 / Math.max(...size));
  const scale = fit * Math.min(1, 768 / (Math.min(...size) * fit));
  return 85 + 170 * size.reduce((tiles, side) => tiles * Math.ceil((side * scale) / 512), 1);
}

/** Reads width and height in pixels from PNG, GIF, WebP and JPEG. */
function readSize(bytes: Uint8Array): readonly [number, number] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  try {
    if (word(0) === '\x89PNG') return [view.getUint32(16), view.getUint32(20)];
    if (word(0) === 'GIF8') return [view.getUint16(6, true), view.getUint16(8, true)];
    if (word(0) === 'RIFF' && word(8) === 'WEBP') {
      if (word(12) === 'VP8X') return [(view.getUint32(23, true) >>> 8) + 1, (view.getUint32(26, true) >>> 8) + 1];
      if (word(12) === 'VP8 ') return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    // JPEG: skip segments up to the start of a frame.
    for (let at = 2, segments = 0; segments < 500 && view.getUint8(at) === 0xff; segments += 1) {
      const kind = view.getUint8(at + 1);
      if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)) {
        return [view.getUint16(at + 7), view.getUint16(at + 5)];
      }
      at += kind === 0xff ? 1 : 2 + view.getUint16(at + 2);
    }
  } catch (error) {
    // The header is cut off.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}
