import { CHAR_CODE } from './chars';
import { type Destination, readDestination, readTitle, skipWhitespace } from './destination';

/** Link reference definitions by their normalised label; the first of a label counts. Offsets are into the whole text. */
export type Definitions = Map<string, Destination>;

/** Labels that differ only in case or white space are the same. Source: CommonMark 0.31, 6.3. */
export function normaliseLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The offset of the `]` that ends the label whose `[` is at `at`, or -1. */
export function labelEnd(source: string, at: number): number {
  const limit = Math.min(source.length, at + 1001);
  for (let i = at + 1; i < limit; i++) {
    const code = source.charCodeAt(i);
    if (code === CHAR_CODE.rightBracket) return i;
    if (code === CHAR_CODE.leftBracket) return -1;
    if (code === CHAR_CODE.backslash) i++;
  }
  return -1;
}

/**
 * Reads the definitions at the start of a paragraph.
 *
 * @param source the paragraph
 * @param base where it starts in the whole text
 * @returns the offset in `source` after them
 */
export function readDefinitions(source: string, base: number, into: Definitions): number {
  let at = 0;
  while (source.charCodeAt(at) === CHAR_CODE.leftBracket) {
    const next = readDefinition(source, at, base, into);
    if (next === -1) break;
    at = skipWhitespace(source, next);
  }
  return at;
}

function readDefinition(source: string, at: number, base: number, into: Definitions): number {
  const close = labelEnd(source, at);
  if (close === -1 || source.charCodeAt(close + 1) !== CHAR_CODE.colon) return -1;
  const label = normaliseLabel(source.slice(at + 1, close));
  if (label === '' || label.startsWith('^')) return -1;
  const from = skipWhitespace(source, close + 2);
  if (from >= source.length) return -1;
  const destination = readDestination(source, from);
  if (destination === null || (destination.start === destination.end && !destination.angled)) return -1;
  const lineEnd = endOfLine(source, destination.next);
  let end = lineEnd;
  const titleAt = skipWhitespace(source, destination.next);
  if (titleAt > destination.next) {
    const titleEnd = readTitle(source, titleAt);
    if (titleEnd !== -1 && endOfLine(source, titleEnd) !== -1) end = endOfLine(source, titleEnd);
  }
  if (end === -1) return -1;
  if (!into.has(label)) {
    const { start, end: stop, angled, next } = destination;
    into.set(label, { start: start + base, end: stop + base, angled, next: next + base });
  }
  return end;
}

/** The offset of the line break (or end) when only blanks come before it, else -1. */
function endOfLine(source: string, at: number): number {
  for (let i = at; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (code === CHAR_CODE.lf) return i;
    if (code !== CHAR_CODE.space && code !== CHAR_CODE.tab && code !== CHAR_CODE.cr) return -1;
  }
  return source.length;
}
