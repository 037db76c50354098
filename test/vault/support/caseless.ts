import {
  foldName,
  joinPath,
  MemoryVault,
  type FileStat,
  type Vault,
  type VaultEntry,
  type VaultEvent,
  type WriteOptions,
} from '../../../src/vault';

/** A vault that keeps the spelling of names and finds them in any, as the disks of macOS and Windows do. */
export class CaselessVault implements Vault {
  readonly #vault: MemoryVault;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.#vault = new MemoryVault(files);
  }

  async list(folder: string): Promise<readonly VaultEntry[]> {
    const spelt = await this.#spelt(folder);
    const entries = await this.#vault.list(spelt);
    return entries.map((entry) => ({
      ...entry,
      path: joinPath(folder, entry.path.slice(spelt.length).replace(/^\//, '')),
    }));
  }

  async stat(path: string): Promise<FileStat | null> {
    return this.#vault.stat(await this.#spelt(path));
  }

  async readText(path: string): Promise<string> {
    return this.#vault.readText(await this.#spelt(path));
  }

  async readBytes(path: string): Promise<Uint8Array> {
    return this.#vault.readBytes(await this.#spelt(path));
  }

  async write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void> {
    return this.#vault.write(await this.#spelt(path), content, options);
  }

  async rename(from: string, to: string, options?: WriteOptions): Promise<void> {
    const source = await this.#spelt(from);
    const target = await this.#spelt(to);
    return this.#vault.rename(source, source === target ? to : target, options);
  }

  async remove(path: string, options?: WriteOptions): Promise<void> {
    return this.#vault.remove(await this.#spelt(path), options);
  }

  watch(listener: (event: VaultEvent) => void): () => void {
    return this.#vault.watch(listener);
  }

  /** The path as what is there spells it; names that are not there stay as they are. */
  async #spelt(path: string): Promise<string> {
    let spelt = '';
    for (const name of path === '' ? [] : path.split('/')) {
      const entries = await this.#vault.list(spelt).catch(() => []);
      const found = entries.find(
        (entry) => foldName(entry.path.slice(entry.path.lastIndexOf('/') + 1)) === foldName(name),
      );
      spelt = found?.path ?? joinPath(spelt, name);
    }
    return spelt;
  }
}
