import { TFile, TFolder, type App, type TAbstractFile } from 'obsidian';
import { compareText } from '../../base';
import {
  checkSafePath,
  checkFolderPath,
  decodeText,
  encodeText,
  fileErrors,
  hashBytes,
  hashText,
  joinPath,
  parentPath,
  type FileStat,
  type Hash,
  type Vault,
  type VaultEntry,
  type VaultEvent,
  type WriteOptions,
} from '../../vault';
import { yieldToHost } from '../host';
import { checkNewPath, isVaultPath, isNormalizedPath, isHidden } from './app-paths';
import { toArrayBuffer, encodeInChunks, textOrNull } from './bytes';
import { saveEditors, editorsOf, isSameText } from './editors';
import { withVaultErrors } from './errors';
import { onVaultEvents } from './vault-events';
import { OwnWrites } from './own-writes';

const BYTE_ORDER_MARK = '\ufeff';

/** Files that are read between two yields. */
const YIELD_EVERY = 200;

/**
 * The vault of the app.
 *
 * - Visible files are written with `Vault.process`, which compares and writes in one step and updates open editors. Unsaved
 *   text is saved before a file is read, and never overwritten.
 * - Hidden files (`.wiki/`) go through the adapter, because the app does not know them. `list` omits them in visible
 *   folders.
 * - A rename only moves the file: the change has already rewritten the links, and `FileManager.renameFile` would rewrite
 *   them again, or ask the user in the middle of a transaction.
 * - A removed file goes where the user's setting says.
 * - The app cannot confirm that bytes are on the disk, so `durable` has no effect beyond the app's own guarantees.
 */
export class ObsidianVault implements Vault {
  readonly #app: App;
  readonly #ownWrites = new OwnWrites();

  constructor(app: App) {
    this.#app = app;
  }

