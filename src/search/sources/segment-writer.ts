import { checkpoint, compareText, type Run } from '../../base';
import { sortedTerms } from '../sorted-terms';
import { numberedTerms, PART, tokeniseParts } from '../tokenise';
import { type ShardStore } from '../types';
import { type PartReader, PartWriter } from './parts';
import { encodePostings, MAX_COUNT, type Posting } from './postings';
import { Segment, type TermLine, type TextRow } from './segment';

/** A block and its count as one number, which takes less memory than two. */
const SCALE = MAX_COUNT + 1;

/** How many terms are sorted, or written, between two looks at whether the host waits. */
const SLICE = 2_000;

/** Collects texts in memory until they are written as a segment. */
export class SegmentBuilder {
  readonly #texts: TextRow[] = [];
  /** Of a term that one block has, as most have, a number alone: a list has room for many. */
  readonly #postings = new Map<string, number | number[]>();
  #blocks = 0;
  /** How many pairs of a term and a block there are: what takes memory. */
  size = 0;

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  /** @param blocks the pieces in which the text is found; none where nothing in it can be read */
  async add(key: string, blocks: readonly string[], run: Run): Promise<TextRow> {
    const lengths: number[] = [];
    for (const block of blocks) {
      await checkpoint(run);
      lengths.push(this.#addBlock(block));
    }
    const row = { key, length: blocks.reduce((sum, { length }) => sum + length, 0), blocks: lengths };
    this.#texts.push(row);
    return row;
  }

  #addBlock(block: string): number {
    const { words, parts } = tokeniseParts(block);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const part of parts) counts.set(PART + part, (counts.get(PART + part) ?? 0) + 1);
    for (const term of numberedTerms(block)) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const packed = this.#blocks * SCALE + Math.min(count, MAX_COUNT);
      const known = this.#postings.get(term);
      if (known === undefined) this.#postings.set(term, packed);
      else if (typeof known === 'number') this.#postings.set(term, [known, packed]);
      else known.push(packed);
    }
    this.#blocks += 1;
    this.size += counts.size;
    return words.length;
  }

  async write(store: ShardStore, run: Run): Promise<Segment> {
    const writer = new PartWriter(store, 'terms');
    let written = 0;
    for (const terms of await sortedTerms(this.#postings.keys(), run)) {
      for (const term of terms) {
        const known = this.#postings.get(term) ?? [];
        const packed = typeof known === 'number' ? [known] : known;
        await writer.add(rowOf(term, packed.map(unpack)));
        written += packed.length;
        if (written < SLICE) continue;
        written = 0;
        await checkpoint(run);
      }
    }
    return finish(store, writer, this.#texts, run);
  }
}

const unpack = (packed: number): Posting => ({ block: Math.floor(packed / SCALE), count: packed % SCALE });

const rowOf = (term: string, postings: readonly Posting[]): string =>
  `${term}\t${String(postings.length)}\t${encodePostings(postings)}`;

async function finish(store: ShardStore, terms: PartWriter, texts: readonly TextRow[], run: Run): Promise<Segment> {
  const writer = new PartWriter(store, 'texts');
  for (const { key, length, blocks } of texts) {
    await writer.add(`${key}\t${String(length)}\t${blocks.join(' ')}`);
    await checkpoint(run);
  }
  const head = { texts: (await writer.finish()).map(({ name }) => name), terms: await terms.finish() };
  return new Segment(head, texts);
}

/** Makes one segment of several, without the texts that are no longer wanted. */
export async function mergeSegments(
  segments: readonly Segment[],
  isWanted: (key: string) => boolean,
  { store, parts }: { readonly store: ShardStore; readonly parts: PartReader },
  run: Run,
): Promise<Segment> {
  const texts: TextRow[] = [];
  let total = 0;
  /** The new number of each block; -1 for one that is left out. */
  const numbers: Int32Array[] = [];
  for (const segment of segments) {
    const kept = segment.texts.map(({ key }) => isWanted(key));
    for (const [number, text] of segment.texts.entries()) if (kept[number] === true) texts.push(text);
    const places = new Int32Array(segment.textOfBlock.length);
    for (const [block, text] of segment.textOfBlock.entries()) places[block] = kept[text] === true ? total++ : -1;
    numbers.push(places);
    await checkpoint(run);
  }
  const writer = new PartWriter(store, 'terms');
  const readers = segments.map((segment) => segment.terms(parts));
  const heads: (TermLine | null)[] = [];
  for (const reader of readers) heads.push((await reader.next()).value ?? null);
  for (;;) {
    const term = heads.flatMap((line) => line?.term ?? []).reduce<string | null>(lower, null);
    if (term === null) break;
    const postings: Posting[] = [];
    for (const [at, line] of heads.entries()) {
      if (line?.term !== term) continue;
      line.visit((old, count) => {
        const block = numbers[at]?.[old] ?? -1;
        if (block >= 0) postings.push({ block, count });
      });
      heads[at] = (await readers[at]?.next())?.value ?? null;
    }
    if (postings.length > 0) await writer.add(rowOf(term, postings));
    await checkpoint(run);
  }
  return finish(store, writer, texts, run);
}

const lower = (least: string | null, term: string): string =>
  least === null || compareText(term, least) < 0 ? term : least;
