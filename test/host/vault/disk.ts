import { diskError } from './faults';

export type DiskData = string | Uint8Array;

export interface DiskFile {
  readonly kind: 'file';
  data: DiskData;
  ctime: number;
  mtime: number;
}

export interface DiskFolder {
  readonly kind: 'folder';
  ctime: number;
  mtime: number;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export const textOf = (data: DiskData): string => (typeof data === 'string' ? data : decoder.decode(data));
export const bytesOf = (data: DiskData): Uint8Array => (typeof data === 'string' ? encoder.encode(data) : data);
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * The disk below the app. It outlives the app, is changed by other programs too, and keeps the letter case of names
 * while it takes no notice of it in looking them up, as those of macOS and Windows do, unless told otherwise.
 */
export class Disk {
  readonly #nodes = new Map<string, { path: string; node: DiskFile | DiskFolder }>();
  #last = 0;
  /** Files that were moved to the trash bin of the system. */
  readonly systemTrash: string[] = [];

  readonly #clock: () => number;

  constructor(
    readonly caseSensitive = false,
    clock: () => number = () => Date.now(),
  ) {
    this.#clock = clock;
  }

  /** Each moment is later than the one before. */
  now(): number {
    this.#last = Math.max(this.#last + 1, this.#clock());
    return this.#last;
  }

  /** @param exactly the letter case has to agree, whatever the disk thinks of it */
  get(path: string, exactly = false): DiskFile | DiskFolder | undefined {
    const found = this.#nodes.get(this.#key(path));
    return exactly && found?.path !== path ? undefined : found?.node;
  }

  /** How the name is written on the disk. */
  realPath(path: string): string | undefined {
    return this.#nodes.get(this.#key(path))?.path;
  }

  file(path: string): DiskFile {
    const node = this.get(path);
    if (node === undefined) throw diskError('ENOENT', 'no such file or directory', path);
    if (node.kind === 'folder') throw diskError('EISDIR', 'illegal operation on a directory', path);
    return node;
  }

  write(path: string, data: DiskData, times: { ctime?: number; mtime?: number } = {}): void {
    const parent = parentPath(path);
    if (parent !== '' && this.get(parent)?.kind !== 'folder') {
      throw diskError('ENOENT', 'no such file or directory', path);
    }
    const old = this.get(path);
    if (old?.kind === 'folder') throw diskError('EISDIR', 'illegal operation on a directory', path);
    const now = this.now();
    const node: DiskFile = {
      kind: 'file',
      data,
      ctime: times.ctime ?? old?.ctime ?? now,
      mtime: times.mtime ?? now,
    };
    this.#nodes.set(this.#key(path), { path: this.realPath(path) ?? path, node });
  }

  /** Makes the folders above it, too. */
  mkdir(path: string): void {
    if (path === '') return;
    const old = this.get(path);
    if (old?.kind === 'folder') return;
    if (old !== undefined) throw diskError('EEXIST', 'file already exists', path);
    this.mkdir(parentPath(path));
    const now = this.now();
    this.#nodes.set(this.#key(path), { path, node: { kind: 'folder', ctime: now, mtime: now } });
  }

  /** A file with the folders above it: how a test or another program puts one there. */
  put(path: string, data: DiskData): void {
    this.mkdir(parentPath(path));
    this.write(path, data);
  }

  remove(path: string): void {
    this.file(path);
    this.#nodes.delete(this.#key(path));
  }

  rmdir(path: string, recursive: boolean): void {
    if (this.get(path)?.kind !== 'folder') throw diskError('ENOENT', 'no such file or directory', path);
    const inside = this.#below(path);
    if (inside.length > 0 && !recursive) throw diskError('ENOTEMPTY', 'directory not empty', path);
    for (const each of [...inside, path]) this.#nodes.delete(this.#key(each));
  }

  rename(from: string, to: string): void {
    const node = this.get(from);
    if (node === undefined) throw diskError('ENOENT', 'no such file or directory', from);
    const parent = parentPath(to);
    if (parent !== '' && this.get(parent)?.kind !== 'folder') {
      throw diskError('ENOENT', 'no such file or directory', to);
    }
    const real = this.realPath(from) ?? from;
    for (const each of [real, ...this.#below(from)]) {
      const moved = this.#nodes.get(this.#key(each));
      this.#nodes.delete(this.#key(each));
      const path = to + each.slice(real.length);
      if (moved !== undefined) this.#nodes.set(this.#key(path), { path, node: moved.node });
    }
  }

  /** The names directly in a folder ('' is the vault itself), as full paths, sorted. */
  list(folder: string): { files: string[]; folders: string[] } {
    const files: string[] = [];
    const folders: string[] = [];
    const key = this.#key(folder);
    for (const { path, node } of this.#nodes.values()) {
      if (this.#key(parentPath(path)) === key) (node.kind === 'file' ? files : folders).push(path);
    }
    return { files: files.sort(), folders: folders.sort() };
  }

  /** Everything, folders before what is in them. */
  all(): string[] {
    return [...this.#nodes.values()].map(({ path }) => path).sort();
  }

  #below(folder: string): string[] {
    const prefix = `${this.#key(folder)}/`;
    return [...this.#nodes.entries()].filter(([key]) => key.startsWith(prefix)).map(([, { path }]) => path);
  }

  #key(path: string): string {
    return this.caseSensitive ? path : path.toLowerCase();
  }
}
