import { constants, lstat as lstatCallback, lstatSync, type Dirent, type Stats } from 'node:fs';
import { access, link, open, readdir, rename, rmdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import nodePath from 'node:path';
import { promisify } from 'node:util';
import { compareText } from '../base';
import {
  baseName,
  checkSafePath,
  decodeText,
  encodeText,
  fileErrors,
  foldName,
  joinPath,
  parentPath,
  type EntryKind,
  type FileStat,
  type SkippedEntry,
  type Vault,
  type VaultEntry,
  type VaultEvent,
  type WriteOptions,
} from '../vault';
import { asVaultError } from './errors';
import { NodePaths } from './paths';
import { watchFolder } from './watch';
import { makeFolders, statOrNull, syncFolder, withRetries } from './files';
import { isTemporaryName, moveExpected, removeExpected, replaceFile } from './write';

/** Files that are examined at a time: enough to keep the disk busy, few enough not to delay other work. */
const LIST_BATCH = 256;

/** Listing a vault calls it for every file, and that of `node:fs/promises` takes twice the time. */
const lstat = promisify(lstatCallback);

/**
 * On a disk whose answers are at hand, asking for each file in turn takes a fifth of the processor time of asking for many at
 * once. Several batches in a row that took longer than this, in milliseconds, are on a slow disk, where waiting for many at once
 * is faster.
 */
const QUICK_BATCH = 50;
const MAX_SLOW_BATCHES = 4;

/** Opening a named pipe without a writer would block for ever. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

/** Absent on Windows, where the slower check finds links. */
const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;

/**
 * The vault on a disk, under the folder `root`.
 *
 * - A file is replaced as a whole: written to a temporary file, synced if requested, and moved over the old one, whose mode
 *   it keeps. Temporary files are in `.wiki/tmp/` of the wiki that they belong to, where the next start removes them.
 * - A change with an expected hash is refused if another program saved the file at the last moment, and that text is
 *   kept; see `write.ts`.
 * - Links are followed inside the root, and refused (`living-wiki:path_refused`) if they lead out of it. Listings omit
 *   those and links to folders, whose files are listed at their own path.
 * - A file that the user may not write is not replaced either, even if its folder would allow it.
 *
 * @param root any spelling of the folder; it need not exist before the first write
 */
export function createNodeVault(root: string): Vault {
  return new NodeVault(root);
}

class NodeVault implements Vault {
  readonly #places: NodePaths;
  /** In a row. */
  #slowBatches = 0;

  constructor(root: string) {
    this.#places = new NodePaths(root);
  }

  get #isQuick(): boolean {
    return this.#slowBatches < MAX_SLOW_BATCHES;
  }

  list(folder: string): Promise<readonly VaultEntry[]> {
    return withVaultErrors(folder, async () => {
      const place = await this.#places.resolveExisting(folder);
      if (place === null) return [];
      const names = (await readdir(place)).filter((name) => !isTemporaryName(name)).sort(compareText);
      const entries: VaultEntry[] = [];
      for (let start = 0; start < names.length; start += LIST_BATCH) {
        const batch = names.slice(start, start + LIST_BATCH);
        // Else a large folder would keep everything else waiting.
        if (start > 0) await new Promise((resolve) => void setImmediate(resolve));
        const began = performance.now();
        const found = await Promise.all(batch.map((name) => this.#entry(folder, place, name)));
        if (this.#isQuick) this.#slowBatches = performance.now() - began > QUICK_BATCH ? this.#slowBatches + 1 : 0;
        for (const entry of found) if (entry !== null) entries.push(entry);
      }
      return entries;
    });
  }

  listKinds(folder: string): Promise<readonly EntryKind[]> {
    return withVaultErrors(folder, async () => {
      const place = await this.#places.resolveExisting(folder);
      if (place === null) return [];
      const found: EntryKind[] = [];
      for (const entry of await readdir(place, { withFileTypes: true })) {
        if (isTemporaryName(entry.name)) continue;
        const kind = await this.#kind(folder, place, entry);
        if (kind !== null) found.push({ path: joinPath(folder, entry.name), kind });
      }
      return found.sort((a, b) => compareText(a.path, b.path));
    });
  }

  /** The kind of a child; `null` for one that {@link list} leaves out. Only links have to be looked at. */
  async #kind(folder: string, place: string, entry: Dirent): Promise<EntryKind['kind'] | null> {
    if (!entry.isFile() && !entry.isDirectory()) return (await this.#entry(folder, place, entry.name))?.kind ?? null;
    try {
      checkSafePath(joinPath(folder, entry.name));
      return entry.isFile() ? 'file' : 'folder';
    } catch {
      return null;
    }
  }

  listSkipped(folder: string): Promise<readonly SkippedEntry[]> {
    return withVaultErrors(folder, async () => {
      const place = await this.#places.resolveExisting(folder);
      if (place === null) return [];
      const found: SkippedEntry[] = [];
      for (const entry of await readdir(place, { withFileTypes: true })) {
        if (isTemporaryName(entry.name)) continue;
        const path = joinPath(folder, entry.name);
        const reason = await this.#whyLeftOut(path, entry);
        if (reason !== null) found.push({ path, reason });
      }
      return found.sort((a, b) => compareText(a.path, b.path));
    });
  }

  stat(path: string): Promise<FileStat | null> {
    return withVaultErrors(path, async () => {
      const place = await this.#places.resolveExisting(path);
      const stats = place === null ? null : await statOrNull(place);
      // The root counts as existing even before its first file.
      if (stats === null) return path === '' ? { kind: 'folder', size: 0, mtime: 0 } : null;
      return toFileStat(stats);
    });
  }

  async readText(path: string): Promise<string> {
    return decodeText(await this.readBytes(path), path);
  }

  readBytes(path: string): Promise<Uint8Array> {
    return withVaultErrors(path, async () => {
      checkSafePath(path);
      const file = (await this.#openInFolder(path)) ?? (await this.#openFollowing(path));
      try {
        const stats = await file.stat();
        if (!stats.isFile()) throw fileErrors.notAFile(path);
        return await readWhole(file, stats.size);
      } finally {
        await file.close();
      }
    });
  }

  /** Opens a file without following links, by the cached path of its folder; `null` if the slower check must decide. */
  async #openInFolder(path: string): Promise<FileHandle | null> {
    if (NO_FOLLOW === 0) return null;
    try {
      const folder = await this.#places.resolveFolder(parentPath(path));
      if (folder === null) return null;
      return await open(nodePath.join(folder, baseName(path)), READ | NO_FOLLOW);
    } catch {
      return null;
    }
  }

  async #openFollowing(path: string): Promise<FileHandle> {
    const place = await this.#places.resolveExisting(path);
    if (place === null) throw fileErrors.missing(path);
    return open(place, READ);
  }

  write(path: string, content: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
    return withVaultErrors(path, async () => {
      const bytes = typeof content === 'string' ? encodeText(content, path) : content;
      const place = await this.#places.resolveForWrite(checkSafePath(path));
      const old = await statOrNull(place);
      if (old !== null && !old.isFile()) throw fileErrors.notAFile(path);
      const { durable = false, expected } = options;
      if (expected !== undefined && (old === null) !== (expected === null)) throw fileErrors.edited(path);
      if (old !== null) await access(place, constants.W_OK);
      const work = async (): Promise<void> => {
        const scratch = await this.#places.scratchFolder(path);
        await replaceFile(place, bytes, { scratch, old, durable, expected });
      };
      await withRetries(work, () => this.#places.clearCache());
    });
  }

  rename(from: string, to: string, options: WriteOptions = {}): Promise<void> {
    return withVaultErrors(from, async () => {
      const source = await this.#places.resolveEntry(checkSafePath(from));
      const target = await this.#places.resolveEntry(checkSafePath(to));
      const found = await this.#places.resolveExisting(from);
      if (found === null) throw fileErrors.missing(from);
      if (!(await stat(found)).isFile()) throw fileErrors.notAFile(from);
      if (from === to) return;
      const there = await statOrNull(target, lstat);
      // On a case-insensitive disk, a name that differs only in case finds the same file.
      const isItself = there?.nlink === 1 && foldName(from) === foldName(to) && there.ino === (await lstat(source)).ino;
      if (there !== null && !isItself) throw fileErrors.exists(to);
      const durable = options.durable === true;
      await withVaultErrors(to, () => makeFolders(nodePath.dirname(target), durable));
      await withRetries(async () => {
        const { expected } = options;
        const isLink = (await lstat(source)).isSymbolicLink();
        if (typeof expected !== 'string' || isItself || isLink) return rename(source, target);
        const scratch = await this.#places.scratchFolder(from);
        await moveExpected(source, target, expected, { scratch, taken: () => fileErrors.exists(to) });
      });
      if (!durable) return;
      await syncFolder(nodePath.dirname(target));
      if (nodePath.dirname(source) !== nodePath.dirname(target)) await syncFolder(nodePath.dirname(source));
    });
  }

  renameFolder(from: string, to: string): Promise<void> {
    return withVaultErrors(from, async () => {
      const source = await this.#places.resolveEntry(checkSafePath(from));
      const target = await this.#places.resolveEntry(checkSafePath(to));
      const found = await statOrNull(source, lstat);
      if (found?.isDirectory() !== true) throw fileErrors.missing(from);
      // An empty folder would be replaced silently.
      if ((await statOrNull(target, lstat)) !== null) throw fileErrors.exists(to);
      await withRetries(() => rename(source, target));
      this.#places.clearCache();
      await syncFolder(nodePath.dirname(target));
    });
  }

  linkFile(from: string, to: string): Promise<boolean> {
    return withVaultErrors(to, async () => {
      const source = await this.#places.resolveEntry(checkSafePath(from));
      const target = await this.#places.resolveEntry(checkSafePath(to));
      if ((await statOrNull(source, lstat))?.isFile() !== true) return false;
      await makeFolders(nodePath.dirname(target), false);
      return link(source, target).then(
        () => true,
        () => false,
      );
    });
  }

  remove(path: string, options: WriteOptions = {}): Promise<void> {
    return withVaultErrors(path, async () => {
      const place = await this.#places.resolveEntry(checkSafePath(path));
      const stats = await statOrNull(place, lstat);
      if (stats === null) return;
      await withRetries(async () => {
        const { expected } = options;
        if (stats.isDirectory()) return rmdir(place);
        if (typeof expected !== 'string' || stats.isSymbolicLink()) return unlink(place);
        await removeExpected(place, expected, await this.#places.scratchFolder(path));
      });
      if (options.durable === true) await syncFolder(nodePath.dirname(place));
    });
  }

  watch(listener: (event: VaultEvent) => void): () => void {
    return watchFolder(this.#places.root, listener);
  }

  async #entry(folder: string, place: string, name: string): Promise<VaultEntry | null> {
    const path = joinPath(folder, name);
    try {
      checkSafePath(path);
      const at = place + nodePath.sep + name;
      const own = this.#isQuick ? lstatSync(at) : await lstat(at);
      if (!own.isSymbolicLink()) return own.isFile() || own.isDirectory() ? { path, ...toFileStat(own) } : null;
      const target = await this.#places.resolveExisting(path);
      const stats = target === null ? null : await stat(target);
      return stats?.isFile() === true ? { path, ...toFileStat(stats) } : null;
    } catch {
      // Removed since, a link out of the root or in a circle, or an invalid name: not accessible.
      return null;
    }
  }

  async #whyLeftOut(path: string, entry: Dirent): Promise<string | null> {
    try {
      checkSafePath(path);
      if (entry.isFile() || entry.isDirectory()) return null;
      if (!entry.isSymbolicLink()) return 'This is neither a file nor a folder.';
      const target = await this.#places.resolveExisting(path);
      if (target === null) return 'This is a link that leads nowhere.';
      return (await stat(target)).isFile() ? null : 'This is a link to a folder; put the files themselves there.';
    } catch (error) {
      const { message, remedy = '' } = asVaultError(error, path);
      return `${message} ${remedy}`.trim();
    }
  }
}

/** The bytes of an open file, in one read if its size is as expected. */
async function readWhole(file: FileHandle, size: number): Promise<Uint8Array> {
  // One byte more than expected, so that a shorter read has reached the end.
  const buffer = new Uint8Array(size + 1);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  if (bytesRead === size) return buffer.subarray(0, size);
  // The file is being written to, or the disk returns it in parts.
  const bytes = await file.readFile();
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function toFileStat(stats: Stats): FileStat {
  if (stats.isDirectory()) return { kind: 'folder', size: 0, mtime: stats.mtimeMs };
  // A program can reset the modification time of a file, but not this one.
  return { kind: 'file', size: stats.size, mtime: Math.max(stats.mtimeMs, stats.ctimeMs) };
}

/** Does the work, and converts its errors to those of the vault. */
async function withVaultErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asVaultError(error, path);
  }
}
