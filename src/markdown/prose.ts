import { readBlocks } from './block-reader';
import { footnoteMarkOf, sourceOf } from './blocks';
import { bodyStartOf } from './frontmatter';
import { type Destination } from './destination';
import { type InlineSink, scanInline } from './inline';
import { type TextRange } from './types';

const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/gi;

/** The marks that open a quotation, each with the one that closes it. */
const QUOTE_MARKS: Readonly<Record<string, string>> = { '“': '”', '"': '"', '«': '»', '„': '“' };

/**
 * The ranges of a body that are plain prose, in reading order: no headings, quotations, tables, code, formulas, links, marks,
 * addresses, HTML, comments or definitions of footnotes.
 */
export function proseRanges(text: string): readonly TextRange[] {
  const { blocks, definitions } = readBlocks(text, bodyStartOf(text));
  const ranges: TextRange[] = [];
  for (const block of blocks) {
    if (block.kind !== 'paragraph' || block.quotes > 0 || footnoteMarkOf(text, block) !== null) continue;
    const source = sourceOf(text, block);
    const base = block.lines[0] ?? block.start;
    const markup = new MarkupRanges();
    scanInline(source, definitions, markup);
    for (const { index, 0: found } of source.matchAll(ADDRESS)) markup.add(index, index + found.length);
    addQuotations(source, markup);
    let at = 0;
    for (const { start, end } of [...markup.ranges].sort((a, b) => a.start - b.start)) {
      if (start > at) ranges.push({ start: base + at, end: base + start });
      at = Math.max(at, end);
    }
    if (at < source.length) ranges.push({ start: base + at, end: base + source.length });
  }
  return ranges;
}

/**
 * Adds each quotation within a line. No regular expression, since one looks for the end of the line from each mark that is never
 * closed.
 */
function addQuotations(source: string, markup: MarkupRanges): void {
  for (let lineStart = 0; lineStart < source.length;) {
    const lineFeed = source.indexOf('\n', lineStart);
    const line = source.slice(lineStart, lineFeed === -1 ? source.length : lineFeed);
    const unclosed = new Set<string>();
    for (let at = 0; at < line.length; at++) {
      const mark = QUOTE_MARKS[line.charAt(at)];
      if (mark === undefined || unclosed.has(mark)) continue;
      const end = line.indexOf(mark, at + 1);
      if (end === -1) unclosed.add(mark);
      else {
        markup.add(lineStart + at, lineStart + end + 1);
        at = end;
      }
    }
    lineStart += line.length + 1;
  }
}

class MarkupRanges implements InlineSink {
  readonly ranges: TextRange[] = [];

  add(start: number, end: number): void {
    this.ranges.push({ start, end });
  }

  wikilink(start: number, end: number): void {
    this.add(start, end);
  }

  link(start: number, _textEnd: number, end: number, _embed: boolean, _destination: Destination): void {
    this.add(start, end);
  }

  reference(start: number, _textEnd: number, end: number): void {
    this.add(start, end);
  }

  citation(start: number, end: number): void {
    this.add(start, end);
  }

  footnote(start: number, end: number): void {
    this.add(start, end);
  }

  tag(start: number, end: number): void {
    this.add(start, end);
  }

  verbatim(start: number, end: number): void {
    this.add(start, end);
  }

  hidden(start: number, end: number): void {
    this.add(start, end);
  }

  autolink(start: number, end: number): void {
    this.add(start, end);
  }
}
