import { CHAR_CODE, isAsciiLetter, isDigit } from './chars';
import { type Destination, readDestination, readTitle, skipWhitespace } from './destination';

/** Parts of inline markup that need no state: the targets of links, wikilinks and tags. */

/** Reads the rest of `](destination "title")`, from after the parenthesis; `null` when it is no link. */
export function readTarget(source: string, at: number): { destination: Destination; end: number } | null {
  const from = skipWhitespace(source, at);
  const destination = readDestination(source, from);
  if (destination === null) return null;
  let end = skipWhitespace(source, destination.next);
  if (end > destination.next && source.charCodeAt(end) !== CHAR_CODE.rightParen) {
    end = readTitle(source, end);
    if (end === -1) return null;
    end = skipWhitespace(source, end);
  }
  return source.charCodeAt(end) === CHAR_CODE.rightParen ? { destination, end: end + 1 } : null;
}

/** The offset after the `]]` of a wikilink whose `[[` is at `at`, or -1. A wikilink is on one line and contains no `[[`. */
export function wikilinkEnd(source: string, at: number): number {
  for (let i = at + 2; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (code === CHAR_CODE.lf) return -1;
    if (code === CHAR_CODE.leftBracket && source.charCodeAt(i + 1) === CHAR_CODE.leftBracket) return -1;
    if (code === CHAR_CODE.rightBracket && source.charCodeAt(i + 1) === CHAR_CODE.rightBracket) {
      return source.slice(at + 2, i).trim() === '' ? -1 : i + 2;
    }
  }
  return -1;
}

const TAG_END = /[\s\u2000-\u206f\u2e00-\u2e7f'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\]/;

/**
 * The offset after the `#tag` at `at`, or -1: it follows a blank, the start of the text or an emphasis mark, and is
 * not a number. Source: Obsidian 1.13.7, as observed by third parties.
 */
export function tagEnd(source: string, at: number): number {
  if (at > 0) {
    const before = source.charAt(at - 1);
    if (!/[\s*_~=]/.test(before)) return -1;
  }
  let end = at + 1;
  let number = true;
  for (; end < source.length; end++) {
    const code = source.charCodeAt(end);
    if (isAsciiLetter(code)) number = false;
    else if (!isDigit(code)) {
      if (TAG_END.test(source.charAt(end))) break;
      number = false;
    }
  }
  return number ? -1 : end;
}
