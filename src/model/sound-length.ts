/** How long a recording is. */
export interface SoundLength {
  /** Above 0. */
  readonly seconds: number;
  /** False where the file's head does not tell, and its size had to. */
  readonly known: boolean;
}

/** Bytes of a second that no format goes below or above; a head that says so is wrong. */
const slowest = 400;
const fastest = 2_000_000;
/** Speech in a narrow format, so that an estimate is rather too long. */
const usual = 4_000;
/** Where heads are looked for. Bytes. */
const headLength = 65_536;

/**
 * Seconds of sound, from the head of WAV, MP3, M4A, OGG, WebM and FLAC files; by the number of bytes where it does not tell.
 * What a provider charges is what it says afterwards.
 */
export function soundLength(bytes: Uint8Array): SoundLength {
  const seconds = secondsIn(bytes);
  const rate = bytes.length / seconds;
  return rate >= slowest && rate <= fastest
    ? { seconds, known: true }
    : { seconds: Math.max(1, bytes.length / usual), known: false };
}

function secondsIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (word(bytes, 0)) {
      case 'RIFF':
        return wave(bytes, view);
      case 'OggS':
        return ogg(bytes, view);
      case 'fLaC':
        return (view.getUint32(22) + (view.getUint8(21) & 15) * 2 ** 32) / (view.getUint32(18) >>> 12);
      case '\x1aE\xdf\xa3':
        return webm(bytes, view);
      default:
        return word(bytes, 4) === 'ftyp' ? mp4(bytes, view) : mp3(bytes, view);
    }
  } catch (error) {
    // The head is cut off.
    if (error instanceof RangeError) return Number.NaN;
    throw error;
  }
}

const word = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0": chunks, padded to even sizes. */
function wave(bytes: Uint8Array, view: DataView): number {
  let rate = Number.NaN;
  for (let at = 12, chunks = 0; chunks < 64; chunks += 1) {
    const size = view.getUint32(at + 4, true);
    const name = word(bytes, at);
    if (name === 'fmt ') rate = view.getUint32(at + 16, true);
    // A recorder that streams leaves the size open.
    if (name === 'data') return Math.min(size, bytes.length - at - 8) / rate;
    at += 8 + size + (size % 2);
  }
  return Number.NaN;
}

/** Source: RFC 3533, 6 (the position of the last page), RFC 7845, 4 and 5 (Opus), Vorbis I, 4.2.2. */
function ogg(bytes: Uint8Array, view: DataView): number {
  let last = bytes.length - 4;
  const stop = Math.max(0, last - 2 * headLength);
  while (last > stop && word(bytes, last) !== 'OggS') last -= 1;
  const end = Number(view.getBigInt64(last + 6, true));
  const start = 27 + view.getUint8(26);
  if (word(bytes, start, 8) === 'OpusHead') return (end - view.getUint16(start + 10, true)) / 48_000;
  return word(bytes, start, 7) === '\x01vorbis' ? end / view.getUint32(start + 12, true) : Number.NaN;
}

/** Source: RFC 9559, 5.1.2: `Info` with `TimestampScale` (nanoseconds) and `Duration`. Live recordings have none. */
function webm(bytes: Uint8Array, view: DataView): number {
  const head = word(bytes, 0, Math.min(bytes.length, 4_096));
  const info = head.indexOf('\x15\x49\xa9\x66');
  const at = info < 0 ? -1 : head.indexOf('\x44\x89', info);
  if (at < 0) return Number.NaN;
  const duration = view.getUint8(at + 2) === 0x88 ? view.getFloat64(at + 3) : view.getFloat32(at + 3);
  const scaleAt = head.indexOf('\x2a\xd7\xb1\x83', info);
  const scale = scaleAt < 0 ? 1_000_000 : view.getUint32(scaleAt + 3) & 0xff_ffff;
  return (duration * scale) / 1e9;
}

/** Source: ISO/IEC 14496-12, 4.2 and 8.2.2: `mvhd` within `moov`, which may stand at the end. */
function mp4(bytes: Uint8Array, view: DataView): number {
  for (let at = 0, boxes = 0; boxes < 1_000; boxes += 1) {
    const name = word(bytes, at + 4);
    const short = view.getUint32(at);
    if (name === 'mvhd') {
      return view.getUint8(at + 8) === 1
        ? Number(view.getBigUint64(at + 32)) / view.getUint32(at + 28)
        : view.getUint32(at + 24) / view.getUint32(at + 20);
    }
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short;
    if (name !== 'moov' && size < 8) break;
    at += name === 'moov' ? (short === 1 ? 16 : 8) : size;
  }
  return Number.NaN;
}

/** Kilobits a second by index, of layer III. Source: ISO/IEC 11172-3, 2.4.2.3, and 13818-3, 2.4.2.3. */
const rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const lowRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** The number of frames where an encoder wrote it down (`Xing`, `Info`, `VBRI`), else all of it at the rate of the first frame. */
function mp3(bytes: Uint8Array, view: DataView): number {
  let at = 0;
  if (word(bytes, 0, 3) === 'ID3') {
    for (let byte = 6; byte < 10; byte += 1) at = at * 128 + (view.getUint8(byte) & 127);
    at += 10;
  }
  for (const stop = at + headLength; at < stop; at += 1) {
    const head = view.getUint32(at);
    const version = (head >>> 19) & 3;
    const kilobits = (version === 3 ? rates : lowRates)[((head >>> 12) & 15) - 1];
    const sample = [44_100, 48_000, 32_000][(head >>> 10) & 3];
    if (head >>> 21 !== 2_047 || version === 1 || ((head >>> 17) & 3) !== 1) continue;
    if (kilobits === undefined || sample === undefined) continue;
    const hertz = sample / (version === 3 ? 1 : version === 2 ? 2 : 4);
    const mono = ((head >>> 6) & 3) === 3;
    const tag = at + 4 + (version === 3 ? (mono ? 17 : 32) : mono ? 9 : 17);
    const name = word(bytes, tag);
    let frames = 0;
    if ((name === 'Xing' || name === 'Info') && (view.getUint32(tag + 4) & 1) === 1) frames = view.getUint32(tag + 8);
    else if (word(bytes, at + 36) === 'VBRI') frames = view.getUint32(at + 50);
    return frames > 0
      ? (frames * (version === 3 ? 1_152 : 576)) / hertz
      : (bytes.length - at) / ((kilobits * 1_000) / 8);
  }
  return Number.NaN;
}
