/** The length of a recording. */
interface AudioDuration {
  /** Above 0. */
  readonly seconds: number;
  /** `false` if the header did not give it and it was estimated from the file size. */
  readonly isExact: boolean;
}

/** Bytes per second outside these limits mean that the header is wrong. */
const MIN_BYTE_RATE = 400;
const MAX_BYTE_RATE = 2_000_000;
/** Bytes per second of compressed speech: low, so that an estimate is too long rather than too short. */
const ASSUMED_BYTE_RATE = 4_000;
/** Bytes in which to look for a header. */
const HEAD_LENGTH = 65_536;

/**
 * Reads the length of a recording from the header of WAV, MP3, M4A, OGG, WebM and FLAC files, or estimates it from the file
 * size. Only used before a call; the provider reports what it charges.
 */
export function audioDuration(bytes: Uint8Array): AudioDuration {
  const seconds = readSeconds(bytes);
  const rate = bytes.length / seconds;
  return rate >= MIN_BYTE_RATE && rate <= MAX_BYTE_RATE
    ? { seconds, isExact: true }
    : { seconds: Math.max(1, bytes.length / ASSUMED_BYTE_RATE), isExact: false };
}

function readSeconds(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (readTag(bytes, 0)) {
      case 'RIFF':
        return readWav(bytes, view);
      case 'OggS':
        return readOgg(bytes, view);
      case 'fLaC':
        return (view.getUint32(22) + (view.getUint8(21) & 15) * 2 ** 32) / (view.getUint32(18) >>> 12);
      case '\x1aE\xdf\xa3':
        return readWebm(bytes, view);
      default:
        return readTag(bytes, 4) === 'ftyp' ? readMp4(bytes, view) : readMp3(bytes, view);
    }
  } catch (error) {
    // The header is cut off.
    if (error instanceof RangeError) return Number.NaN;
    throw error;
  }
}

const readTag = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0": chunks, padded to even sizes. */
function readWav(bytes: Uint8Array, view: DataView): number {
  let rate = Number.NaN;
  for (let at = 12, chunks = 0; chunks < 64; chunks += 1) {
    const size = view.getUint32(at + 4, true);
    const name = readTag(bytes, at);
    if (name === 'fmt ') rate = view.getUint32(at + 16, true);
    // A streaming recorder does not fill in the size.
    if (name === 'data') return Math.min(size, bytes.length - at - 8) / rate;
    at += 8 + size + (size % 2);
  }
  return Number.NaN;
}

/** Source: RFC 3533, 6 (the position of the last page), RFC 7845, 4 and 5 (Opus), Vorbis I, 4.2.2. */
function readOgg(bytes: Uint8Array, view: DataView): number {
  let last = bytes.length - 4;
  const stop = Math.max(0, last - 2 * HEAD_LENGTH);
  while (last > stop && readTag(bytes, last) !== 'OggS') last -= 1;
  const end = Number(view.getBigInt64(last + 6, true));
  const start = 27 + view.getUint8(26);
  if (readTag(bytes, start, 8) === 'OpusHead') return (end - view.getUint16(start + 10, true)) / 48_000;
  return readTag(bytes, start, 7) === '\x01vorbis' ? end / view.getUint32(start + 12, true) : Number.NaN;
}

/** Source: RFC 9559, 5.1.2: `Info` with `TimestampScale` (nanoseconds) and `Duration`. Live recordings have none. */
function readWebm(bytes: Uint8Array, view: DataView): number {
  const head = readTag(bytes, 0, Math.min(bytes.length, 4_096));
  const info = head.indexOf('\x15\x49\xa9\x66');
  const at = info < 0 ? -1 : head.indexOf('\x44\x89', info);
  if (at < 0) return Number.NaN;
  const duration = view.getUint8(at + 2) === 0x88 ? view.getFloat64(at + 3) : view.getFloat32(at + 3);
  const scaleAt = head.indexOf('\x2a\xd7\xb1\x83', info);
  const scale = scaleAt < 0 ? 1_000_000 : view.getUint32(scaleAt + 3) & 0xff_ffff;
  return (duration * scale) / 1e9;
}

/** Source: ISO/IEC 14496-12, 4.2 and 8.2.2: `mvhd` within `moov`, which may stand at the end. */
function readMp4(bytes: Uint8Array, view: DataView): number {
  for (let at = 0, boxes = 0; boxes < 1_000; boxes += 1) {
    const name = readTag(bytes, at + 4);
    const short = view.getUint32(at);
    if (name === 'mvhd') {
      return view.getUint8(at + 8) === 1
        ? Number(view.getBigUint64(at + 32)) / view.getUint32(at + 28)
        : view.getUint32(at + 24) / view.getUint32(at + 20);
    }
    const isLong = short === 1;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short;
    if (name !== 'moov' && size < 8) break;
    // Step into `moov`, over every other box.
    const headerSize = isLong ? 16 : 8;
    at += name === 'moov' ? headerSize : size;
  }
  return Number.NaN;
}

/** Kilobits per second by index, for layer III. Source: ISO/IEC 11172-3, 2.4.2.3, and 13818-3, 2.4.2.3. */
const BITRATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW_BITRATES = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** By MPEG version: 2.5, reserved, 2, 1. */
const SAMPLE_RATE_DIVISORS = [4, 1, 2, 1];

/** Uses the number of frames if the encoder wrote it (`Xing`, `Info`, `VBRI`); otherwise assumes a constant bit rate. */
function readMp3(bytes: Uint8Array, view: DataView): number {
  let at = 0;
  if (readTag(bytes, 0, 3) === 'ID3') {
    for (let byte = 6; byte < 10; byte += 1) at = at * 128 + (view.getUint8(byte) & 127);
    at += 10;
  }
  for (const stop = at + HEAD_LENGTH; at < stop; at += 1) {
    const head = view.getUint32(at);
    const version = (head >>> 19) & 3;
    const kilobits = (version === 3 ? BITRATES : LOW_BITRATES)[((head >>> 12) & 15) - 1];
    const sample = [44_100, 48_000, 32_000][(head >>> 10) & 3];
    if (head >>> 21 !== 2_047 || version === 1 || ((head >>> 17) & 3) !== 1) continue;
    if (kilobits === undefined || sample === undefined) continue;
    const hertz = sample / (SAMPLE_RATE_DIVISORS[version] ?? 1);
    const mono = ((head >>> 6) & 3) === 3;
    const [monoSize, stereoSize] = version === 3 ? [17, 32] : [9, 17];
    const tag = at + 4 + (mono ? monoSize : stereoSize);
    const name = readTag(bytes, tag);
    let frames = 0;
    if ((name === 'Xing' || name === 'Info') && (view.getUint32(tag + 4) & 1) === 1) frames = view.getUint32(tag + 8);
    else if (readTag(bytes, at + 36) === 'VBRI') frames = view.getUint32(at + 50);
    return frames > 0
      ? (frames * (version === 3 ? 1_152 : 576)) / hertz
      : (bytes.length - at) / ((kilobits * 1_000) / 8);
  }
  return Number.NaN;
}
