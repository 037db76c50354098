import { type Definitions } from './definitions';

/** What a leaf block is. Paragraphs, headings and table rows hold inline markup; the rest does not. */
export type BlockKind = 'paragraph' | 'heading' | 'row' | 'code' | 'html' | 'hidden';

/** A leaf block of a body. Offsets count UTF-16 units from the start of the whole text. */
export interface Block {
  readonly kind: BlockKind;
  /** Start and end of each line's content in turn, without the markers of quotes and list items. */
  readonly lines: readonly number[];
  /** With its own markers (`#`, the fence), without its last line break. */
  readonly start: number;
  readonly end: number;
  /** 1 to 6 for a heading, else 0. */
  readonly level: number;
  /** How many block quotes contain it. */
  readonly quotes: number;
  /** How many list items contain it. */
  readonly items: number;
  /** Whether it is part of the definition of a footnote. */
  readonly isFootnote: boolean;
  /** Of a row: the line of dashes below a table's head. */
  readonly isDelimiterRow: boolean;
}

export interface BodyBlocks {
  readonly blocks: readonly Block[];
  readonly definitions: Definitions;
}

const FOOTNOTE_MARK = /\[\^([^\s[\]]+)\]:[ \t]*$/;

/** Where the definition of a footnote starts and its label, if a block is its first one; else `null`. */
export function footnoteMarkOf(text: string, block: Block): { readonly start: number; readonly label: string } | null {
  if (!block.isFootnote) return null;
  const contentStart = block.lines[0] ?? block.start;
  const lineStart = text.lastIndexOf('\n', contentStart - 1) + 1;
  const mark = FOOTNOTE_MARK.exec(text.slice(lineStart, contentStart));
  return mark === null ? null : { start: lineStart + mark.index, label: mark[1] ?? '' };
}

/** The inline content of a block as one string in which offsets are kept: a quote's markers become spaces. */
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
