import { isWikiError, throwIfCancelled, type Clock, type Run } from '../base';
import { baseName, type FileStat, type Hash, type Vault, type VaultEntry } from '../vault';
import { isNestedManifest, isWikiRoot } from './change';
import { parsePage, unreadablePage } from './page';
import { roleOf } from './paths';
import { describesItself, readSource } from './source';
import { generatedFiles, type PathState } from './state';

/** A file as it was when its page was read. */
export interface Stamp {
  readonly size: number;
  readonly mtime: number;
  /**
   * Whether the same size and mtime prove the same content: the file was last changed well before it was read, so that a
   * later change cannot share its mtime. `null` where no clock could tell.
   */
  readonly sure: boolean | null;
}

/** What snapshots of one wiki share. */
export interface ReadContext {
  /** Scoped to the wiki's root. */
  readonly vault: Vault;
  /** Where the wiki lies in its vault; `''` when it is the vault. */
  readonly root: string;
  /** Name to the vault-relative paths of files outside the wiki. */
  readonly neighbours: ReadonlyMap<string, readonly string[]>;
  /** Hashes of sources, by path, for the size and mtime that they were read with. */
  readonly hashes: Map<string, Stamp & { readonly hash: Hash }>;
  /** How the file of a page or source was when it was read. */
  readonly stamps: WeakMap<object, Stamp>;
  readonly clock: Clock | undefined;
  /** What the cache holds, as far as is known. */
  saved: { readonly pages: object; readonly records: object; readonly hashes: number } | null;
}

/** Coarsest mtime of a file system in use (FAT), and some room, in milliseconds. */
export const mtimeGrain = 2_000;

/** A stamp for a file that is about to be read. */
export function stampOf(stat: FileStat, clock: Clock | undefined): Stamp {
  const sure = clock === undefined ? null : stat.mtime > 0 && stat.mtime + mtimeGrain < clock.now();
  return { size: stat.size, mtime: stat.mtime, sure };
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
      if (at !== '' && (await holdsWiki(vault, entries))) {
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

async function holdsWiki(vault: Vault, entries: readonly VaultEntry[]): Promise<boolean> {
  const manifest = entries.find(({ kind, path }) => kind === 'file' && isNestedManifest(path));
  const text = manifest === undefined ? null : await readable(vault, manifest.path);
  return typeof text === 'string' && isWikiRoot(text, manifest?.path ?? '');
}

/** What is at a path by its file. */
export async function readFileState(entry: VaultEntry, context: ReadContext, gate?: Gate): Promise<PathState> {
  const { path, size, mtime } = entry;
  const role = roleOf(path);
  if (role === 'page') {
    const stamp = stampOf(entry, context.clock);
    const text = await readable(context.vault, path);
    if (text === undefined) return { kind: 'gone' };
    await gate?.();
    const page = text === null ? unreadablePage(path, notText) : parsePage(path, text);
    context.stamps.set(page, stamp);
    return { kind: 'page', page };
  }
  if (role === 'source') {
    const stamp = stampOf(entry, context.clock);
    const text = describesItself(path) ? await readable(context.vault, path) : null;
    if (text === undefined) return { kind: 'gone' };
    const record = readSource(path, size, mtime, text);
    context.stamps.set(record, stamp);
    return { kind: 'source', record };
  }
  if (!generatedFiles.has(path)) return { kind: 'file' };
  const text = await readable(context.vault, path);
  return text === undefined ? { kind: 'gone' } : { kind: 'file', text };
}

const notText = 'Unexpected bytes, expected UTF-8 text';

/** The text of a file; `null` where it is not UTF-8, `undefined` where nothing is there. */
export async function readable(vault: Vault, path: string): Promise<string | null | undefined> {
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
export type Gate = () => Promise<void>;

/** Steps between two breaths. */
const fewSteps = 4;

function createGate(run: Run): Gate {
  let breath: Promise<void> | null = null;
  let steps = 0;
  return async () => {
    while (breath !== null) await breath;
    steps += 1;
    if (steps % fewSteps !== 0) return;
    breath = run.breathe().finally(() => {
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
  work: (item: T, gate: Gate) => Promise<void>,
  each?: (done: number) => void,
): Promise<void> {
  let next = 0;
  let done = 0;
  const gate = createGate(run);
  const worker = async (): Promise<void> => {
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1;
      throwIfCancelled(run);
      await work(item, gate);
      done += 1;
      await gate();
      each?.(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(32, items.length) }, worker));
}

/** Whether a file has the size and mtime that were stamped. */
export function isSame(stamp: Stamp, stat: Pick<FileStat, 'size' | 'mtime'>): boolean {
  return stamp.size === stat.size && stamp.mtime === stat.mtime;
}
