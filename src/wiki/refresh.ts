import { compareText, isWikiError, throwIfCancelled, type Run } from '../base';
import { checkFolderPath, joinPath, parentPath, type Vault, type VaultEntry } from '../vault';
import { resolveLens, type Lens } from '../workspace';
import { isNested, isNestedManifest } from './path-states';
import { isHidden, layoutOf, MANIFEST_FILE, MEMORY_MARK, roleOf } from './paths';
import { inParallel, matchesStamp, tryReadText, readFileState, stampOf, walk, type SnapshotContext } from './read-file';
import { type PathState, type WikiState } from './state';

/** The new states of refreshed paths, and all nested wikis. */
interface RefreshedPaths {
  readonly states: ReadonlyMap<string, PathState>;
  readonly nested: ReadonlySet<string>;
}

/**
 * Reads these paths again: files, or folders with everything in them.
 *
 * @param state with the lens that now applies
 * @param textOf the text of a path after changes that are not in the vault
 */
export async function refreshPaths(
  paths: readonly string[],
  state: WikiState,
  context: SnapshotContext,
  textOf: (path: string) => string | null | undefined,
  run: Run,
): Promise<RefreshedPaths> {
  const states = new Map<string, PathState>();
  const nested = new Set(state.nested);
  const folders = new Set<string>();
  for (const path of new Set(paths)) {
    throwIfCancelled(run);
    await unlessRefused(async () => {
      checkFolderPath(path);
      if (path === '') folders.add('');
      else if (isNestedManifest(path) || path === MEMORY_MARK) folders.add(parentPath(path));
      else if (!isHidden(path) && !isNested(path, nested)) {
        const stat = await context.vault.stat(path);
        if (stat?.kind === 'file') states.set(path, await refreshFile({ path, ...stat }, state, context, textOf(path)));
        else folders.add(path);
      }
    });
    await run.yieldToHost();
  }
  for (const folder of [...folders].sort(compareText)) {
    if (isNested(joinPath(folder, 'x'), nested) && !state.nested.has(folder)) continue;
    await unlessRefused(() => refreshFolder(folder, state, context, textOf, run, states, nested));
  }
  return { states, nested };
}

/** A path that the vault refuses is not part of the wiki; throwing would repeat the error at every later refresh. */
async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isWikiError(error) || error.code !== 'living-wiki:path_refused') throw error;
  }
}

async function refreshFolder(
  folder: string,
  state: WikiState,
  context: SnapshotContext,
  textOf: (path: string) => string | null | undefined,
  run: Run,
  states: Map<string, PathState>,
  nested: Set<string>,
): Promise<void> {
  const inside = (path: string): boolean => folder === '' || path === folder || path.startsWith(`${folder}/`);
  for (const path of [...state.pages.keys(), ...state.records.keys(), ...state.files]) {
    if (inside(path)) states.set(path, { kind: 'gone' });
  }
  for (const path of [...nested]) if (inside(path)) nested.delete(path);
  const found = await walk(context.vault, folder, run);
  for (const path of found.nested) nested.add(path);
  await inParallel(found.files, run, async (entry) => {
    states.set(entry.path, await refreshFile(entry, state, context, textOf(entry.path)));
  });
}

async function refreshFile(
  entry: VaultEntry,
  state: WikiState,
  context: SnapshotContext,
  changedText: string | null | undefined,
): Promise<PathState> {
  const layout = layoutOf(state.lens.effective);
  const page = roleOf(entry.path, layout) === 'page' ? state.pages.get(entry.path) : undefined;
  const stamp = page === undefined ? undefined : context.stamps.get(page);
  if (page !== undefined && changedText === undefined && stamp?.conclusive === true && matchesStamp(stamp, entry)) {
    return { kind: 'page', page };
  }
  if (page !== undefined && typeof changedText === 'string') {
    // The change that this page was parsed from is on disk now.
    const now = stampOf(entry, context.clock);
    if ((await tryReadText(context.vault, entry.path)) === changedText) {
      context.stamps.set(page, now);
      return { kind: 'page', page };
    }
  }
  context.hashes.delete(entry.path);
  return readFileState(entry, context, layout);
}

/**
 * The root lens after its manifest may have changed. If the manifest is invalid, the old lens is kept, so that the wiki stays
 * readable while its manifest is being edited.
 */
export async function refreshLens(paths: readonly string[], lens: Lens, context: SnapshotContext): Promise<Lens> {
  if (!paths.includes(MANIFEST_FILE) && !paths.includes('')) return lens;
  try {
    return await resolveLens(mountedAt(context.vault, context.root), joinPath(context.root, MANIFEST_FILE));
  } catch (error) {
    if (isWikiError(error)) return lens;
    throw error;
  }
}

/** A read-only view of the wiki's vault under its path in the whole vault, since a lens uses paths of the whole vault. */
function mountedAt(vault: Vault, root: string): Vault {
  if (root === '') return vault;
  const inner = (path: string): string | null => {
    if (path === root) return '';
    return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;
  };
  const outer = <E extends VaultEntry>(entry: E): E => ({ ...entry, path: joinPath(root, entry.path) });
  const missing = '.outside/none';
  return {
    list: async (folder) => {
      const at = inner(folder);
      return at === null ? [] : (await vault.list(at)).map(outer);
    },
    stat: (path) => vault.stat(inner(path) ?? missing),
    readText: (path) => vault.readText(inner(path) ?? missing),
    readBytes: (path) => vault.readBytes(inner(path) ?? missing),
    write: () => Promise.reject(new Error('read only')),
    rename: () => Promise.reject(new Error('read only')),
    remove: () => Promise.reject(new Error('read only')),
    watch: () => () => undefined,
  };
}
