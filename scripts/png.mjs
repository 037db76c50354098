// Makes pictures of screens small: a palette in the place of full colour, since screens have few colours.
// Source: W3C, Portable Network Graphics (Third Edition), sections 9 (filters), 10 (compression) and 11 (chunks).
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Colours of a palette, at most. */
const most = 256;

/**
 * @param {Buffer} png eight bits of red, green and blue, not interlaced, as Chromium writes them
 * @returns {Buffer} the same picture with 256 of its colours; every other pixel has the nearest of them
 */
export function withPalette(png) {
  const { width, height, pixels } = read(png);
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const colours = [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([colour]) => colour);
  const palette = choose(colours);
  const index = new Map(colours.map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = index.get(pixels[y * width + x]);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function read(png) {
  const data = [];
  let [width, height] = [0, 0];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 8, at + 8 + length);
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      if (body.readUInt32BE(8) !== 0x08020000) throw new Error('This is no picture of eight bits a colour.');
    } else if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * 3;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1);
    const line = raw.subarray(from + 1, from + 1 + stride);
    for (let x = 0; x < stride; x += 1) {
      const left = x < 3 ? 0 : line[x - 3];
      line[x] += predicted(raw[from], left, above[x], x < 3 ? 0 : above[x - 3]);
    }
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = line.readUIntBE(x * 3, 3);
    above = line;
  }
  return { width, height, pixels };
}

function predicted(filter, left, up, corner) {
  if (filter < 3) return [0, left, up][filter];
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The commonest, but none that is like one chosen before: a rare colour may be the one that says something. */
function choose(colours) {
  for (let least = 1; ; least *= 2) {
    const palette = [];
    for (const colour of colours) if (palette.every((one) => apart(one, colour) >= least)) palette.push(colour);
    if (palette.length <= most) return palette;
  }
}

function nearest(palette, colour) {
  let best = 0;
  palette.forEach((one, at) => {
    if (apart(one, colour) < apart(palette[best], colour)) best = at;
  });
  return best;
}

/** How unlike two colours are, squared. */
const apart = (one, other) =>
  [16, 8, 0].reduce((sum, bits) => sum + (((one >> bits) & 255) - ((other >> bits) & 255)) ** 2, 0);

function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
