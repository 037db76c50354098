import { isWikiError, WikiError } from '../base';
import { listKinds } from './list-kinds';
import { checkSafePath, checkFolderPath } from './paths';
import {
  type EntryKind,
  type FileStat,
  type SkippedEntry,
  type Vault,
  type VaultEntry,
  type VaultEvent,
  type WriteOptions,
} from './types';

/**
 * A folder of a vault as a vault of its own. All paths are relative to it, those of errors and events too, and none leads
 * outside. The folder need not exist yet.
 *
 * @param folder `''` gives the vault itself
 * @throws `living-wiki:path_refused` for a folder that the path rules refuse
 */
export function scopeVault(vault: Vault, folder: string): Vault {
  return checkFolderPath(folder) === '' ? vault : new ScopedVault(vault, folder);
}

class ScopedVault implements Vault {
  readonly #vault: Vault;
  readonly #folder: string;
  readonly #prefix: string;

  /** Absent where the vault has none. */
  readonly renameFolder?: NonNullable<Vault['renameFolder']>;

  constructor(vault: Vault, folder: string) {
    this.#vault = vault;
    this.#folder = folder;
    this.#prefix = `${folder}/`;
    const rename = vault.renameFolder?.bind(vault);
    if (rename === undefined) return;
    this.renameFolder = async (from, to) => {
      checkSafePath(to);
      return this.#at(checkSafePath(from), (inner) => rename(inner, this.#prefix + to));
    };
  }

  async list(folder: string): Promise<readonly VaultEntry[]> {
    const entries = await this.#at(folder, (path) => this.#vault.list(path));
    return entries.map((entry) => ({ ...entry, path: entry.path.slice(this.#prefix.length) }));
  }

  async listKinds(folder: string): Promise<readonly EntryKind[]> {
    const entries = await this.#at(folder, (path) => listKinds(this.#vault, path));
    return entries.map(({ path, kind }) => ({ path: path.slice(this.#prefix.length), kind }));
  }

  async listSkipped(folder: string): Promise<readonly SkippedEntry[]> {
    const found = await this.#at(folder, async (path) => (await this.#vault.listSkipped?.(path)) ?? []);
    return found.map((item) => ({ ...item, path: item.path.slice(this.#prefix.length) }));
  }

  async stat(path: string): Promise<FileStat | null> {
    const stat = await this.#at(path, (inner) => this.#vault.stat(inner));
    // The root of a vault always exists, even while its folder does not.
    return path === '' && stat === null ? { kind: 'folder', size: 0, mtime: 0 } : stat;
  }

  async readText(path: string): Promise<string> {
    return this.#at(checkSafePath(path), (inner) => this.#vault.readText(inner));
  }

  async readBytes(path: string): Promise<Uint8Array> {
    return this.#at(checkSafePath(path), (inner) => this.#vault.readBytes(inner));
  }

  async write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void> {
    return this.#at(checkSafePath(path), (inner) => this.#vault.write(inner, content, options));
  }

  async rename(from: string, to: string, options?: WriteOptions): Promise<void> {
    checkSafePath(to);
    return this.#at(checkSafePath(from), (inner) => this.#vault.rename(inner, this.#prefix + to, options));
  }

  async remove(path: string, options?: WriteOptions): Promise<void> {
    return this.#at(checkSafePath(path), (inner) => this.#vault.remove(inner, options));
  }

  watch(listener: (event: VaultEvent) => void): () => void {
    return this.#vault.watch((event) => {
      const path = this.#inside(event.path);
      if (event.kind !== 'renamed') {
        if (path !== null) listener({ kind: event.kind, path });
        return;
      }
      const from = this.#inside(event.from);
      if (path !== null && from !== null) listener({ kind: 'renamed', path, from });
      else if (path !== null) listener({ kind: 'created', path });
      else if (from !== null) listener({ kind: 'removed', path: from });
    });
  }

  #inside(path: string): string | null {
    return path.startsWith(this.#prefix) ? path.slice(this.#prefix.length) : null;
  }

  async #at<T>(path: string, use: (inner: string) => Promise<T>): Promise<T> {
    const inner = checkFolderPath(path) === '' ? this.#folder : this.#prefix + path;
    try {
      return await use(inner);
    } catch (error) {
      if (!isWikiError(error) || error.path === undefined) throw error;
      const { code, message, line, column, remedy } = error;
      throw new WikiError(code, message, {
        path: this.#inside(error.path) ?? path,
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
        ...(remedy === undefined ? {} : { remedy }),
        cause: error,
      });
    }
  }
}
