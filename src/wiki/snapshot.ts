import { compareText, isWikiError, WikiError, type Run } from '../base';
import { type MarkdownProblem, type TextLink } from '../markdown';
import { hashBytes, hashText, type FileChange, type Hash, digestBytes, encodeText, type HashAlgorithm } from '../vault';
import { type Lens, type Manifest } from '../workspace';
import { LayeredMap } from './layered-map';
import { linkName, namesForPage, namesForSource, namePerLink, normaliseName } from './names';
import { pathStates, type WrittenPage } from './path-states';
import { layoutOf, type Layout } from './paths';
import { refreshPaths, refreshLens } from './refresh';
import { matchesStamp, stampOf, type SnapshotContext } from './read-file';
import { resolveLink, type LinkTarget, type ResolveTables } from './resolve';
import { nextWikiState, pathExists, withLens, type WikiState } from './state';
import { changedBetween } from './page-versions';
import {
  type Backlink,
  type IndexLine,
  type Page,
  type Provenance,
  type ResolvedLink,
  type Snapshot,
  type Source,
} from './types';

const noChangedTexts = LayeredMap.of<string | null>(new Map());

/** The implementation of {@link Snapshot}. */
export class WikiSnapshot implements Snapshot {
  readonly #texts: LayeredMap<string | null>;
  readonly #tables: ResolveTables;
  readonly #backlinks = new Map<string, readonly Backlink[]>();

  /** @param texts texts of files after changes that are not in the vault; `null` for a removed file */
  constructor(
    readonly state: WikiState,
    readonly context: SnapshotContext,
    texts: LayeredMap<string | null> = noChangedTexts,
  ) {
    this.#texts = texts;
    const { pages, sources, names, slugs } = state;
    const citableIds = this.layout.linksCite ? state.sourceIds : null;
    this.#tables = { pages, sources, citableIds, names, slugs, root: context.root, outsideFiles: context.outsideFiles };
  }

  get manifest(): Manifest {
    return this.state.lens.effective;
  }

  get layout(): Layout {
    return layoutOf(this.state.lens.effective);
  }

  get lens(): Lens {
    return this.state.lens;
  }

  get pages(): ReadonlyMap<string, Page> {
    return this.state.pages;
  }

  get sources(): ReadonlyMap<string, Source> {
    return this.state.sources;
  }

  get files(): ReadonlySet<string> {
    return this.state.files;
  }

  get provenance(): Provenance {
    return this.state.provenance;
  }

  get indexLines(): readonly IndexLine[] {
    return this.state.indexLines;
  }

  get problems(): readonly MarkdownProblem[] {
    return [...this.state.problems.values(), ...this.state.sidecarProblems.values()].flat();
  }

  pageBySlug(slug: string): Page | undefined {
    for (const path of this.state.slugs.get(normaliseName(slug)) ?? []) {
      const page = this.state.pages.get(path);
      if (page !== undefined) return page;
    }
    return undefined;
  }

  pagesBySlug(slug: string): readonly Page[] {
    return this.#pagesAt(this.state.slugs.get(normaliseName(slug)));
  }

  source(ref: string): Source | undefined {
    return this.state.sources.get(ref) ?? this.state.sources.get(this.state.sourceIds.get(ref) ?? '');
  }

  sourcesOf(page: Page): readonly Source[] {
    const listed = page.sources.flatMap((ref) => this.source(ref) ?? []);
    if (!this.layout.linksCite) return listed;
    return [...new Set([...listed, ...page.links.flatMap((link) => this.citedSource(link, page.path) ?? [])])];
  }

  citedSource(link: TextLink, from: string): Source | undefined {
    if (!this.layout.linksCite || link.form !== 'wikilink' || link.embed) return undefined;
    const found = this.resolve(link, from);
    return found.kind === 'source' ? found.source : undefined;
  }

  async sourceHash(path: string): Promise<Hash> {
    const source = this.state.sources.get(path);
    if (source === undefined) {
      const remedy = `Check the path, or add the file to ${this.layout.sources}/.`;
      throw new WikiError('source_not_found', `There is no source "${path}".`, { path, remedy });
    }
    const text = this.#texts.get(path);
    if (typeof text === 'string') return hashText(text);
    const { hashes, vault, clock } = this.context;
    const known = hashes.get(path);
    if (known !== undefined && matchesStamp(known, source)) return known.hash;
    const now = await vault.stat(path);
    const stamp = now === null ? null : stampOf(now, clock);
    const bytes = await vault.readBytes(path);
    const hash = hashBytes(bytes);
    // Another length means that the file changed while it was read.
    if (stamp?.size === bytes.length) hashes.set(path, { ...stamp, hash });
    return hash;
  }

  knownSourceHash(path: string): Hash | null {
    const source = this.state.sources.get(path);
    const known = this.context.hashes.get(path);
    if (source === undefined || known === undefined || !matchesStamp(known, source)) return null;
    return this.#texts.get(path) === undefined ? known.hash : null;
  }

  async sourceDigest(path: string, algorithm: HashAlgorithm): Promise<string> {
    const hash = await this.sourceHash(path);
    const key = `${algorithm} ${hash}`;
    const { digests, vault } = this.context;
    const known = digests.get(key);
    if (known !== undefined) return known;
    const text = this.#texts.get(path);
    const bytes = typeof text === 'string' ? encodeText(text) : await vault.readBytes(path);
    const digest = await digestBytes(algorithm, bytes);
    // The file may have changed after it was hashed.
    if (hashBytes(bytes) === hash) digests.set(key, digest);
    return digest;
  }

