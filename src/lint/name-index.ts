import { compareText, noteName } from '../base';
import { type Page } from '../wiki';
import {
  canBeSimilar,
  countCommonTrigrams,
  featuresKey,
  featuresOf,
  foldName,
  MIN_SIMILARITY,
  sharesEnough,
  similarity,
  type ComparedName,
  type NameFeatures,
} from './name-similarity';
import { type NearestNames } from './rule';

const MAX_SUGGESTIONS = 3;

/** The names that a link to a page may use. */
export interface PageNames {
  readonly path: string;
  /** The name to suggest for a link. */
  readonly linkName: string;
  readonly names: readonly string[];
}

/** File name, slug, title and aliases. Suggests the file name, because Obsidian opens pages by it. */
export function pageNames(page: Pick<Page, 'path' | 'slug' | 'title' | 'aliases'>): PageNames {
  const linkName = noteName(page.path);
  return { path: page.path, linkName, names: [...new Set([linkName, page.slug, page.title, ...page.aliases])] };
}

interface CachedAnswer extends NearestNames {
  readonly features: NameFeatures;
  /** The similarity that a new name must reach to change the answer. */
  readonly threshold: number;
  readonly linkNames: ReadonlySet<string>;
  /** Given by an earlier index, which is gone. */
  readonly isUnknown?: true;
}

const UNKNOWN = {
  names: [],
  normalizedMatch: null,
  threshold: MIN_SIMILARITY,
  linkNames: new Set<string>(),
  isUnknown: true,
} as const;

/** All spellings of a name with the same features, such as `lead-investor` and `Lead investor`. */
interface NameVariant extends ComparedName {
  readonly id: number;
  readonly pathsByLinkName: Map<string, Set<string>>;
}

/** The names of all pages, to suggest one for a broken link. Caches answers; {@link NameIndex.replace} invalidates them. */
export class NameIndex {
  /** By {@link featuresKey}. */
  readonly #variants = new Map<string, NameVariant>();
  readonly #byId: (NameVariant | undefined)[] = [];
  /** How many trigrams the variant of each id has. */
  readonly #sizes: number[] = [];
  readonly #freeIds: number[] = [];
  readonly #idsByTrigram = new Map<string, number[]>();
  /** How many names of a page fold to the key. */
  readonly #pathsByFold = new Map<string, Map<string, number>>();
  readonly #answers = new Map<string, CachedAnswer>();
  /** Gives the names of all pages, until they are added. */
  #unread: (() => Iterable<PageNames>) | null = null;

  /** Adds these names once something is asked. Until then, {@link replace} only invalidates. */
  readLater(all: () => Iterable<PageNames>): void {
    this.#unread = all;
  }

  /** Whether the next question has to read all names first. */
  get isUnread(): boolean {
    return this.#unread !== null;
  }

  /** Reads all names now, in slices. */
  async read(pause: () => Promise<void>): Promise<void> {
    const all = this.#unread;
    let done = 0;
    try {
      for (const names of this.#takeUnread()) {
        this.#addAll(names, new Set());
        if ((done += 1) % 20 === 0) await pause();
      }
    } catch (error) {
      // Half of the names would give wrong answers.
      this.#clear();
      this.#unread = all;
      throw error;
    }
  }

