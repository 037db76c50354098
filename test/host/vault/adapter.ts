import { strict, Unmodelled } from '../strict';
import { bytesOf, textOf, type Disk, type DiskData } from './disk';
import { type Faults } from './faults';

export interface WriteOptions {
  readonly ctime?: number;
  readonly mtime?: number;
}

/** Told of what the adapter itself did to the disk, before the promise of the operation settles. */
export interface AdapterListener {
  changed(path: string): void;
  renamed(from: string, to: string): void;
}

/**
 * d.ts `DataAdapter`. Guess: operations that write wait for one another, as each begins when the one before has settled;
 * reading does not wait. Guess: errors are those of Node's `fs` on the desktop, except where a message is given below.
 */
export class HostAdapter {
  #hostQueue: Promise<unknown> = Promise.resolve();
  hostListener: AdapterListener | null = null;

  readonly #hostFaults: Faults;
  readonly #hostName: string;

  constructor(
    protected readonly hostDisk: Disk,
    hostFaults: Faults,
    hostName: string,
  ) {
    this.#hostFaults = hostFaults;
    this.#hostName = hostName;
  }

  getName(): string {
    return this.#hostName;
  }

  async exists(normalizedPath: string, sensitive = false): Promise<boolean> {
    const path = onDisk(normalizedPath);
    await this.#hostFaults.pass('read', path);
    return path === '' || this.hostDisk.get(path, sensitive) !== undefined;
  }

  async stat(
    normalizedPath: string,
  ): Promise<{ type: 'file' | 'folder'; ctime: number; mtime: number; size: number } | null> {
    const path = onDisk(normalizedPath);
    await this.#hostFaults.pass('read', path);
    if (path === '') return { type: 'folder', ctime: 0, mtime: 0, size: 0 };
    const node = this.hostDisk.get(path);
    if (node === undefined) return null;
    const { kind, ctime, mtime } = node;
    return { type: kind, ctime, mtime, size: node.kind === 'file' ? bytesOf(node.data).byteLength : 0 };
  }

  async list(normalizedPath: string): Promise<{ files: string[]; folders: string[] }> {
    const path = onDisk(normalizedPath);
    await this.#hostFaults.pass('list', path);
    if (path !== '' && this.hostDisk.get(path)?.kind !== 'folder') {
      throw Object.assign(new Error(`ENOENT: no such file or directory, scandir '${path}'`), { code: 'ENOENT' });
    }
    return this.hostDisk.list(path);
  }

  async read(normalizedPath: string): Promise<string> {
    const path = onDisk(normalizedPath);
    await this.#hostFaults.pass('read', path);
    return textOf(this.hostDisk.file(path).data);
  }

  async readBinary(normalizedPath: string): Promise<ArrayBuffer> {
    const path = onDisk(normalizedPath);
    await this.#hostFaults.pass('read', path);
    return bytesOf(this.hostDisk.file(path).data).slice().buffer;
  }

  write(normalizedPath: string, data: string, options?: WriteOptions): Promise<void> {
    if (typeof data !== 'string') throw new TypeError('The data to write is not a string.');
    return this.#hostWrite(normalizedPath, () => data, options);
  }

  writeBinary(normalizedPath: string, data: ArrayBuffer, options?: WriteOptions): Promise<void> {
    return this.#hostWrite(normalizedPath, () => new Uint8Array(data.slice(0)), options);
  }

  /** Guess: makes the file where there is none, as `fs.appendFile` does. */
  append(normalizedPath: string, data: string, options?: WriteOptions): Promise<void> {
    return this.#hostWrite(normalizedPath, (old) => textOf(old ?? '') + data, options);
  }

  appendBinary(normalizedPath: string, data: ArrayBuffer, options?: WriteOptions): Promise<void> {
    const joined = (old: DiskData | undefined): Uint8Array =>
      new Uint8Array([...bytesOf(old ?? ''), ...new Uint8Array(data)]);
    return this.#hostWrite(normalizedPath, joined, options);
  }

