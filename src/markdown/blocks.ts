import { Code, isDigit, runLength, skipBlanks } from './chars';
import { type Definitions, readDefinitions } from './definitions';
import { endsHtmlBlock, type HtmlEnd, htmlBlockEnd } from './html';

/** What a leaf block is. Paragraphs, headings and table rows hold inline markup; the rest does not. */
export type BlockKind = 'paragraph' | 'heading' | 'row' | 'code' | 'html' | 'hidden';

/** A leaf block of a body. Offsets count UTF-16 units from the start of the whole text. */
export interface Block {
  readonly kind: BlockKind;
  /** Start and end of each line's content in turn, the markers of quotes and list items excluded. */
  readonly lines: readonly number[];
  /** With its own markers (`#`, the fence), without its last line break. */
  readonly start: number;
  readonly end: number;
  /** 1 to 6 for a heading, else 0. */
  readonly level: number;
  /** How many block quotes it stands in. */
  readonly quotes: number;
  /** Of a row: it is the line of dashes under a table's head. */
  readonly rule: boolean;
}

export interface BodyBlocks {
  readonly blocks: readonly Block[];
  readonly definitions: Definitions;
}

/** A quote, or a list item or footnote with the width that its further lines are indented by. */
type Container = 'quote' | number;

/** The inline content of a block as one string of the same length: a quote's markers become spaces. */
export function sourceOf(text: string, block: Pick<Block, 'lines' | 'quotes'>): string {
  const { lines } = block;
  const first = lines[0] ?? 0;
  if (block.quotes === 0 || lines.length <= 2) return text.slice(first, lines[lines.length - 1] ?? first);
  let source = text.slice(first, lines[1]);
  for (let i = 2; i < lines.length; i += 2) {
    const from = lines[i] ?? 0;
    source += `\n${' '.repeat(Math.max(0, from - first - source.length - 1))}${text.slice(from, lines[i + 1])}`;
  }
  return source;
}

/**
 * Splits a body into its leaf blocks, in one pass over its lines. Follows CommonMark and GFM's tables, and Obsidian
 * for `%% %%` and `$$ $$` blocks. Comments and formulas that are never closed hide nothing.
 *
 * @param from where the body starts
 * @param enough stops the pass early: asked after each block
 */
export function readBlocks(text: string, from: number, enough?: (block: Block) => boolean): BodyBlocks {
  const reader = new BlockReader(text, enough);
  reader.read(from);
  return { blocks: reader.blocks, definitions: reader.definitions };
}

interface Fence {
  readonly code: number;
  readonly length: number;
  readonly indent: number;
}

class BlockReader {
  readonly blocks: Block[] = [];
  readonly definitions: Definitions = new Map();

  private readonly containers: Container[] = [];
  private quotes = 0;
  /** The open leaf block: its kind, lines and start; `null` between blocks. */
  private leaf: BlockKind | null = null;
  private lines: number[] = [];
  private start = 0;
  private fence: Fence | null = null;
  private htmlEnd: HtmlEnd = '';
  /** The open paragraph begins with a checkbox, so with no definition. */
  private isTask = false;
  private done = false;

  // The line at hand: where reading is, its column (tabs stop at every fourth), and where the line ends.
  private at = 0;
  private column = 0;
  private lineEnd = 0;
  private indent = 0;
  private next = 0;

  constructor(
    private readonly text: string,
    private readonly enough: ((block: Block) => boolean) | undefined,
  ) {}

  read(from: number): void {
    const { text } = this;
    let lineStart = from;
    while (lineStart < text.length && !this.done) {
      const lineFeed = text.indexOf('\n', lineStart);
      const after = lineFeed === -1 ? text.length : lineFeed + 1;
      this.lineEnd = lineFeed === -1 ? text.length : lineFeed;
      if (lineFeed > lineStart && text.charCodeAt(lineFeed - 1) === Code.cr) this.lineEnd--;
      this.at = lineStart;
      this.column = 0;
      lineStart = this.readLine(after);
    }
    if (!this.done) this.close();
  }