  #clear(): void {
    for (const map of [this.#variants, this.#idsByTrigram, this.#pathsByFold]) map.clear();
    for (const list of [this.#byId, this.#sizes, this.#freeIds]) list.length = 0;
  }

  #takeUnread(): Iterable<PageNames> {
    const all = this.#unread?.() ?? [];
    this.#unread = null;
    return all;
  }

  /** Takes over a target that an earlier index gave an answer for: any similar name may change it. */
  expect(target: string): void {
    const features = featuresOf(target);
    this.#answers.set(target, { ...UNKNOWN, features });
  }

  /**
   * Replaces the names of one page; `null` for a page that does not exist before or after.
   *
   * @returns the targets passed to `nearest` so far whose answer may have changed
   */
  replace(before: PageNames | null, after: PageNames | null): readonly string[] {
    if (before && after && hasSameNames(before, after)) return [];
    if (this.#unread !== null && this.#answers.size === 0) return [];
    const stale = new Set<string>();
    if (this.#unread !== null) {
      for (const { names, linkName } of [before, after].filter((each) => each !== null))
        for (const name of names) this.#markStale(featuresOf(name), foldName(name), linkName, stale);
    } else {
      for (const name of before?.names ?? []) this.#remove(name, before?.linkName ?? '', before?.path ?? '', stale);
      if (after !== null) this.#addAll(after, stale);
    }
    for (const target of stale) this.#answers.delete(target);
    return [...stale];
  }

  /** The names closest to `target`. */
  nearest(target: string): NearestNames {
    for (const names of this.#takeUnread()) this.#addAll(names, new Set());
    let answer = this.#answers.get(target);
    if (answer === undefined || answer.isUnknown === true) this.#answers.set(target, (answer = this.#find(target)));
    return answer;
  }

  #addAll({ names, linkName, path }: PageNames, stale: Set<string>): void {
    for (const name of names) this.#add(name, linkName, path, stale);
  }

  #add(name: string, linkName: string, path: string, stale: Set<string>): void {
    const fold = foldName(name);
    if (fold !== '') addToCount(this.#pathsByFold, fold, path, 1);
    const key = featuresKey(name);
    let variant = this.#variants.get(key);
    const features = featuresOf(name);
    if (variant === undefined) {
      const { folded, size } = features;
      variant = { id: this.#freeIds.pop() ?? this.#byId.length, folded, size, pathsByLinkName: new Map() };
      this.#variants.set(key, variant);
      this.#byId[variant.id] = variant;
      this.#sizes[variant.id] = size;
      for (const trigram of features.trigrams) {
        const ids = this.#idsByTrigram.get(trigram);
        if (ids) ids.push(variant.id);
        else this.#idsByTrigram.set(trigram, [variant.id]);
      }
    }
    const paths = variant.pathsByLinkName.get(linkName);
    if (paths) paths.add(path);
    else variant.pathsByLinkName.set(linkName, new Set([path]));
    this.#markStale(features, fold, linkName, stale);
  }

  #remove(name: string, linkName: string, path: string, stale: Set<string>): void {
    const fold = foldName(name);
    if (fold !== '') addToCount(this.#pathsByFold, fold, path, -1);
    const key = featuresKey(name);
    const variant = this.#variants.get(key);
    if (variant === undefined) return;
    const paths = variant.pathsByLinkName.get(linkName);
    if (paths?.delete(path) === true && paths.size === 0) variant.pathsByLinkName.delete(linkName);
    const features = featuresOf(name);
    if (variant.pathsByLinkName.size === 0) this.#removeVariant(key, variant, features);
    this.#markStale(features, fold, linkName, stale);
  }

  #removeVariant(key: string, variant: NameVariant, { trigrams }: NameFeatures): void {
    this.#variants.delete(key);
    this.#byId[variant.id] = undefined;
    this.#freeIds.push(variant.id);
    for (const trigram of trigrams) {
      const ids = this.#idsByTrigram.get(trigram);
      if (ids === undefined) continue;
      const last = ids.pop();
      if (ids.length === 0) this.#idsByTrigram.delete(trigram);
      if (last !== undefined && last !== variant.id) ids[ids.indexOf(variant.id)] = last;
    }
  }

  /** Adds the targets whose cached answer may change with a name that was added or removed. */
  #markStale(features: NameFeatures, fold: string, linkName: string, stale: Set<string>): void {
    for (const [target, answer] of this.#answers) {
      if (stale.has(target)) continue;
      if (answer.linkNames.has(linkName) || answer.features.folded === fold) stale.add(target);
      else if (canBeSimilar(answer.features, features)) {
        const score = similarity(answer.features, features, countCommonTrigrams(answer.features, features));
        if (score >= answer.threshold) stale.add(target);
      }
    }
  }

  /** Counts shared trigrams over the ids of the target's own, so the cost is linear in the lengths of those lists. */
  #find(target: string): CachedAnswer {
    const features = featuresOf(target);
    const common = new Uint8Array(this.#byId.length);
    const touched: number[] = [];
    for (const trigram of features.trigrams) {
      for (const id of this.#idsByTrigram.get(trigram) ?? []) {
        if (common[id] === 0) touched.push(id);
        common[id] = (common[id] ?? 0) + 1;
      }
    }
    const best = new Map<string, number>();
    for (const id of touched) {
      const shared = common[id] ?? 0;
      // Most names share a trigram or two. Numbers alone rule them out, without a look at the names.
      if (!sharesEnough(features.size, this.#sizes[id] ?? 0, shared)) continue;
      const variant = this.#byId[id];
      const score = variant === undefined ? 0 : similarity(features, variant, shared);
      if (variant === undefined || score === 0) continue;
      for (const name of variant.pathsByLinkName.keys()) best.set(name, Math.max(best.get(name) ?? 0, score));
    }
    const ranked = [...best].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).slice(0, MAX_SUGGESTIONS);
    const names = ranked.map(([name]) => name);
    const paths = features.folded === '' ? [] : [...(this.#pathsByFold.get(features.folded)?.keys() ?? [])];
    const normalizedMatch = paths.length === 1 ? (paths[0] ?? null) : null;
    const threshold = ranked.length < MAX_SUGGESTIONS ? MIN_SIMILARITY : (ranked.at(-1)?.[1] ?? MIN_SIMILARITY);
    return { features, names, normalizedMatch, threshold, linkNames: new Set(names) };
  }
}

function hasSameNames(a: PageNames, b: PageNames): boolean {
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
