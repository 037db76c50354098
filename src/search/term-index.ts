import MiniSearch from 'minisearch';
import { PackedCounts } from './packed-counts';
import { indexTerms } from './tokenise';
import { findBranchesFast } from './wide-tree';

/**
 * What is searched of a page: its names, everything that it says, and the definitions of its footnotes. The stored form names the fields by their place in
 * this list.
 */
export const FIELDS = ['names', 'text', 'footnotes'] as const;

export type Field = (typeof FIELDS)[number];

/** The number of the field that holds every word that a page says. */
const TEXT = FIELDS.indexOf('text');
const FOOTNOTES = FIELDS.indexOf('footnotes');

/** What a page says in each field. */
export type PageText = { readonly path: string } & Readonly<Record<Field, string>>;

/** A page as MiniSearch knows it: its path, and how long each field is. */
interface PageEntry {
  readonly path: string;
  readonly lengths: readonly number[];
}

/**
 * A term and where it stands. For each field that has it: the number of the field, then in turn the step from one page to
 * the next, in the order of the page entries, and how often that page has it.
 */
export type TermEntry = readonly [term: string, ...fields: (readonly number[])[]];

/** The pages that have a term in one field, by their numbers, and how often each has it. */
type Occurrences = Map<number, number>;

const NO_PAGES: ReadonlyMap<number, number> = new Map();

/**
 * MiniSearch over the pages of a wiki, with what MiniSearch does not offer: how many pages have a term, scores that are
 * exact before a vacuum, and a stored form that is made and read one term at a time. This needs members of MiniSearch that
 * are protected, so its version is pinned, and the tests compare with what its own `toJSON` and `vacuum` give.
 */
export class TermIndex extends MiniSearch<PageText> {
  #version = 0;
  #discards = 0;
  /** After how many discarded pages a term was rid of these. */
  readonly #cleaned = new WeakMap<Map<number, Occurrences>, number>();
  /** How many pages a restored index had: their numbers are lower than those of pages that were added since. */
  #restoredPages = 0;

  constructor() {
    super({
      idField: 'path',
      fields: [...FIELDS],
      tokenize: indexTerms,
      processTerm: (term) => term,
      autoVacuum: false,
    });
    findBranchesFast(this._index);
  }

  /** An index of these pages without any term; {@link restoreTerm} adds them. */
  static restore(pages: readonly PageEntry[]): TermIndex {
    const index = new TermIndex();
    const totals = FIELDS.map(() => 0);
    for (const [number, { path, lengths }] of pages.entries()) {
      index._documentIds.set(number, path);
      index._idToShortId.set(path, number);
      index._fieldLength.set(number, [...lengths]);
      for (const [field, length] of lengths.entries()) totals[field] = (totals[field] ?? 0) + length;
    }
    index._nextId = index._documentCount = index.#restoredPages = pages.length;
    index._avgFieldLength = pages.length === 0 ? [] : totals.map((total) => total / pages.length);
    return index;
  }

  /** Differs after every change, so that somebody who goes through the terms in slices notices. */
  get version(): number {
    return this.#version;
  }

  override add(page: PageText): void {
    this.#version += 1;
    super.add(page);
  }

  override discard(path: string): void {
    this.#version += 1;
    this.#discards += 1;
    super.discard(path);
  }

  /** How many pages say a term, or have it in footnotes where none says it; 0 for a term that no page has. */
  pagesWith(term: string): number {
    return this.#pagesIn(this._index.get(term));
  }

  /** Paths of the pages that say every one of these terms, in no order. Costs as much as the rarest of them has pages. */
  pagesWithAll(terms: readonly string[]): string[] {
    const lists = terms.map((term) => this._index.get(term)?.get(TEXT) ?? NO_PAGES);
    const [rarest = NO_PAGES, ...others] = lists.sort((a, b) => a.size - b.size);
    const paths: string[] = [];
    for (const number of rarest.keys()) {
      const path: unknown = this._documentIds.get(number);
      if (typeof path === 'string' && others.every((pages) => pages.has(number))) paths.push(path);
    }
    return paths;
  }

  /** How many pages have a term in footnotes. */
  pagesWithFootnote(term: string): number {
    const fields = this._index.get(term);
    if (fields === undefined) return 0;
    this.#dropDiscarded(fields);
    return fields.get(FOOTNOTES)?.size ?? 0;
  }

  /** How many pages have each word that begins so, added up. */
  pagesBeginning(start: string): number {
    let pages = 0;
    for (const fields of this._index.atPrefix(start).values()) pages += this.#pagesIn(fields);
    return pages;
  }

  /**
   * How many pages have each word that is spelt nearly so, added up.
   *
   * @param edits how many letters may differ
   */
  pagesNear(term: string, edits: number): number {
    let pages = 0;
    for (const [fields] of this._index.fuzzyGet(term, edits).values()) pages += this.#pagesIn(fields);
    return pages;
  }

