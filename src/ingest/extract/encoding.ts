import { type EncodingGuesser } from '../types';

/** Text decoded from bytes. */
interface DecodedText {
  /** Without a byte-order mark. */
  readonly text: string;
  /** WHATWG name, lower case: `utf-8`, `shift_jis`. */
  readonly encoding: string;
  /** The file does not declare its encoding; it was guessed from the bytes. */
  readonly guessed: boolean;
}

/** Bytes used for a guess; more would not improve it. */
const SAMPLE_BYTES = 64 * 1024;

/** What the bytes 0x80 to 0x9F mean in windows-1252. Source: WHATWG Encoding, index windows-1252. */
const WINDOWS_1252_HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Reads bytes as text. It tries, in this order: a byte-order mark (UTF-8, UTF-16, UTF-32), UTF-16 by its zero bytes,
 * ISO-2022-JP by its escapes, strict UTF-8, the encoding that the file declares, and a guess.
 *
 * @param declared a label from the file itself (`<meta charset>`, an XML declaration), if the format has one
 * @param guessEncoding the last resort: its first proposal that fits is used, or windows-1252 if none fits
 * @returns `null` if the bytes are not text
 */
export function decodeText(
  bytes: Uint8Array,
  declared: string | null = null,
  guessEncoding: EncodingGuesser = () => [],
): DecodedText | null {
  const marked = decodeWithByteOrderMark(bytes);
  if (marked !== undefined) return marked;
  const zeros = countZeros(bytes);
  if (zeros > 0) {
    const wide = decodeUtf16WithoutMark(bytes);
    if (wide !== null) return { ...wide, guessed: true };
    if (zeros > 2 && zeros > bytes.length / 10_000) return null;
  }
  if (looksLikeIso2022Jp(bytes)) {
    const text = decodeAs(bytes, 'iso-2022-jp');
    if (text !== null) return { text, encoding: 'iso-2022-jp', guessed: false };
  }
  const utf8 = decodeAs(bytes, 'utf-8');
  if (utf8 !== null) return isMostlyControl(utf8) ? null : { text: utf8, encoding: 'utf-8', guessed: false };
  if (declared !== null) {
    const text = decodeAs(bytes, declared);
    if (text !== null && !isMostlyControl(text)) return { text, encoding: canonicalLabel(declared), guessed: false };
  }
  return decodeByGuess(bytes, guessEncoding);
}

/** The encoding that an HTML or XML file declares in its first bytes, or `null`. */
export function declaredEncoding(bytes: Uint8Array): string | null {
  let head = '';
  for (const byte of bytes.subarray(0, 4096)) head += byte < 128 ? String.fromCharCode(byte) : '?';
  const xml = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})["']/iu.exec(head);
  const meta = /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]{2,40})/iu.exec(head);
  return xml?.[1] ?? meta?.[1] ?? null;
}

function decodeWithByteOrderMark(bytes: Uint8Array): DecodedText | null | undefined {
  const [a, b, c, d] = bytes;
  const found = (text: string | null, encoding: string): DecodedText | null =>
    text === null || isMostlyControl(text) ? null : { text, encoding, guessed: false };
  if (a === 0xef && b === 0xbb && c === 0xbf) {
    // With a mark, a file with a few bad bytes is still UTF-8; they become U+FFFD.
    const body = bytes.subarray(3);
    return found(decodeAs(body, 'utf-8') ?? new TextDecoder('utf-8').decode(body), 'utf-8');
  }
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return found(decodeUtf32(bytes.subarray(4), true), 'utf-32le');
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return found(decodeUtf32(bytes.subarray(4), false), 'utf-32be');
  if (a === 0xff && b === 0xfe) return found(decodeUtf16(bytes.subarray(2), 'utf-16le'), 'utf-16le');
  if (a === 0xfe && b === 0xff) return found(decodeUtf16(bytes.subarray(2), 'utf-16be'), 'utf-16be');
  return undefined;
}

/** Ignores half a character at the end. */
function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string | null {
  return decodeAs(bytes.subarray(0, bytes.length & ~1), encoding);
}

function decodeUtf32(bytes: Uint8Array, little: boolean): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~3);
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, little);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    part += String.fromCodePoint(code);
    if (part.length > 4096) {
      parts.push(part);
      part = '';
    }
  }
  return parts.join('') + part;
}

/**
 * UTF-16 without a mark. Text in every script has some line breaks, spaces or Latin digits. In UTF-16 each is a byte paired
 * with a zero, and such pairs are far more common in the right byte order than in the wrong one.
 */
