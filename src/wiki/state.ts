import { compareText, memoizeLast, throwIfCancelled, type Run } from '../base';
import { type MarkdownProblem } from '../markdown';
import { type Lens } from '../workspace';
import { type CachedMentions } from './cached-mentions';
import { readIndex } from './index-file';
import { LayeredMap, MultimapEdits, MultimapBuilder } from './layered-map';
import { mentionedNames, nameKey, normaliseName } from './names';
import { NOT_UTF8_MESSAGE } from './page';
import { INDEX_FILE, layoutOf, PROVENANCE_FILE } from './paths';
import { EMPTY_PROVENANCE, readProvenance } from './provenance';
import { firstVersion, nextVersion, type PagesVersion } from './page-versions';
import { updateSortedMap, updateSortedSet } from './sorted-collections';
import { applySidecars } from './sidecar';
import { assignSourceIds, type SourceRecord } from './source';
import { type IndexLine, type Page, type Provenance, type Source } from './types';

/** The data of a snapshot: immutable, and shared with the next snapshot where nothing changed. */
export interface WikiState {
  readonly lens: Lens;
  readonly pages: ReadonlyMap<string, Page>;
  readonly records: ReadonlyMap<string, SourceRecord>;
  readonly sources: ReadonlyMap<string, Source>;
  /** Source id to path. */
  readonly sourceIds: ReadonlyMap<string, string>;
  readonly files: ReadonlySet<string>;
  readonly provenance: Provenance;
  readonly indexLines: readonly IndexLine[];
  /** Of generated files, by file. */
  readonly problems: ReadonlyMap<string, readonly MarkdownProblem[]>;
  /** Of sidecars without effect, by file. */
  readonly sidecarProblems: ReadonlyMap<string, readonly MarkdownProblem[]>;
  /** {@link nameKey} to the paths of all files with that name. */
  readonly names: LayeredMap<readonly string[]>;
  /** Normalised slug to the paths of all pages with that slug. */
  readonly slugs: LayeredMap<readonly string[]>;
  /** Link name to the paths of all pages that mention it. */
  readonly mentions: LayeredMap<readonly string[]>;
  /** Folders that are nested wikis. */
  readonly nested: ReadonlySet<string>;
  readonly version: PagesVersion;
}

/** What is at a path now. */
export type PathState =
  | { readonly kind: 'gone' }
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'source'; readonly record: SourceRecord }
  /** `text` is present for {@link PARSED_GENERATED_FILES}. */
  | { readonly kind: 'file'; readonly text?: string | null };

/** Generated files whose content is part of a snapshot. */
export const PARSED_GENERATED_FILES: ReadonlySet<string> = new Set([INDEX_FILE, PROVENANCE_FILE]);

export interface WikiContents {
  readonly lens: Lens;
  /** Pages, records and files are each sorted by path. */
  readonly pages: ReadonlyMap<string, Page>;
  readonly records: ReadonlyMap<string, SourceRecord>;
  readonly files: ReadonlySet<string>;
  /** Texts of existing {@link PARSED_GENERATED_FILES}. */
  readonly generated: ReadonlyMap<string, string | null>;
  readonly nested: ReadonlySet<string>;
}

/**
 * Builds the state of a wiki and yields to the host in between.
 * @param mentionsLater finds out which pages mention which names when it is first asked, in one go; `null` where it is found out now
 */
export async function buildState(
  contents: WikiContents,
  run: Run,
  mentionsLater: Pick<CachedMentions, 'lists'> | null,
): Promise<WikiState> {
  const { lens, pages, records, files, nested } = contents;
  const names = new MultimapBuilder();
  const slugs = new MultimapBuilder();
  const mentions = new MultimapBuilder();
  let done = 0;
  const pause = async (): Promise<void> => {
    throwIfCancelled(run);
    if ((done += 1) % 200 === 0) await run.yieldToHost();
  };
  for (const path of [...pages.keys(), ...records.keys(), ...files].sort(compareText)) {
    names.add(nameKey(path), path);
    await pause();
  }
  for (const page of pages.values()) {
    slugs.add(normaliseName(page.slug), page.path);
    if (mentionsLater === null) for (const name of mentionedNames(page)) mentions.add(name, page.path);
    await pause();
  }
  const state: WikiState = {
    lens,
    pages,
    records,
    sources: new Map(),
    sourceIds: new Map(),
    files,
    provenance: EMPTY_PROVENANCE,
    indexLines: [],
    problems: new Map(),
    sidecarProblems: new Map(),
    names: names.build(),
    slugs: slugs.build(),
    mentions: mentionsLater === null ? mentions.build() : LayeredMap.lazy(() => mentionsLater.lists(pages)),
    nested,
    version: firstVersion(),
  };
  const changes = [...contents.generated].map(([path, text]) => [path, { kind: 'file', text }] as const);
  const read = { ...state, ...readGenerated(state, new Map(changes)) };
  return { ...read, ...assignSources(read) };
}

