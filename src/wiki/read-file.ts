import { isWikiError, throwIfCancelled, type Clock, type Run } from '../base';
import { baseName, type FileStat, type Hash, type Vault, type VaultEntry } from '../vault';
import { isNestedManifest, isWikiRoot } from './path-states';
import { parsePage, unreadablePage } from './page';
import { roleOf } from './paths';
import { canHaveFrontmatter, readSource } from './source';
import { PARSED_GENERATED_FILES, type PathState } from './state';

/** A file as it was when its page was read. */
export interface FileStamp {
  readonly size: number;
  readonly mtime: number;
  /**
   * Whether the same size and mtime prove the same content: the file was last changed well before it was read, so that a
   * later change cannot share its mtime. `null` where no clock could tell.
   */
  readonly conclusive: boolean | null;
}

/** What snapshots of one wiki share. */
export interface SnapshotContext {
  /** Scoped to the wiki's root. */
  readonly vault: Vault;
  /** Where the wiki lies in its vault; `''` when it is the vault. */
  readonly root: string;
  /** Name to the vault-relative paths of files outside the wiki. */
  readonly outsideFiles: ReadonlyMap<string, readonly string[]>;
  /** Hashes of sources, by path, for the size and mtime that they were read with. */
  readonly hashes: Map<string, FileStamp & { readonly hash: Hash }>;
  /** How the file of a page or source was when it was read. */
  readonly stamps: WeakMap<object, FileStamp>;
  readonly clock: Clock | undefined;
  /** What the cache holds, as far as is known. */
  cached: { readonly pages: object; readonly records: object; readonly hashes: number } | null;
}

/** Coarsest mtime of a file system in use (FAT), and some room, in milliseconds. */
export const MTIME_GRANULARITY = 2_000;

/** A stamp for a file that is about to be read. */
export function stampOf(stat: FileStat, clock: Clock | undefined): FileStamp {
  const sure = clock === undefined ? null : stat.mtime > 0 && stat.mtime + MTIME_GRANULARITY < clock.now();
  return { size: stat.size, mtime: stat.mtime, conclusive: sure };
}

/** All files below a folder that are this wiki's, and the folders below it that are wikis of their own. */
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
  const manifest = entries.find(({ kind, path }) => kind === 'file' && isNestedManifest(path));
  const text = manifest === undefined ? null : await tryReadText(vault, manifest.path);
  return typeof text === 'string' && isWikiRoot(text, manifest?.path ?? '');
}

/** What is at a path by its file. */
export async function readFileState(
  entry: VaultEntry,
  context: SnapshotContext,
  checkpoint?: Checkpoint,
): Promise<PathState> {
  const { path, size, mtime } = entry;
  const role = roleOf(path);
  if (role === 'page') {
    const stamp = stampOf(entry, context.clock);
    const text = await tryReadText(context.vault, path);
    if (text === undefined) return { kind: 'gone' };
    await checkpoint?.();
    const page = text === null ? unreadablePage(path, NOT_UTF8_MESSAGE) : parsePage(path, text);
    context.stamps.set(page, stamp);
    return { kind: 'page', page };
  }
  if (role === 'source') {
    const stamp = stampOf(entry, context.clock);
    const text = canHaveFrontmatter(path) ? await tryReadText(context.vault, path) : null;
    if (text === undefined) return { kind: 'gone' };
    const record = readSource(path, size, mtime, text);
    context.stamps.set(record, stamp);
    return { kind: 'source', record };
  }
  if (!PARSED_GENERATED_FILES.has(path)) return { kind: 'file' };
  const text = await tryReadText(context.vault, path);
  return text === undefined ? { kind: 'gone' } : { kind: 'file', text };
}

const NOT_UTF8_MESSAGE = 'Unexpected bytes, expected UTF-8 text';

/** The text of a file; `null` where it is not UTF-8, `undefined` where nothing is there. */
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

/** To be passed before what takes time: lets others run now and then, and holds all workers back while they do. */
export type Checkpoint = () => Promise<void>;

/** Steps between two breaths. */
const STEPS_PER_YIELD = 4;

function createCheckpoint(run: Run): Checkpoint {
  let breath: Promise<void> | null = null;
  let steps = 0;
  return async () => {
    while (breath !== null) await breath;
    steps += 1;
    if (steps % STEPS_PER_YIELD !== 0) return;
    breath = run.yieldToHost().finally(() => {
      breath = null;
    });
    await breath;
  };
}

/**
 * Runs `work` over the items, some at a time: a disk answers many reads sooner than one after the other.
 * @param work is handed the gate that it shares with the others
 */
export async function inParallel<T>(
  items: readonly T[],
  run: Run,
  work: (item: T, gate: Checkpoint) => Promise<void>,
  onDone?: (done: number) => void,
): Promise<void> {
  let next = 0;
  let done = 0;
  const gate = createCheckpoint(run);
  const worker = async (): Promise<void> => {
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1;
      throwIfCancelled(run);
      await work(item, gate);
      done += 1;
      await gate();
      onDone?.(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(32, items.length) }, worker));
}

/** Whether a file has the size and mtime that were stamped. */
export function matchesStamp(stamp: FileStamp, stat: Pick<FileStat, 'size' | 'mtime'>): boolean {
  return stamp.size === stat.size && stamp.mtime === stat.mtime;
}
