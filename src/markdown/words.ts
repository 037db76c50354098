/** Chinese, Japanese, Thai, Lao, Khmer and Burmese: written without spaces between words. */
const UNSPACED =
  /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}]$/u;
const WORD_CHAR = /^[\p{L}\p{N}\p{M}]$/u;
const LETTER = /^[\p{L}\p{N}]$/u;

/** 0 unknown, 1 neither, 2 part of a word, 3 a word by itself. */
type CharKind = 0 | 1 | 2 | 3;
const OTHER = 1;
const PART = 2;
const SINGLE = 3;

/** The kind of each UTF-16 unit, once it was needed. */
const kindByUnit = new Uint8Array(0x10000);

function classify(char: string): CharKind {
  if (UNSPACED.test(char) && LETTER.test(char)) return SINGLE;
  return WORD_CHAR.test(char) ? PART : OTHER;
}

function kindOf(text: string, at: number): CharKind {
  const code = text.charCodeAt(at);
  const known = kindByUnit[code] as CharKind;
  if (known !== 0) return known;
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  const char = surrogate ? String.fromCodePoint(text.codePointAt(at) ?? 0) : text.charAt(at);
  const kind = classify(char);
  if (!surrogate) kindByUnit[code] = kind;
  return kind;
}

/** `'`, `’`, `-`, `_` and `.` join the parts on both sides into one word. */
function joinsWords(code: number): boolean {
  return code === 39 || code === 0x2019 || code === 45 || code === 95 || code === 46;
}

function eachWord(text: string, visit: (start: number, end: number) => void): void {
  let start = -1;
  let at = 0;
  while (at < text.length) {
    const kind = kindOf(text, at);
    const code = text.charCodeAt(at);
    const width = code >= 0xd800 && code <= 0xdbff && at + 1 < text.length ? 2 : 1;
    if (kind === PART) {
      if (start === -1) start = at;
    } else if (kind === SINGLE) {
      if (start !== -1) visit(start, at);
      start = -1;
      visit(at, at + width);
    } else if (start !== -1 && !(joinsWords(code) && at + 1 < text.length && kindOf(text, at + 1) === PART)) {
      visit(start, at);
      start = -1;
    }
    at += width;
  }
  if (start !== -1) visit(start, text.length);
}

/** The words of a text as written; of scripts without spaces (Chinese, Japanese, Thai) each character. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  eachWord(text, (start, end) => words.push(text.slice(start, end)));
  return words;
}

/**
 * How many words a text has, as a word counter says: `don't` and `self-made` are one each; Chinese and Japanese count by
 * character. Markup counts like text.
 */
export function countWords(text: string): number {
  let count = 0;
  eachWord(text, () => count++);
  return count;
}

/** Shorter words tell no subject. */
const MIN_CONTENT_LENGTH = 4;

/** Numbers, and words long enough to tell a subject, in lower case. */
export function contentWords(text: string): readonly string[] {
  return wordsOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_CONTENT_LENGTH || /\p{N}/u.test(word));
}
