import type { Clock } from '../base';
import type { TextLink } from '../markdown';
import { indexFile, namesOf, pagesMentioning, sourceDate } from '../wiki';
import type { Page, Resolution, Snapshot, Source } from '../wiki';
import { typeOf } from '../workspace';
import type { Manifest } from '../workspace';
import type { Tables } from './changes';
import { stemOf } from './names';
import type { Nearest, PageFacts } from './rule';

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
export interface Ground {
  readonly snapshot: Snapshot;
  readonly manifest: Manifest;
  readonly clock: Clock;
  readonly tables: Tables;
}

/** Milliseconds since the epoch of an ISO date or time; `null` when it is none. */
export function timeOf(iso: string | null | undefined): number | null {
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
export class NotingFacts implements PageFacts {
  readonly page: Page;
  readonly manifest: Manifest;
  readonly type: string;
  /** Keys of the facts that were read. */
  readonly keys = new Set<string>();
  /** The result holds from this time on, and until that one. */
  from = -Infinity;
  until = Infinity;
  readonly #ground: Ground;
  #text: Promise<string> | undefined;

  constructor(page: Page, ground: Ground) {
    this.page = page;
    this.manifest = ground.manifest;
    this.type = typeOf(page.kind, ground.manifest);
    this.#ground = ground;
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
    return source === undefined ? null : timeOf(sourceDate(source));
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
    if (namesOf(path, slug).some((name) => pagesMentioning(snapshot, name).some(linksHere))) return true;
    const declaring = this.#ground.tables.declared.get(slugKey(slug));
    return declaring !== undefined && declaring.size > (declaring.has(path) ? 1 : 0);
  }

  isIndexed(page: Page): boolean {
    return [page.slug, stemOf(page.path)].some((name) => {
      this.keys.add(factKey.indexed(name));
      return this.#ground.tables.indexed.has(name);
    });
  }

  hasIndex(): boolean {
    this.keys.add(factKey.file(indexFile));
    return this.#ground.snapshot.files.has(indexFile);
  }

  exists(path: string): boolean {
    this.keys.add(factKey.file(path));
    return isTaken(path, this.#ground.snapshot);
  }

  hasPassed(time: number): boolean {
    const passed = time <= this.#ground.clock.now();
    if (passed) this.from = Math.max(this.from, time);
    else this.until = Math.min(this.until, time);
    return passed;
  }

  nearest(target: string): Nearest {
    this.keys.add(factKey.nearest(target));
    return this.#ground.tables.names.nearest(target);
  }

  text(): Promise<string> {
    this.#text ??= this.#ground.snapshot.text(this.page.path).then((text) => text ?? '');
    return this.#text;
  }
}
