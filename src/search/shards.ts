import { isSealed, seal } from './seal';
import { FIELDS, PACKED_END } from './fields';
import type { Entry } from './postings';
import type { Vocabulary } from './vocabulary';

/** Version of the stored form, the words and fields included: what is of another one is built anew. */
const VERSION = 6;

/** How many words of pages one shard is to hold: it is read and written in a few milliseconds. */
const FULL = 30_000;

const NAME = /^([1-9]\d{0,4})-(\d{1,5})\.json$/;

/** A page as a shard holds it, not yet among the others. */
export interface StoredPage {
  readonly path: string;
  /** What proved its text. */
  readonly proof: string;
  readonly entry: (vocabulary: Vocabulary) => Entry;
}

/** How many shards an index of so many words of pages is kept in: a power of two, changed only when it fits no more. */
export function shardCount(words: number, now: number): number {
  const wanted = 2 ** Math.max(0, Math.ceil(Math.log2(words / FULL)));
  return wanted > now || wanted * 4 <= now ? wanted : now;
}

/** Which shard a page belongs to. */
export function shardOf(path: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at += 1) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % count;
}

export const shardName = (shard: number, count: number): string => `${count}-${shard}.json`;

/** What the name of a shard says; `null` for the name of anything else. */
export function readShardName(name: string): { readonly count: number; readonly shard: number } | null {
  const [, count, shard] = NAME.exec(name) ?? [];
  return count === undefined ? null : { count: Number(count), shard: Number(shard) };
}

/** @param words the text of each word by its number */
export function printShard(pages: readonly (readonly [Entry, proof: string])[], words: readonly string[]): string {
  const here = new Map<number, number>();
  const rows = pages.map(([entry, proof]) => {
    const found: [number, number][] = [];
    for (let at = 0; at < entry.words.length; at += 2) {
      const word = entry.words[at] ?? 0;
      let known = here.get(word);
      if (known === undefined) here.set(word, (known = here.size));
      found.push([known, entry.words[at + 1] ?? 0]);
    }
    // Told from the one before, most numbers have one digit or two.
    found.sort(([a], [b]) => a - b);
    const cells = found.flatMap(([word, packed], at) => [word - (found[at - 1]?.[0] ?? -1), packed]);
    return [entry.path, proof, entry.lengths, cells];
  });
  return seal(JSON.stringify({ version: VERSION, words: [...here.keys()].map((word) => words[word]), rows }));
}

/** @returns `null` for a text that {@link printShard} has not written, or that was damaged since */
export function readShard(text: string): readonly StoredPage[] | null {
  if (!isSealed(text)) return null;
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof data !== 'object' || data === null || !('version' in data) || data.version !== VERSION) return null;
  if (!('words' in data && 'rows' in data && Array.isArray(data.rows))) return null;
  const { words } = data;
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return null;
  const numbers: number[] = [];
  const pages = data.rows.map((row) => readRow(row, words, numbers));
  return pages.every((page) => page !== null) ? pages : null;
}

/** @param numbers of the words in the vocabulary, as far as they are known already */
function readRow(row: unknown, words: readonly string[], numbers: number[]): StoredPage | null {
  if (!Array.isArray(row)) return null;
  const [path, proof, lengths, cells] = row as readonly unknown[];
  if (typeof path !== 'string' || typeof proof !== 'string' || !isCounts(lengths, 2 ** 31)) return null;
  if (lengths.length !== FIELDS.length || !isCounts(cells, PACKED_END) || cells.length % 2 === 1) return null;
  let last = -1;
  for (let at = 0; at < cells.length; at += 2) {
    const step = cells[at] ?? 0;
    if (step === 0) return null;
    last += step;
  }
  if (last >= words.length) return null;
  return {
    path,
    proof,
    entry: (vocabulary) => {
      const places = new Uint32Array(cells.length);
      let word = -1;
      for (let at = 0; at < cells.length; at += 2) {
        word += cells[at] ?? 0;
        places[at] = numbers[word] ??= vocabulary.add(words[word] ?? '');
        places[at + 1] = cells[at + 1] ?? 0;
      }
      return { path, lengths, words: places };
    },
  };
}

function isCounts(value: unknown, end: number): value is number[] {
  return Array.isArray(value) && value.every((count) => Number.isInteger(count) && count >= 0 && count < end);
}
