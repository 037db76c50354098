/** Character codes that the scanners compare with. */
export const CHAR_CODE = {
  tab: 9,
  lf: 10,
  cr: 13,
  space: 32,
  bang: 33,
  hash: 35,
  dollar: 36,
  percent: 37,
  leftParen: 40,
  rightParen: 41,
  star: 42,
  plus: 43,
  dash: 45,
  dot: 46,
  colon: 58,
  less: 60,
  equals: 61,
  greater: 62,
  leftBracket: 91,
  backslash: 92,
  rightBracket: 93,
  caret: 94,
  underscore: 95,
  backtick: 96,
  pipe: 124,
  tilde: 126,
} as const;

export function isWhitespace(code: number): boolean {
  return code === CHAR_CODE.space || code === CHAR_CODE.tab || code === CHAR_CODE.lf || code === CHAR_CODE.cr;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** The ASCII punctuation that a backslash escapes. Source: CommonMark 0.31, 2.4. */
export function isAsciiPunctuation(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  );
}

/** The first offset from `at` on, below `end`, that is neither a space nor a tab. */
export function skipSpaces(text: string, at: number, end: number): number {
  let offset = at;
  while (offset < end) {
    const code = text.charCodeAt(offset);
    if (code !== CHAR_CODE.space && code !== CHAR_CODE.tab) break;
    offset++;
  }
  return offset;
}

/** How many times `code` is repeated from `at` on. */
export function runLength(text: string, at: number, end: number, code: number): number {
  let offset = at;
  while (offset < end && text.charCodeAt(offset) === code) offset++;
  return offset - at;
}

/** A space or a tab. */
export function isSpaceOrTab(code: number): boolean {
  return code === CHAR_CODE.space || code === CHAR_CODE.tab;
}

/** The end of `[from, to)` without the spaces and tabs at it. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpaceOrTab(text.charCodeAt(end - 1))) end--;
  return end;
}
