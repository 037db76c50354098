import { checkpoint, type Clock, compareText, type Run } from '../base';
import { JOURNAL_FOLDER, joinPath, parentPath, type Vault, type VaultEntry } from '../vault';
import { findManifests, parseManifest, type Lens, type ParsedManifest } from '../workspace';
import { KnownBacklinks } from './known-backlinks';
import { nameKey } from './names';
import { DEFAULT_LAYOUT, isHidden, layoutOf, MANIFEST_FILE, type Layout } from './paths';
import { inParallel, readFileState, tryReadText, walk, type SnapshotContext } from './read-file';
import { isCacheable, loadSnapshotCache, markSaved, NOTHING_CACHED } from './cache';
import { WikiSnapshot } from './snapshot';
import { buildState, type PathState, type WikiContents } from './state';
import { type Snapshot } from './types';

interface ReadOptions {
  /** Scoped to the root of the wiki. */
  readonly vault: Vault;
  /** The root lens, resolved on the whole vault; the path of its manifest gives the folder of the wiki. */
  readonly lens: Lens;
  readonly run: Run;
  /**
   * Start from the cache in `.wiki/cache/` that was sealed with this secret, as far as the files prove it right. Without one,
   * every file is read.
   */
  readonly cacheSecret?: string | null;
  /**
   * Vault-relative paths of files, so that links that leave the wiki resolve as in Obsidian. Paths inside the wiki are
   * ignored.
   */
  readonly vaultFiles?: readonly string[];
  /**
   * For the age of files: a file changed within the last two seconds may change again with the same mtime. Without a clock, no
   * mtime counts as proof.
   */
  readonly clock?: Clock;
  /** Where nothing waits for a frame: what not every operation needs is built in one go when it is first asked. */
  readonly isLazy?: boolean;
}

/**
 * Reads a wiki: parses every page and lists every source and other file. With a warm cache, only changed pages are read.
 *
 * A page that is not text becomes a page with a problem. Nested wikis and hidden folders are left out.
 *
 * @throws WikiError `living-wiki:cancelled`, and what the vault throws for anything but a missing or unreadable file
 */
export async function readSnapshot(options: ReadOptions): Promise<Snapshot> {
  const { vault, lens, run, clock, cacheSecret = null } = options;
  const root = parentPath(lens.chain[0]?.path ?? lens.path);
  const context: SnapshotContext = {
    vault,
    root,
    outsideFiles: outsideFileTable(options.vaultFiles ?? [], root),
    hashes: new Map(),
    digests: new Map(),
    stamps: new WeakMap(),
    backlinks: new KnownBacklinks(),
    clock,
    cached: null,
  };
  const { files, nested } = await walk(vault, '', run);
  await checkpoint(run);
  const layout = layoutOf(lens.effective);
  const entries = [...files].sort((a, b) => compareText(a.path, b.path));
  await run.yieldToHost();
  const { states: known, mentions } =
    cacheSecret === null
      ? NOTHING_CACHED
      : await loadSnapshotCache(entries, context, layout, cacheSecret, run, options.isLazy);
  const states = await readStates(entries, known, context, layout, run);
  const mentionsLater = options.isLazy === true ? mentions : null;
  const state = await buildState(contentsOf(entries, states, lens, nested), run, mentionsLater);
  const snapshot = new WikiSnapshot(state, context);
  if (cacheSecret !== null && isFullyCached(entries, known, layout)) markSaved(snapshot);
  return snapshot;
}

/** Whether everything that can be cached came from the cache. */
function isFullyCached(entries: readonly VaultEntry[], known: ReadonlyMap<string, PathState>, layout: Layout): boolean {
  return entries.every(({ path }) => known.has(path) || !isCacheable(path, layout));
}

async function readStates(
  entries: readonly VaultEntry[],
  known: ReadonlyMap<string, PathState>,
  context: SnapshotContext,
  layout: Layout,
  run: Run,
): Promise<ReadonlyMap<string, PathState>> {
  const states = new Map(known);
  const unread = entries.filter(({ path }) => !states.has(path));
  const total = unread.length;
  await inParallel(
    unread,
    run,
    async (entry, checkpoint) => void states.set(entry.path, await readFileState(entry, context, layout, checkpoint)),
    (done) => {
      if (done % 100 === 0 || done === total) run.progress({ stage: 'Reading pages', done, total });
    },
  );
  return states;
}

function contentsOf(
  entries: readonly VaultEntry[],
  states: ReadonlyMap<string, PathState>,
  lens: Lens,
  nested: readonly string[],
): WikiContents {
  const pages: WikiContents['pages'] & Map<string, unknown> = new Map();
  const records: WikiContents['records'] & Map<string, unknown> = new Map();
  const files = new Set<string>();
  const generated = new Map<string, string | null>();
  for (const { path } of entries) {
    const now = states.get(path);
    if (now?.kind === 'page') pages.set(path, now.page);
    else if (now?.kind === 'source') records.set(path, now.record);
    else if (now?.kind === 'file') {
      files.add(path);
      if (now.text !== undefined) generated.set(path, now.text);
    }
  }
  return { lens, pages, records, files, generated, nested: new Set(nested) };
}

/** The layout that the manifest of a wiki names; the default where that cannot be read. @param vault scoped to the wiki */
export async function readLayout(vault: Vault): Promise<Layout> {
  const text = await tryReadText(vault, MANIFEST_FILE);
  const parsed = typeof text === 'string' ? parseManifest(text, MANIFEST_FILE) : null;
  return parsed?.kind === 'manifest' ? layoutOf(parsed.manifest) : DEFAULT_LAYOUT;
}

function outsideFileTable(paths: readonly string[], root: string): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, string[]>();
  for (const path of [...paths].sort(compareText)) {
    if (root === '' || path.startsWith(`${root}/`) || isHidden(path)) continue;
    const list = table.get(nameKey(path));
    if (list === undefined) table.set(nameKey(path), [path]);
    else list.push(path);
  }
  return table;
}

/**
 * The folders of all wikis in a vault, sorted; `''` is the vault itself. A wiki with an invalid manifest counts too, and one whose
 * manifest has lost its frontmatter, so that a host can report what is wrong with it.
 *
 * @param vault the whole vault
 */
export async function findWikis(vault: Vault, run: Run): Promise<readonly string[]> {
  const roots: string[] = [];
  for (const { path, parsed } of await findManifests(vault, run)) {
    const root = parentPath(path);
    if (await marksWiki(vault, root, parsed)) roots.push(root);
  }
  return roots.sort(compareText);
}

/**
 * Whether a folder is a wiki: by its manifest, also where that is invalid, or by its journal where the manifest claims nothing.
 *
 * @param parsed the `KNOWLEDGE.md` of the folder
 */
export async function marksWiki(vault: Vault, folder: string, parsed: ParsedManifest): Promise<boolean> {
  if (parsed.kind === 'manifest') return parsed.manifest.extends === undefined;
  if (parsed.kind === 'invalid') return parsed.extends === undefined;
  return (await vault.stat(joinPath(folder, JOURNAL_FOLDER)))?.kind === 'folder';
}