/** The next state after these changes. Copies the maps that change. */
export function nextWikiState(state: WikiState, changes: ReadonlyMap<string, PathState>): WikiState {
  const pages = new Map<string, Page | undefined>();
  const records = new Map<string, SourceRecord | undefined>();
  const files = new Map<string, boolean>();
  for (const [path, now] of changes) {
    const page = now.kind === 'page' ? now.page : undefined;
    const record = now.kind === 'source' ? now.record : undefined;
    if (state.pages.get(path) !== page) pages.set(path, page);
    if (state.records.get(path) !== record) records.set(path, record);
    files.set(path, now.kind === 'file');
  }
  const next = {
    ...state,
    ...withNames(state, changes),
    ...withPages(state, pages),
    ...(records.size > 0 && { records: updateSortedMap(state.records, records) }),
    files: updateSortedSet(state.files, files),
  };
  const read = { ...next, ...readGenerated(state, changes) };
  return records.size === 0 && read.provenance === state.provenance
    ? read
    : { ...read, ...assignSources(read, records) };
}

function withNames(state: WikiState, changes: ReadonlyMap<string, PathState>): Pick<WikiState, 'names'> {
  const edits = new MultimapEdits();
  for (const [path, now] of changes) {
    if (now.kind === 'gone') edits.remove(nameKey(path), path);
    else if (!pathExists(state, path)) edits.add(nameKey(path), path);
  }
  return { names: edits.apply(state.names) };
}

function withPages(
  state: WikiState,
  changes: ReadonlyMap<string, Page | undefined>,
): Pick<WikiState, 'pages' | 'slugs' | 'mentions' | 'version'> {
  const slugs = new MultimapEdits();
  const mentions = new MultimapEdits();
  for (const [path, now] of changes) {
    const old = state.pages.get(path);
    if (old?.slug !== now?.slug) {
      if (old !== undefined) slugs.remove(normaliseName(old.slug), path);
      if (now !== undefined) slugs.add(normaliseName(now.slug), path);
    }
    const before = old === undefined ? [] : mentionedNames(old);
    const after = now === undefined ? [] : mentionedNames(now);
    for (const name of before) if (!after.includes(name)) mentions.remove(name, path);
    for (const name of after) if (!before.includes(name)) mentions.add(name, path);
  }
  return {
    version: nextVersion(state.version, changes.keys()),
    pages: updateSortedMap(state.pages, changes),
    slugs: slugs.apply(state.slugs),
    mentions: mentions.apply(state.mentions),
  };
}

/**
 * The sources of the records, dated by the provenance manifest. The tables stay the same objects where nothing changed.
 * @param touched paths whose content may have changed
 */
function assignSources(
  { lens, records, provenance, sources: known, sourceIds }: WikiState,
  touched?: ReadonlyMap<string, unknown>,
): Pick<WikiState, 'sources' | 'sourceIds' | 'sidecarProblems'> {
  const fallback = lens.effective.sources.authorityDefault ?? 'secondary';
  const { records: described, problems: sidecarProblems } = applySidecars([...records.values()]);
  const sources = assignSourceIds(described, fallback, provenance.sources, known, touched);
  const isSame =
    sources.size === known.size && [...sources.values()].every((source) => known.get(source.path) === source);
  if (isSame) return { sources: known, sourceIds, sidecarProblems };
  return {
    sources,
    sidecarProblems,
    sourceIds: new Map([...sources.values()].map((source) => [source.id, source.path])),
  };
}

/** The state with another root lens, which may change the default authority of sources. */
export function withLens(state: WikiState, lens: Lens): WikiState {
  if (lens === state.lens) return state;
  const next = { ...state, lens };
  return { ...next, ...assignSources(next) };
}

function readGenerated(
  state: WikiState,
  changes: ReadonlyMap<string, PathState>,
): Partial<Pick<WikiState, 'indexLines' | 'provenance' | 'problems'>> {
  let result: Partial<Pick<WikiState, 'indexLines' | 'provenance' | 'problems'>> = {};
  const problems = new Map(state.problems);
  for (const path of PARSED_GENERATED_FILES) {
    const now = changes.get(path);
    if (now === undefined) continue;
    const text = now.kind === 'file' ? now.text : undefined;
    const found: MarkdownProblem[] = [];
    if (text === null) found.push({ path, line: 1, column: 1, message: NOT_UTF8_MESSAGE });
    if (path === INDEX_FILE) result = { ...result, indexLines: typeof text === 'string' ? indexLinesIn(text) : [] };
    else {
      const read =
        typeof text === 'string'
          ? provenanceIn(text, path, layoutOf(state.lens.effective).sources)
          : { provenance: EMPTY_PROVENANCE, problems: [] };
      for (const problem of read.problems) found.push(problem);
      result = { ...result, provenance: read.provenance };
    }
    if (found.length > 0) problems.set(path, found);
    else problems.delete(path);
    result = { ...result, problems };
  }
  return result;
}

/** A change reads what it will write, and then what it wrote. */
const READINGS = 2;
const provenanceIn = memoizeLast(READINGS, readProvenance);
const indexLinesIn = memoizeLast(READINGS, readIndex);

export function pathExists(state: WikiState, path: string): boolean {
  return state.pages.has(path) || state.records.has(path) || state.files.has(path);
}
