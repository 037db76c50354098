import { type LineRange } from './types';

/**
 * The lines of a text, each with its line break (`\n` or `\r\n`), which the last line may lack. Joined, they give the text
 * again, byte for byte. The empty text has no lines.
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (;;) {
    const at = text.indexOf('\n', start);
    if (at < 0) break;
    lines.push(text.slice(start, at + 1));
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** The start of each line, followed by the end of the text. */
export function lineStarts(lines: readonly string[]): number[] {
  const starts = [0];
  let at = 0;
  for (const line of lines) starts.push((at += line.length));
  return starts;
}

/** The line that contains `offset`, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The lines of `[start, end)`, for display. */
export function lineRange(text: string, start: number, end: number): LineRange {
  const line = lineAt(text, start);
  return { line, count: splitLines(text.slice(start, end)).length };
}
