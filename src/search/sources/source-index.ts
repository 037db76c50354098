import { checkpoint, compareText, silentRun, type Run } from '../../base';
import { keywordFilter, keywordWorth } from '../keywords';
import { MAX_TYPED_WORDS, numberedTerms, queryTerms } from '../tokenise';
import { type ShardStore } from '../types';
import { readSegments, writeHead } from './index-head';
import { PartLost, PartReader } from './parts';
import { type Segment } from './segment';
import { mergeSegments, SegmentBuilder } from './segment-writer';
import { findNumbered, findWord, type FoundWord, type SourceWord } from './source-words';

/** BM25, as usual for short texts of about the same length. */
const K = 1.2;
const B = 0.75;

/** A word that more of all blocks have tells none from another; in a small index every word counts. */
const COMMON_SHARE = 0.2;
const COMMON_FROM = 500;

/** Pairs of a term and a block that are collected in memory before they are written: about 10 MB. */
const MAX_COLLECTED = 600_000;

/** More segments than this are merged: each costs a search one more file for each word. */
const MAX_SEGMENTS = 4;

/** So many blocks of a segment are ranked: enough to find some that a lens shows. */
const MAX_RANKED = 2_000;

/** Of one text, so many blocks are found at most. */
const MAX_BLOCKS_OF_TEXT = 3;

/** A text that is to be found, by what identifies its content. */
export interface SourceText {
  readonly key: string;
  /** The text in blocks; none where it cannot be read. */
  read(): Promise<readonly string[]>;
}

/** A block that answers a query. */
interface SourceHit {
  readonly key: string;
  /** The place of the block in its text, from 0. */
  readonly block: number;
  readonly score: number;
}

interface SourceSearch {
  /** At most so many blocks. */
  readonly limit: number;
  /** Whether a text may be found. */
  readonly isShown: (key: string) => boolean;
}

/**
 * An index of texts that are too many to be held in memory: terms are in sorted files, of which a search reads those that have
 * its words. Texts are known by their content, so one that is renamed costs nothing.
 */
export class SourceIndex {
  readonly #store: ShardStore;
  readonly #parts: PartReader;
  #segments: readonly Segment[];
  #keys: Map<string, number>;

  private constructor(store: ShardStore, parts: PartReader, segments: readonly Segment[]) {
    this.#store = store;
    this.#parts = parts;
    this.#segments = segments;
    this.#keys = keysOf(segments);
  }

  static async open(store: ShardStore): Promise<SourceIndex> {
    const parts = new PartReader(store);
    return new SourceIndex(store, parts, await readSegments(store, parts));
  }

  /** UTF-16 units of a text in the index; `undefined` for one that is not in it. */
  lengthOf(key: string): number | undefined {
    return this.#keys.get(key);
  }

