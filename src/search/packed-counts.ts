/** A page and its count are one number: the page times this, plus the count. Both stay exact in a double. */
const SCALE = 2 ** 20;

const pageIn = (packed: number): number => Math.floor(packed / SCALE);
const countIn = (packed: number): number => packed % SCALE;
const pack = (page: number, count: number): number => page * SCALE + Math.min(count, SCALE - 1);

/**
 * The pages that have a term, by their numbers, and how often each has it: a map that takes 8 bytes for each page, where a
 * `Map` takes about 42 in Node. The numbers are sorted, because MiniSearch gives every new page a higher one.
 */
export class PackedCounts implements Map<number, number> {
  readonly [Symbol.toStringTag] = 'PackedCounts';
  #packed: number[];
  /** Where the last look-up ended. MiniSearch mostly asks for one page after the other. */
  #cursor = 0;

  /** @param counts in the order of their pages */
  constructor(counts: Iterable<readonly [page: number, count: number]>) {
    // A copy has no room for more, which an array has that grew.
    this.#packed = Array.from(counts, ([page, count]) => pack(page, count)).slice();
  }

  get size(): number {
    return this.#packed.length;
  }

  get(page: number): number | undefined {
    const packed = this.#packed[this.#seek(page)];
    return packed !== undefined && pageIn(packed) === page ? countIn(packed) : undefined;
  }

  has(page: number): boolean {
    return this.get(page) !== undefined;
  }

  set(page: number, count: number): this {
    const at = this.#seek(page);
    const isKnown = pageIn(this.#packed[at] ?? -1) === page;
    if (isKnown || at === this.#packed.length) this.#packed[at] = pack(page, count);
    else this.#packed = [...this.#packed.slice(0, at), pack(page, count), ...this.#packed.slice(at)];
    return this;
  }

  delete(page: number): boolean {
    if (!this.has(page)) return false;
    // A new array: MiniSearch removes pages while it goes through them.
    this.#packed = this.#packed.filter((packed) => pageIn(packed) !== page);
    return true;
  }

  clear(): void {
    this.#packed = [];
  }

  keys(): MapIterator<number> {
    return this.#packed.map(pageIn).values();
  }

  values(): MapIterator<number> {
    return this.#packed.map(countIn).values();
  }

  entries(): MapIterator<[number, number]> {
    return this.#packed.map((packed): [number, number] => [pageIn(packed), countIn(packed)]).values();
  }

  [Symbol.iterator](): MapIterator<[number, number]> {
    return this.entries();
  }

  forEach(visit: (count: number, page: number, map: Map<number, number>) => void): void {
    for (const [page, count] of this.entries()) visit(count, page, this);
  }

  /** The place of the first page that is not before this one. */
  #seek(page: number): number {
    const packed = this.#packed;
    // While pages are indexed, it is always the last one or one behind it.
    const last = pageIn(packed[packed.length - 1] ?? -1);
    if (last <= page) return last === page ? packed.length - 1 : packed.length;
    const isBefore = (at: number): boolean => pageIn(packed[at] ?? Infinity) < page;
    if (isBefore(this.#cursor)) this.#cursor += 1;
    if (!isBefore(this.#cursor) && (this.#cursor === 0 || isBefore(this.#cursor - 1))) return this.#cursor;
    let [low, high] = [0, packed.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return (this.#cursor = low);
  }
}
