import { compareText, editDistance, noteName } from '../base';
import { type Page } from '../wiki';
import { type NearestNames } from './rule';

/** At most this many names are suggested. */
const MAX_SUGGESTIONS = 3;
/** Two names are alike from here on (1 is equal). */
const MIN_SIMILARITY = 0.6;
/** Share of common trigrams below which two names are not compared at all. */
const MIN_TRIGRAM_OVERLAP = 0.4;
/** Longer names are compared by their beginnings. */
const MAX_NAME_LENGTH = 80;

/**
 * A name without case, accents, spaces and punctuation: `Café Müller` and `cafe-muller` are both `cafemuller`. Signs that
 * make another name are kept (`c++` is not `c#`), and so is that numbers are apart (`v1.2` is not `v12`).
 */
export function foldName(name: string): string {
  return normalizeName(name)
    .replace(/(\p{N})[\s\p{Pd}_.,:/]+(?=\p{N})/gu, '$1|')
    .replace(/[\s\p{Pd}_.,:;!?'’"()]+/gu, '');
}

function wordsOf(name: string): readonly string[] {
  return normalizeName(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function normalizeName(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC');
}

function trigrams(name: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of wordsOf(name)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return found;
}

interface NameFeatures {
  readonly folded: string;
  readonly grams: ReadonlySet<string>;
}

function featuresOf(name: string): NameFeatures {
  return { folded: foldName(name), grams: trigrams(name) };
}

/**
 * How alike two names are, 0 to 1; 0 for all that are not worth suggesting. Depends on nothing but the two, so that a
 * name which comes or goes cannot change how two others compare.
 *
 * @param common how many trigrams they share
 */
function similarity(a: NameFeatures, b: NameFeatures, common: number): number {
  const dice = (2 * common) / (a.grams.size + b.grams.size || 1);
  if (dice < MIN_TRIGRAM_OVERLAP) return 0;
  const length = Math.max(a.folded.length, b.folded.length) || 1;
  const edits = editDistance(a.folded, b.folded, Math.floor((1 - MIN_SIMILARITY) * length));
  const score = Math.max(dice, 1 - edits / length);
  return score >= MIN_SIMILARITY ? score : 0;
}

function countCommonTrigrams(a: NameFeatures, b: NameFeatures): number {
  const [few, many] = a.grams.size < b.grams.size ? [a.grams, b.grams] : [b.grams, a.grams];
  let common = 0;
  for (const gram of few) if (many.has(gram)) common++;
  return common;
}

/** What a page can be meant by. */
export interface PageNames {
  readonly path: string;
  /** What a link to it would be written as. */
  readonly linkName: string;
  readonly names: readonly string[];
}

/** A page's names: file, slug, title and aliases. Obsidian opens it by the file name, so that is what is suggested. */
export function pageNames(page: Page): PageNames {
  const shown = noteName(page.path);
  return { path: page.path, linkName: shown, names: [...new Set([shown, page.slug, page.title, ...page.aliases])] };
}

interface CachedAnswer extends NearestNames {
  readonly shape: NameFeatures;
  /** Likeness of the last suggestion when the list is full; a new name must reach it to matter. */
  readonly threshold: number;
  readonly linkNames: ReadonlySet<string>;
}

/** One way of writing names, however many pages have it. */
interface NameVariant {
  readonly id: number;
  readonly shape: NameFeatures;
  /** What is shown for it, to the paths of the pages. */
  readonly pathsByLinkName: Map<string, Set<string>>;
}

/**
 * The names of all pages, for "did you mean". Answers are kept, and {@link NameIndex.replace} says which of them a
 * page that came, went or was renamed may change.
 */
export class NameIndex {
  /** By the words of the name, so that `lead-investor` and `Lead investor` are one entry. */
  readonly #entries = new Map<string, NameVariant>();
  readonly #byId: (NameVariant | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #byGram = new Map<string, number[]>();
  readonly #byFold = new Map<string, Map<string, number>>();
  readonly #answers = new Map<string, CachedAnswer>();

  /**
   * Replaces what is known of one page; `null` for a page that is not there (yet, or any more).
   *
   * @returns the targets asked for so far whose answer may be another now
   */
  replace(before: PageNames | null, after: PageNames | null): readonly string[] {
    if (before && after && sameNames(before, after)) return [];
    const stale = new Set<string>();
    for (const name of before?.names ?? []) this.#take(name, before?.linkName ?? '', before?.path ?? '', stale);
    for (const name of after?.names ?? []) this.#put(name, after?.linkName ?? '', after?.path ?? '', stale);
    for (const target of stale) this.#answers.delete(target);
    return [...stale];
  }

  /** The names that `target`, which leads nowhere, may have meant. */
  nearest(target: string): NearestNames {
    let answer = this.#answers.get(target);
    if (answer === undefined) this.#answers.set(target, (answer = this.#find(target)));
    return answer;
  }

  #put(name: string, shown: string, path: string, stale: Set<string>): void {
    const fold = foldName(name);
    if (fold !== '') addToCount(this.#byFold, fold, path, 1);
    const key = variantKey(name);
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { id: this.#free.pop() ?? this.#byId.length, shape: featuresOf(name), pathsByLinkName: new Map() };
      this.#entries.set(key, entry);
      this.#byId[entry.id] = entry;
      for (const gram of entry.shape.grams) {
        const ids = this.#byGram.get(gram);
        if (ids) ids.push(entry.id);
        else this.#byGram.set(gram, [entry.id]);
      }
    }
    const paths = entry.pathsByLinkName.get(shown);
    if (paths) paths.add(path);
    else entry.pathsByLinkName.set(shown, new Set([path]));
    this.#touch(entry.shape, fold, shown, stale);
  }

  #take(name: string, shown: string, path: string, stale: Set<string>): void {
    const fold = foldName(name);
    if (fold !== '') addToCount(this.#byFold, fold, path, -1);
    const key = variantKey(name);
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const paths = entry.pathsByLinkName.get(shown);
    if (paths?.delete(path) === true && paths.size === 0) entry.pathsByLinkName.delete(shown);
    if (entry.pathsByLinkName.size === 0) this.#remove(key, entry);
    this.#touch(entry.shape, fold, shown, stale);
  }

  #remove(key: string, entry: NameVariant): void {
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
  #touch(shape: NameFeatures, fold: string, shown: string, stale: Set<string>): void {
    for (const [target, answer] of this.#answers) {
      if (stale.has(target)) continue;
      if (answer.linkNames.has(shown) || answer.shape.folded === fold) stale.add(target);
      else if (canBeSimilar(answer.shape, shape)) {
        const score = similarity(answer.shape, shape, countCommonTrigrams(answer.shape, shape));
        if (score >= answer.threshold) stale.add(target);
      }
    }
  }

  /** Counts shared trigrams over the postings of the target's own, which is linear in their lengths. */
  #find(target: string): CachedAnswer {
    const shape = featuresOf(target);
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
      const score = similarity(shape, entry.shape, common[id] ?? 0);
      if (score === 0) continue;
      for (const shown of entry.pathsByLinkName.keys()) best.set(shown, Math.max(best.get(shown) ?? 0, score));
    }
    const ranked = [...best].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).slice(0, MAX_SUGGESTIONS);
    const names = ranked.map(([shown]) => shown);
    const paths = shape.folded === '' ? [] : [...(this.#byFold.get(shape.folded)?.keys() ?? [])];
    const certain = paths.length === 1 ? (paths[0] ?? null) : null;
    const bar = ranked.length < MAX_SUGGESTIONS ? MIN_SIMILARITY : (ranked.at(-1)?.[1] ?? MIN_SIMILARITY);
    return { shape, names, normalizedMatch: certain, threshold: bar, linkNames: new Set(names) };
  }
}

/** Names with the same words have the same trigrams; what else they fold to tells `c++` from `c`. */
function variantKey(name: string): string {
  return `${wordsOf(name).join(' ')}\n${foldName(name)}`;
}

/** Whether the sizes alone leave room for enough common trigrams. */
function canBeSimilar(a: NameFeatures, b: NameFeatures): boolean {
  const few = Math.min(a.grams.size, b.grams.size);
  return (2 * few) / (a.grams.size + b.grams.size || 1) >= MIN_TRIGRAM_OVERLAP;
}

function sameNames(a: PageNames, b: PageNames): boolean {
  return a.path === b.path && a.names.length === b.names.length && a.names.every((name, at) => name === b.names[at]);
}

function addToCount(counts: Map<string, Map<string, number>>, key: string, path: string, by: number): void {
  const paths = counts.get(key) ?? new Map<string, number>();
  const now = (paths.get(path) ?? 0) + by;
  if (now > 0) paths.set(path, now);
  else paths.delete(path);
  if (paths.size > 0) counts.set(key, paths);
  else counts.delete(key);
}
