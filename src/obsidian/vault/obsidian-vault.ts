import { TFile, TFolder } from 'obsidian';
import type { App, TAbstractFile } from 'obsidian';
import { compareText } from '../../base';
import {
  checkAddress,
  checkFolder,
  decodeText,
  encodeText,
  fileErrors,
  hashBytes,
  hashText,
  joinPath,
  parentPath,
} from '../../vault';
import type { FileStat, Hash, Vault, VaultEntry, VaultEvent, WriteOptions } from '../../vault';
import { breathe } from '../host';
import { checkNew, isAddress, isAppPath, isHidden } from './app-paths';
import { bufferOf, encodeSlowly, textOrNull } from './bytes';
import { saveEditors, viewsOf, isSameText } from './editors';
import { told } from './errors';
import { listen } from './listen';
import { OwnWrites } from './own-writes';

const MARK = '\ufeff';

/** Files that are looked at between two breaths. */
const FEW = 200;

/**
 * The vault of the app.
 *
 * - Files that the app shows are written through `Vault.process`, which looks and writes in one step, and which open
 *   editors follow; text that was typed and not saved yet is saved before a file is read, and never written over.
 * - Hidden files (`.wiki/`) go through the adapter; the app knows nothing of them. They are not among what `list` finds
 *   in a folder that the app shows.
 * - A renamed file is moved as it is: the change that renames it has rewritten the links already, and
 *   `FileManager.renameFile` would rewrite them a second time, or ask the person in the middle of a transaction.
 * - A removed file goes where the person has the app put removed files.
 * - The app cannot say when bytes are safe on the disk: `durable` is as durable as the app is.
 */
export class ObsidianVault implements Vault {
  readonly #app: App;
  readonly #own = new OwnWrites();

  constructor(app: App) {
    this.#app = app;
  }

  list(folder: string): Promise<readonly VaultEntry[]> {
    return told(folder, async () => {
      checkFolder(folder);
      if (!isAppPath(folder)) return [];
      if (isHidden(folder)) return this.#listHidden(folder);
      const found = this.#known(folder);
      if (found instanceof TFile) throw fileErrors.notAFolder(folder);
      if (!(found instanceof TFolder)) return [];
      const entries: VaultEntry[] = [];
      // A folder may hold ten thousand files; the app's own list changes while we look.
      for (const [at, child] of [...found.children].entries()) {
        if (isAddress(child.path)) entries.push({ path: child.path, ...statOf(child) });
        if (at % FEW === 0) await breathe();
      }
      await breathe();
      return entries.sort((a, b) => compareText(a.path, b.path));
    });
  }

