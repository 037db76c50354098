import { type Clock, compareText, SerialQueue } from '../base';
import { pairRenames, type AddedFile } from './pair-renames';
import { fileErrors } from './errors';
import { VaultListeners } from './listeners';
import { MemoryVault } from './memory';
import { checkSafePath, checkFolderPath, parentPath, parentPaths } from './paths';
import { decodeText, hashBytes } from './text';
import {
  type FileChange,
  type FileStat,
  type Hash,
  type Vault,
  type VaultEntry,
  type VaultEvent,
  type WriteOptions,
} from './types';

/** A vault on top of another: reads from it, and keeps every write, rename and removal in memory. Never writes to it. */
export class OverlayVault implements Vault {
  readonly #base: Vault;
  readonly #layer: MemoryVault;
  /** Files and folders of the base that were removed or renamed here. */
  readonly #hidden = new Set<string>();
  /** Hash of each file of the base when it was last read or replaced through this overlay. */
  readonly #seen = new Map<string, Hash>();
  /** For each renamed file, its path in the base. */
  readonly #origins = new Map<string, string>();
  readonly #listeners = new VaultListeners();
  /** A file written here must look newer than the one below, whatever the clock says. */
  #minTime = 0;

  /** @param clock gives the time of each change; without one, changes are counted from 1 */
  constructor(base: Vault, clock: Clock = { now: () => 0 }) {
    this.#base = base;
    this.#layer = new MemoryVault({}, { now: () => Math.max(clock.now(), this.#minTime) });
  }

