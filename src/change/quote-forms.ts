/** A text in a form in which typographic variants are the same, with the way back. */
export interface QuoteForm {
  readonly text: string;
  /** For each UTF-16 unit of `text`, where in the original its character begins. */
  readonly starts: Uint32Array;
  /** The same, where it ends. */
  readonly ends: Uint32Array;
}

/**
 * `plain`: white space, quotation marks, dashes, ligatures, invisible characters and hyphens at line ends do not count.
 * `unhyphenated`: in addition no hyphen between letters counts, so that a word that the source breaks at its own hyphen is found.
 */
export type FormName = 'plain' | 'unhyphenated';

const ascii = /^[\t\n\r\x20-\x7e]$/;
const white = /^[\s\u200b\u2060\ufeff]$/u;
/** Soft hyphens, joiners, direction marks and variation selectors: nobody sees them. */
const invisible =
  /^(?:[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u200d|[\ufe00-\ufe0f])$/u;
const doubleQuotes = /^[\u201c-\u201f\u00ab\u00bb\u2033\u2036\u300c-\u300f\u301d-\u301f]$/u;
const singleQuotes = /^[\u2018-\u201b\u2032\u2035\u2039\u203a\u0060\u00b4\u02bc]$/u;
const dashes = /^[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]$/u;
const combining = /^\p{M}$/u;
const letter = /^[\p{L}\p{M}]$/u;
const wide = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

/** Builds a form in one pass. */
export function formOf(text: string, name: FormName): QuoteForm {
  const out = new FormWriter(text.length);
  let at = 0;
  while (at < text.length) {
    const start = at;
    const char = charAt(text, at);
    at += char.length;
    if (isWhite(char)) {
      let hasBreak = char === '\n';
      for (let next = charAt(text, at); next !== '' && (isWhite(next) || isInvisible(next)); next = charAt(text, at)) {
        hasBreak ||= next === '\n';
        at += next.length;
      }
      writeGap(out, { start, end: at, hasBreak, next: charAt(text, at) });
      continue;
    }
    if (isInvisible(char)) continue;
    if (ascii.test(char) && !combining.test(charAt(text, at))) {
      out.add(char === '`' ? "'" : char, start, at);
    } else {
      while (combining.test(charAt(text, at))) at += charAt(text, at).length;
      out.add(variant(text.slice(start, at)), start, at);
    }
    if (name === 'unhyphenated' && out.hyphenBetween(charAt(text, at))) out.dropLast();
  }
  return out.done();
}

/** White space becomes one blank, or nothing within a word broken at a line end and between wide characters. */
function writeGap(out: FormWriter, gap: { start: number; end: number; hasBreak: boolean; next: string }): void {
  if (gap.hasBreak && out.hyphenBetween(gap.next)) out.dropLast();
  else if (wide.test(out.last()) && wide.test(gap.next)) return;
  else out.add(' ', gap.start, gap.end);
}

function variant(cluster: string): string {
  if (doubleQuotes.test(cluster)) return '"';
  if (singleQuotes.test(cluster)) return "'";
  if (dashes.test(cluster)) return '-';
  const form = cluster.normalize('NFKC');
  return dashes.test(form) ? '-' : form;
}

function isWhite(char: string): boolean {
  return char === ' ' || char === '\n' || (char !== '' && white.test(char) && !isInvisible(char));
}

function isInvisible(char: string): boolean {
  return char !== '' && char > '~' && invisible.test(char);
}

function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

class FormWriter {
  private readonly parts: string[] = [];
  private starts: Uint32Array;
  private ends: Uint32Array;
  private length = 0;

  constructor(size: number) {
    this.starts = new Uint32Array(size + 16);
    this.ends = new Uint32Array(size + 16);
  }

  add(text: string, start: number, end: number): void {
    if (this.length + text.length > this.starts.length) this.grow(text.length);
    this.starts.fill(start, this.length, this.length + text.length);
    this.ends.fill(end, this.length, this.length + text.length);
    this.length += text.length;
    this.parts.push(text);
  }

  last(): string {
    return this.parts.at(-1) ?? '';
  }

  /** Whether the last character is a hyphen with a letter before it, and `next` is a letter. */
  hyphenBetween(next: string): boolean {
    return this.last() === '-' && letter.test(charAt(this.parts.at(-2) ?? '', 0)) && next !== '' && letter.test(next);
  }

  dropLast(): void {
    this.length -= this.parts.pop()?.length ?? 0;
  }

  done(): QuoteForm {
    return { text: this.parts.join(''), starts: this.starts, ends: this.ends };
  }

  private grow(by: number): void {
    const size = this.starts.length * 2 + by;
    const starts = new Uint32Array(size);
    const ends = new Uint32Array(size);
    starts.set(this.starts);
    ends.set(this.ends);
    this.starts = starts;
    this.ends = ends;
  }
}
