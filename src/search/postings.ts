import { throwIfCancelled } from '../base';
import type { Run } from '../base';
import { countOneMore, FIELDS } from './fields';
import { Vocabulary } from './vocabulary';

/** What the index knows of one page. */
export interface Entry {
  readonly path: string;
  /** The number of each of its words and how often each field has it, in turn. */
  readonly words: Uint32Array;
  /** How many words each field has. */
  readonly lengths: readonly number[];
}

/** Numbers in turn, as an array while many are added, else in as little memory as they need. */
type List = number[] | Uint32Array;

/** A longer list is kept in four bytes a number; of a shorter one, what holds the bytes would weigh more. */
const LONG = 32;

/** How many lists are packed between two breaths. */
const AT_ONCE = 500;

/**
 * Which pages have which words, both ways round: of a word its pages, to search; of a page its words, to take it out by
 * exactly what it was put in by, and to store it. Costs of a change follow what the page holds.
 */
export class Postings {
  readonly vocabulary = new Vocabulary();
  /** By the number of a page; holes where pages were taken out. */
  readonly entries: (Entry | undefined)[] = [];
  /** How many words each field has in all pages together. */
  readonly totals: number[] = FIELDS.map(() => 0);
  readonly #numbers = new Map<string, number>();
  readonly #free: number[] = [];
  /** By the number of a word: the number of a page and what {@link Entry.words} has of it, in turn, in the order of pages. */
  readonly #lists: List[] = [];

  /** How many words all pages have, each counted once a page. */
  places = 0;

  get size(): number {
    return this.#numbers.size;
  }

  entry(path: string): Entry | undefined {
    return this.entries[this.#numbers.get(path) ?? -1];
  }

  /** The pages of a word: page number and packed counts in turn. */
  list(word: number): ArrayLike<number> {
    return this.#lists[word] ?? [];
  }

  /** @param terms of each field, in the order of `FIELDS` */
  put(path: string, terms: readonly (readonly string[])[]): void {
    const counts = new Map<number, number>();
    terms.forEach((field, number) => {
      for (const term of field) {
        const word = this.vocabulary.add(term);
        counts.set(word, countOneMore(counts.get(word) ?? 0, number));
      }
    });
    const words = new Uint32Array(counts.size * 2);
    let at = 0;
    for (const [word, packed] of counts) {
      words[at++] = word;
      words[at++] = packed;
    }
    this.set({ path, words, lengths: terms.map(({ length }) => length) });
  }

  set(entry: Entry): void {
    this.delete(entry.path);
    const number = this.#free.pop() ?? this.entries.length;
    this.entries[number] = entry;
    this.#numbers.set(entry.path, number);
    entry.lengths.forEach((length, field) => (this.totals[field] = (this.totals[field] ?? 0) + length));
    const { words } = entry;
    this.places += words.length / 2;
    for (let at = 0; at < words.length; at += 2) {
      const word = words[at] ?? 0;
      const packed = words[at + 1] ?? 0;
      const list = (this.#lists[word] ??= []);
      if (Array.isArray(list) && (list[list.length - 2] ?? -1) < number) list.push(number, packed);
      else this.#lists[word] = spliced(list, placeOf(list, number), 0, [number, packed]);
    }
  }

  /** Gives back what lists keep free to grow; worth it once many pages were put in. */
  async pack(run: Run): Promise<void> {
    for (let word = 0; word < this.#lists.length; word += 1) {
      if (word % AT_ONCE === 0) {
        throwIfCancelled(run);
        await run.yieldToHost();
      }
      const list = this.#lists[word];
      if (Array.isArray(list)) this.#lists[word] = list.length > LONG ? new Uint32Array(list) : list.slice();
    }
  }

  delete(path: string): void {
    const number = this.#numbers.get(path);
    const entry = number === undefined ? undefined : this.entries[number];
    if (number === undefined || entry === undefined) return;
    for (let at = 0; at < entry.words.length; at += 2) {
      const word = entry.words[at] ?? 0;
      const list = this.#lists[word] ?? [];
      this.#lists[word] = spliced(list, placeOf(list, number), 2, []);
    }
    entry.lengths.forEach((length, field) => (this.totals[field] = (this.totals[field] ?? 0) - length));
    this.places -= entry.words.length / 2;
    this.entries[number] = undefined;
    this.#numbers.delete(path);
    this.#free.push(number);
  }
}

/** A list with some of its numbers replaced by others: the same one, if it is an array. */
function spliced(list: List, at: number, removed: number, added: readonly number[]): List {
  if (Array.isArray(list)) {
    list.splice(at, removed, ...added);
    return list;
  }
  const next = new Uint32Array(list.length - removed + added.length);
  next.set(list.subarray(0, at));
  next.set(added, at);
  next.set(list.subarray(at + removed), at + added.length);
  return next;
}

/** Where a page stands in a word's list, or would stand. */
export function placeOf(list: ArrayLike<number>, page: number): number {
  let low = 0;
  let high = list.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle * 2] ?? 0) < page) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}