  /** Reads one line and returns where the next begins. */
  private readLine(after: number): number {
    const matched = this.matchContainers();
    const whole = matched === this.containers.length;
    if (!whole && this.leaf !== null && this.leaf !== 'paragraph') this.close();
    if (this.leaf === 'code' && this.fence !== null) {
      this.readFenced(this.fence);
      return after;
    }
    if (this.leaf === 'html') {
      this.readHtml();
      return after;
    }
    return this.readOpen(matched, after);
  }

  /** Consumes the markers of the open containers; returns how many of them go on. */
  private matchContainers(): number {
    let matched = 0;
    for (const container of this.containers) {
      this.measure();
      if (container === 'quote') {
        if (this.indent > 3 || this.next >= this.lineEnd || this.text.charCodeAt(this.next) !== Code.greater) break;
        this.enterQuote();
      } else if (this.next < this.lineEnd) {
        if (this.indent < container) break;
        this.consume(container);
      }
      matched++;
    }
    this.measure();
    return matched;
  }

  /** The indentation from here, in columns, and the first character after it. */
  private measure(): void {
    let column = this.column;
    let offset = this.at;
    for (; offset < this.lineEnd; offset++) {
      const code = this.text.charCodeAt(offset);
      if (code === Code.space) column++;
      else if (code === Code.tab) column += 4 - (column & 3);
      else break;
    }
    this.next = offset;
    this.indent = column - this.column;
  }

  /** Skips `columns` of white space; a tab may be used up in part. */
  private consume(columns: number): void {
    const goal = this.column + columns;
    while (this.column < goal && this.at < this.lineEnd) {
      const width = this.text.charCodeAt(this.at) === Code.tab ? 4 - (this.column & 3) : 1;
      if (this.column + width > goal) {
        this.column = goal;
        return;
      }
      this.column += width;
      this.at++;
    }
  }

  private enterQuote(): void {
    this.column += this.indent + 1;
    this.at = this.next + 1;
    const code = this.text.charCodeAt(this.at);
    if (this.at < this.lineEnd && (code === Code.space || code === Code.tab)) this.consume(1);
  }

  private readFenced(fence: Fence): void {
    const { text, next, lineEnd } = this;
    if (this.indent <= 3 && next < lineEnd && text.charCodeAt(next) === fence.code) {
      const length = runLength(text, next, lineEnd, fence.code);
      if (length >= fence.length && skipBlanks(text, next + length, lineEnd) === lineEnd) {
        this.fence = null;
        this.close(lineEnd);
        return;
      }
    }
    this.consume(Math.min(this.indent, fence.indent));
    this.lines.push(this.at, lineEnd);
  }

  private readHtml(): void {
    const { next, lineEnd } = this;
    if (this.htmlEnd === '') {
      if (next === lineEnd) this.close();
      else this.lines.push(this.at, lineEnd);
      return;
    }
    this.lines.push(this.at, lineEnd);
    if (endsHtmlBlock(this.text.slice(this.at, lineEnd), this.htmlEnd)) this.close();
  }

