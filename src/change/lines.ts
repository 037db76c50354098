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

/** {@link lineAt} for offsets that are asked for in order: all of them together cost one pass. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let from = 0;
  return (offset) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line += 1;
      from = at + 1;
    }
    return line;
  };
}

/**
 * The lines of ranges, for display. The ranges of a text are asked for in order: all of them together cost one pass.
 * @returns the lines of `[start, end)`
 */
export function lineRanges(text: string): (start: number, end: number) => LineRange {
  const lineOf = lineCounter(text);
  return (start, end) => ({ line: lineOf(start), count: splitLines(text.slice(start, end)).length });
}
