import { realpath, lstat } from 'node:fs/promises';
import nodePath from 'node:path';
import { WikiError } from '../base';
import {
  baseName,
  checkSafePath,
  checkPortablePath,
  joinPath,
  parentPath,
  SCRATCH_FOLDER,
  STATE_FOLDER,
} from '../vault';
import { errnoOf } from './errors';

/** On Windows, opening a reserved name opens a device, so it is refused before. */
const checkNodePath = process.platform === 'win32' ? checkPortablePath : checkSafePath;

/** How long the resolved path of a folder is cached for reading. Milliseconds. */
const FOLDER_CACHE_TIME = 1_000;

/** Resolves vault paths to paths on disk, and refuses those where a symbolic link leads out of the root. */
export class NodePaths {
  readonly #root: string;
  #realRoot: Promise<string> | null = null;
  /** Folders that contain the state of a wiki, by vault path. */
  readonly #homes = new Set<string>();

  readonly #folders = new Map<string, { readonly at: number; readonly place: Promise<string | null> }>();

  constructor(root: string) {
    this.#root = nodePath.resolve(root);
  }

  get root(): string {
    return this.#root;
  }

  /** The path on disk without following links. */
  lexical(path: string): string {
    return path === '' ? this.#root : nodePath.join(this.#root, ...checkNodePath(path).split('/'));
  }

  /** The path on disk of something that exists, with every link followed; `null` if it does not. */
  async resolveExisting(path: string): Promise<string | null> {
    try {
      return await this.#inside(await realpath(this.lexical(path)), path);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return null;
      throw error;
    }
  }

  /**
   * The path of a folder on disk, cached for a second, because a wiki has many files in few folders. For reading only;
   * writes always resolve again.
   */
  async resolveFolder(path: string): Promise<string | null> {
    const now = performance.now();
    const known = this.#folders.get(path);
    if (known !== undefined && now - known.at < FOLDER_CACHE_TIME) return known.place;
    const place = this.resolveExisting(path);
    this.#folders.set(path, { at: now, place });
    return place;
  }

  /**
   * The path on disk to create or replace a file. A link to a file inside the vault is followed, so that it stays a link.
   * Parent folders need not exist; those that do must be inside the root.
   */
  async resolveForWrite(path: string): Promise<string> {
    const found = await this.resolveExisting(path);
    if (found !== null) return found;
    await this.#refuseDangling(path);
    return this.resolveEntry(path);
  }

  /** The path on disk of a link itself, to move or remove it instead of its target. */
  async resolveEntry(path: string): Promise<string> {
    const names: string[] = [baseName(path)];
    let resolveFolder = parentPath(path);
    this.lexical(path);
    for (; resolveFolder !== ''; resolveFolder = parentPath(resolveFolder)) {
      const real = await this.resolveExisting(resolveFolder);
      if (real !== null) return nodePath.join(real, ...names);
      await this.#refuseDangling(resolveFolder);
      names.unshift(baseName(resolveFolder));
    }
    return nodePath.join(await this.#rootPlace(), ...names);
  }

  /**
   * The folder on disk for unfinished files that belong to `path`: in the state of the wiki that contains it, where the
   * next start removes them; `null` if no wiki contains it.
   */
  async scratchFolder(path: string): Promise<string | null> {
    const names = path.split('/');
    const state = names.indexOf(STATE_FOLDER);
    if (state >= 0) return this.#scratchIn(joinPath(...names.slice(0, state)));
    for (let resolveFolder = parentPath(path); ; resolveFolder = parentPath(resolveFolder)) {
      if (this.#homes.has(resolveFolder) || (await this.#hasState(resolveFolder)))
        return this.#scratchIn(resolveFolder);
      if (resolveFolder === '') return null;
    }
  }

  #scratchIn(home: string): Promise<string> {
    return this.resolveEntry(joinPath(home, SCRATCH_FOLDER, 'x')).then((place) => nodePath.dirname(place));
  }

  /** Clears the cache of state folders when one of them is removed. */
  clearCache(): void {
    this.#homes.clear();
  }

  async #hasState(resolveFolder: string): Promise<boolean> {
    try {
      const isHome = (await lstat(this.lexical(joinPath(resolveFolder, STATE_FOLDER)))).isDirectory();
      if (isHome) this.#homes.add(resolveFolder);
      return isHome;
    } catch {
      return false;
    }
  }

  /** Refuses a dangling link, which some calls would replace and others follow out of the vault. */
  async #refuseDangling(path: string): Promise<void> {
    try {
      if (!(await lstat(this.lexical(path))).isSymbolicLink()) return;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return;
      throw error;
    }
    throw pathRefused(path, 'This is a link that leads nowhere.');
  }

  async #inside(real: string, path: string): Promise<string> {
    const root = await this.#rootPlace();
    const prefix = root.endsWith(nodePath.sep) ? root : root + nodePath.sep;
    if (real === root || real.startsWith(prefix)) return real;
    throw pathRefused(path, 'A link leads out of the folder that the wiki may use.');
  }

  /** The root with its own links followed. A root that does not exist yet is resolved again later. */
  #rootPlace(): Promise<string> {
    const known = this.#realRoot;
    if (known !== null) return known;
    const asked = realpath(this.#root).catch((error: unknown) => {
      this.#realRoot = null;
      if (errnoOf(error) === 'ENOENT') return this.#root;
      throw error;
    });
    this.#realRoot = asked;
    return asked;
  }
}

function pathRefused(path: string, message: string): WikiError {
  return new WikiError('living-wiki:path_refused', message, { path, remedy: 'Put the file itself there.' });
}