  /** Opens containers and leaf blocks where the line says so, else takes the line as text. */
  private readOpen(matched: number, after: number): number {
    const { text } = this;
    let whole = matched === this.containers.length;
    // A paragraph goes on without its containers' markers when nothing new opens.
    let lazy = !whole && this.leaf === 'paragraph';
    let task = false;
    const open = () => {
      if (!whole || lazy) this.leave(matched);
      else this.close();
      whole = true;
      lazy = false;
    };
    for (;;) {
      this.measure();
      const { next, lineEnd } = this;
      if (next >= lineEnd) {
        if (!whole) this.leave(matched);
        this.blank();
        return after;
      }
      const goesOn = this.leaf === 'paragraph';
      if (this.indent > 3) {
        if (goesOn) break;
        if (!whole) open();
        this.indented();
        return after;
      }
      const code = text.charCodeAt(next);
      if (code === Code.greater) {
        open();
        this.enterQuote();
        this.push('quote');
      } else if (code === Code.hash && this.headingAt(next, open)) {
        return after;
      } else if ((code === Code.backtick || code === Code.tilde) && this.fenceAt(next, code, open)) {
        return after;
      } else if (code === Code.less && this.htmlAt(next, goesOn, open)) {
        return after;
      } else if ((code === Code.equals || code === Code.dash) && goesOn && whole && this.underlineAt(next, code)) {
        return after;
      } else if (this.ruleAt(next, code)) {
        open();
        return after;
      } else if (this.itemAt(next, code, goesOn && whole, open)) {
        task = this.skipTask();
        if (task) break;
      } else if (this.tableAt(next, code, goesOn && whole)) {
        return after;
      } else if (code === Code.leftBracket && this.footnoteAt(next, open)) {
        continue;
      } else if (code === Code.percent || code === Code.dollar) {
        const end = this.hiddenAt(next, code, open);
        if (end === -1) break;
        return end;
      } else {
        break;
      }
    }
    this.textLine(matched, whole, lazy);
    if (task) this.isTask = true;
    return after;
  }

  private textLine(matched: number, whole: boolean, lazy: boolean): void {
    if (!whole && !lazy) this.leave(matched);
    if (this.leaf === 'row' && whole) {
      this.row(false);
      return;
    }
    if (this.leaf !== 'paragraph') this.begin('paragraph', this.next);
    this.lines.push(this.next, this.lineEnd);
  }

  private blank(): void {
    if (this.leaf === 'code') this.lines.push(this.at, this.lineEnd);
    else this.close();
  }

  private indented(): void {
    if (this.leaf !== 'code') this.begin('code', this.next);
    this.consume(4);
    this.lines.push(this.at, this.lineEnd);
  }

  private headingAt(next: number, open: () => void): boolean {
    const { text, lineEnd } = this;
    const level = runLength(text, next, lineEnd, Code.hash);
    const after = next + level;
    if (level > 6 || (after < lineEnd && skipBlanks(text, after, lineEnd) === after)) return false;
    open();
    const from = skipBlanks(text, after, lineEnd);
    let to = trimmedEnd(text, from, lineEnd);
    let hashes = to;
    while (hashes > from && text.charCodeAt(hashes - 1) === Code.hash) hashes--;
    if (hashes === from) to = from;
    else if (hashes < to && isSpace(text.charCodeAt(hashes - 1))) to = trimmedEnd(text, from, hashes);
    this.begin('heading', next);
    this.lines.push(from, to);
    this.finish(lineEnd, level);
    return true;
  }

  private fenceAt(next: number, code: number, open: () => void): boolean {
    const { text, lineEnd } = this;
    const length = runLength(text, next, lineEnd, code);
    if (length < 3) return false;
    if (code === Code.backtick && text.slice(next + length, lineEnd).includes('`')) return false;
    open();
    this.begin('code', next);
    this.fence = { code, length, indent: this.indent };
    return true;
  }

  private htmlAt(next: number, inParagraph: boolean, open: () => void): boolean {
    const line = this.text.slice(next, this.lineEnd);
    const end = htmlBlockEnd(line, inParagraph);
    if (end === null) return false;
    open();
    this.begin('html', next);
    this.lines.push(next, this.lineEnd);
    this.htmlEnd = end;
    const searched = end === '-->' ? line.slice(4) : line;
    if (end !== '' && endsHtmlBlock(searched, end)) this.close();
    return true;
  }

  /** A line of `=` or `-` makes the paragraph above a heading. */
  private underlineAt(next: number, code: number): boolean {
    const { text, lineEnd } = this;
    const after = next + runLength(text, next, lineEnd, code);
    if (skipBlanks(text, after, lineEnd) !== lineEnd) return false;
    this.takeDefinitions();
    if (this.lines.length === 0) {
      this.leaf = null;
      return false;
    }
    this.leaf = 'heading';
    this.finish(lineEnd, code === Code.equals ? 1 : 2);
    return true;
  }

