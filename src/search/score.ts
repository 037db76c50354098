import { BODY_ONLY, FIELDS, MOST, NAMED, SHIFT } from './fields';
import { placeOf } from './postings';
import type { Postings } from './postings';

/** What the ranking rests on. `docs/search.md` tells how the numbers were chosen. */
export interface Weights {
  /** How much more a word counts in each field than in the body, in the order of `FIELDS`. */
  readonly fields: readonly number[];
  /** How much the length of each field tells against it, 0 to 1. */
  readonly lengths: readonly number[];
  /** How soon another occurrence of a word adds little. */
  readonly saturation: number;
}

/** A word that is looked for, and what else stands for it. */
export interface Group {
  readonly term: string;
  /** Word numbers, and how much each counts beside the word itself. */
  readonly words: ReadonlyMap<number, number>;
  /** How many pages have it in one of these forms. */
  readonly spread: number;
}

/** BM25 over several fields at once: their counts are weighed and added before they saturate. */
export class Scorer {
  readonly #postings: Postings;
  readonly #weights: Weights;
  /** For each page and field, what one occurrence counts there. */
  readonly #norms: Float64Array;
  readonly #frequencies: Float64Array;
  readonly #scores: Float64Array;
  /** Whether one of the words that were gathered is in a name of the page. */
  readonly #named: Uint8Array;
  #touched: number[] = [];

  /** Holds for the postings as they are: one change, and it takes a new one. */
  constructor(postings: Postings, weights: Weights) {
    this.#postings = postings;
    this.#weights = weights;
    const pages = postings.entries.length;
    const width = FIELDS.length;
    this.#frequencies = new Float64Array(pages);
    this.#scores = new Float64Array(pages);
    this.#named = new Uint8Array(pages);
    this.#norms = new Float64Array(pages * width);
    postings.entries.forEach((entry, page) => {
      entry?.lengths.forEach((length, field) => {
        const average = (postings.totals[field] ?? 0) / postings.size || 1;
        const against = weights.lengths[field] ?? 0;
        this.#norms[page * width + field] = (weights.fields[field] ?? 1) / (1 - against + (against * length) / average);
      });
    });
  }

  /** The pages that have one of the words, with how often they do, weighed; valid until the next call. */
  #gather(words: ReadonlyMap<number, number>): number[] {
    const pages: number[] = [];
    const width = FIELDS.length;
    const norms = this.#norms;
    const frequencies = this.#frequencies;
    for (const [word, weight] of words) {
      const list = this.#postings.list(word);
      for (let at = 0; at < list.length; at += 2) {
        const page = list[at] ?? 0;
        const packed = list[at + 1] ?? 0;
        let sum = (packed & (BODY_ONLY - 1)) * (norms[page * width] ?? 0);
        if (packed >= BODY_ONLY) {
          for (let field = 1; field < width; field += 1) {
            const count = (packed >> (SHIFT[field] ?? 0)) & (MOST[field] ?? 0);
            sum += count * (norms[page * width + field] ?? 0);
          }
          if (packed >= NAMED) this.#named[page] = 1;
        }
        const known = frequencies[page] ?? 0;
        if (known === 0) pages.push(page);
        frequencies[page] = known + sum * weight;
      }
    }
    return pages;
  }

  /** How many pages have one of these words. */
  spread(words: Iterable<number>): number {
    const [first, ...others] = words;
    if (others.length === 0) return first === undefined ? 0 : this.#postings.list(first).length / 2;
    const pages = this.#gather(new Map([first ?? 0, ...others].map((word) => [word, 1])));
    for (const page of pages) this.#frequencies[page] = this.#named[page] = 0;
    return pages.length;
  }

  /**
   * @param groups each with whether a page that has no other word is found by it: else only one that it names
   * @returns the pages found, with their scores, in no order
   */
  score(groups: readonly (readonly [Group, alone: boolean])[]): [page: number, score: number][] {
    const { saturation } = this.#weights;
    const all = this.#postings.size;
    // First those that find pages by themselves.
    for (const [group, alone] of [...groups].sort(([, a], [, b]) => Number(b) - Number(a))) {
      const rarity = Math.log(1 + (all - group.spread + 0.5) / (group.spread + 0.5));
      for (const page of this.#gather(group.words)) {
        const frequency = this.#frequencies[page] ?? 0;
        const isNamed = this.#named[page] === 1;
        this.#frequencies[page] = this.#named[page] = 0;
        const known = this.#scores[page] ?? 0;
        if (known === 0) {
          if (!alone && !isNamed) continue;
          this.#touched.push(page);
        }
        this.#scores[page] = known + (rarity * frequency * (saturation + 1)) / (saturation + frequency);
      }
    }
    const found = this.#touched.map((page): [number, number] => [page, this.#scores[page] ?? 0]);
    for (const page of this.#touched) this.#scores[page] = 0;
    this.#touched = [];
    return found;
  }

  /** The packed counts of a word on a page; 0 where it is not. */
  has(page: number, word: number): number {
    const list = this.#postings.list(word);
    const at = placeOf(list, page);
    return list[at] === page ? (list[at + 1] ?? 0) : 0;
  }
}
