import { compareText } from '../base';
import type { Page } from '../wiki';
import type { Nearest } from './rule';

/** At most this many names are suggested. */
const limit = 3;
/** Two names are alike from here on (1 is equal). */
const alike = 0.6;
/** Share of common trigrams below which two names are not compared at all. */
const worthComparing = 0.35;
/** Longer names are compared by their beginnings. */
const longest = 80;

/**
 * A name without case, accents, spaces and punctuation: `Café Müller` and `cafe-muller` are both `cafemuller`. Signs that
 * make another name are kept (`c++` is not `c#`), and so is that numbers are apart (`v1.2` is not `v12`).
 */
export function foldName(name: string): string {
  return plain(name)
    .replace(/(\p{N})[\s\p{Pd}_.,:/]+(?=\p{N})/gu, '$1|')
    .replace(/[\s\p{Pd}_.,:;!?'’"()]+/gu, '');
}

function words(name: string): readonly string[] {
  return plain(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function plain(name: string): string {
  return name
    .slice(0, longest)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC');
}

function trigrams(name: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of words(name)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return found;
}

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
function distance(a: string, b: string): number {
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let cost = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + same);
      const swapped = a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (i > 1 && j > 1 && swapped) cost = Math.min(cost, (older[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    older = old;
    old = row;
  }
  return old[b.length] ?? 0;
}

interface Shape {
  readonly folded: string;
  readonly grams: ReadonlySet<string>;
}

/** How alike two names are, 0 to 1; 0 for all that are not worth suggesting. Depends on nothing but the two. */
function likeness(a: Shape, b: Shape): number {
  let common = 0;
  const [few, many] = a.grams.size < b.grams.size ? [a.grams, b.grams] : [b.grams, a.grams];
  for (const gram of few) if (many.has(gram)) common++;
  const dice = (2 * common) / (a.grams.size + b.grams.size || 1);
  if (dice < worthComparing) return 0;
  if (dice >= 1) return 1;
  const length = Math.max(a.folded.length, b.folded.length) || 1;
  const short = Math.abs(a.folded.length - b.folded.length) / length > 1 - alike;
  const score = short ? dice : Math.max(dice, 1 - distance(a.folded, b.folded) / length);
  return score >= alike ? score : 0;
}

/** What a page can be meant by. */
export interface PageNames {
  readonly path: string;
  /** What a link to it would be written as. */
  readonly shown: string;
  readonly names: readonly string[];
}

/** File name without `.md`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.toLowerCase().endsWith('.md') ? name.slice(0, -3) : name;
}

/** A page's names: file, slug, title and aliases. Obsidian opens it by the file name, so that is what is suggested. */
export function pageNames(page: Page): PageNames {
  const shown = stemOf(page.path);
  return { path: page.path, shown, names: [...new Set([shown, page.slug, page.title, ...page.aliases])] };
}

interface Answer extends Nearest {
  readonly shape: Shape;
  /** Likeness of the last suggestion when the list is full; a new name must reach it to matter. */
  readonly bar: number;
  readonly shown: ReadonlySet<string>;
}

/**
 * The names of all pages, for "did you mean". Finding what a missing target is like costs what shares its rarest
 * trigrams, not the number of pages; answers are kept, and {@link NameIndex.replace} says which of them it changed.
 */
export class NameIndex {
  /** Name as shown, per trigram set. A name that several pages have counts as often as it is added. */
  readonly #shapes = new Map<string, Shape>();
  readonly #users = new Map<string, Map<string, Set<string>>>();
  readonly #byGram = new Map<string, Set<string>>();
  readonly #byFold = new Map<string, Map<string, number>>();
  readonly #answers = new Map<string, Answer>();

  /**
   * Replaces what is known of one page; `null` for a page that is not there (yet, or any more).
   *
   * @returns the targets asked for so far whose answer may be another now
   */
  replace(before: PageNames | null, after: PageNames | null): readonly string[] {
    if (before && after && sameNames(before, after)) return [];
    const stale = new Set<string>();
    if (before) this.#take(before, stale);
    if (after) this.#put(after, stale);
    for (const target of stale) this.#answers.delete(target);
    return [...stale];
  }

  /** The names that `target`, which leads nowhere, may have meant. */
  nearest(target: string): Nearest {
    let answer = this.#answers.get(target);
    if (answer === undefined) this.#answers.set(target, (answer = this.#find(target)));
    return answer;
  }

  #put(page: PageNames, stale: Set<string>): void {
    for (const name of page.names) {
      const shape = this.#shapes.get(name) ?? { folded: foldName(name), grams: trigrams(name) };
      this.#shapes.set(name, shape);
      if (shape.folded !== '') count(this.#byFold, shape.folded, page.path, 1);
      let users = this.#users.get(name);
      if (users === undefined) {
        this.#users.set(name, (users = new Map<string, Set<string>>()));
        for (const gram of shape.grams) add(this.#byGram, gram, name);
      }
      add(users, page.shown, page.path);
      this.#touch(shape, page.shown, stale);
    }
  }

  #take(page: PageNames, stale: Set<string>): void {
    for (const name of page.names) {
      const shape = this.#shapes.get(name);
      const users = this.#users.get(name);
      if (shape === undefined || users === undefined) continue;
      if (shape.folded !== '') count(this.#byFold, shape.folded, page.path, -1);
      drop(users, page.shown, page.path);
      if (users.size === 0) {
        this.#users.delete(name);
        this.#shapes.delete(name);
        for (const gram of shape.grams) drop(this.#byGram, gram, name);
      }
      this.#touch(shape, page.shown, stale);
    }
  }

  /** Notes which kept answers a name that came or went may change. */
  #touch(shape: Shape, shown: string, stale: Set<string>): void {
    for (const [target, answer] of this.#answers) {
      if (stale.has(target)) continue;
      if (answer.shown.has(shown) || answer.shape.folded === shape.folded) stale.add(target);
      else if (comparable(answer.shape, shape) && likeness(answer.shape, shape) >= answer.bar) stale.add(target);
    }
  }

  #find(target: string): Answer {
    const shape: Shape = { folded: foldName(target), grams: trigrams(target) };
    const best = new Map<string, number>();
    for (const name of this.#candidates(shape)) {
      const other = this.#shapes.get(name);
      if (other === undefined || !comparable(shape, other)) continue;
      const score = likeness(shape, other);
      if (score === 0) continue;
      for (const shown of this.#users.get(name)?.keys() ?? []) best.set(shown, Math.max(best.get(shown) ?? 0, score));
    }
    const ranked = [...best].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).slice(0, limit);
    const names = ranked.map(([shown]) => shown);
    const paths = shape.folded === '' ? [] : [...(this.#byFold.get(shape.folded)?.keys() ?? [])];
    const certain = paths.length === 1 ? (paths[0] ?? null) : null;
    const bar = ranked.length < limit ? alike : (ranked.at(-1)?.[1] ?? alike);
    return { shape, names, certain, bar, shown: new Set(names) };
  }

  /**
   * Every name that can share enough trigrams: it must then share one of the rarest, so that the postings of common
   * trigrams are not read. (Prefix filtering: with `n` trigrams of which `k` must be shared, any `n - k + 1` will do.)
   */
  #candidates(shape: Shape): ReadonlySet<string> {
    const lists = [...shape.grams].map((gram) => this.#byGram.get(gram)).filter((list) => list !== undefined);
    const needed = Math.max(1, Math.ceil((worthComparing * shape.grams.size) / (2 - worthComparing)));
    const missing = shape.grams.size - lists.length;
    lists.sort((a, b) => a.size - b.size);
    const found = new Set<string>();
    for (const list of lists.slice(0, Math.max(0, shape.grams.size - needed + 1 - missing))) {
      for (const name of list) found.add(name);
    }
    return found;
  }
}

/** Whether the sizes alone leave room for enough common trigrams. */
function comparable(a: Shape, b: Shape): boolean {
  const [few, many] = a.grams.size < b.grams.size ? [a.grams.size, b.grams.size] : [b.grams.size, a.grams.size];
  return (2 * few) / (few + many || 1) >= worthComparing;
}

function sameNames(a: PageNames, b: PageNames): boolean {
  return a.path === b.path && a.names.length === b.names.length && a.names.every((name, at) => name === b.names[at]);
}

function add<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function drop<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set?.delete(value) === true && set.size === 0) sets.delete(key);
}

function count(counts: Map<string, Map<string, number>>, key: string, path: string, by: number): void {
  const paths = counts.get(key) ?? new Map<string, number>();
  const now = (paths.get(path) ?? 0) + by;
  if (now > 0) paths.set(path, now);
  else paths.delete(path);
  if (paths.size > 0) counts.set(key, paths);
  else counts.delete(key);
}