  /** Three or more `-`, `*` or `_`, blanks between them allowed, and nothing else. */
  private ruleAt(next: number, code: number): boolean {
    if (code !== Code.dash && code !== Code.star && code !== Code.underscore) return false;
    let count = 0;
    for (let i = next; i < this.lineEnd; i++) {
      const other = this.text.charCodeAt(i);
      if (other === code) count++;
      else if (!isSpace(other)) return false;
    }
    return count >= 3;
  }

  /** A line of dashes under the last line of a paragraph that has as many cells makes a table. */
  private tableAt(next: number, code: number, goesOn: boolean): boolean {
    if (!goesOn || (code !== Code.pipe && code !== Code.dash && code !== Code.colon)) return false;
    const { text, lineEnd, lines } = this;
    const rule = text.slice(next, lineEnd);
    if (!rule.includes('-') || !/^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(rule)) return false;
    const headEnd = lines[lines.length - 1] ?? 0;
    const headStart = lines[lines.length - 2] ?? 0;
    const head = text.slice(headStart, headEnd);
    if (!head.includes('|') && !rule.includes('|')) return false;
    if (cellRanges(head).length !== cellRanges(rule).length) return false;
    lines.length -= 2;
    if (lines.length > 0) this.close();
    this.begin('row', headStart);
    this.lines.push(headStart, headEnd);
    this.finish(headEnd, 0);
    this.row(true);
    return true;
  }

  private row(rule: boolean): void {
    this.begin('row', this.next);
    this.lines.push(this.next, this.lineEnd);
    this.finish(this.lineEnd, 0, rule);
    // The table is still open: the next line of text is a row as well.
    this.leaf = 'row';
  }

  private itemAt(next: number, code: number, interrupts: boolean, open: () => void): boolean {
    const { text, lineEnd } = this;
    let after = next + 1;
    if (isDigit(code)) {
      while (after < lineEnd && after - next < 10 && isDigit(text.charCodeAt(after))) after++;
      const mark = text.charCodeAt(after);
      if (after - next > 9 || (mark !== Code.dot && mark !== Code.rightParen)) return false;
      if (interrupts && !(after - next === 1 && code === 49)) return false;
      after++;
    } else if (code !== Code.dash && code !== Code.star && code !== Code.plus) {
      return false;
    }
    const empty = skipBlanks(text, after, lineEnd) === lineEnd;
    if ((after < lineEnd && !isSpace(text.charCodeAt(after))) || (interrupts && empty)) return false;
    const markWidth = this.indent + (after - next);
    open();
    this.column += markWidth;
    this.at = after;
    this.measure();
    const padding = empty || this.indent > 4 ? 1 : this.indent;
    this.consume(padding);
    this.push(markWidth + padding);
    return true;
  }

  /** The checkbox of a task: `[ ]` or `[` and any one character `]` right after a list marker. Text follows it. */
  private skipTask(): boolean {
    this.measure();
    const { text, next, lineEnd } = this;
    if (this.indent > 3 || next + 3 >= lineEnd || text.charCodeAt(next) !== Code.leftBracket) return false;
    const unit = text.charCodeAt(next + 1);
    const after = next + (unit >= 0xd800 && unit <= 0xdbff ? 4 : 3);
    if (text.charCodeAt(after - 1) !== Code.rightBracket || !isSpace(text.charCodeAt(after))) return false;
    if (skipBlanks(text, after, lineEnd) === lineEnd) return false;
    this.column += this.indent + after - next;
    this.at = after;
    this.measure();
    return true;
  }

  private footnoteAt(next: number, open: () => void): boolean {
    const { text, lineEnd } = this;
    if (text.charCodeAt(next + 1) !== Code.caret) return false;
    const match = /^\[\^[^\s[\]]+\]:/.exec(text.slice(next, Math.min(lineEnd, next + 1000)));
    if (match === null) return false;
    open();
    this.column += this.indent + match[0].length;
    this.at = next + match[0].length;
    this.push(4);
    return true;
  }

