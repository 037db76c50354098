import { type Clock, noteName } from '../base';
import { type TextLink } from '../markdown';
import {
  INDEX_FILE,
  linkName,
  namesForPage,
  pagesMentioning,
  type Page,
  type ResolvedLink,
  type Snapshot,
  type Source,
} from '../wiki';
import { typeOf, type Manifest } from '../workspace';
import { factKey, slugKey } from './fact-keys';
import { type LookupTables } from './invalidation';
import { KeyFilter, type UnlinkedMention, type MentionFinder } from './mentions';
import { type SourceWords } from './source-words';
import { type NearestNames, type PageFacts } from './rule';

/** What all page checks of one pass share. */
export interface PassContext {
  readonly snapshot: Snapshot;
  readonly manifest: Manifest;
  readonly clock: Clock;
  readonly tables: LookupTables;
  readonly sourceWords: SourceWords;
  /** `null` where no rule asks for it, or the host brings none. */
  readonly mentions: MentionFinder | null;
}

/** Milliseconds since the epoch of an ISO date or time; `null` when it is invalid. */
export function parseTime(iso: string | null | undefined): number | null {
  if (iso === null || iso === undefined) return null;
  const time = Date.parse(iso);
  return Number.isNaN(time) ? null : time;
}

/** Whether a file is at this path, or at one that differs only in case. */
export function isTaken(path: string, snapshot: Snapshot): boolean {
  if (snapshot.pages.has(path) || snapshot.files.has(path)) return true;
  const link = { form: 'wikilink', target: `/${path}`, fragment: null, external: false } as const;
  return snapshot.resolve(link, '').kind !== 'missing';
}

/** The facts of one page. Records which of them the check depends on. */
export class TrackedFacts implements PageFacts {
  readonly page: Page;
  readonly manifest: Manifest;
  readonly type: string;
  /** See {@link factKey}. */
  readonly keys = new Set<string>();
  /** The result is valid in `[validFrom, validUntil)`, milliseconds since the epoch. */
  validFrom = -Infinity;
  validUntil = Infinity;
  /** What of the page's text names of other pages may match; `null` where no rule looked for them. */
  words: KeyFilter | null = null;
  readonly #context: PassContext;
  /** Several rules look at each link. */
  readonly #resolved = new Map<TextLink, ResolvedLink>();
  #text: Promise<string> | undefined;

  constructor(page: Page, context: PassContext) {
    this.page = page;
    this.manifest = context.manifest;
    this.type = typeOf(page.kind, context.manifest);
    this.#context = context;
  }

  resolve(link: TextLink): ResolvedLink {
    const known = this.#resolved.get(link);
    if (known !== undefined) return known;
    const found = this.#context.snapshot.resolve(link, this.page.path);
    this.#resolved.set(link, found);
    if (found.kind === 'page' && link.fragment !== null) this.keys.add(factKey.anchors(found.page.path));
    return found;
  }

  isCitation(link: TextLink): boolean {
    return this.#context.snapshot.citedSource(link, this.page.path) !== undefined;
  }

  pagesBySlug(slug: string): readonly Page[] {
    this.keys.add(factKey.slug(slug));
    return this.#context.snapshot.pagesBySlug(slug);
  }

  contradictedBack(slug: string): string | null {
    const [other, ...more] = this.pagesBySlug(slug);
    if (other === undefined || other.schema === null || other.path === this.page.path || more.length > 0) return null;
    this.keys.add(factKey.contradicts(other.path));
    return other.contradicts.some((name) => slugKey(name) === slugKey(this.page.slug)) ? other.path : null;
  }

  source(ref: string): Source | undefined {
    this.keys.add(factKey.source(ref));
    this.#context.tables.sourceRefs.add(ref);
    return this.#context.snapshot.source(ref);
  }

  sourceTime(ref: string): number | null {
    const source = this.source(ref);
    return source === undefined ? null : parseTime(source.date);
  }

  isLinked(): boolean {
    const { path, slug } = this.page;
    this.keys.add(factKey.inbound(path)).add(factKey.declared(slug));
    const { snapshot } = this.#context;
    const linksHere = (page: Page, name: string): boolean =>
      page.path !== path &&
      page.links.some((link) => {
        if (linkName(link) !== name) return false;
        const found = snapshot.resolve(link, page.path);
        return found.kind === 'page' && found.page.path === path;
      });
    // `backlinks` would look up all links; the first one is enough.
    const names = namesForPage(path, slug);
    if (names.some((name) => pagesMentioning(snapshot, name).some((page) => linksHere(page, name)))) return true;
    const declaring = this.#context.tables.declaredBy.get(slugKey(slug));
    return declaring !== undefined && declaring.size > (declaring.has(path) ? 1 : 0);
  }

  isIndexed(page: Page): boolean {
    return [page.slug, noteName(page.path)].some((name) => {
      this.keys.add(factKey.indexed(name));
      return this.#context.tables.indexedSlugs.has(name);
    });
  }

  hasIndex(): boolean {
    this.keys.add(factKey.file(INDEX_FILE));
    return this.#context.snapshot.files.has(INDEX_FILE);
  }

  exists(path: string): boolean {
    this.keys.add(factKey.file(path));
    return isTaken(path, this.#context.snapshot);
  }

  hasPassed(time: number): boolean {
    const passed = time <= this.#context.clock.now();
    if (passed) this.validFrom = Math.max(this.validFrom, time);
    else this.validUntil = Math.min(this.validUntil, time);
    return passed;
  }

  nearest(target: string): NearestNames {
    this.keys.add(factKey.nearest(target));
    return this.#context.tables.names.nearest(target);
  }

  async unlinkedMentions(): Promise<readonly UnlinkedMention[]> {
    const { mentions, snapshot, tables } = this.#context;
    if (mentions === null) return [];
    const text = await this.text();
    this.words = new KeyFilter(mentions.wordKeys(text));
    return mentions.unlinkedMentions(tables, snapshot, this.page, text);
  }

  async sourceWords(ref: string): Promise<string | null> {
    const source = this.source(ref);
    return source === undefined ? null : this.#context.sourceWords.of(source, this.#context.snapshot);
  }

  text(): Promise<string> {
    this.#text ??= this.#context.snapshot.text(this.page.path).then((text) => text ?? '');
    return this.#text;
  }
}
