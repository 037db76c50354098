import { compareText } from '../base';
import { editDistance } from './distance';
import type { Page } from '../wiki';
import type { Nearest } from './rule';

/** At most this many names are suggested. */
const limit = 3;
/** Two names are alike from here on (1 is equal). */
const alike = 0.6;
/** Share of common trigrams below which two names are not compared at all. */
const worthComparing = 0.4;
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

interface Shape {
  readonly folded: string;
  readonly grams: ReadonlySet<string>;
}

function shapeOf(name: string): Shape {
  return { folded: foldName(name), grams: trigrams(name) };
}

/**
 * How alike two names are, 0 to 1; 0 for all that are not worth suggesting. Depends on nothing but the two, so that a
 * name which comes or goes cannot change how two others compare.
 *
 * @param common how many trigrams they share
 */
function likeness(a: Shape, b: Shape, common: number): number {
  const dice = (2 * common) / (a.grams.size + b.grams.size || 1);
  if (dice < worthComparing) return 0;
  const length = Math.max(a.folded.length, b.folded.length) || 1;
  const edits = editDistance(a.folded, b.folded, Math.floor((1 - alike) * length));
  const score = Math.max(dice, 1 - edits / length);
  return score >= alike ? score : 0;
}

function commonGrams(a: Shape, b: Shape): number {
  const [few, many] = a.grams.size < b.grams.size ? [a.grams, b.grams] : [b.grams, a.grams];
  let common = 0;
  for (const gram of few) if (many.has(gram)) common++;
  return common;
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

/** One way of writing names, however many pages have it. */
interface Entry {
  readonly id: number;
  readonly shape: Shape;
  /** What is shown for it, to the paths of the pages. */
  readonly users: Map<string, Set<string>>;
}

/**
 * The names of all pages, for "did you mean". Answers are kept, and {@link NameIndex.replace} says which of them a
 * page that came, went or was renamed may change.
 */
export class NameIndex {
  /** By the words of the name, so that `lead-investor` and `Lead investor` are one entry. */
  readonly #entries = new Map<string, Entry>();
  readonly #byId: (Entry | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #byGram = new Map<string, number[]>();
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
    for (const name of before?.names ?? []) this.#take(name, before?.shown ?? '', before?.path ?? '', stale);
    for (const name of after?.names ?? []) this.#put(name, after?.shown ?? '', after?.path ?? '', stale);
    for (const target of stale) this.#answers.delete(target);
    return [...stale];
  }

  /** The names that `target`, which leads nowhere, may have meant. */
  nearest(target: string): Nearest {
    let answer = this.#answers.get(target);
    if (answer === undefined) this.#answers.set(target, (answer = this.#find(target)));
    return answer;
  }

  #put(name: string, shown: string, path: string, stale: Set<string>): void {
    const fold = foldName(name);
    if (fold !== '') count(this.#byFold, fold, path, 1);
    const key = entryKey(name);
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { id: this.#free.pop() ?? this.#byId.length, shape: shapeOf(name), users: new Map() };
      this.#entries.set(key, entry);
      this.#byId[entry.id] = entry;
      for (const gram of entry.shape.grams) {
        const ids = this.#byGram.get(gram);
        if (ids) ids.push(entry.id);
        else this.#byGram.set(gram, [entry.id]);
      }
    }
    const paths = entry.users.get(shown);
    if (paths) paths.add(path);
    else entry.users.set(shown, new Set([path]));
    this.#touch(entry.shape, fold, shown, stale);
  }

  #take(name: string, shown: string, path: string, stale: Set<string>): void {
    const fold = foldName(name);
    if (fold !== '') count(this.#byFold, fold, path, -1);
    const key = entryKey(name);
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const paths = entry.users.get(shown);
    if (paths?.delete(path) === true && paths.size === 0) entry.users.delete(shown);
    if (entry.users.size === 0) this.#remove(key, entry);
    this.#touch(entry.shape, fold, shown, stale);
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#byId[entry.id] = undefined;
    this.#free.push(entry.id);
    for (const gram of entry.shape.grams) {
      const ids = this.#byGram.get(gram);
      if (ids === undefined) continue;
      const last = ids.pop();
      if (ids.length === 0) this.#byGram.delete(gram);
      if (last !== undefined && last !== entry.id) ids[ids.indexOf(entry.id)] = last;
    }
  }

  /** Notes which kept answers a name that came or went may change. */
  #touch(shape: Shape, fold: string, shown: string, stale: Set<string>): void {
    for (const [target, answer] of this.#answers) {
      if (stale.has(target)) continue;
      if (answer.shown.has(shown) || answer.shape.folded === fold) stale.add(target);
      else if (couldCompare(answer.shape, shape)) {
        const score = likeness(answer.shape, shape, commonGrams(answer.shape, shape));
        if (score >= answer.bar) stale.add(target);
      }
    }
  }

  /** Counts shared trigrams over the postings of the target's own, which is linear in their lengths. */
  #find(target: string): Answer {
    const shape = shapeOf(target);
    const common = new Uint8Array(this.#byId.length);
    const touched: number[] = [];
    for (const gram of shape.grams) {
      for (const id of this.#byGram.get(gram) ?? []) {
        if (common[id] === 0) touched.push(id);
        common[id] = (common[id] ?? 0) + 1;
      }
    }
    const best = new Map<string, number>();
    for (const id of touched) {
      const entry = this.#byId[id];
      if (entry === undefined) continue;
      const score = likeness(shape, entry.shape, common[id] ?? 0);
      if (score === 0) continue;
      for (const shown of entry.users.keys()) best.set(shown, Math.max(best.get(shown) ?? 0, score));
    }
    const ranked = [...best].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).slice(0, limit);
    const names = ranked.map(([shown]) => shown);
    const paths = shape.folded === '' ? [] : [...(this.#byFold.get(shape.folded)?.keys() ?? [])];
    const certain = paths.length === 1 ? (paths[0] ?? null) : null;
    const bar = ranked.length < limit ? alike : (ranked.at(-1)?.[1] ?? alike);
    return { shape, names, certain, bar, shown: new Set(names) };
  }
}

/** Names with the same words have the same trigrams; what else they fold to tells `c++` from `c`. */
function entryKey(name: string): string {
  return `${words(name).join(' ')}\n${foldName(name)}`;
}

/** Whether the sizes alone leave room for enough common trigrams. */
function couldCompare(a: Shape, b: Shape): boolean {
  const few = Math.min(a.grams.size, b.grams.size);
  return (2 * few) / (a.grams.size + b.grams.size || 1) >= worthComparing;
}

function sameNames(a: PageNames, b: PageNames): boolean {
  return a.path === b.path && a.names.length === b.names.length && a.names.every((name, at) => name === b.names[at]);
}

function count(counts: Map<string, Map<string, number>>, key: string, path: string, by: number): void {
  const paths = counts.get(key) ?? new Map<string, number>();
  const now = (paths.get(path) ?? 0) + by;
  if (now > 0) paths.set(path, now);
  else paths.delete(path);
  if (paths.size > 0) counts.set(key, paths);
  else counts.delete(key);
}
