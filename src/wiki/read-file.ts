import { isWikiError, throwIfCancelled, type Clock, type Run } from '../base';
import { baseName, type FileStat, type Hash, type Vault, type VaultEntry } from '../vault';
import { type KnownBacklinks } from './known-backlinks';
import { isNestedManifest, isWikiRoot } from './path-states';
import { parsePage, unreadablePage } from './page';
import { MEMORY_MARK, roleOf, type Layout } from './paths';
import { canHaveFrontmatter, MAX_SOURCE_BYTES, readSource } from './source';
import { PARSED_GENERATED_FILES, type PathState } from './state';

/** The size and mtime of a file when it was read. */
export interface FileStamp {
  readonly size: number;
  readonly mtime: number;
  /**
   * Whether the same size and mtime prove the same content: the file was changed long enough before it was read that a later
   * change has another mtime. `null` without a clock.
   */
  readonly conclusive: boolean | null;
}

/** Shared by all snapshots of one wiki. */
export interface SnapshotContext {
  /** Scoped to the root of the wiki. */
  readonly vault: Vault;
  /** The folder of the wiki in its vault; `''` if it is the whole vault. */
  readonly root: string;
  /** Name to the vault-relative paths of files outside the wiki. */
  readonly outsideFiles: ReadonlyMap<string, readonly string[]>;
  /** Hashes of sources by path, valid for the stamped size and mtime. */
  readonly hashes: Map<string, FileStamp & { readonly hash: Hash }>;
  /** Further digests of sources, by algorithm and hash. */
  readonly digests: Map<string, string>;
  /** The stamp of each page and source record. */
  readonly stamps: WeakMap<object, FileStamp>;
  readonly backlinks: KnownBacklinks;
  readonly clock: Clock | undefined;
  /** What the cache file contains, if known. */
  cached: { readonly pages: object; readonly records: object; readonly hashes: number } | null;
}

/** In milliseconds: the coarsest mtime of common file systems (FAT). */
export const MTIME_GRANULARITY = 2_000;

/** A stamp for a file that is about to be read. */
export function stampOf(stat: FileStat, clock: Clock | undefined): FileStamp {
  const conclusive = clock === undefined ? null : stat.mtime > 0 && stat.mtime + MTIME_GRANULARITY < clock.now();
  return { size: stat.size, mtime: stat.mtime, conclusive };
}

/** All files of the wiki below a folder, and the folders below it that are nested wikis. */
export async function walk(
  vault: Vault,
  folder: string,
  run: Run,
): Promise<{ readonly files: readonly VaultEntry[]; readonly nested: readonly string[] }> {
  const files: VaultEntry[] = [];
  const nested: string[] = [];
  let folders: readonly string[] = [folder];
  while (folders.length > 0) {
    const below: string[] = [];
    await inParallel(folders, run, async (at) => {
      const entries = await vault.list(at);
      if (at !== '' && (await containsWiki(vault, entries))) {
        nested.push(at);
        return;
      }
      for (const entry of entries) {
        if (baseName(entry.path).startsWith('.')) continue;
        if (entry.kind === 'folder') below.push(entry.path);
        else files.push(entry);
      }
    });
    folders = below;
  }
  return { files, nested };
}

async function containsWiki(vault: Vault, entries: readonly VaultEntry[]): Promise<boolean> {
  if (entries.some(({ kind, path }) => kind === 'file' && path === MEMORY_MARK)) return true;
  const manifest = entries.find(({ kind, path }) => kind === 'file' && isNestedManifest(path));
  const text = manifest === undefined ? null : await tryReadText(vault, manifest.path);
  return typeof text === 'string' && isWikiRoot(text, manifest?.path ?? '');
}

/** Reads the state of a path from its file. */
export async function readFileState(
  entry: VaultEntry,
  context: SnapshotContext,
  layout: Layout,
  checkpoint?: Checkpoint,
): Promise<PathState> {
  const { path, size, mtime } = entry;
  const role = roleOf(path, layout);
  if (role === 'page') {
    const stamp = stampOf(entry, context.clock);
    const text = await tryReadText(context.vault, path);
    if (text === undefined) return { kind: 'gone' };
    await checkpoint?.();
    const page = text === null ? unreadablePage(path) : parsePage(path, text);
    context.stamps.set(page, stamp);
    return { kind: 'page', page };
  }
  if (role === 'source') {
    const stamp = stampOf(entry, context.clock);
    const text = canHaveFrontmatter(path) && size <= MAX_SOURCE_BYTES ? await tryReadText(context.vault, path) : null;
    if (text === undefined) return { kind: 'gone' };
    const record = readSource(path, size, mtime, text);
    context.stamps.set(record, stamp);
    return { kind: 'source', record };
  }
  if (!PARSED_GENERATED_FILES.has(path)) return { kind: 'file' };
  const text = await tryReadText(context.vault, path);
  return text === undefined ? { kind: 'gone' } : { kind: 'file', text };
}

/** The text of a file; `null` if it is not UTF-8, `undefined` if there is no file. */
export async function tryReadText(vault: Vault, path: string): Promise<string | null | undefined> {
  try {
    return await vault.readText(path);
  } catch (error) {
    if (isWikiError(error) && error.code === 'living-wiki:not_utf8') return null;
    if (isWikiError(error) && (error.code === 'living-wiki:file_missing' || error.code === 'living-wiki:not_a_file')) {
      return undefined;
    }
    throw error;
  }
}

/** Yields to the host every few steps. Workers that share a checkpoint all wait while it yields. */
type Checkpoint = () => Promise<void>;

const STEPS_PER_YIELD = 4;

function createCheckpoint(run: Run): Checkpoint {
  let pending: Promise<void> | null = null;
  let steps = 0;
  return async () => {
    while (pending !== null) await pending;
    steps += 1;
    if (steps % STEPS_PER_YIELD !== 0) return;
    pending = run.yieldToHost().finally(() => {
      pending = null;
    });
    await pending;
  };
}

/**
 * Runs `work` on the items, several at a time, since a disk is faster with many reads at once.
 * @param work gets a checkpoint that all workers share
 */
export async function inParallel<T>(
  items: readonly T[],
  run: Run,
  work: (item: T, checkpoint: Checkpoint) => Promise<void>,
  onDone?: (done: number) => void,
): Promise<void> {
  let next = 0;
  let done = 0;
  const checkpoint = createCheckpoint(run);
  const worker = async (): Promise<void> => {
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1;
      throwIfCancelled(run);
      await work(item, checkpoint);
      done += 1;
      await checkpoint();
      onDone?.(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(32, items.length) }, worker));
}

/** Whether a file still has the stamped size and mtime. */
export function matchesStamp(stamp: FileStamp, stat: Pick<FileStat, 'size' | 'mtime'>): boolean {
  return stamp.size === stat.size && stamp.mtime === stat.mtime;
}
