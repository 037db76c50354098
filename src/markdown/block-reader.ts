import { checkboxAt, fenceAt, footnoteAt, headingAt, hiddenEnd, isRule, isUnderline, markerAt } from './block-starts';
import { type Block, type BlockKind, type BodyBlocks, sourceOf } from './blocks';
import { Code, runLength, skipBlanks } from './chars';
import { type Definitions, readDefinitions } from './definitions';
import { endsHtmlBlock, type HtmlEnd, htmlBlockEnd } from './html';
import { LineReader } from './line-reader';
import { makesTable } from './tables';

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

/** A quote, or a list item or footnote with the columns that its further lines are indented by. */
type Container = 'quote' | number;

interface Fence {
  readonly code: number;
  readonly length: number;
  readonly indent: number;
}

class BlockReader {
  readonly blocks: Block[] = [];
  readonly definitions: Definitions = new Map();

  private readonly line: LineReader;
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

  // How the line at hand stands to what was open before it.
  private matched = 0;
  /** It goes on with all the containers, or what it does not go on with is closed. */
  private whole = true;
  /** It may go on with the paragraph all the same. */
  private lazy = false;

  constructor(
    private readonly text: string,
    private readonly enough: ((block: Block) => boolean) | undefined,
  ) {
    this.line = new LineReader(text);
  }

  read(from: number): void {
    let start = from;
    while (start < this.text.length && !this.done) {
      this.line.enter(start);
      start = this.readLine();
    }
    if (!this.done) this.close();
  }

  /** Reads one line and returns where the next begins. */
  private readLine(): number {
    this.matched = this.matchContainers();
    this.whole = this.matched === this.containers.length;
    if (!this.whole && this.leaf !== null && this.leaf !== 'paragraph') this.close();
    // A paragraph goes on without its containers' markers when nothing new opens.
    this.lazy = !this.whole && this.leaf === 'paragraph';
    if (this.leaf === 'code' && this.fence !== null) this.readFenced(this.fence);
    else if (this.leaf === 'html') this.readHtml();
    else return this.readOpen();
    return this.line.after;
  }

  /** Consumes the markers of the open containers; returns how many of them go on. */
  private matchContainers(): number {
    const { line } = this;
    let matched = 0;
    for (const container of this.containers) {
      if (container === 'quote') {
        if (line.indent > 3 || line.blank || line.code !== Code.greater) break;
        this.skipQuote();
      } else if (!line.blank) {
        if (line.indent < container) break;
        line.skipColumns(container);
      }
      matched++;
    }
    return matched;
  }

  private skipQuote(): void {
    this.line.skipMark(1);
    if (this.line.indent > 0) this.line.skipColumns(1);
  }

  private readFenced(fence: Fence): void {
    const { line, text } = this;
    const { next, lineEnd } = line;
    if (line.indent <= 3 && !line.blank && line.code === fence.code) {
      const length = runLength(text, next, lineEnd, fence.code);
      if (length >= fence.length && skipBlanks(text, next + length, lineEnd) === lineEnd) {
        this.close(lineEnd);
        return;
      }
    }
    line.skipColumns(Math.min(line.indent, fence.indent));
    this.lines.push(line.at, lineEnd);
  }

  private readHtml(): void {
    const { at, lineEnd, blank } = this.line;
    if (this.htmlEnd === '' && blank) {
      this.close();
      return;
    }
    this.lines.push(at, lineEnd);
    if (this.htmlEnd !== '' && endsHtmlBlock(this.text.slice(at, lineEnd), this.htmlEnd)) this.close();
  }

  /** Opens containers and leaf blocks where the line says so, else takes the line as text. */
  private readOpen(): number {
    const { line } = this;
    while (!line.blank) {
      if (line.indent > 3) {
        if (this.leaf === 'paragraph') return this.readText(false);
        return this.readIndented();
      }
      const end = hiddenEnd(line);
      if (end !== -1) return this.readHidden(end);
      if (this.readLeaf()) return line.after;
      if (!this.enterContainer()) return this.readText(false);
      const checkbox = checkboxAt(line);
      if (checkbox > 0 && typeof this.containers.at(-1) === 'number') {
        line.skipMark(checkbox);
        return this.readText(true);
      }
    }
    if (!this.whole) this.leave();
    if (this.leaf === 'code') this.lines.push(line.at, line.lineEnd);
    else this.close();
    return line.after;
  }

  /** A heading, fence, HTML block, rule or table that the line opens or is. */
  private readLeaf(): boolean {
    const { line } = this;
    const { code, next, lineEnd } = line;
    const heading = headingAt(line);
    if (heading !== null) {
      this.open('heading', next);
      this.lines.push(heading.from, heading.to);
      this.finish(lineEnd, heading.level);
      return true;
    }
    const fence = fenceAt(line);
    if (fence > 0) {
      const { indent } = line;
      this.open('code', next);
      this.fence = { code, length: fence, indent };
      return true;
    }
    if (code === Code.less && this.readHtmlStart()) return true;
    const inParagraph = this.leaf === 'paragraph' && this.whole;
    if (inParagraph && isUnderline(line) && this.readUnderline()) return true;
    if (isRule(line)) {
      this.closeForNew();
      return true;
    }
    return inParagraph && markerAt(line, true) === 0 && this.readTable();
  }