  async #listHidden(folder: string): Promise<readonly VaultEntry[]> {
    const { adapter } = this.#app.vault;
    const stat = await adapter.stat(folder);
    if (stat === null) return [];
    if (stat.type === 'file') throw fileErrors.notAFolder(folder);
    const { files, folders } = await adapter.list(folder);
    const entries: VaultEntry[] = folders.map((path) => ({ path, kind: 'folder', size: 0, mtime: 0 }));
    for (const path of files) {
      const file = await adapter.stat(path);
      if (file !== null) entries.push({ path, kind: 'file', size: file.size, mtime: file.mtime });
    }
    return entries.filter(({ path }) => isAddress(path)).sort((a, b) => compareText(a.path, b.path));
  }

  stat(path: string): Promise<FileStat | null> {
    return told(path, async () => {
      checkFolder(path);
      const known = this.#known(path);
      if (known !== null) return statOf(known);
      if (!isHidden(path) || !isAppPath(path)) return null;
      const stat = await this.#app.vault.adapter.stat(path);
      if (stat === null) return null;
      return stat.type === 'file'
        ? { kind: 'file', size: stat.size, mtime: stat.mtime }
        : { kind: 'folder', size: 0, mtime: 0 };
    });
  }

  async readText(path: string): Promise<string> {
    return decodeText(await this.readBytes(path), path);
  }

  readBytes(path: string): Promise<Uint8Array> {
    return told(path, async () => {
      await this.#mustBeFile(checkAddress(path));
      const bytes = await this.#bytes(path);
      if (isHidden(path) || viewsOf(this.#app.workspace, path).length === 0) return bytes;
      const text = textOrNull(bytes);
      if (text === null || !(await saveEditors(this.#app.workspace, path, text))) return bytes;
      return this.#bytes(path);
    });
  }

  write(path: string, content: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
    return told(path, async () => {
      const bytes = typeof content === 'string' ? await encodeSlowly(content, path) : content.slice();
      const there = await this.stat(checkNew(path));
      if (there?.kind === 'folder') throw fileErrors.notAFile(path);
      if (there === null && typeof options.expected === 'string') throw fileErrors.edited(path);
      if (there !== null && options.expected === null) throw fileErrors.edited(path);
      if (there === null) await this.#makeFolders(path);
      if (isHidden(path)) {
        await breathe();
        // Of these the app tells nobody: there is no echo to know again.
        await this.#app.vault.adapter.writeBinary(path, bufferOf(bytes));
        return;
      }
      this.#own.note(path, hashBytes(bytes));
      try {
        await this.#writeKnown(path, typeof content === 'string' ? content : bytes, options.expected);
      } catch (error) {
        this.#own.forget(path);
        throw error;
      }
    });
  }

  async #writeKnown(path: string, content: string | Uint8Array, expected: string | null | undefined): Promise<void> {
    const { vault } = this.#app;
    const file = vault.getFileByPath(path);
    if (typeof content !== 'string') {
      await (file === null ? vault.createBinary(path, bufferOf(content)) : vault.modifyBinary(file, bufferOf(content)));
      return;
    }
    if (file === null) {
      await vault.create(path, content);
      return;
    }
    // The app hands a text over without its byte-order mark, and without a word where it is no UTF-8.
    const before = textOrNull(await this.#bytes(path));
    if (before === null) {
      if (typeof expected === 'string') throw fileErrors.edited(path);
      await vault.modifyBinary(file, bufferOf(encodeText(content, path)));
      return;
    }
    const mark = before.startsWith(MARK) ? MARK : '';
    await vault.process(file, (data) => {
      const now = mark !== '' && !data.startsWith(MARK) ? mark + data : data;
      if (typeof expected === 'string' && hashText(now) !== expected) throw fileErrors.edited(path);
      const typed = viewsOf(this.#app.workspace, path).some((view) => !isSameText(view.getViewData(), data));
      if (typed) throw fileErrors.edited(path);
      return content;
    });
  }

  rename(from: string, to: string): Promise<void> {
    return told(from, async () => {
      checkNew(to);
      await this.#mustBeFile(checkAddress(from));
      if (from === to) return;
      if ((await this.stat(to)) !== null) throw fileErrors.exists(to);
      await this.#makeFolders(to);
      const file = this.#app.vault.getFileByPath(from);
      if (file === null || isHidden(to)) {
        await this.#app.vault.adapter.rename(from, to);
        return;
      }
      const hash = hashBytes(await this.#bytes(from));
      this.#own.note(from, null);
      this.#own.note(to, hash);
      try {
        await this.#app.vault.rename(file, to);
      } catch (error) {
        this.#own.forget(from);
        this.#own.forget(to);
        throw error;
      }
    });
  }

  remove(path: string): Promise<void> {
    return told(path, async () => {
      const known = this.#known(checkAddress(path));
      const { vault, fileManager } = this.#app;
      const { adapter } = vault;
      if (known instanceof TFile) {
        this.#own.note(path, null);
        await fileManager.trashFile(known);
        return;
      }
      const stat = await this.stat(path);
      if (stat === null) return;
      if (stat.kind === 'file') {
        await adapter.remove(path);
        return;
      }
      const { files, folders } = await adapter.list(path);
      if (files.length + folders.length > 0) throw fileErrors.notEmpty(path);
      if (known === null) await adapter.rmdir(path, false);
      else await fileManager.trashFile(known);
    });
  }

  watch(listener: (event: VaultEvent) => void): () => void {
    return listen(this.#app.vault, (event) => void Promise.resolve().then(() => listener(event)));
  }

  /** {@link watch} for what others did: the echo of our own writing is left out. */
  watchOthers(listener: (event: VaultEvent) => void): () => void {
    const hashAt = async (path: string): Promise<Hash> => hashBytes(await this.#bytes(path));
    return listen(this.#app.vault, (event) => {
      void this.#own.isEcho(event, hashAt).then((isEcho) => {
        if (!isEcho) listener(event);
      });
    });
  }

  #known(path: string): TAbstractFile | null {
    const { vault } = this.#app;
    return path === '' ? vault.getRoot() : vault.getAbstractFileByPath(path);
  }

  async #bytes(path: string): Promise<Uint8Array> {
    const { vault } = this.#app;
    const file = vault.getFileByPath(path);
    return new Uint8Array(await (file === null ? vault.adapter.readBinary(path) : vault.readBinary(file))).slice();
  }

  async #mustBeFile(path: string): Promise<void> {
    const stat = await this.stat(path);
    if (stat === null) throw fileErrors.missing(path);
    if (stat.kind === 'folder') throw fileErrors.notAFile(path);
  }

  async #makeFolders(path: string): Promise<void> {
    let folder = '';
    for (const name of parentPath(path).split('/')) {
      if (name === '') continue;
      folder = joinPath(folder, name);
      const stat = await this.stat(folder);
      if (stat?.kind === 'folder') continue;
      if (stat !== null) throw fileErrors.notAFolder(folder);
      if (isHidden(folder)) await this.#app.vault.adapter.mkdir(folder);
      else await this.#app.vault.createFolder(folder);
    }
  }
}

function statOf(file: TAbstractFile): FileStat {
  if (!(file instanceof TFile)) return { kind: 'folder', size: 0, mtime: 0 };
  return { kind: 'file', size: file.stat.size, mtime: file.stat.mtime };
}
