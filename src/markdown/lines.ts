import { WikiError } from '../base';
import { type LineIndex, type Splice } from './types';

/** `\r\n` if most lines of a text end with it, else `\n`. */
export function eolOf(text: string): '\n' | '\r\n' {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text.charCodeAt(at - 1) === 13) crlf++;
    else lf++;
  }
  return crlf > lf ? '\r\n' : '\n';
}

/** Whether an offset is in a line of a quotation or callout. In UTF-16 units. */
export function isQuotedLine(text: string, offset: number): boolean {
  return /^\s*>/.test(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset + 1));
}

/** Where each line of a text starts. A line ends with `\n`; a `\r` before it belongs to the line break. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The last index of `starts` whose value is not above `offset`. */
export function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Turns offsets (UTF-16 units) into lines and columns, both counted from 1. O(length) once, O(log lines) a place. */
export function createLineIndex(text: string): LineIndex {
  const starts = lineStarts(text);
  return {
    placeAt(offset) {
      const bounded = Math.max(0, Math.min(offset, text.length));
      const line = lineOf(starts, bounded);
      return { line: line + 1, column: bounded - (starts[line] ?? 0) + 1 };
    },
  };
}

/**
 * Applies replacements to a text. Their order matters only for insertions at the same offset. Two equal replacements of the
 * same characters (a definition that several links share) count as one.
 *
 * @throws WikiError `living-wiki:edits_overlap` when two splices overlap or one is outside the text
 */
export function applySplices(text: string, splices: readonly Splice[]): string {
  if (splices.length === 0) return text;
  const sorted = splices.map((splice, order) => ({ splice, order }));
  sorted.sort((a, b) => a.splice.start - b.splice.start || a.splice.end - b.splice.end || a.order - b.order);
  let result = '';
  let done = 0;
  let last: Splice | undefined;
  for (const { splice } of sorted) {
    if (last !== undefined && splice.start < splice.end && same(last, splice)) continue;
    if (splice.start < done || splice.end < splice.start || splice.end > text.length) {
      throw new WikiError('living-wiki:edits_overlap', 'Two edits change the same characters of a text.');
    }
    result += text.slice(done, splice.start) + splice.text;
    done = splice.end;
    last = splice;
  }
  return result + text.slice(done);
}

function same(a: Splice, b: Splice): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}
