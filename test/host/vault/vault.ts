import { Events } from '../events';
import { type CapacitorAdapter, type FileSystemAdapter, type WriteOptions } from './adapter';
import { bytesOf, parentPath, type Disk } from './disk';
import { TFile, TFolder, type TAbstractFile } from './files';

/**
 * d.ts `Vault`; https://docs.obsidian.md/Plugins/Vault. "The Vault API only allows access to the files visible inside the
 * app, files included in hidden folders can only be accessed using the Adapter API."
 */
export class Vault extends Events {
  configDir = '.obsidian';
  readonly #hostFiles = new Map<string, TAbstractFile>();
  readonly #hostCache = new Map<TFile, string>();
  readonly #hostRoot: TFolder;

  readonly #hostDisk: Disk;

  constructor(
    public adapter: FileSystemAdapter | CapacitorAdapter,
    hostDisk: Disk,
  ) {
    super();
    this.#hostDisk = hostDisk;
    this.#hostRoot = new TFolder(this, '/');
    this.#hostRoot.name = '';
    this.#hostFiles.set('/', this.#hostRoot);
    adapter.hostListener = {
      changed: (path) => this.hostReconcile(path),
      renamed: (from, to) => this.hostRenamed(from, to),
    };
  }

  getName(): string {
    return this.adapter.getName();
  }

  getRoot(): TFolder {
    return this.#hostRoot;
  }