  resolve(link: LinkTarget, from: string): ResolvedLink {
    return resolveLink(link, from, this.#tables);
  }

  backlinks(path: string): readonly Backlink[] {
    const known = this.#backlinks.get(path);
    if (known !== undefined) return known;
    const found = this.#findBacklinks(path);
    this.#backlinks.set(path, found);
    return found;
  }

  /** Pages with a link that mentions this normalised name, sorted by path. */
  pagesMentioning(name: string): readonly Page[] {
    return this.#pagesAt(this.state.mentions.get(name));
  }

  async text(path: string): Promise<string | null> {
    const text = this.#texts.get(path);
    if (text !== undefined) return text;
    if (!pathExists(this.state, path)) return null;
    try {
      return await this.context.vault.readText(path);
    } catch (error) {
      if (isWikiError(error) && UNREADABLE_CODES.has(error.code)) return null;
      throw error;
    }
  }

  stamp(path: string): string | null {
    const page = this.state.pages.get(path);
    if (page === undefined || this.#texts.get(path) !== undefined) return null;
    const stamp = this.context.stamps.get(page);
    return stamp?.conclusive === true ? `${stamp.size}:${stamp.mtime}` : null;
  }

  with(changes: readonly FileChange[], like?: Snapshot): WikiSnapshot {
    const known = like instanceof WikiSnapshot ? (path: string) => like.#written(path) : undefined;
    const { texts, states, nested } = pathStates(changes, this.state, (path) => this.#texts.get(path), known);
    if (texts.size === 0) return this;
    const state = nextWikiState({ ...this.state, nested }, states);
    return new WikiSnapshot(state, this.context, this.#texts.with(texts));
  }

  async refreshed(paths: readonly string[], run: Run): Promise<WikiSnapshot> {
    const lens = await refreshLens(paths, this.state.lens, this.context);
    const current = withLens(this.state, lens);
    const isMoved = layoutOf(lens.effective).sources !== this.layout.sources;
    const { states, nested } = await refreshPaths(
      isMoved ? [''] : paths,
      current,
      this.context,
      (path) => this.#texts.get(path),
      run,
    );
    const state = nextWikiState({ ...current, nested }, states);
    const forgotten = new Map([...states.keys()].map((path) => [path, undefined]));
    return new WikiSnapshot(state, this.context, this.#texts.with(forgotten));
  }

  changedSince(earlier: Snapshot): ReadonlySet<string> {
    const known = earlier instanceof WikiSnapshot ? changedBetween(earlier.state.version, this.state.version) : null;
    const changed = new Set<string>();
    for (const path of known ?? new Set([...this.pages.keys(), ...earlier.pages.keys()])) {
      if (earlier.pages.get(path) !== this.pages.get(path)) changed.add(path);
    }
    return changed;
  }

  /** A page that is not in the vault, with its text. */
  #written(path: string): WrittenPage | null {
    const text = this.#texts.get(path);
    const page = this.state.pages.get(path);
    return typeof text === 'string' && page !== undefined ? { text, page } : null;
  }

  #pagesAt(paths: readonly string[] = []): readonly Page[] {
    return paths.map((path) => this.state.pages.get(path)).filter((page) => page !== undefined);
  }

  /** Resolves the links that mention one of the names of the page; no other link can point to it. */
  #findBacklinks(path: string): readonly Backlink[] {
    const source = this.state.sources.get(path);
    const slug = this.state.pages.get(path)?.slug ?? '';
    const names = new Set(source === undefined ? namesForPage(path, slug) : namesForSource(source));
    const paths = new Set([...names].flatMap((name) => this.state.mentions.get(name) ?? []));
    const mentioning = this.#pagesAt([...paths].sort(compareText));
    const find = (from: Page): readonly Backlink[] => {
      const mentioned = namePerLink(from);
      return from.links.flatMap((link, at) =>
        names.has(mentioned[at] ?? '') && pathOf(this.resolve(link, from.path)) === path ? [{ from, link }] : [],
      );
    };
    // Whether a link cites a source depends on all sources.
    return source === undefined
      ? this.context.backlinks.get(path, names, mentioning, this.state, find)
      : mentioning.flatMap(find);
  }
}

const UNREADABLE_CODES: ReadonlySet<string> = new Set([
  'living-wiki:file_missing',
  'living-wiki:not_a_file',
  'living-wiki:not_utf8',
  'living-wiki:path_refused',
]);

function pathOf(resolution: ResolvedLink): string | null {
  switch (resolution.kind) {
    case 'page':
      return resolution.page.path;
    case 'file':
      return resolution.path;
    case 'source':
      return resolution.source.path;
    case 'external':
    case 'missing':
      return null;
  }
}

/**
 * The pages with a link that mentions the normalised `name`, sorted by path. Their links may resolve differently once a file
 * or slug of that name is added or removed.
 */
export function pagesMentioning(snapshot: Snapshot, name: string): readonly Page[] {
  if (snapshot instanceof WikiSnapshot) return snapshot.pagesMentioning(name);
  return [...snapshot.pages.values()].filter((page) => page.links.some((link) => linkName(link) === name));
}

/** Whether a page has a link that mentions the normalised `name`. */
export function isMentioned(snapshot: Snapshot, name: string): boolean {
  if (snapshot instanceof WikiSnapshot) return snapshot.state.mentions.get(name) !== undefined;
  return pagesMentioning(snapshot, name).length > 0;
}

/** What resolves links beside the pages, files and sources of a wiki, for comparison. */
export function resolutionContext(snapshot: Snapshot): unknown {
  if (!(snapshot instanceof WikiSnapshot)) return null;
  const { root, outsideFiles } = snapshot.context;
  return [root, [...outsideFiles]];
}
