import { type PartReader } from './parts';
import { decodePostings } from './postings';

/** A segment as the list of segments names it. */
export interface SegmentHead {
  /** Files with its texts. */
  readonly texts: readonly string[];
  /** Files with its terms, sorted, each with its first term. */
  readonly terms: readonly { readonly first: string; readonly name: string }[];
}

/** A text of a segment: its key, its length in UTF-16 units, and how many terms each of its blocks has. */
export interface TextRow {
  readonly key: string;
  readonly length: number;
  readonly blocks: readonly number[];
}

/** A term of a segment: the line of a file. */
export interface TermLine {
  readonly term: string;
  /** How many blocks have it. */
  readonly blocks: number;
  visit(each: (block: number, count: number) => void): void;
}

/** A finished part of the index: what it holds of each text is in memory, its terms are in files. */
export class Segment {
  readonly head: SegmentHead;
  readonly texts: readonly TextRow[];
  /** How many terms each block has, by its number. */
  readonly blockLengths: Uint32Array;
  /** The text that each block is of, by its number. */
  readonly textOfBlock: Uint32Array;
  /** The number of the first block of each text. */
  readonly firstBlocks: readonly number[];
  /** How many terms all blocks have together. */
  readonly termCount: number;

  constructor(head: SegmentHead, texts: readonly TextRow[]) {
    this.head = head;
    this.texts = texts;
    const total = texts.reduce((sum, { blocks }) => sum + blocks.length, 0);
    this.blockLengths = new Uint32Array(total);
    this.textOfBlock = new Uint32Array(total);
    const firsts: number[] = [];
    let block = 0;
    for (const [number, { blocks }] of texts.entries()) {
      firsts.push(block);
      for (const length of blocks) {
        this.blockLengths[block] = length;
        this.textOfBlock[block] = number;
        block += 1;
      }
    }
    this.firstBlocks = firsts;
    this.termCount = this.blockLengths.reduce((sum, length) => sum + length, 0);
  }

  get blockCount(): number {
    return this.blockLengths.length;
  }

  /** A term, exactly as it is. */
  async find(term: string, parts: PartReader): Promise<TermLine | null> {
    const part = this.head.terms[this.#partOf(term)];
    if (part === undefined) return null;
    const text = await parts.read(part.name);
    const at = text.indexOf(`\n${term}\t`);
    return at === -1 ? null : this.#lineAt(text, at + 1);
  }

  /** Terms that begin so, in order. @param most looks at so many at most */
  async beginning(start: string, most: number, parts: PartReader): Promise<readonly TermLine[]> {
    const found: TermLine[] = [];
    for (let number = Math.max(0, this.#partOf(start)); number < this.head.terms.length; number += 1) {
      const text = await parts.read(this.head.terms[number]?.name ?? '');
      let at = text.indexOf(`\n${start}`);
      while (at !== -1 && found.length < most) {
        found.push(this.#lineAt(text, at + 1));
        at = text.indexOf(`\n${start}`, at + 1);
      }
      const next = this.head.terms[number + 1]?.first;
      if (found.length >= most || next === undefined || (next > start && !next.startsWith(start))) break;
    }
    return found;
  }

  /** All terms, in order. */
  async *terms(parts: PartReader): AsyncGenerator<TermLine, void> {
    for (const { name } of this.head.terms) {
      const text = await parts.readOnce(name);
      for (let at = 1; at < text.length; at = text.indexOf('\n', at) + 1) yield this.#lineAt(text, at);
    }
  }

  /** The last file whose first term is not after this one. */
  #partOf(term: string): number {
    const { terms } = this.head;
    let [low, high] = [0, terms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((terms[middle]?.first ?? '') <= term) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #lineAt(text: string, start: number): TermLine {
    const termEnd = text.indexOf('\t', start);
    const countEnd = text.indexOf('\t', termEnd + 1);
    const end = text.indexOf('\n', countEnd);
    const { blockCount } = this;
    return {
      term: text.slice(start, termEnd),
      blocks: Number(text.slice(termEnd + 1, countEnd)),
      visit(each) {
        decodePostings(text, countEnd + 1, end, (block, count) => {
          if (block < blockCount) each(block, count);
        });
      },
    };
  }
}
