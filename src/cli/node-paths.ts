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
import { errnoOf } from './node-errors';

/** Windows itself cannot be asked for a reserved name without opening a device. */
const checkNodePath = process.platform === 'win32' ? checkPortablePath : checkSafePath;

/** How long the place of a folder is taken as known for reading, in milliseconds. */
const FOLDER_CACHE_TIME = 1_000;

/** Turns paths of the vault into places on disk, and refuses those to which a link leads out of the vault's root. */
export class NodePaths {
  readonly #root: string;
  #realRoot: Promise<string> | null = null;
  /** Folders known to hold a wiki's state, by vault path. */
  readonly #homes = new Set<string>();

  readonly #folders = new Map<string, { readonly at: number; readonly place: Promise<string | null> }>();

  constructor(root: string) {
    this.#root = nodePath.resolve(root);
  }

  get root(): string {
    return this.#root;
  }

  /** The place as it is spelt, links not followed. */
  lexical(path: string): string {
    return path === '' ? this.#root : nodePath.join(this.#root, ...checkNodePath(path).split('/'));
  }

  /** The place of what exists, every link followed; `null` where nothing is. */
  async resolveExisting(path: string): Promise<string | null> {
    try {
      return await this.#inside(await realpath(this.lexical(path)), path);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return null;
      throw error;
    }
  }

  /**
   * The place of a folder, as it was found at most a second ago: a wiki is read file by file out of few folders. For
   * reading only; whoever writes asks anew.
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
   * The place to create a file at, or to replace it: a link to a file inside the vault is followed, so that it stays
   * a link. The folders on the way need not exist; those that do must be inside.
   */
  async resolveForWrite(path: string): Promise<string> {
    const found = await this.resolveExisting(path);
    if (found !== null) return found;
    await this.#refuseDangling(path);
    return this.resolveEntry(path);
  }

  /** The place of a name itself, where it is a link: for moving and removing the link and not what it leads to. */
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
   * The folder on disk for unfinished files that belong to `path`: in the state of the wiki that holds it, where the
   * next start looks for them; `null` when no wiki does.
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

  /** Forgets which folders hold a wiki's state: one of them is gone. */
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

  /** A link that leads nowhere would be replaced or followed out of the vault, depending on who looks. */
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

  /** The root with its own links followed. A root that does not exist yet is asked for again. */
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
