import { CHAR_CODE, isWhitespace, isAsciiPunctuation } from './chars';

/** A link destination as written; `start` and `end` exclude the angle brackets of `<a b.md>`. */
export interface Destination {
  readonly start: number;
  readonly end: number;
  readonly angled: boolean;
  /** The offset after it. */
  readonly next: number;
}

const MAX_PARENS = 32;

/** Reads a link destination at `at`; `null` where there is none. Source: CommonMark 0.31, 6.3. */
export function readDestination(source: string, at: number): Destination | null {
  if (source.charCodeAt(at) === CHAR_CODE.less) {
    for (let i = at + 1; i < source.length; i++) {
      const code = source.charCodeAt(i);
      if (code === CHAR_CODE.greater) return { start: at + 1, end: i, angled: true, next: i + 1 };
      if (code === CHAR_CODE.less || code === CHAR_CODE.lf || code === CHAR_CODE.cr) return null;
      if (code === CHAR_CODE.backslash) i++;
    }
    return null;
  }
  let depth = 0;
  let i = at;
  for (; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (code <= CHAR_CODE.space || code === 127) break;
    if (code === CHAR_CODE.backslash && isAsciiPunctuation(source.charCodeAt(i + 1))) i++;
    else if (code === CHAR_CODE.leftParen && ++depth > MAX_PARENS) return null;
    else if (code === CHAR_CODE.rightParen && --depth < 0) break;
  }
  if (depth > 0) return null;
  const end = Math.min(i, source.length);
  return { start: at, end, angled: false, next: end };
}

/** The offset after a link title at `at`, or -1 where there is none. Source: CommonMark 0.31, 6.3. */
export function readTitle(source: string, at: number): number {
  const open = source.charAt(at);
  const close = open === '(' ? ')' : open;
  if (open !== '"' && open !== "'" && open !== '(') return -1;
  for (let i = at + 1; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === close) return i + 1;
    if (char === '(' && open === '(') return -1;
    if (char === '\\') i++;
  }
  return -1;
}

export function skipWhitespace(source: string, at: number): number {
  let i = at;
  while (i < source.length && isWhitespace(source.charCodeAt(i))) i++;
  return i;
}

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['copy', '©'],
  ['reg', '®'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['hellip', '…'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
]);

/** Decodes the character references of HTML: numbers, and the few names that people write. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED_ENTITIES.get(name) ?? whole;
    const point = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    const valid = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return valid ? String.fromCodePoint(point) : '\ufffd';
  });
}

/** Text with its backslash escapes and character references resolved; a backslash that ends a line is a line break. */
export function unescapeText(text: string): string {
  const plain = text.includes('\\') ? text.replace(/\\([!-/:-@[-`{-~]|(?=\r?\n))/g, '$1') : text;
  return decodeEntities(plain);
}

/** Percent-decodes a text, except for what is not valid UTF-8. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[\da-fA-F]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
