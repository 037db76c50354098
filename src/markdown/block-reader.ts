import {
  checkboxAt,
  fenceAt,
  footnoteAt,
  headingAt,
  hiddenEnd,
  isThematicBreak,
  isSetextUnderline,
  listMarkerAt,
} from './block-starts';
import { type Block, type BlockKind, type BodyBlocks } from './blocks';
import { CHAR_CODE, runLength, skipSpaces } from './chars';
import { endsHtmlBlock, htmlBlockEnd } from './html';
import { type Depth, type Fence, LeafBlocks } from './leaf-blocks';
import { LineReader } from './line-reader';
import { isTableHead } from './tables';

const LINES_PER_STEP = 2_000;

/** Deeper markers are text, since each blank line visits all open lists. */
const MAX_DEPTH = 100;

/**
 * Splits a body into its leaf blocks, in one pass over its lines. Follows CommonMark, GFM for tables, and Obsidian for
 * `%% %%` and `$$ $$` blocks, which hide nothing if they are never closed. Quotes and lists nest up to 100 deep.
 *
 * @param from where the body starts
 * @param isEnough stops the pass early: asked after each block
 */
export function readBlocks(text: string, from: number, isEnough?: (block: Block) => boolean): BodyBlocks {
  const steps = readBlocksInSteps(text, from, isEnough);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** {@link readBlocks} for a long text: yields after every 2,000 lines, so that the caller can let others run. */
export function* readBlocksInSteps(
  text: string,
  from: number,
  isEnough?: (block: Block) => boolean,
): Generator<undefined, BodyBlocks> {
  const reader = new BlockReader(text, isEnough);
  for (let at = from; at < text.length; yield) at = reader.read(at);
  return reader.end();
}

/** A block that contains blocks. Further lines of a list item or footnote are indented by its columns. */
interface Container {
  readonly kind: 'quote' | 'item' | 'footnote';
  readonly columns: number;
}

class BlockReader {
  readonly #line: LineReader;
  readonly #containers: Container[] = [];
  readonly #depth: Depth = { quotes: 0, items: 0, footnotes: 0 };
  readonly #leaf: LeafBlocks;

  // How the current line relates to what was open before it.
  #matched = 0;
  /** It continues all open containers, or those that it does not continue are closed. */
  #allMatched = true;
  /** It may still continue the paragraph (CommonMark's lazy continuation). */
  #isLazy = false;

  readonly #text: string;

  constructor(text: string, isEnough: ((block: Block) => boolean) | undefined) {
    this.#text = text;
    this.#line = new LineReader(text);
    this.#leaf = new LeafBlocks(text, this.#depth, isEnough);
  }

  /** Reads some lines from the start of a line. @returns where it stopped; the end of the text when it is done */
  read(from: number): number {
    let start = from;
    for (let lines = 0; lines < LINES_PER_STEP && start < this.#text.length; lines++) {
      if (this.#leaf.done) return this.#text.length;
      this.#line.enter(start);
      start = this.#readLine();
    }
    return start;
  }

  end(): BodyBlocks {
    const { blocks, definitions, done } = this.#leaf;
    if (!done) this.#leaf.close();
    return { blocks, definitions };
  }

  /** Reads one line and returns where the next begins. */
  #readLine(): number {
    this.#matched = this.#matchContainers();
    this.#allMatched = this.#matched === this.#containers.length;
    if (!this.#allMatched && this.#leaf.kind !== null && this.#leaf.kind !== 'paragraph') this.#leaf.close();
    // A paragraph continues without its containers' markers when nothing new opens.
    this.#isLazy = !this.#allMatched && this.#leaf.kind === 'paragraph';
    if (this.#leaf.kind === 'code' && this.#leaf.fence !== null) this.#readFenced(this.#leaf.fence);
    else if (this.#leaf.kind === 'html') this.#readHtml();
    else return this.#readOpen();
    return this.#line.after;
  }

  /** Consumes the markers of the open containers. @returns how many of them continue */
  #matchContainers(): number {
    const line = this.#line;
    let matched = 0;
    for (const container of this.#containers) {
      if (container.kind === 'quote') {
        if (line.indent > 3 || line.blank || line.code !== CHAR_CODE.greater) break;
        this.#skipQuote();
      } else if (!line.blank) {
        if (line.indent < container.columns) break;
        line.skipColumns(container.columns);
      }
      matched++;
    }
    return matched;
  }

  #skipQuote(): void {
    this.#line.skipMark(1);
    if (this.#line.indent > 0) this.#line.skipColumns(1);
  }

  #readFenced(fence: Fence): void {
    const line = this.#line;
    const text = this.#text;
    const { next, lineEnd } = line;
    if (line.indent <= 3 && !line.blank && line.code === fence.code) {
      const length = runLength(text, next, lineEnd, fence.code);
      if (length >= fence.length && skipSpaces(text, next + length, lineEnd) === lineEnd) {
        this.#leaf.close(lineEnd);
        return;
      }
    }
    line.skipColumns(Math.min(line.indent, fence.indent));
    this.#leaf.lines.push(line.at, lineEnd);
  }

  #readHtml(): void {
    const { at, lineEnd, blank } = this.#line;
    if (this.#leaf.htmlEnd === '' && blank) {
      this.#leaf.close();
      return;
    }
    this.#leaf.lines.push(at, lineEnd);
    if (this.#leaf.htmlEnd !== '' && endsHtmlBlock(this.#text.slice(at, lineEnd), this.#leaf.htmlEnd))
      this.#leaf.close();
  }

  /** Opens the containers and leaf blocks that the line starts; any other line is text. */
  #readOpen(): number {
    const line = this.#line;
    while (!line.blank) {
      if (line.indent > 3) {
        if (this.#leaf.kind === 'paragraph') return this.#readText(false);
        return this.#readIndented();
      }
      const end = hiddenEnd(line);
      if (end !== -1) return this.#readHidden(end);
      if (this.#readLeaf()) return line.after;
      if (!this.#enterContainer()) return this.#readText(false);
      const checkbox = checkboxAt(line);
      if (checkbox > 0 && this.#containers.at(-1)?.kind !== 'quote') {
        line.skipMark(checkbox);
        return this.#readText(true);
      }
    }
    if (!this.#allMatched) this.#closeUnmatched();
    if (this.#leaf.kind === 'code') this.#leaf.lines.push(line.at, line.lineEnd);
    else this.#leaf.close();
    return line.after;
  }

  /** A heading, fence, HTML block, rule or table that the line opens or is. */
  #readLeaf(): boolean {
    const line = this.#line;
    const { code, next, lineEnd } = line;
    const heading = headingAt(line);
    if (heading !== null) {
      this.#openBlock('heading', next);
      this.#leaf.lines.push(heading.from, heading.to);
      this.#leaf.finish(lineEnd, heading.level);
      return true;
    }
    const fence = fenceAt(line);
    if (fence > 0) {
      const { indent } = line;
      this.#openBlock('code', next);
      this.#leaf.fence = { code, length: fence, indent };
      return true;
    }
    if (code === CHAR_CODE.less && this.#readHtmlStart()) return true;
    const inParagraph = this.#leaf.kind === 'paragraph' && this.#allMatched;
    if (inParagraph && isSetextUnderline(line) && this.#readUnderline()) return true;
    if (isThematicBreak(line)) {
      this.#closeForNew();
      return true;
    }
    return inParagraph && listMarkerAt(line, true) === 0 && this.#readTable();
  }

  #readHtmlStart(): boolean {
    const { next, lineEnd } = this.#line;
    const line = this.#line.rest();
    const end = htmlBlockEnd(line, this.#leaf.kind === 'paragraph');
    if (end === null) return false;
    this.#openBlock('html', next);
    this.#leaf.lines.push(next, lineEnd);
    this.#leaf.htmlEnd = end;
    // The dashes that open a comment are not those that close it.
    if (end !== '' && endsHtmlBlock(end === '-->' ? line.slice(4) : line, end)) this.#leaf.close();
    return true;
  }

  /** A line of `=` or `-` makes the paragraph above a heading. */
  #readUnderline(): boolean {
    this.#leaf.takeDefinitions();
    if (this.#leaf.lines.length === 0) {
      this.#leaf.kind = null;
      return false;
    }
    this.#leaf.kind = 'heading';
    this.#leaf.finish(this.#line.lineEnd, this.#line.code === CHAR_CODE.equals ? 1 : 2);
    return true;
  }

  /** A line of dashes under the last line of a paragraph that has as many cells. */
  #readTable(): boolean {
    const { code } = this.#line;
    if (code !== CHAR_CODE.pipe && code !== CHAR_CODE.dash && code !== CHAR_CODE.colon) return false;
    const { lines } = this.#leaf;
    const end = lines[lines.length - 1] ?? 0;
    const start = lines[lines.length - 2] ?? 0;
    if (!isTableHead(this.#text.slice(start, end), this.#line.rest())) return false;
    lines.length -= 2;
    if (lines.length === 0) this.#leaf.kind = null;
    this.#leaf.row(start, end, false);
    this.#leaf.row(this.#line.next, this.#line.lineEnd, true);
    return true;
  }

  /** A quote, list item or footnote that opens here. */
  #enterContainer(): boolean {
    const line = this.#line;
    if (this.#containers.length >= MAX_DEPTH) return false;
    if (line.code === CHAR_CODE.greater) {
      this.#closeForNew();
      this.#skipQuote();
      this.#pushContainer('quote', 0);
      return true;
    }
    const footnote = footnoteAt(line);
    if (footnote > 0) {
      this.#closeForNew();
      line.skipMark(footnote);
      this.#pushContainer('footnote', 4);
      return true;
    }
    const marker = listMarkerAt(line, this.#leaf.kind === 'paragraph' && this.#allMatched);
    if (marker === 0) return false;
    this.#closeForNew();
    const width = line.indent + marker;
    line.skipMark(marker);
    const padding = line.blank || line.indent > 4 ? 1 : line.indent;
    line.skipColumns(padding);
    this.#pushContainer('item', width + padding);
    return true;
  }

  #readHidden(end: number): number {
    const { next } = this.#line;
    this.#openBlock('hidden', next);
    this.#leaf.lines.push(next, end);
    this.#leaf.finish(end);
    return end;
  }

  #readIndented(): number {
    const line = this.#line;
    if (this.#leaf.kind !== 'code') this.#openBlock('code', line.next);
    else if (!this.#allMatched) this.#closeUnmatched();
    line.skipColumns(4);
    this.#leaf.lines.push(line.at, line.lineEnd);
    return line.after;
  }

  #readText(isTask: boolean): number {
    const { next, lineEnd, after } = this.#line;
    if (!this.#allMatched && !this.#isLazy) this.#closeUnmatched();
    if (this.#leaf.kind === 'row' && this.#allMatched) {
      this.#leaf.row(next, lineEnd, false);
      return after;
    }
    if (this.#leaf.kind !== 'paragraph') this.#leaf.begin('paragraph', next);
    if (isTask) this.#leaf.isTask = true;
    this.#leaf.lines.push(next, lineEnd);
    return after;
  }

  #pushContainer(kind: Container['kind'], columns: number): void {
    this.#containers.push({ kind, columns });
    this.#adjustDepth(kind, 1);
  }

  #adjustDepth(kind: Container['kind'], by: 1 | -1): void {
    if (kind === 'quote') this.#depth.quotes += by;
    else if (kind === 'item') this.#depth.items += by;
    else this.#depth.footnotes += by;
  }

  /** Closes what the line does not continue, because something new opens. */
  #closeForNew(): void {
    if (this.#allMatched) this.#leaf.close();
    else this.#closeUnmatched();
    this.#isLazy = false;
  }

  #closeUnmatched(): void {
    this.#leaf.close();
    for (const { kind } of this.#containers.splice(this.#matched)) this.#adjustDepth(kind, -1);
    this.#allMatched = true;
  }

  #openBlock(kind: BlockKind, start: number): void {
    this.#closeForNew();
    this.#leaf.begin(kind, start);
  }
}