  list(folder: string): Promise<readonly VaultEntry[]> {
    return withVaultErrors(folder, async () => {
      checkFolderPath(folder);
      if (!isNormalizedPath(folder)) return [];
      if (isHidden(folder)) return this.#listHidden(folder);
      const found = this.#abstractFile(folder);
      if (found instanceof TFile) throw fileErrors.notAFolder(folder);
      if (!(found instanceof TFolder)) return [];
      const entries: VaultEntry[] = [];
      // A copy: the folder may have ten thousand files, and the app's list changes while we yield.
      for (const [at, child] of [...found.children].entries()) {
        if (isVaultPath(child.path)) entries.push({ path: child.path, ...statOf(child) });
        if (at % YIELD_EVERY === 0) await yieldToHost();
      }
      await yieldToHost();
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
    return entries.filter(({ path }) => isVaultPath(path)).sort((a, b) => compareText(a.path, b.path));
  }

  stat(path: string): Promise<FileStat | null> {
    return withVaultErrors(path, async () => {
      checkFolderPath(path);
      const known = this.#abstractFile(path);
      if (known !== null) return statOf(known);
      if (!isHidden(path) || !isNormalizedPath(path)) return null;
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
    return withVaultErrors(path, async () => {
      await this.#requireFile(checkSafePath(path));
      const bytes = await this.#readRaw(path);
      if (isHidden(path) || editorsOf(this.#app.workspace, path).length === 0) return bytes;
      const text = textOrNull(bytes);
      if (text === null || !(await saveEditors(this.#app.workspace, path, text))) return bytes;
      return this.#readRaw(path);
    });
  }

  write(path: string, content: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
    return withVaultErrors(path, async () => {
      const bytes = typeof content === 'string' ? await encodeInChunks(content, path) : content.slice();
      const there = await this.stat(checkNewPath(path));
      if (there?.kind === 'folder') throw fileErrors.notAFile(path);
      if (there === null && typeof options.expected === 'string') throw fileErrors.edited(path);
      if (there !== null && options.expected === null) throw fileErrors.edited(path);
      if (there === null) await this.#makeFolders(path);
      else if (isHidden(path) || typeof content !== 'string') await this.#checkExpected(path, options);
      if (isHidden(path)) {
        await yieldToHost();
        // The app reports no event for hidden files, so there is no echo to recognise.
        await this.#app.vault.adapter.writeBinary(path, toArrayBuffer(bytes));
        return;
      }
      this.#ownWrites.note(path, hashBytes(bytes));
      try {
        await this.#writeVisible(path, typeof content === 'string' ? content : bytes, options.expected);
      } catch (error) {
        this.#ownWrites.forget(path);
        throw error;
      }
    });
  }

  async #writeVisible(path: string, content: string | Uint8Array, expected: string | null | undefined): Promise<void> {
    const { vault } = this.#app;
    const file = vault.getFileByPath(path);
    if (typeof content !== 'string') {
      await (file === null
        ? vault.createBinary(path, toArrayBuffer(content))
        : vault.modifyBinary(file, toArrayBuffer(content)));
      return;
    }
    if (file === null) {
      await vault.create(path, content);
      return;
    }
    // The app's text has no byte-order mark, and invalid UTF-8 is replaced silently.
    const before = textOrNull(await this.#readRaw(path));
    if (before === null) {
      if (typeof expected === 'string') throw fileErrors.edited(path);
      await vault.modifyBinary(file, toArrayBuffer(encodeText(content, path)));
      return;
    }
    const mark = before.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    await vault.process(file, (data) => {
      const now = mark !== '' && !data.startsWith(BYTE_ORDER_MARK) ? mark + data : data;
      if (typeof expected === 'string' && hashText(now) !== expected) throw fileErrors.edited(path);
      const typed = editorsOf(this.#app.workspace, path).some((view) => !isSameText(view.getViewData(), data));
      if (typed) throw fileErrors.edited(path);
      return content;
    });
  }

  rename(from: string, to: string, options: WriteOptions = {}): Promise<void> {
    return withVaultErrors(from, async () => {
      checkNewPath(to);
      await this.#requireFile(checkSafePath(from));
      await this.#checkExpected(from, options);
      if (from === to) return;
      if ((await this.stat(to)) !== null) throw fileErrors.exists(to);
      await this.#makeFolders(to);
      const file = this.#app.vault.getFileByPath(from);
      if (file === null || isHidden(to)) {
        await this.#app.vault.adapter.rename(from, to);
        return;
      }
      const hash = hashBytes(await this.#readRaw(from));
      this.#ownWrites.note(from, null);
      this.#ownWrites.note(to, hash);
      try {
        await this.#app.vault.rename(file, to);
      } catch (error) {
        this.#ownWrites.forget(from);
        this.#ownWrites.forget(to);
        throw error;
      }
    });
  }

  renameFolder(from: string, to: string): Promise<void> {
    return withVaultErrors(from, async () => {
      checkNewPath(to);
      if ((await this.stat(from))?.kind !== 'folder') throw fileErrors.missing(from);
      if ((await this.stat(to)) !== null) throw fileErrors.exists(to);
      const folder = isHidden(to) ? null : this.#abstractFile(from);
      if (folder === null) await this.#app.vault.adapter.rename(from, to);
      else await this.#app.vault.rename(folder, to);
    });
  }

  remove(path: string, options: WriteOptions = {}): Promise<void> {
    return withVaultErrors(path, async () => {
      const known = this.#abstractFile(checkSafePath(path));
      const { vault, fileManager } = this.#app;
      const { adapter } = vault;
      if (known instanceof TFile) {
        await this.#checkExpected(path, options);
        this.#ownWrites.note(path, null);
        await fileManager.trashFile(known);
        return;
      }
      const stat = await this.stat(path);
      if (stat === null) return;
      if (stat.kind === 'file') {
        await this.#checkExpected(path, options);
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
    return onVaultEvents(this.#app.vault, (event) => void Promise.resolve().then(() => listener(event)));
  }

  /** {@link watch} without the echo of our own writes. */
  watchOthers(listener: (event: VaultEvent) => void): () => void {
    const hashAt = async (path: string): Promise<Hash> => hashBytes(await this.#readRaw(path));
    return onVaultEvents(this.#app.vault, (event) => {
      void this.#ownWrites.isEcho(event, hashAt).then((isEcho) => {
        if (!isEcho) listener(event);
      });
    });
  }

  #abstractFile(path: string): TAbstractFile | null {
    const { vault } = this.#app;
    return path === '' ? vault.getRoot() : vault.getAbstractFileByPath(path);
  }

  async #readRaw(path: string): Promise<Uint8Array> {
    const { vault } = this.#app;
    const file = vault.getFileByPath(path);
    return new Uint8Array(await (file === null ? vault.adapter.readBinary(path) : vault.readBinary(file))).slice();
  }

  /** For operations that the app cannot do in one step with the comparison. Unsaved text counts as the content. */
  async #checkExpected(path: string, { expected }: WriteOptions): Promise<void> {
    if (typeof expected === 'string' && hashBytes(await this.readBytes(path)) !== expected)
      throw fileErrors.edited(path);
  }

  async #requireFile(path: string): Promise<void> {
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
