import { compareText, type Clock } from '../base';
import { fileErrors } from './errors';
import { VaultListeners } from './listeners';
import { baseName, checkSafePath, checkFolderPath, joinPath, parentPath, parentPaths } from './paths';
import { decodeText, encodeText, hashBytes } from './text';
import { type FileStat, type Vault, type VaultEntry, type VaultEvent, type WriteOptions } from './types';

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly mtime: number;
}

/** What `work` returns or throws, as a promise. The work is done before this returns, so no other call comes between. */
function asPromise<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

const STOPPED_CLOCK: Clock = { now: () => 0 };

/**
 * A vault in memory. Names are case-sensitive, as on Linux.
 *
 * No two changes have the same time: where the clock gives one twice, a millisecond is added. The same calls always give
 * the same times.
 */
export class MemoryVault implements Vault {
  readonly #files = new Map<string, StoredFile>();
  /** The names in each folder. */
  readonly #folders = new Map<string, Set<string>>([['', new Set()]]);
  readonly #listeners = new VaultListeners();
  readonly #clock: Clock;
  #lastTime = 0;

  /**
   * @param files text or bytes by path
   * @param clock gives the time of each change; without one, changes are counted from 1
   */
  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}, clock: Clock = STOPPED_CLOCK) {
    this.#clock = clock;
    for (const path of Object.keys(files).sort(compareText)) this.#put(checkSafePath(path), files[path] ?? '');
  }

  list(folder: string): Promise<readonly VaultEntry[]> {
    return asPromise(() => {
      checkFolderPath(folder);
      if (this.#files.has(folder)) throw fileErrors.notAFolder(folder);
      return [...(this.#folders.get(folder) ?? [])].sort(compareText).map((name) => {
        const path = joinPath(folder, name);
        return { path, ...this.#statOf(path) };
      });
    });
  }

  stat(path: string): Promise<FileStat | null> {
    return asPromise(() => {
      checkFolderPath(path);
      return this.#files.has(path) || this.#folders.has(path) ? this.#statOf(path) : null;
    });
  }

  readText(path: string): Promise<string> {
    return asPromise(() => decodeText(this.#get(path).bytes, path));
  }

  readBytes(path: string): Promise<Uint8Array> {
    return asPromise(() => this.#get(path).bytes.slice());
  }

  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void> {
    return asPromise(() => {
      checkSafePath(path);
      this.#checkExpected(path, options);
      this.#listeners.emit({ kind: this.#put(path, content) ? 'created' : 'changed', path });
    });
  }

  rename(from: string, to: string, options?: WriteOptions): Promise<void> {
    return asPromise(() => {
      checkSafePath(to);
      const file = this.#get(from);
      this.#checkExpected(from, options);
      if (from === to) return;
      if (this.#files.has(to) || this.#folders.has(to)) throw fileErrors.exists(to);
      this.#addFolders(to);
      this.#drop(from);
      this.#files.set(to, file);
      this.#folders.get(parentPath(to))?.add(baseName(to));
      this.#listeners.emit({ kind: 'renamed', path: to, from });
    });
  }

  renameFolder(from: string, to: string): Promise<void> {
    return asPromise(() => {
      checkSafePath(from);
      checkSafePath(to);
      if (!this.#folders.has(from)) throw fileErrors.missing(from);
      if (this.#files.has(to) || this.#folders.has(to) || to.startsWith(`${from}/`)) throw fileErrors.exists(to);
      this.#addFolders(to);
      for (const map of [this.#files, this.#folders] as readonly Map<string, unknown>[]) {
        for (const [path, value] of [...map]) {
          if (path !== from && !path.startsWith(`${from}/`)) continue;
          map.delete(path);
          map.set(to + path.slice(from.length), value);
        }
      }
      this.#folders.get(parentPath(from))?.delete(baseName(from));
      this.#folders.get(parentPath(to))?.add(baseName(to));
      this.#listeners.emit({ kind: 'renamed', path: to, from });
    });
  }

  remove(path: string, options?: WriteOptions): Promise<void> {
    return asPromise(() => {
      checkSafePath(path);
      if (this.#files.has(path)) {
        this.#checkExpected(path, options);
        this.#drop(path);
        this.#listeners.emit({ kind: 'removed', path });
        return;
      }
      const names = this.#folders.get(path);
      if (names === undefined) return;
      if (names.size > 0) throw fileErrors.notEmpty(path);
      this.#folders.delete(path);
      this.#folders.get(parentPath(path))?.delete(baseName(path));
    });
  }

  watch(listener: (event: VaultEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  #statOf(path: string): FileStat {
    const file = this.#files.get(path);
    return file === undefined
      ? { kind: 'folder', size: 0, mtime: 0 }
      : { kind: 'file', size: file.bytes.length, mtime: file.mtime };
  }

  #get(path: string): StoredFile {
    checkSafePath(path);
    const file = this.#files.get(path);
    if (file !== undefined) return file;
    throw this.#folders.has(path) ? fileErrors.notAFile(path) : fileErrors.missing(path);
  }

  #checkExpected(path: string, { expected }: WriteOptions = {}): void {
    const file = this.#files.get(path);
    if (expected !== undefined && expected !== (file === undefined ? null : hashBytes(file.bytes))) {
      throw fileErrors.edited(path);
    }
  }

  /** @returns whether the file is new */
  #put(path: string, content: string | Uint8Array): boolean {
    if (this.#folders.has(path)) throw fileErrors.notAFile(path);
    const bytes = typeof content === 'string' ? encodeText(content, path) : content.slice();
    this.#addFolders(path);
    const isNew = !this.#files.has(path);
    this.#lastTime = Math.max(this.#clock.now(), this.#lastTime + 1);
    this.#files.set(path, { bytes, mtime: this.#lastTime });
    this.#folders.get(parentPath(path))?.add(baseName(path));
    return isNew;
  }

  #drop(path: string): void {
    this.#files.delete(path);
    this.#folders.get(parentPath(path))?.delete(baseName(path));
  }

  #addFolders(path: string): void {
    const parents = parentPaths(path);
    for (const parent of parents) if (this.#files.has(parent)) throw fileErrors.notAFolder(parent);
    for (const parent of parents) {
      if (this.#folders.has(parent)) continue;
      this.#folders.set(parent, new Set());
      this.#folders.get(parentPath(parent))?.add(baseName(parent));
    }
  }
}
