import { type Clock } from '../base';
import { type TextLink } from '../markdown';
import {
  INDEX_FILE,
  namesForPage,
  pagesMentioning,
  sourceDate,
  type Page,
  type Resolution,
  type Snapshot,
  type Source,
} from '../wiki';
import { typeOf, type Manifest } from '../workspace';
import { type LookupTables } from './invalidation';
import { stemOf } from './name-index';
import { type NearestNames, type PageFacts } from './rule';

/** Slugs that differ only in case or Unicode form name the same page. */
export function slugKey(slug: string): string {
  return slug.normalize('NFC').toLowerCase();
}

/**
 * Names of the facts that the check of a page can rest on, beside the page itself and where its links lead (which the
 * wiki's own tables of names tell).
 */
export const factKey = {
  slug: (slug: string): string => `slug ${slugKey(slug)}`,
  declared: (slug: string): string => `declared ${slugKey(slug)}`,
  source: (ref: string): string => `source ${ref}`,
  anchors: (path: string): string => `anchors ${path}`,
  inbound: (path: string): string => `inbound ${path}`,
  file: (path: string): string => `file ${path.toLowerCase()}`,
  indexed: (slug: string): string => `indexed ${slug}`,
  nearest: (target: string): string => `nearest ${target}`,
};

/** What every page of one pass is checked against. */
export interface PassContext {
  readonly snapshot: Snapshot;
  readonly manifest: Manifest;
  readonly clock: Clock;
  readonly tables: LookupTables;
}

/** Milliseconds since the epoch of an ISO date or time; `null` when it is none. */
export function parseTime(iso: string | null | undefined): number | null {
  if (iso === null || iso === undefined) return null;
  const time = Date.parse(iso);
  return Number.isNaN(time) ? null : time;
}

/** Whether a file is at this path, or at one that a file system without case takes for the same. */
export function isTaken(path: string, snapshot: Snapshot): boolean {
  if (snapshot.pages.has(path) || snapshot.files.has(path)) return true;
  const link = { form: 'wikilink', target: `/${path}`, fragment: null, external: false } as const;
  return snapshot.resolve(link, '').kind !== 'missing';
}

/** The facts of one page, noting what is read. */
export class TrackedFacts implements PageFacts {
  readonly page: Page;
  readonly manifest: Manifest;
  readonly type: string;
  /** Keys of the facts that were read. */
  readonly keys = new Set<string>();
  /** The result holds from this time on, and until that one. */
  validFrom = -Infinity;
  validUntil = Infinity;
  readonly #ground: PassContext;
  #text: Promise<string> | undefined;

  constructor(page: Page, context: PassContext) {
    this.page = page;
    this.manifest = context.manifest;
    this.type = typeOf(page.kind, context.manifest);
    this.#ground = context;
  }

  resolve(link: TextLink): Resolution {
    const found = this.#ground.snapshot.resolve(link, this.page.path);
    if (found.kind === 'page' && link.fragment !== null) this.keys.add(factKey.anchors(found.page.path));
    return found;
  }

  pagesBySlug(slug: string): readonly Page[] {
    this.keys.add(factKey.slug(slug));
    return this.#ground.snapshot.pagesBySlug(slug);
  }

  source(ref: string): Source | undefined {
    this.keys.add(factKey.source(ref));
    this.#ground.tables.sourceRefs.add(ref);
    return this.#ground.snapshot.source(ref);
  }

  sourceTime(ref: string): number | null {
    const source = this.source(ref);
    return source === undefined ? null : parseTime(sourceDate(source));
  }

  isLinked(): boolean {
    const { path, slug } = this.page;
    this.keys.add(factKey.inbound(path)).add(factKey.declared(slug));
    const { snapshot } = this.#ground;
    const linksHere = (page: Page): boolean =>
      page.path !== path &&
      page.links.some((link) => {
        const found = snapshot.resolve(link, page.path);
        return found.kind === 'page' && found.page.path === path;
      });
    // The first link is enough, where `backlinks` would look up all of them.
    if (namesForPage(path, slug).some((name) => pagesMentioning(snapshot, name).some(linksHere))) return true;
    const declaring = this.#ground.tables.declaredBy.get(slugKey(slug));
    return declaring !== undefined && declaring.size > (declaring.has(path) ? 1 : 0);
  }

  isIndexed(page: Page): boolean {
    return [page.slug, stemOf(page.path)].some((name) => {
      this.keys.add(factKey.indexed(name));
      return this.#ground.tables.indexedSlugs.has(name);
    });
  }

  hasIndex(): boolean {
    this.keys.add(factKey.file(INDEX_FILE));
    return this.#ground.snapshot.files.has(INDEX_FILE);
  }

  exists(path: string): boolean {
    this.keys.add(factKey.file(path));
    return isTaken(path, this.#ground.snapshot);
  }

  hasPassed(time: number): boolean {
    const passed = time <= this.#ground.clock.now();
    if (passed) this.validFrom = Math.max(this.validFrom, time);
    else this.validUntil = Math.min(this.validUntil, time);
    return passed;
  }

  nearest(target: string): NearestNames {
    this.keys.add(factKey.nearest(target));
    return this.#ground.tables.names.nearest(target);
  }

  text(): Promise<string> {
    this.#text ??= this.#ground.snapshot.text(this.page.path).then((text) => text ?? '');
    return this.#text;
  }
}
