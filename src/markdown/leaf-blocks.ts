import { sourceOf, type Block, type BlockKind } from './blocks';
import { CHAR_CODE, skipSpaces } from './chars';
import { type Definitions, readDefinitions } from './definitions';
import { type HtmlEnd } from './html';

/** The marks that opened a block of code. */
export interface Fence {
  readonly code: number;
  readonly length: number;
  readonly indent: number;
}

/** How many quotes, list items and footnotes contain a line. */
export interface Depth {
  quotes: number;
  items: number;
  footnotes: number;
}

/** Collects the leaf blocks of a body: those that are finished, and the open one. */
export class LeafBlocks {
  readonly blocks: Block[] = [];
  readonly definitions: Definitions = new Map();
  /** The caller needs no more blocks. */
  done = false;

  /** The open block: its kind, and its lines as {@link Block} has them; `null` between blocks. */
  kind: BlockKind | null = null;
  lines: number[] = [];
  /** Of code: `null` where it is indented. */
  fence: Fence | null = null;
  htmlEnd: HtmlEnd = '';
  /** The paragraph begins with a checkbox, so not with a definition. */
  isTask = false;
  #start = 0;

  readonly #text: string;
  readonly #depth: Depth;
  readonly #isEnough: ((block: Block) => boolean) | undefined;

  constructor(text: string, depth: Depth, isEnough: ((block: Block) => boolean) | undefined) {
    this.#text = text;
    this.#depth = depth;
    this.#isEnough = isEnough;
  }

  /** Closes what is open and begins a block at `start`. */
  begin(kind: BlockKind, start: number): void {
    this.close();
    this.kind = kind;
    this.#start = start;
    this.lines = [];
    this.isTask = false;
  }

  /** Adds a row of a table, which stays open: the next line of text is a row too. */
  row(start: number, end: number, rule: boolean): void {
    this.begin('row', start);
    this.lines.push(start, end);
    this.finish(end, 0, rule);
    this.kind = 'row';
  }

  /** @param end where the block ends; with its last line when absent */
  close(end?: number): void {
    const { kind } = this;
    if (kind === null) return;
    if (kind === 'paragraph') this.takeDefinitions();
    if (kind === 'code' && this.fence === null) this.#dropBlankEnd();
    this.fence = null;
    if (kind === 'row' || (kind === 'paragraph' && this.lines.length === 0)) this.kind = null;
    else this.finish(end ?? this.lines[this.lines.length - 1] ?? this.#start);
  }

  /** Removes the definitions at the start of the open paragraph, which may leave it without lines. */
  takeDefinitions(): void {
    if (this.isTask || this.#text.charCodeAt(this.lines[0] ?? 0) !== CHAR_CODE.leftBracket) return;
    const source = sourceOf(this.#text, { lines: this.lines, quotes: this.#depth.quotes });
    const rest = readDefinitions(source, this.lines[0] ?? 0, this.definitions);
    if (rest === 0) return;
    const from = (this.lines[0] ?? 0) + rest;
    let kept = 0;
    while (kept < this.lines.length && (this.lines[kept + 1] ?? 0) <= from) kept += 2;
    this.lines = this.lines.slice(kept);
    this.#start = this.lines[0] ?? this.#start;
  }

  /** Ends the open block as it is. */
  finish(end: number, level = 0, rule = false): void {
    const { kind, lines } = this;
    const start = this.#start;
    const depth = this.#depth;
    if (kind === null) return;
    const block: Block = {
      kind,
      lines,
      start,
      end,
      level,
      quotes: depth.quotes,
      items: depth.items,
      isFootnote: depth.footnotes > 0,
      isDelimiterRow: rule,
    };
    this.blocks.push(block);
    this.kind = null;
    this.lines = [];
    if (this.#isEnough?.(block) === true) this.done = true;
  }

  /** Blank lines after indented code are not part of it. */
  #dropBlankEnd(): void {
    const { lines } = this;
    const text = this.#text;
    while (lines.length > 2) {
      const end = lines[lines.length - 1] ?? 0;
      if (skipSpaces(text, lines[lines.length - 2] ?? 0, end) !== end) return;
      lines.length -= 2;
    }
  }
}