  /** d.ts: "Atomically read, modify, and save the contents of a plaintext file." An error of `fn` leaves it as it was. */
  process(normalizedPath: string, fn: (data: string) => string, options?: WriteOptions): Promise<string> {
    const path = onDisk(normalizedPath);
    return this.#hostTurn(async () => {
      await this.#hostFaults.pass('read', path);
      const old = textOf(this.hostDisk.file(path).data);
      const text = fn(old);
      if (typeof text !== 'string') throw new TypeError('The callback of process() has to return a string.');
      if (text !== old) {
        await this.#hostFaults.pass('write', path);
        // Whatever changed it between the two has lost: the app cannot lock a file against other programs.
        this.hostDisk.write(path, text, options);
        this.hostListener?.changed(path);
      }
      return text;
    });
  }

  getResourcePath(normalizedPath: string): string {
    const path = onDisk(normalizedPath);
    const { data } = this.hostDisk.file(path);
    if (typeof URL.createObjectURL !== 'function') return `app://stand-in/${encodeURI(path)}`;
    return URL.createObjectURL(new Blob([new Uint8Array(bytesOf(data))]));
  }

  /** Guess: makes the folders above it, too, and takes one that exists for made. */
  mkdir(normalizedPath: string): Promise<void> {
    return this.#hostChange('mkdir', normalizedPath, (path) => this.hostDisk.mkdir(path));
  }

  trashSystem(normalizedPath: string): Promise<boolean> {
    const path = onDisk(normalizedPath);
    return this.#hostTurn(async () => {
      await this.#hostFaults.pass('remove', path);
      this.#hostDelete(path);
      this.hostDisk.systemTrash.push(path);
      this.hostListener?.changed(path);
      return true;
    });
  }

  /** d.ts: "Files will be moved into the `.trash` folder at the root of the vault." */
  trashLocal(normalizedPath: string): Promise<void> {
    return this.#hostChange('remove', normalizedPath, (path) => {
      this.hostDisk.mkdir('.trash');
      const name = path.slice(path.lastIndexOf('/') + 1);
      let to = `.trash/${name}`;
      for (let at = 2; this.hostDisk.get(to) !== undefined; at += 1) to = `.trash/${name} ${String(at)}`;
      this.hostDisk.rename(path, to);
    });
  }

  rmdir(normalizedPath: string, recursive: boolean): Promise<void> {
    return this.#hostChange('remove', normalizedPath, (path) => this.hostDisk.rmdir(path, recursive));
  }

  remove(normalizedPath: string): Promise<void> {
    return this.#hostChange('remove', normalizedPath, (path) => this.hostDisk.remove(path));
  }

  /** Guess: refuses to overwrite, with the app's own words; a change of letter case alone is allowed. */
  rename(normalizedPath: string, normalizedNewPath: string): Promise<void> {
    const from = onDisk(normalizedPath);
    const to = onDisk(normalizedNewPath);
    return this.#hostTurn(async () => {
      await this.#hostFaults.pass('rename', from);
      const there = this.hostDisk.get(to);
      if (there !== undefined && there !== this.hostDisk.get(from)) throw new Error('Destination file already exists!');
      this.hostDisk.rename(from, to);
      this.hostListener?.renamed(from, to);
    });
  }

  /** d.ts: "This will fail if there is already a file at `normalizedNewPath`." */
  copy(normalizedPath: string, normalizedNewPath: string): Promise<void> {
    const from = onDisk(normalizedPath);
    return this.#hostChange('write', normalizedNewPath, (to) => {
      if (this.hostDisk.get(to) !== undefined) throw new Error('Destination file already exists!');
      this.hostDisk.write(to, this.hostDisk.file(from).data);
    });
  }

  #hostWrite(
    normalizedPath: string,
    dataOf: (old: DiskData | undefined) => DiskData,
    options?: WriteOptions,
  ): Promise<void> {
    return this.#hostChange('write', normalizedPath, (path) => {
      const old = this.hostDisk.get(path);
      this.hostDisk.write(path, dataOf(old?.kind === 'file' ? old.data : undefined), options);
    });
  }

  #hostChange(
    action: 'write' | 'mkdir' | 'remove',
    normalizedPath: string,
    change: (path: string) => void,
  ): Promise<void> {
    const path = onDisk(normalizedPath);
    return this.#hostTurn(async () => {
      await this.#hostFaults.pass(action, path);
      change(path);
      this.hostListener?.changed(path);
    });
  }

  #hostDelete(path: string): void {
    if (this.hostDisk.get(path)?.kind === 'folder') this.hostDisk.rmdir(path, true);
    else this.hostDisk.remove(path);
  }

  #hostTurn<T>(operation: () => Promise<T>): Promise<T> {
    const turn = this.#hostQueue.then(operation);
    this.#hostQueue = turn.catch(() => undefined);
    return turn;
  }
}

/** Implementation for the desktop: d.ts `FileSystemAdapter`. */
export class FileSystemAdapter extends HostAdapter {
  getBasePath(): string {
    return '/stand-in';
  }

  getFullPath(normalizedPath: string): string {
    return `/stand-in/${onDisk(normalizedPath)}`;
  }
}

/** Implementation for phones: d.ts `CapacitorAdapter`. */
export class CapacitorAdapter extends HostAdapter {
  getFullPath(normalizedPath: string): string {
    return `/stand-in/${onDisk(normalizedPath)}`;
  }
}
strict(HostAdapter);

/** d.ts asks for a path out of `normalizePath`; another one would mean different things on different systems. */
function onDisk(path: string): string {
  if (path === '/' || path === '') return '';
  if (path !== normalizePath(path)) throw new Unmodelled(`a path that normalizePath would change: "${path}"`);
  return path;
}

/** d.ts `normalizePath`; https://docs.obsidian.md/Reference/TypeScript+API/normalizePath. */
export function normalizePath(path: string): string {
  const slashes = path.replace(/[\\/]+/g, '/').replace(/^\/+|\/+$/g, '');
  return (slashes === '' ? '/' : slashes).replace(/[\u00A0\u202F]/g, ' ').normalize('NFC');
}
