import { finish, type Steps } from '../base';

/** A text without typographic variants, and where each of its characters comes from. */
export interface NormalisedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`, where its character starts in the original. */
  readonly starts: Uint32Array;
  /** For each UTF-16 unit of `text`, where its character ends in the original. */
  readonly ends: Uint32Array;
}

const WHITE = /^[\s\u200b\u2060\ufeff]$/u;
/** Soft hyphens, joiners, direction marks and variation selectors. */
const INVISIBLE =
  /^(?:[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u200d|[\ufe00-\ufe0f])$/u;
const DOUBLE_QUOTES = /^[\u201c-\u201f\u00ab\u00bb\u2033\u2036\u300c-\u300f\u301d-\u301f]$/u;
const SINGLE_QUOTES = /^[\u2018-\u201b\u2032\u2035\u2039\u203a\u0060\u00b4\u02bc]$/u;
const DASHES = /^[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]$/u;
const COMBINING = /^\p{M}$/u;
const LETTER = /^[\p{L}\p{M}]$/u;
const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

/** UTF-16 units between two steps. */
const STEP = 20_000;

/**
 * Makes white space, quotation marks, dashes and ligatures uniform, and removes invisible characters and hyphens at line
 * ends. One pass.
 */
export const normaliseQuote = (text: string): NormalisedText => finish(normalisationSteps(text));

/** {@link normaliseQuote} in steps, for the text of a whole source. */
export function* normalisationSteps(text: string): Steps<NormalisedText> {
  const out = new NormalisedTextBuilder(text);
  for (let at = 0; at < text.length;) {
    const next = normaliseUntil(text, at, at + STEP, out);
    yield next - at;
    at = next;
  }
  return out.build();
}

/** @returns where the rest begins: at `until`, or after the run of characters that reaches beyond it */
function normaliseUntil(text: string, from: number, until: number, out: NormalisedTextBuilder): number {
  let at = from;
  const end = Math.min(until, text.length);
  while (at < end) {
    const start = at;
    while (isInvariant(text.charCodeAt(at)) || (at > start && isInvariantSpace(text, at))) at++;
    // The last one may be followed by a combining accent.
    if (at > start && isCombining(text, at)) at--;
    if (at > start) {
      out.addRun(start, at);
      continue;
    }
    const char = charAt(text, at);
    at += char.length;
    if (isWhite(char)) {
      let hasBreak = char === '\n';
      for (let next = charAt(text, at); next !== '' && (isWhite(next) || isInvisible(next)); next = charAt(text, at)) {
        hasBreak ||= next === '\n';
        at += next.length;
      }
      writeGap(out, { start, end: at, hasBreak, next: charAt(text, at) });
    } else if (!isInvisible(char)) {
      while (isCombining(text, at)) at += charAt(text, at).length;
      out.add(canonicalForm(text.slice(start, at)), start, at);
    }
  }
  return at;
}

/** Removes hyphens between letters, to find a hyphenated word that the source breaks at its hyphen. */
export function withoutHyphens(form: NormalisedText): NormalisedText {
  const parts: string[] = [];
  const starts = new Uint32Array(form.starts.length);
  const ends = new Uint32Array(form.ends.length);
  let length = 0;
  let from = 0;
  const keep = (to: number): void => {
    parts.push(form.text.slice(from, to));
    starts.set(form.starts.subarray(from, to), length);
    ends.set(form.ends.subarray(from, to), length);
    length += to - from;
    from = to + 1;
  };
  for (let at = form.text.indexOf('-'); at >= 0; at = form.text.indexOf('-', at + 1)) {
    if (LETTER.test(charBefore(form.text, at)) && LETTER.test(charAt(form.text, at + 1))) keep(at);
  }
  keep(form.text.length);
  return { text: parts.join(''), starts, ends };
}

/**
 * Whether normalisation keeps a UTF-16 unit: most of ASCII, Latin, Cyrillic, kana, Chinese and Korean. For speed only;
 * other characters take the slow path.
 */
function isInvariant(code: number): boolean {
  if (code < 0x7f) return code > 0x20 && code !== 0x2d && code !== 0x60;
  if (code < 0x482) return (code >= 0xc0 && code <= 0x131) || code >= 0x400;
  if (code < 0x4e00) return (code >= 0x3041 && code <= 0x3096) || (code >= 0x30a1 && code <= 0x30fa);
  return code <= 0x9fff || (code >= 0xac00 && code <= 0xd7a3);
}

/** A single space before a letter of a script that separates words by spaces. */
function isInvariantSpace(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === 0x20 && next < 0x482 && isInvariant(next);
}

function isCombining(text: string, at: number): boolean {
  return text.charCodeAt(at) >= 0x300 && COMBINING.test(charAt(text, at));
}

/** White space becomes one space, or nothing between wide characters and within a word that is hyphenated at a line end. */
function writeGap(
  out: NormalisedTextBuilder,
  gap: { start: number; end: number; hasBreak: boolean; next: string },
): void {
  if (gap.hasBreak && out.hyphenBetween(gap.next)) out.dropLast();
  else if (WIDE.test(out.last()) && WIDE.test(gap.next)) return;
  else out.add(' ', gap.start, gap.end);
}

function canonicalForm(cluster: string): string {
  if (DOUBLE_QUOTES.test(cluster)) return '"';
  if (SINGLE_QUOTES.test(cluster)) return "'";
  if (DASHES.test(cluster)) return '-';
  const form = cluster.normalize('NFKC');
  return DASHES.test(form) ? '-' : form;
}

function isWhite(char: string): boolean {
  return char === ' ' || char === '\n' || (char !== '' && WHITE.test(char) && !isInvisible(char));
}

function isInvisible(char: string): boolean {
  return char !== '' && char > '~' && INVISIBLE.test(char);
}

function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function charBefore(text: string, at: number): string {
  const pair = text.codePointAt(at - 2) ?? 0;
  return pair > 0xffff ? String.fromCodePoint(pair) : (text[at - 1] ?? '');
}

class NormalisedTextBuilder {
  readonly #parts: string[] = [];
  #starts: Uint32Array;
  #ends: Uint32Array;
  #length = 0;

  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
    this.#starts = new Uint32Array(source.length + 16);
    this.#ends = new Uint32Array(source.length + 16);
  }

  /** Adds characters of the source unchanged. */
  addRun(start: number, end: number): void {
    this.#ensureCapacity(end - start);
    for (let at = start; at < end; at++) {
      this.#starts[this.#length] = at;
      this.#ends[this.#length++] = at + 1;
    }
    this.#parts.push(this.#source.slice(start, end));
  }

  /** Adds one character of the source in its normalised form. */
  add(text: string, start: number, end: number): void {
    this.#ensureCapacity(text.length);
    this.#starts.fill(start, this.#length, this.#length + text.length);
    this.#ends.fill(end, this.#length, this.#length + text.length);
    this.#length += text.length;
    this.#parts.push(text);
  }

  /** The last UTF-16 unit. */
  last(): string {
    return this.#parts.at(-1)?.at(-1) ?? '';
  }

  /** Whether the last character is a hyphen with a letter before it, and `next` is a letter. */
  hyphenBetween(next: string): boolean {
    // A hyphen is always a part of its own.
    return this.#parts.at(-1) === '-' && LETTER.test(this.#parts.at(-2)?.at(-1) ?? '') && LETTER.test(next);
  }

  dropLast(): void {
    this.#length -= this.#parts.pop()?.length ?? 0;
  }

  build(): NormalisedText {
    return { text: this.#parts.join(''), starts: this.#starts, ends: this.#ends };
  }

  #ensureCapacity(more: number): void {
    if (this.#length + more <= this.#starts.length) return;
    const size = this.#starts.length * 2 + more;
    const starts = new Uint32Array(size);
    const ends = new Uint32Array(size);
    starts.set(this.#starts);
    ends.set(this.#ends);
    this.#starts = starts;
    this.#ends = ends;
  }
}
