/** While it is among the last ones, a page and its count are one number: the page times this, plus the count. Both stay exact in a double. */
const SCALE = 2 ** 20;

const pageIn = (packed: number): number => Math.floor(packed / SCALE);
const countIn = (packed: number): number => packed % SCALE;
const pack = (page: number, count: number): number => page * SCALE + Math.min(count, SCALE - 1);

/** Most terms are on few pages: they share these lists, of which each would take more than the page. */
const NONE: readonly never[] = [];

/** So many pages are one piece: as a text, most take one byte each, or two. */
const PIECE = 64;

/**
 * The pages that have a term, by their numbers, and how often each has it: a map that takes 1 to 3 bytes for each page, where a
 * `Map` takes about 42 in Node. The numbers are sorted, because MiniSearch gives every new page a higher one.
 */
export class PackedCounts implements Map<number, number> {
  readonly [Symbol.toStringTag] = 'PackedCounts';
  /** All but the last pages, each piece of {@link PIECE} pages in a text of bytes. */
  #pieces: readonly string[] = NONE;
  /** The first page of each piece. */
  #firsts: readonly number[] = NONE;
  /** The last pages. They are never empty unless all is, so that the last page can be looked up and changed at once. */
  #tail: number[] = [];
  /** The piece that was asked for last. MiniSearch mostly asks for one page after the other. */
  #read: { readonly at: number; readonly packed: readonly number[] } | null = null;

  /** @param counts in the order of their pages */
  constructor(counts: Iterable<readonly [page: number, count: number]> = []) {
    for (const [page, count] of counts) this.#append(pack(page, count));
    // A copy has no room for more, which an array has that grew.
    this.#tail = this.#tail.slice();
  }

  get size(): number {
    return this.#pieces.length * PIECE + this.#tail.length;
  }

  get(page: number): number | undefined {
    const packed = this.#find(page);
    return packed === undefined ? undefined : countIn(packed);
  }

  has(page: number): boolean {
    return this.#find(page) !== undefined;
  }

  set(page: number, count: number): this {
    const tail = this.#tail;
    const last = pageIn(tail[tail.length - 1] ?? -1);
    if (last < page) this.#append(pack(page, count));
    else if (last === page) tail[tail.length - 1] = pack(page, count);
    else {
      const others = this.#all().filter((packed) => pageIn(packed) !== page);
      this.#fill([...others, pack(page, count)].sort((a, b) => a - b));
    }
    return this;
  }

  delete(page: number): boolean {
    if (!this.has(page)) return false;
    this.#fill(this.#all().filter((packed) => pageIn(packed) !== page));
    return true;
  }

  clear(): void {
    this.#fill([]);
  }

  keys(): MapIterator<number> {
    return this.#all().map(pageIn).values();
  }

  values(): MapIterator<number> {
    return this.#all().map(countIn).values();
  }

  entries(): MapIterator<[number, number]> {
    return this.#all()
      .map((packed): [number, number] => [pageIn(packed), countIn(packed)])
      .values();
  }

  [Symbol.iterator](): MapIterator<[number, number]> {
    return this.entries();
  }

  forEach(visit: (count: number, page: number, map: Map<number, number>) => void): void {
    for (const [page, count] of this.entries()) visit(count, page, this);
  }

  #append(packed: number): void {
    if (this.#tail.length === PIECE) {
      this.#firsts = [...this.#firsts, pageIn(this.#tail[0] ?? 0)];
      this.#pieces = [...this.#pieces, encode(this.#tail)];
      this.#tail = [];
    }
    this.#tail.push(packed);
  }

  #fill(all: readonly number[]): void {
    this.#pieces = this.#firsts = NONE;
    this.#tail = [];
    this.#read = null;
    for (const packed of all) this.#append(packed);
  }

  /** Everything as it is now, in an array of its own: MiniSearch removes pages while it goes through them. */
  #all(): number[] {
    const all: number[] = [];
    for (const [at, piece] of this.#pieces.entries()) decode(piece, this.#firsts[at] ?? 0, all);
    for (const packed of this.#tail) all.push(packed);
    return all;
  }

  #find(page: number): number | undefined {
    const isInTail = this.#pieces.length === 0 || page >= pageIn(this.#tail[0] ?? Infinity);
    const list = isInTail ? this.#tail : this.#pieceWith(page);
    const packed = list[placeOf(list, page, pageIn)];
    return packed !== undefined && pageIn(packed) === page ? packed : undefined;
  }

  /** The pages of the only piece that may have this one. */
  #pieceWith(page: number): readonly number[] {
    const firsts = this.#firsts;
    const place = placeOf(firsts, page, (first) => first);
    const at = Math.max(0, firsts[place] === page ? place : place - 1);
    if (this.#read?.at === at) return this.#read.packed;
    const packed = decode(this.#pieces[at] ?? '', firsts[at] ?? 0, []);
    this.#read = { at, packed };
    return packed;
  }
}

/** The place of the first item whose page is not before this one. */
function placeOf(list: readonly number[], page: number, pageOf: (item: number) => number): number {
  const { length } = list;
  // While pages are indexed, it is always the last one or one behind it.
  const last = pageOf(list[length - 1] ?? -1);
  if (last <= page) return last === page ? length - 1 : length;
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pageOf(list[middle] ?? Infinity) < page) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A count of so many and more is a number of its own. */
const OWN_COUNT = 4;
const LOW_BITS = 0x7f;
const MORE = 0x80;

/**
 * Pages as bytes, each a character: the step from the page before and, in the lowest two bits, how often it has the term, less one. A
 * number takes seven bits a byte, the low ones first, and all bytes but its last have the highest bit.
 */
function encode(packed: readonly number[]): string {
  const bytes: number[] = [];
  const write = (value: number): void => {
    let rest = value;
    for (; rest > LOW_BITS; rest = Math.floor(rest / MORE)) bytes.push((rest & LOW_BITS) | MORE);
    bytes.push(rest);
  };
  let before = pageIn(packed[0] ?? 0);
  for (const each of packed) {
    const count = countIn(each);
    write((pageIn(each) - before) * OWN_COUNT + Math.min(Math.max(count, 1), OWN_COUNT) - 1);
    if (count >= OWN_COUNT) write(count);
    before = pageIn(each);
  }
  return String.fromCharCode(...bytes);
}

/** Adds the pages of a piece to `into`. @param first its first page */
function decode(piece: string, first: number, into: number[]): number[] {
  let at = 0;
  const read = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= MORE) {
      const byte = piece.charCodeAt((at += 1) - 1);
      value += (byte & LOW_BITS) * factor;
      if (byte < MORE) return value;
    }
  };
  let page = first;
  while (at < piece.length) {
    const value = read();
    const low = value % OWN_COUNT;
    page += Math.floor(value / OWN_COUNT);
    into.push(pack(page, low === OWN_COUNT - 1 ? read() : low + 1));
  }
  return into;
}