  private readHtmlStart(): boolean {
    const { next, lineEnd } = this.line;
    const line = this.line.rest();
    const end = htmlBlockEnd(line, this.leaf === 'paragraph');
    if (end === null) return false;
    this.open('html', next);
    this.lines.push(next, lineEnd);
    this.htmlEnd = end;
    // The dashes that open a comment are not those that close it.
    if (end !== '' && endsHtmlBlock(end === '-->' ? line.slice(4) : line, end)) this.close();
    return true;
  }

  /** A line of `=` or `-` makes the paragraph above a heading. */
  private readUnderline(): boolean {
    this.takeDefinitions();
    if (this.lines.length === 0) {
      this.leaf = null;
      return false;
    }
    this.leaf = 'heading';
    this.finish(this.line.lineEnd, this.line.code === Code.equals ? 1 : 2);
    return true;
  }

  /** A line of dashes under the last line of a paragraph that has as many cells. */
  private readTable(): boolean {
    const { code } = this.line;
    if (code !== Code.pipe && code !== Code.dash && code !== Code.colon) return false;
    const { lines, text } = this;
    const end = lines[lines.length - 1] ?? 0;
    const start = lines[lines.length - 2] ?? 0;
    if (!makesTable(text.slice(start, end), this.line.rest())) return false;
    lines.length -= 2;
    if (lines.length === 0) this.leaf = null;
    this.row(start, end, false);
    this.row(this.line.next, this.line.lineEnd, true);
    return true;
  }

  private row(start: number, end: number, rule: boolean): void {
    this.begin('row', start);
    this.lines.push(start, end);
    this.finish(end, 0, rule);
    // The table is still open: the next line of text is a row as well.
    this.leaf = 'row';
  }

  /** A quote, list item or footnote that opens here. */
  private enterContainer(): boolean {
    const { line } = this;
    if (line.code === Code.greater) {
      this.closeForNew();
      this.skipQuote();
      this.push('quote');
      return true;
    }
    const footnote = footnoteAt(line);
    if (footnote > 0) {
      this.closeForNew();
      line.skipMark(footnote);
      this.push(4);
      return true;
    }
    const marker = markerAt(line, this.leaf === 'paragraph' && this.whole);
    if (marker === 0) return false;
    this.closeForNew();
    const width = line.indent + marker;
    line.skipMark(marker);
    const padding = line.blank || line.indent > 4 ? 1 : line.indent;
    line.skipColumns(padding);
    this.push(width + padding);
    return true;
  }

  private readHidden(end: number): number {
    const { next } = this.line;
    this.open('hidden', next);
    this.lines.push(next, end);
    this.finish(end, 0);
    return end;
  }

  private readIndented(): number {
    const { line } = this;
    if (this.leaf !== 'code') this.open('code', line.next);
    else if (!this.whole) this.leave();
    line.skipColumns(4);
    this.lines.push(line.at, line.lineEnd);
    return line.after;
  }

  private readText(isTask: boolean): number {
    const { next, lineEnd, after } = this.line;
    if (!this.whole && !this.lazy) this.leave();
    if (this.leaf === 'row' && this.whole) {
      this.row(next, lineEnd, false);
      return after;
    }
    if (this.leaf !== 'paragraph') this.begin('paragraph', next);
    if (isTask) this.isTask = true;
    this.lines.push(next, lineEnd);
    return after;
  }

  private push(container: Container): void {
    this.containers.push(container);
    if (container === 'quote') this.quotes++;
  }

  /** Closes what the line does not go on with, once something new opens. */
  private closeForNew(): void {
    if (this.whole) this.close();
    else this.leave();
    this.lazy = false;
  }

  private leave(): void {
    this.close();
    while (this.containers.length > this.matched) if (this.containers.pop() === 'quote') this.quotes--;
    this.whole = true;
  }

  private open(kind: BlockKind, start: number): void {
    this.closeForNew();
    this.begin(kind, start);
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
    if (leaf === 'paragraph') this.takeDefinitions();
    if (leaf === 'code' && this.fence === null) this.dropBlankEnd();
    this.fence = null;
    const nothing = leaf === 'row' || (leaf === 'paragraph' && this.lines.length === 0);
    if (nothing) this.leaf = null;
    else this.finish(end ?? this.lines[this.lines.length - 1] ?? this.start, 0);
  }

  /** Blank lines after indented code are not part of it. */
  private dropBlankEnd(): void {
    const { lines, text } = this;
    while (lines.length > 2) {
      const end = lines[lines.length - 1] ?? 0;
      if (skipBlanks(text, lines[lines.length - 2] ?? 0, end) !== end) return;
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