  /**
   * Brings the index to these texts, and stores it. What was indexed stays when it is cancelled.
   *
   * @param texts those that matter most first
   * @param budget UTF-16 units of text that are indexed at most
   * @returns the keys of texts that are beyond the budget
   */
  async update(texts: readonly SourceText[], budget: number, run: Run): Promise<ReadonlySet<string>> {
    const wanted = new Set<string>();
    const outside = new Set<string>();
    const state = { builder: new SegmentBuilder(), left: budget };
    const missing = texts.filter(({ key }) => !this.#keys.has(key)).length;
    let done = 0;
    try {
      for (const text of texts) {
        if (wanted.has(text.key)) continue;
        if (state.left <= 0) {
          outside.add(text.key);
          continue;
        }
        wanted.add(text.key);
        const known = this.#keys.get(text.key);
        if (known === undefined) {
          run.progress({ stage: 'Indexing sources', done: done++, total: missing });
          state.left -= (await state.builder.add(text.key, await text.read(), run)).length;
          if (state.builder.size >= MAX_COLLECTED) state.builder = await this.#append(state.builder, run);
        } else state.left -= known;
        await checkpoint(run);
      }
    } finally {
      if (!state.builder.isEmpty) await this.#append(state.builder, run.signal.aborted ? silentRun : run);
    }
    await this.#tidy((key) => wanted.has(key), run);
    return outside;
  }

  async #append(builder: SegmentBuilder, run: Run): Promise<SegmentBuilder> {
    const segment = await builder.write(this.#store, run);
    await this.#take([...this.#segments, segment]);
    return new SegmentBuilder();
  }

  async #take(segments: readonly Segment[]): Promise<void> {
    await writeHead(this.#store, segments);
    this.#segments = segments;
    this.#keys = keysOf(segments);
  }

  /** Merges small segments, and those of which much is no longer wanted. */
  async #tidy(isWanted: (key: string) => boolean, run: Run): Promise<void> {
    const sizes = this.#segments.map((segment) => ({ segment, kept: keptBlocks(segment, isWanted) }));
    sizes.sort((a, b) => b.kept - a.kept);
    const [largest, ...rest] = sizes;
    if (largest === undefined) return;
    const isStale = ({ segment, kept }: (typeof sizes)[number]): boolean => kept * 4 < segment.blockCount * 3;
    const isMany = sizes.length > MAX_SEGMENTS;
    if (!isMany && !sizes.some(isStale)) return;
    const small = rest.reduce((sum, { kept }) => sum + kept, 0);
    const isWhole = isStale(largest) || small * 2 > largest.kept;
    const merged = (isWhole ? sizes : rest).map(({ segment }) => segment);
    if (merged.length === 0) return;
    run.progress({ stage: 'Merging the index of sources', done: 0, total: 0 });
    const one = await mergeSegments(merged, isWanted, { store: this.#store, parts: this.#parts }, run);
    await this.#take([...this.#segments.filter((segment) => !merged.includes(segment)), one]);
  }

  /** The blocks that answer a query, best first, and the words by which they were found. */
  async search(
    query: string,
    options: SourceSearch,
    run: Run,
  ): Promise<{ readonly hits: readonly SourceHit[]; readonly words: readonly SourceWord[] }> {
    try {
      return await this.#search(query, options, run);
    } catch (error) {
      if (!(error instanceof PartLost)) throw error;
      // Another process has written the index, or a file is damaged: then the next update makes it again.
      this.#parts.clear();
      this.#segments = await readSegments(this.#store, this.#parts);
      this.#keys = keysOf(this.#segments);
    }
    try {
      return await this.#search(query, options, run);
    } catch (error) {
      if (!(error instanceof PartLost)) throw error;
      await this.#take([]);
      return { hits: [], words: [] };
    }
  }

  async #search(query: string, options: SourceSearch, run: Run): ReturnType<SourceIndex['search']> {
    // An update that ends meanwhile makes other segments.
    const segments = this.#segments;
    const terms = queryTerms(query);
    const keywords = terms.filter(keywordFilter(terms));
    const worth = keywordWorth(terms);
    const words: FoundWord[] = [];
    for (const term of keywords) {
      const isTyped = terms.length <= MAX_TYPED_WORDS && term === terms.at(-1);
      const found = await findWord(term, isTyped, segments, this.#parts);
      words.push({ ...found, rarity: found.rarity * worth(term) });
      await checkpoint(run);
    }
    for (const term of new Set(numberedTerms(query))) {
      const found = await findNumbered(term, segments, this.#parts);
      if (found !== null) words.push(found);
    }
    const total = segments.reduce((sum, { blockCount }) => sum + blockCount, 0);
    const average = segments.reduce((sum, { termCount }) => sum + termCount, 0) / Math.max(1, total);
    const telling = tellingWords(words, total);
    const scores: SourceHit[] = [];
    for (const [number, segment] of segments.entries()) {
      scores.push(...scoreSegment(segment, number, telling, average));
      await checkpoint(run);
    }
    scores.sort((a, b) => b.score - a.score || compareText(a.key, b.key) || a.block - b.block);
    return { hits: bestHits(scores, options), words: telling };
  }
}

function bestHits(scores: readonly SourceHit[], { limit, isShown }: SourceSearch): readonly SourceHit[] {
  const hits: SourceHit[] = [];
  const ofText = new Map<string, number>();
  for (const hit of scores) {
    if (hits.length >= limit) break;
    const known = ofText.get(hit.key) ?? 0;
    if (known >= MAX_BLOCKS_OF_TEXT || !isShown(hit.key)) continue;
    ofText.set(hit.key, known + 1);
    hits.push(hit);
  }
  return hits;
}

function keysOf(segments: readonly Segment[]): Map<string, number> {
  return new Map(segments.flatMap(({ texts }) => texts.map(({ key, length }) => [key, length] as const)));
}

function keptBlocks({ texts }: Segment, isWanted: (key: string) => boolean): number {
  return texts.reduce((sum, { key, blocks }) => sum + (isWanted(key) ? blocks.length : 0), 0);
}

/** Words that tell blocks from each other; the rarest where none does. */
function tellingWords(words: readonly FoundWord[], blockCount: number): readonly FoundWord[] {
  const found = words.filter(({ blocks, forms }) => blocks > 0 || forms.size > 0);
  const most = Math.max(COMMON_FROM, blockCount * COMMON_SHARE);
  const telling = found.filter(({ blocks }) => blocks <= most);
  return telling.length > 0 ? telling : [...found].sort((a, b) => a.blocks - b.blocks).slice(0, 1);
}

/** The blocks of a segment that have one of the words. @param number of the segment @param average terms of a block */
function scoreSegment(
  segment: Segment,
  number: number,
  words: readonly FoundWord[],
  average: number,
): readonly SourceHit[] {
  const { blockCount, blockLengths } = segment;
  const scores = new Float32Array(blockCount);
  const counts = new Float32Array(blockCount);
  for (const { lines, rarity } of words) {
    const seen: number[] = [];
    for (const { line, weight } of lines[number] ?? []) {
      line.visit((block, count) => {
        if (counts[block] === 0) seen.push(block);
        counts[block] = (counts[block] ?? 0) + count * weight;
      });
    }
    for (const block of seen) {
      const count = counts[block] ?? 0;
      counts[block] = 0;
      const length = (blockLengths[block] ?? 0) / average;
      scores[block] = (scores[block] ?? 0) + (rarity * count * (K + 1)) / (count + K * (1 - B + B * length));
    }
  }
  const least = leastOf(scores);
  const hits: SourceHit[] = [];
  for (const [block, score] of scores.entries()) {
    if (score <= 0 || score < least) continue;
    const text = segment.textOfBlock[block] ?? 0;
    hits.push({
      key: segment.texts[text]?.key ?? '',
      block: block - (segment.firstBlocks[text] ?? 0),
      score: Number(score.toPrecision(6)),
    });
  }
  return hits;
}

/** Of ten thousand blocks that hold some of the words, few are looked at. */
function leastOf(scores: Float32Array): number {
  const found = scores.filter((score) => score > 0);
  return found.length <= MAX_RANKED ? 0 : (found.sort()[found.length - MAX_RANKED] ?? 0);
}