  /** All pages, in the order in which {@link terms} counts them. */
  pages(): PageEntry[] {
    return [...this._documentIds].map(([number, path]) => ({
      path: String(path),
      lengths: this._fieldLength.get(number) ?? [],
    }));
  }

  /** All terms, in no order. */
  termNames(): IterableIterator<string> {
    return this._index.keys();
  }

  /**
   * All terms. Going through them to the end vacuums the index as well, and packs it. MiniSearch's own `vacuum` pauses on timers and fails
   * when a word is added meanwhile; here the caller pauses, and stops when {@link version} differs.
   *
   * @param names all terms in the order that is wanted
   */
  *terms(names: Iterable<string> = this.termNames()): Generator<TermEntry, void> {
    const places = new Map([...this._documentIds.keys()].map((number, place) => [number, place]));
    const unused: string[] = [];
    for (const term of names) {
      const fields = this._index.get(term);
      if (fields === undefined) continue;
      this.#dropDiscarded(fields);
      packFields(fields);
      const entry = [...fields].map(([field, pages]) => [field, ...stepsOf(pages, places)]);
      if (entry.length === 0) unused.push(term);
      else yield [term, ...entry];
    }
    for (const term of unused) this._index.delete(term);
    this._dirtCount = 0;
  }

  /** Packs the terms one by one: indexed pages are in maps that take several times the memory. */
  *pack(): Generator<void, void> {
    for (const [, fields] of this._index) {
      packFields(fields);
      yield;
    }
  }

  /**
   * Adds a term as {@link terms} gave it, once. Pages that were added since keep what they have of it.
   * @returns whether it is well-formed; it is not added else
   */
  restoreTerm(entry: unknown): boolean {
    if (!Array.isArray(entry)) return false;
    const [term, ...lists] = entry as readonly unknown[];
    if (typeof term !== 'string' || term === '' || lists.length === 0) return false;
    const fields = new Map<number, Occurrences>();
    for (const list of lists) {
      const pages = isNumbers(list) ? readSteps(list, this.#restoredPages) : null;
      const field = isNumbers(list) ? list[0] : undefined;
      if (pages === null || field === undefined || field >= FIELDS.length) return false;
      fields.set(field, pages);
    }
    for (const [field, pages] of this._index.get(term) ?? []) {
      const stored = fields.get(field);
      const added = [...pages].filter(([number]) => number >= this.#restoredPages);
      fields.set(field, new PackedCounts([...(stored ?? []), ...added]));
    }
    this._index.set(term, fields);
    return true;
  }

  /**
   * Discarded pages are dropped first: MiniSearch keeps them until it is vacuumed, and counts them when it computes how rare
   * a word is.
   */
  #pagesIn(fields: Map<number, Occurrences> | undefined): number {
    if (fields === undefined) return 0;
    this.#dropDiscarded(fields);
    return fields.get(TEXT)?.size ?? fields.get(FOOTNOTES)?.size ?? 0;
  }

  #dropDiscarded(fields: Map<number, Occurrences>): void {
    if (this.dirtCount === 0 || this.#cleaned.get(fields) === this.#discards) return;
    for (const [field, pages] of fields) {
      if ([...pages.keys()].every((number) => this._documentIds.has(number))) continue;
      const kept = [...pages].filter(([number]) => this._documentIds.has(number));
      if (kept.length === 0) fields.delete(field);
      else fields.set(field, new PackedCounts(kept));
    }
    this.#cleaned.set(fields, this.#discards);
  }
}

function packFields(fields: Map<number, Occurrences>): void {
  for (const [field, pages] of fields) if (!(pages instanceof PackedCounts)) fields.set(field, new PackedCounts(pages));
}

/** Told as steps, most numbers have one digit or two. */
function stepsOf(pages: Occurrences, places: ReadonlyMap<number, number>): number[] {
  const steps: number[] = [];
  let last = -1;
  for (const [number, count] of pages) {
    const place = places.get(number) ?? last;
    steps.push(place - last, count);
    last = place;
  }
  return steps;
}

/** @param list the number of a field, then steps @returns `null` where it is not well-formed */
function readSteps(list: readonly number[], pageCount: number): Occurrences | null {
  if (list.length < 3 || list.length % 2 === 0) return null;
  const pages = new PackedCounts();
  let place = -1;
  for (let at = 1; at < list.length; at += 2) {
    const step = list[at] ?? 0;
    const count = list[at + 1] ?? 0;
    if (step === 0 || count === 0) return null;
    place += step;
    pages.set(place, count);
  }
  return place < pageCount ? pages : null;
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => Number.isInteger(each) && each >= 0);
}