  /** A comment or formula that opens here and closes on a later line; returns where reading goes on, or -1. */
  private hiddenAt(next: number, code: number, open: () => void): number {
    const { text } = this;
    const mark = code === Code.percent ? '%%' : '$$';
    if (!text.startsWith(mark, next)) return -1;
    const close = text.indexOf(mark, next + 2);
    if (close === -1 || close < this.lineEnd) return -1;
    open();
    this.begin('hidden', next);
    this.lines.push(next, close + 2);
    this.finish(close + 2, 0);
    return close + 2;
  }

  private push(container: Container): void {
    this.containers.push(container);
    if (container === 'quote') this.quotes++;
  }

  /** Closes the open block and the containers that the line does not go on with. */
  private leave(matched: number): void {
    this.close();
    while (this.containers.length > matched) if (this.containers.pop() === 'quote') this.quotes--;
  }

  private begin(kind: BlockKind, start: number): void {
    this.close();
    this.leaf = kind;
    this.start = start;
    this.lines = [];
    this.isTask = false;
  }

  private takeDefinitions(): void {
    if (this.isTask || this.text.charCodeAt(this.lines[0] ?? 0) !== Code.leftBracket) return;
    const source = sourceOf(this.text, { lines: this.lines, quotes: this.quotes });
    const rest = readDefinitions(source, this.lines[0] ?? 0, this.definitions);
    if (rest === 0) return;
    const from = (this.lines[0] ?? 0) + rest;
    let kept = 0;
    while (kept < this.lines.length && (this.lines[kept + 1] ?? 0) <= from) kept += 2;
    this.lines = this.lines.slice(kept);
    this.start = this.lines[0] ?? this.start;
  }

  private close(end?: number): void {
    const { leaf } = this;
    if (leaf === null) return;
    if (leaf === 'row') {
      this.leaf = null;
      return;
    }
    if (leaf === 'paragraph') this.takeDefinitions();
    if (leaf === 'code') this.dropBlankEnd();
    this.fence = null;
    if (this.lines.length === 0 && leaf === 'paragraph') this.leaf = null;
    else this.finish(end ?? this.lines[this.lines.length - 1] ?? this.start, 0);
  }

  /** Blank lines after indented code are not part of it. */
  private dropBlankEnd(): void {
    const { lines, text } = this;
    if (this.fence !== null || text.charCodeAt(this.start) === Code.backtick) return;
    while (
      lines.length > 2 &&
      skipBlanks(text, lines[lines.length - 2] ?? 0, lines[lines.length - 1] ?? 0) === lines[lines.length - 1]
    ) {
      lines.length -= 2;
    }
  }

  private finish(end: number, level: number, rule = false): void {
    const { leaf, lines, start, quotes } = this;
    if (leaf === null) return;
    const block: Block = { kind: leaf, lines, start, end, level, quotes, rule };
    this.blocks.push(block);
    this.leaf = null;
    this.lines = [];
    if (this.enough?.(block) === true) this.done = true;
  }
}

function isSpace(code: number): boolean {
  return code === Code.space || code === Code.tab;
}

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

/** Where the cells of a table row start and end, blanks around them excluded. */
export function cellRanges(row: string): [number, number][] {
  const ranges: [number, number][] = [];
  const end = trimmedEnd(row, 0, row.length);
  let at = skipBlanks(row, 0, end);
  if (row.charCodeAt(at) === Code.pipe) at++;
  let start = at;
  for (let i = at; i <= end; i++) {
    const code = row.charCodeAt(i);
    if (i < end && code === Code.backslash) i++;
    else if (i === end || code === Code.pipe) {
      if (i === end && start >= end && ranges.length > 0) break;
      const from = skipBlanks(row, start, i);
      ranges.push([from, trimmedEnd(row, from, Math.min(i, end))]);
      start = i + 1;
    }
  }
  return ranges;
}