  /** d.ts: "case sensitive". */
  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.#hostFiles.get(path) ?? null;
  }

  getFileByPath(path: string): TFile | null {
    const file = this.getAbstractFileByPath(path);
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const file = this.getAbstractFileByPath(path);
    return file instanceof TFolder ? file : null;
  }

  getFiles(): TFile[] {
    return [...this.#hostFiles.values()].filter((file) => file instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter(({ extension }) => extension === 'md');
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return [...this.#hostFiles.values()];
  }

  getAllFolders(includeRoot = false): TFolder[] {
    return this.getAllLoadedFiles().filter(
      (file) => file instanceof TFolder && (includeRoot || !file.isRoot()),
    ) as TFolder[];
  }

  static recurseChildren(root: TFolder, cb: (file: TAbstractFile) => unknown): void {
    const waiting: TAbstractFile[] = [root];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      cb(file);
      if (file instanceof TFolder) waiting.push(...[...file.children].reverse());
    }
  }

  /** Guess: a taken name is refused whatever its letter case, as the disk takes no notice of it. */
  async create(path: string, data: string, options?: WriteOptions): Promise<TFile> {
    if (await this.adapter.exists(path)) throw new Error('File already exists.');
    await this.adapter.write(path, data, options);
    return this.#hostMade(path, TFile);
  }

  async createBinary(path: string, data: ArrayBuffer, options?: WriteOptions): Promise<TFile> {
    if (await this.adapter.exists(path)) throw new Error('File already exists.');
    await this.adapter.writeBinary(path, data, options);
    return this.#hostMade(path, TFile);
  }

  async createFolder(path: string): Promise<TFolder> {
    if (await this.adapter.exists(path)) throw new Error('Folder already exists.');
    await this.adapter.mkdir(path);
    return this.#hostMade(path, TFolder);
  }

  read(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  /** The docs: as `read`, but for a change from outside of which the file system has not told the app yet. */
  async cachedRead(file: TFile): Promise<string> {
    const cached = this.#hostCache.get(file);
    if (cached !== undefined) return cached;
    const text = await this.adapter.read(file.path);
    this.#hostCache.set(file, text);
    return text;
  }

  readBinary(file: TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  getResourcePath(file: TFile): string {
    return this.adapter.getResourcePath(file.path);
  }

  /** Guess: writes the path that the file last had, and so brings back a file that was deleted since. */
  modify(file: TFile, data: string, options?: WriteOptions): Promise<void> {
    return this.adapter.write(file.path, data, options);
  }

  modifyBinary(file: TFile, data: ArrayBuffer, options?: WriteOptions): Promise<void> {
    return this.adapter.writeBinary(file.path, data, options);
  }

  append(file: TFile, data: string, options?: WriteOptions): Promise<void> {
    return this.adapter.append(file.path, data, options);
  }

  appendBinary(file: TFile, data: ArrayBuffer, options?: WriteOptions): Promise<void> {
    return this.adapter.appendBinary(file.path, data, options);
  }

  /**
   * The docs: "an abstraction on top of Vault.read() and Vault.modify() that guarantees that the file doesn't change
   * between reading the current content and writing the updated content". It reads the disk, as `Vault.read` does; text
   * that an editor has not saved is the editor's affair (`TextFileView`).
   */
  process(file: TFile, fn: (data: string) => string, options?: WriteOptions): Promise<string> {
    return this.adapter.process(file.path, fn, options);
  }

  async copy<T extends TAbstractFile>(file: T, newPath: string): Promise<T> {
    await this.adapter.copy(file.path, newPath);
    return this.#hostMade(newPath, TFile) as unknown as T;
  }

  /** Guess: a folder with hidden files in it is deleted only when forced. */
  async delete(file: TAbstractFile, force = false): Promise<void> {
    if (file instanceof TFolder) {
      const { files, folders } = await this.adapter.list(file.path);
      const hidden = [...files, ...folders].some((path) => isHidden(path));
      await this.adapter.rmdir(file.path, force || !hidden);
    } else await this.adapter.remove(file.path);
  }

  async trash(file: TAbstractFile, system: boolean): Promise<void> {
    if (system && (await this.adapter.trashSystem(file.path))) return;
    await this.adapter.trashLocal(file.path);
  }

  rename(file: TAbstractFile, newPath: string): Promise<void> {
    return this.adapter.rename(file.path, newPath);
  }

  /** d.ts: 'create' "is also called when the vault is first loaded for each existing file". */
  hostLoad(): void {
    for (const path of this.#hostDisk.all()) this.hostReconcile(path);
  }

  /** Brings the file tree in step with the disk at one path, and tells of it. */
  hostReconcile(path: string): void {
    if (path === '' || isHidden(path)) return;
    const real = this.#hostDisk.realPath(path);
    const node = real === undefined ? undefined : this.#hostDisk.get(real);
    const known = this.#hostFiles.get(real ?? path) ?? this.#hostFiles.get(path);
    if (node === undefined || real === undefined) {
      if (known !== undefined) this.#hostForget(known);
      return;
    }
    if (node.kind === 'folder') {
      if (known instanceof TFolder) return;
      if (known !== undefined) this.#hostForget(known);
      this.#hostInsert(new TFolder(this, real));
      const { files, folders } = this.#hostDisk.list(real);
      for (const inside of [...folders, ...files]) this.hostReconcile(inside);
      return;
    }
    if (known instanceof TFile) {
      if (known.stat.mtime === node.mtime) return;
      this.#hostStat(known);
      this.trigger('modify', known);
      return;
    }
    if (known !== undefined) this.#hostForget(known);
    const file = new TFile(this, real);
    this.#hostStat(file);
    this.#hostInsert(file);
  }

  /** A file keeps its object under its new name. Guess: a folder is told of first, then what is in it. */
  hostRenamed(from: string, to: string): void {
    const file = this.#hostFiles.get(from);
    if (isHidden(to)) {
      if (file !== undefined) this.#hostForget(file);
      return;
    }
    if (file === undefined) {
      this.hostReconcile(to);
      return;
    }
    const moved: [TAbstractFile, string][] = [];
    const gather = (each: TAbstractFile): void => void moved.push([each, each.path]);
    if (file instanceof TFolder) Vault.recurseChildren(file, gather);
    else gather(file);
    this.#hostParent(parentPath(to));
    for (const [each, old] of moved) {
      this.#hostFiles.delete(old);
      each.hostMove(to + old.slice(from.length));
      this.#hostFiles.set(each.path, each);
    }
    this.#hostAttach(file);
    for (const [each, old] of moved) this.trigger('rename', each, old);
  }

  #hostStat(file: TFile): void {
    const { data, ctime, mtime } = this.#hostDisk.file(file.path);
    file.stat = { ctime, mtime, size: bytesOf(data).byteLength };
    this.#hostCache.delete(file);
  }

  #hostMade<T extends TAbstractFile>(path: string, type: new (vault: Vault, path: string) => T): T {
    const file = this.#hostFiles.get(path);
    // d.ts promises a file; one in a hidden folder has none.
    if (!(file instanceof type)) throw new Error(`File not found in the vault: ${path}`);
    return file;
  }

  #hostParent(path: string): TFolder {
    if (path === '') return this.#hostRoot;
    const known = this.#hostFiles.get(path);
    if (known instanceof TFolder) return known;
    const folder = new TFolder(this, path);
    this.#hostInsert(folder);
    return folder;
  }

  #hostInsert(file: TAbstractFile): void {
    this.#hostAttach(file);
    this.#hostFiles.set(file.path, file);
    this.trigger('create', file);
  }

  #hostAttach(file: TAbstractFile): void {
    this.#hostDetach(file);
    file.parent = this.#hostParent(parentPath(file.path));
    file.parent.children.push(file);
  }

  #hostDetach(file: TAbstractFile): void {
    const { parent } = file;
    if (parent !== null) parent.children = parent.children.filter((child) => child !== file);
    file.parent = null;
  }

  /** Guess: what is in a folder is told of before the folder. */
  #hostForget(file: TAbstractFile): void {
    if (file instanceof TFolder) for (const child of [...file.children]) this.#hostForget(child);
    this.#hostFiles.delete(file.path);
    this.#hostDetach(file);
    if (file instanceof TFile) this.#hostCache.delete(file);
    this.trigger('delete', file);
  }
}

/** A path with a folder or name that begins with a dot. */
export function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'));
}
