import { CHAR_CODE, isDigit, isSpaceOrTab, runLength, skipSpaces, trimmedEnd } from './chars';
import { type LineReader } from './line-reader';

/** How blocks begin, at the position of a line reader. Source: CommonMark 0.31, 4 and 5; Obsidian for tasks. */

/** `# Text ##`: its level, and the range of its text. */
export function headingAt({ text, next, lineEnd }: LineReader): { level: number; from: number; to: number } | null {
  const level = runLength(text, next, lineEnd, CHAR_CODE.hash);
  const after = next + level;
  if (level === 0 || level > 6 || (after < lineEnd && !isSpaceOrTab(text.charCodeAt(after)))) return null;
  const from = skipSpaces(text, after, lineEnd);
  const to = trimmedEnd(text, from, lineEnd);
  let hashes = to;
  while (hashes > from && text.charCodeAt(hashes - 1) === CHAR_CODE.hash) hashes--;
  if (hashes === from) return { level, from, to: from };
  const closed = hashes < to && isSpaceOrTab(text.charCodeAt(hashes - 1));
  return { level, from, to: closed ? trimmedEnd(text, from, hashes) : to };
}

/** How many marks open a fence here; 0 for none. */
export function fenceAt({ text, next, lineEnd, code }: LineReader): number {
  if (code !== CHAR_CODE.backtick && code !== CHAR_CODE.tilde) return 0;
  const length = runLength(text, next, lineEnd, code);
  if (length < 3) return 0;
  return code === CHAR_CODE.backtick && text.slice(next + length, lineEnd).includes('`') ? 0 : length;
}

/** Whether the line is three or more `-`, `*` or `_`, blanks between them allowed, and nothing else. */
export function isThematicBreak({ text, next, lineEnd, code }: LineReader): boolean {
  if (code !== CHAR_CODE.dash && code !== CHAR_CODE.star && code !== CHAR_CODE.underscore) return false;
  let count = 0;
  for (let i = next; i < lineEnd; i++) {
    const other = text.charCodeAt(i);
    if (other === code) count++;
    else if (!isSpaceOrTab(other)) return false;
  }
  return count >= 3;
}

/** Whether the line is one run of `=` or `-`, which makes the paragraph above a heading. */
export function isSetextUnderline({ text, next, lineEnd, code }: LineReader): boolean {
  if (code !== CHAR_CODE.equals && code !== CHAR_CODE.dash) return false;
  return skipSpaces(text, next + runLength(text, next, lineEnd, code), lineEnd) === lineEnd;
}

/**
 * The width of a list marker, or 0.
 *
 * @param interrupts whether it would end a paragraph: then it must start at 1 and have content
 */
export function listMarkerAt({ text, next, lineEnd, code }: LineReader, interrupts: boolean): number {
  let after = next + 1;
  if (isDigit(code)) {
    while (after < lineEnd && after - next < 10 && isDigit(text.charCodeAt(after))) after++;
    const mark = text.charCodeAt(after);
    if (after - next > 9 || (mark !== CHAR_CODE.dot && mark !== CHAR_CODE.rightParen)) return 0;
    if (interrupts && !(after - next === 1 && code === 49)) return 0;
    after++;
  } else if (code !== CHAR_CODE.dash && code !== CHAR_CODE.star && code !== CHAR_CODE.plus) {
    return 0;
  }
  if (after < lineEnd && !isSpaceOrTab(text.charCodeAt(after))) return 0;
  return interrupts && skipSpaces(text, after, lineEnd) === lineEnd ? 0 : after - next;
}

/** The width of a task's checkbox, with any one character in it and text after it; 0 for none. */
export function checkboxAt({ text, next, lineEnd, indent, code }: LineReader): number {
  if (indent > 3 || code !== CHAR_CODE.leftBracket || next + 3 >= lineEnd) return 0;
  const unit = text.charCodeAt(next + 1);
  const width = unit >= 0xd800 && unit <= 0xdbff ? 4 : 3;
  const after = next + width;
  if (text.charCodeAt(after - 1) !== CHAR_CODE.rightBracket || !isSpaceOrTab(text.charCodeAt(after))) return 0;
  return skipSpaces(text, after, lineEnd) === lineEnd ? 0 : width;
}

/** The width of `[^id]:`, which opens a footnote; 0 for none. */
export function footnoteAt({ text, next, lineEnd, code }: LineReader): number {
  if (code !== CHAR_CODE.leftBracket || text.charCodeAt(next + 1) !== CHAR_CODE.caret) return 0;
  return /^\[\^[^\s[\]]+\]:/.exec(text.slice(next, Math.min(lineEnd, next + 1000)))?.[0].length ?? 0;
}

/** The end of a `%% %%` comment or `$$ $$` formula that opens here and continues past this line; -1 for none. */
export function hiddenEnd({ text, next, lineEnd, code }: LineReader): number {
  if (code !== CHAR_CODE.percent && code !== CHAR_CODE.dollar) return -1;
  const mark = code === CHAR_CODE.percent ? '%%' : '$$';
  if (!text.startsWith(mark, next)) return -1;
  const close = text.indexOf(mark, next + 2);
  return close < lineEnd ? -1 : close + 2;
}