function decodeUtf16WithoutMark(bytes: Uint8Array): { text: string; encoding: string } | null {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return null;
  const counts = { 'utf-16le': 0, 'utf-16be': 0 };
  const end = Math.min(bytes.length, SAMPLE_BYTES);
  let zeroPairs = 0;
  for (let at = 0; at + 1 < end; at += 2) {
    const high = bytes[at + 1] ?? 0;
    const low = bytes[at] ?? 0;
    if (high === 0 && low === 0) zeroPairs += 1;
    if (high === 0 && isCommonAscii(low)) counts['utf-16le'] += 1;
    if (low === 0 && isCommonAscii(high)) counts['utf-16be'] += 1;
  }
  const encoding = counts['utf-16le'] >= counts['utf-16be'] ? 'utf-16le' : 'utf-16be';
  const other = encoding === 'utf-16le' ? 'utf-16be' : 'utf-16le';
  if (zeroPairs > 0 || counts[encoding] < end / 200 || counts[other] * 10 > counts[encoding]) return null;
  const text = decodeAs(bytes, encoding);
  if (text === null || isMostlyControl(text) || isUnlikelyText(text)) return null;
  return { text, encoding };
}

function isCommonAscii(byte: number): boolean {
  return byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127);
}

/** Real text has hardly any private-use or unassigned characters. */
function isUnlikelyText(text: string): boolean {
  const sample = text.slice(0, 4096);
  const odd = sample.match(/[\p{Co}\p{Cn}]/gu)?.length ?? 0;
  return odd * 20 > sample.length;
}

function looksLikeIso2022Jp(bytes: Uint8Array): boolean {
  let escapes = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 127) return false;
    if (byte === 0x1b && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) escapes += 1;
  }
  return escapes > 0;
}

function decodeByGuess(bytes: Uint8Array, guessEncoding: EncodingGuesser): DecodedText | null {
  const labels = highBytesArePunctuation(bytes) ? [] : guessEncoding(sampleHighBytes(bytes));
  for (const label of labels) {
    const result = tryDecode(bytes, label);
    if (result !== null) return result;
  }
  return tryDecode(bytes, 'windows-1252');
}

function tryDecode(bytes: Uint8Array, label: string): DecodedText | null {
  const text = decodeAs(bytes, label);
  if (text === null || isMostlyControl(text) || hasManyC1Controls(text)) return null;
  return { text, encoding: canonicalLabel(label), guessed: true };
}

/** Whether the only bytes beyond ASCII are typographic signs of windows-1252: too few for statistics, but unmistakable. */
function highBytesArePunctuation(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const isSign = byte === 0x80 || byte === 0x85 || (byte >= 0x91 && byte <= 0x97) || byte === 0x99;
    const isLatinSign = byte >= 0xa0 && byte <= 0xbf;
    if ((!isSign && !isLatinSign) || (bytes[at + 1] ?? 0) >= 0x80) return false;
  }
  return true;
}

/** The parts of a long file that have bytes beyond ASCII: only those distinguish encodings. */
function sampleHighBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes;
  const sample = new Uint8Array(SAMPLE_BYTES);
  let filled = 0;
  const step = 1024;
  for (let at = 0; at < bytes.length && filled < SAMPLE_BYTES; at += step) {
    const piece = bytes.subarray(at, Math.min(at + step, bytes.length));
    if (!piece.some((byte) => byte > 127)) continue;
    const room = piece.subarray(0, SAMPLE_BYTES - filled);
    sample.set(room, filled);
    filled += room.length;
  }
  return sample.subarray(0, filled);
}

function decodeAs(bytes: Uint8Array, label: string): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes);
    if (decoder.encoding !== 'windows-1252') return text;
    // Some hosts decode windows-1252 as ISO 8859-1, which turns these into control characters.
    return text.replace(/[\u0080-\u009f]/gu, (char) => WINDOWS_1252_HIGH[char.charCodeAt(0) - 0x80] ?? char);
  } catch {
    return null;
  }
}

function canonicalLabel(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return label.toLowerCase();
  }
}

function countZeros(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return zeros;
}

/** Whether more than one character in twenty is a control character that does not occur in text. */
function isMostlyControl(text: string): boolean {
  return shareOf(text, (code) => (code < 32 && !(code >= 9 && code <= 13) && code !== 27) || code === 127) > 0.05;
}

function hasManyC1Controls(text: string): boolean {
  return shareOf(text, (code) => code >= 0x80 && code < 0xa0) > 0.02;
}

/** The share of matching characters at the beginning of a text. */
function shareOf(text: string, matches: (code: number) => boolean): number {
  const end = Math.min(text.length, SAMPLE_BYTES);
  let count = 0;
  for (let at = 0; at < end; at += 1) if (matches(text.charCodeAt(at))) count += 1;
  return end === 0 ? 0 : count / end;
}