  /**
   * The changes that make the base equal to the overlay, sorted by path. Each expects the text that was read or replaced
   * here. A file with its old bytes again is no change. A file counts as renamed if `rename` moved it, or if exactly one
   * new path has the bytes of a removed file.
   *
   * @throws `living-wiki:not_utf8` when a changed file is not text: wikis hold only text that is written by transactions
   */
  async difference(): Promise<readonly FileChange[]> {
    const created: AddedFile[] = [];
    const updated: FileChange[] = [];
    for (const path of await this.#upperFiles()) {
      const bytes = await this.#layer.readBytes(path);
      const expected = (await this.#baseHas(path)) ? await this.#seenHash(path) : null;
      if (expected === null) created.push({ path, bytes, hash: hashBytes(bytes), origin: this.#origins.get(path) });
      else if (expected !== hashBytes(bytes)) {
        updated.push({ op: 'update', path, expected, text: decodeText(bytes, path) });
      }
    }
    const removed = new Map<string, Hash>();
    for (const path of [...this.#hidden].sort(compareText)) {
      if ((await this.#layer.stat(path))?.kind === 'file' || !(await this.#baseHas(path))) continue;
      removed.set(path, await this.#seenHash(path));
    }
    return pairRenames(created, updated, removed);
  }

  async list(folder: string): Promise<readonly VaultEntry[]> {
    const stat = await this.stat(checkFolderPath(folder));
    if (stat === null) return [];
    if (stat.kind === 'file') throw fileErrors.notAFolder(folder);
    const entries = new Map<string, VaultEntry>();
    if (!this.#isHidden(folder)) {
      for (const entry of await this.#base.list(folder)) {
        if (!this.#hidden.has(entry.path)) entries.set(entry.path, entry);
      }
    }
    for (const entry of await this.#layer.list(folder)) {
      if (entry.kind === 'file' || !entries.has(entry.path)) entries.set(entry.path, entry);
    }
    return [...entries.values()].sort((a, b) => compareText(a.path, b.path));
  }

  async stat(path: string): Promise<FileStat | null> {
    const upper = await this.#layer.stat(path);
    if (upper?.kind === 'file') return upper;
    const base = this.#isHidden(path) ? null : await this.#base.stat(path);
    return base ?? upper;
  }

  async readText(path: string): Promise<string> {
    return decodeText(await this.readBytes(path), path);
  }

  async readBytes(path: string): Promise<Uint8Array> {
    checkSafePath(path);
    const upper = await this.#layer.stat(path);
    if (upper?.kind === 'file') return this.#layer.readBytes(path);
    if (upper?.kind === 'folder') throw fileErrors.notAFile(path);
    if (this.#isHidden(path)) throw fileErrors.missing(path);
    const bytes = await this.#base.readBytes(path);
    this.#seen.set(path, hashBytes(bytes));
    return bytes;
  }

  async write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void> {
    const before = await this.stat(checkSafePath(path));
    if (before?.kind === 'folder') throw fileErrors.notAFile(path);
    await this.#checkExpected(path, before, options);
    await this.#checkParents(path);
    if (before !== null && (await this.#baseHas(path)) && !this.#isHidden(path)) await this.#seenHash(path);
    this.#minTime = Math.max(this.#minTime, (before?.mtime ?? 0) + 1);
    await this.#layer.write(path, content);
    this.#listeners.emit({ kind: before === null ? 'created' : 'changed', path });
  }

  async rename(from: string, to: string, { expected }: WriteOptions = {}): Promise<void> {
    checkSafePath(to);
    const bytes = await this.readBytes(from);
    if (expected !== undefined && expected !== hashBytes(bytes)) throw fileErrors.edited(from);
    if (from === to) return;
    if ((await this.stat(to)) !== null) throw fileErrors.exists(to);
    await this.#checkParents(to);
    await this.#layer.write(to, bytes);
    const origin = this.#origins.get(from) ?? from;
    await this.#hide(from);
    if (await this.#baseHas(origin)) this.#origins.set(to, origin);
    this.#listeners.emit({ kind: 'renamed', path: to, from });
  }

  async remove(path: string, options?: WriteOptions): Promise<void> {
    const stat = await this.stat(checkSafePath(path));
    if (stat === null) return;
    if (stat.kind === 'folder') {
      if ((await this.list(path)).length > 0) throw fileErrors.notEmpty(path);
      if ((await this.#layer.stat(path)) !== null) await this.#layer.remove(path);
      this.#hidden.add(path);
      return;
    }
    await this.#checkExpected(path, stat, options);
    await this.#hide(path);
    this.#listeners.emit({ kind: 'removed', path });
  }

  watch(listener: (event: VaultEvent) => void): () => void {
    const stopOwn = this.#listeners.add(listener);
    let isStopped = false;
    const notify = (event: VaultEvent): void => {
      if (!isStopped) listener(event);
    };
    // Whether an event is visible here has to be looked up, and events must stay in order.
    const queue = new SerialQueue();
    const stopBase = this.#base.watch((event) => {
      void queue.add(() => this.#forward(event, notify));
    });
    return () => {
      isStopped = true;
      stopOwn();
      stopBase();
    };
  }

  /** Passes on a change of the base where it is visible through this overlay. */
  async #forward(event: VaultEvent, listener: (event: VaultEvent) => void): Promise<void> {
    const isCovered = async (path: string): Promise<boolean> =>
      this.#isHidden(path) || (await this.#layer.stat(path))?.kind === 'file';
    const pathCovered = await isCovered(event.path);
    if (event.kind !== 'renamed') {
      if (!pathCovered) listener(event);
      return;
    }
    const fromCovered = await isCovered(event.from);
    if (!pathCovered && !fromCovered) listener(event);
    else if (!pathCovered) listener({ kind: 'created', path: event.path });
    else if (!fromCovered) listener({ kind: 'removed', path: event.from });
  }

  async #checkExpected(path: string, stat: FileStat | null, { expected }: WriteOptions = {}): Promise<void> {
    if (expected === undefined) return;
    if (expected !== (stat === null ? null : hashBytes(await this.readBytes(path)))) throw fileErrors.edited(path);
  }

  #isHidden(path: string): boolean {
    return this.#hidden.has(path) || parentPaths(path).some((parent) => this.#hidden.has(parent));
  }

  async #baseHas(path: string): Promise<boolean> {
    return (await this.#base.stat(path))?.kind === 'file';
  }

  /** The hash of the base's file when it was first read here; its current hash if it never was. */
  async #seenHash(path: string): Promise<Hash> {
    const hash = this.#seen.get(path) ?? hashBytes(await this.#base.readBytes(path));
    this.#seen.set(path, hash);
    return hash;
  }

  async #hide(path: string): Promise<void> {
    if (await this.#baseHas(path)) {
      if (!this.#isHidden(path)) await this.#seenHash(path);
      this.#hidden.add(path);
    }
    this.#origins.delete(path);
    if ((await this.#layer.stat(path)) !== null) await this.#layer.remove(path);
  }

  async #checkParents(path: string): Promise<void> {
    for (let parent = parentPath(path); parent !== ''; parent = parentPath(parent)) {
      if ((await this.stat(parent))?.kind === 'file') throw fileErrors.notAFolder(parent);
    }
  }

  async #upperFiles(): Promise<string[]> {
    const files: string[] = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of await this.#layer.list(folder)) {
        (entry.kind === 'file' ? files : folders).push(entry.path);
      }
    }
    return files.sort(compareText);
  }
}
