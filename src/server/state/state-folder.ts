import { createHash } from 'node:crypto';
import { isWikiError } from '../../base';
import { createNodeVault } from '../../node';
import { STATE_FOLDER, type Vault } from '../../vault';

/** Bytes. A larger file is not shared: it would be held as a whole by each program that reads it. */
const MAX_STATE_FILE = 64_000_000;

/** What belongs to one folder or one program: caches, locks, what is unfinished, and reviews, which only the server has. */
const LOCAL = [
  'cache',
  'jobs',
  'journal/back',
  'journal/open',
  'journal/unwritten',
  'lock',
  'proposals/decisions',
  'schedule.json',
  'server-folder',
  'server-state.json',
  'tmp',
  'uploads',
  'usage',
].map((name) => `${STATE_FOLDER}/${name}`);

/** A folder that changed so recently may have changed again without another time. Milliseconds. */
const TICK = 2_000;

/** Whether a file of a wiki is part of the state that programs with folders of their own share. */
export function isShared(path: string): boolean {
  const folded = path.toLowerCase();
  return (
    path.startsWith(`${STATE_FOLDER}/`) && !LOCAL.some((local) => folded === local || folded.startsWith(`${local}/`))
  );
}

interface KnownFile {
  readonly size: number;
  readonly mtime: number;
  readonly hash: string;
}

interface KnownFolder {
  readonly mtime: number;
  readonly files: ReadonlyMap<string, KnownFile>;
  readonly folders: readonly string[];
}

/** The state of a wiki in its folder. Looking at it costs what changed: every write of the product replaces a file, which changes its folder. */
export class StateFolder {
  readonly #vault: Vault;
  readonly #notice: (path: string) => void;
  readonly #known = new Map<string, KnownFolder>();
  readonly #tooLarge = new Set<string>();

  /** @param wiki its folder @param notice told of a file that is too large to be shared */
  constructor(wiki: string, notice: (path: string) => void) {
    // Refuses paths that lead out of the folder, through links too, and replaces files as a whole.
    this.#vault = createNodeVault(wiki);
    this.#notice = notice;
  }

  /** The hashes of all files that are shared, by path. */
  async hashes(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const waiting = [STATE_FOLDER];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const { files, folders } = await this.#look(folder);
      for (const [path, { hash }] of files) found.set(path, hash);
      waiting.push(...folders);
    }
    return found;
  }

  /** `null` for a file that is missing, or too large. */
  async hash(path: string): Promise<string | null> {
    const content = await this.read(path);
    return content === null ? null : hashOf(content);
  }

  /** `null` for a file that is missing, or too large. */
  async read(path: string): Promise<Uint8Array | null> {
    try {
      const stat = await this.#vault.stat(path);
      if (stat?.kind !== 'file' || stat.size > MAX_STATE_FILE) return null;
      return await this.#vault.readBytes(path);
    } catch (error) {
      // It was removed in between.
      if (isWikiError(error) && error.code === 'living-wiki:file_missing') return null;
      throw error;
    }
  }

  /** @param durable whether it has to survive a power cut */
  write(path: string, content: Uint8Array, durable: boolean): Promise<void> {
    return this.#vault.write(path, content, { durable });
  }

  remove(path: string): Promise<void> {
    return this.#vault.remove(path);
  }

  rename(from: string, to: string): Promise<void> {
    return this.#vault.rename(from, to);
  }

  async #look(folder: string): Promise<KnownFolder> {
    const before = this.#known.get(folder);
    const mtime = (await this.#vault.stat(folder))?.mtime ?? 0;
    if (before !== undefined && mtime > 0 && mtime === before.mtime) return before;
    const files = new Map<string, KnownFile>();
    const folders: string[] = [];
    const recent = Date.now() - TICK;
    for (const { path, kind, size, mtime: at } of await this.#vault.list(folder)) {
      if (!isShared(path)) continue;
      if (kind === 'folder') folders.push(path);
      else if (size > MAX_STATE_FILE) this.#leaveOut(path);
      else {
        const known = before?.files.get(path);
        const isSame = known !== undefined && at > 0 && known.size === size && known.mtime === at;
        const hash = isSame ? known.hash : await this.hash(path);
        if (hash !== null) files.set(path, { size, mtime: at < recent ? at : 0, hash });
      }
    }
    const found: KnownFolder = { mtime: mtime < recent ? mtime : 0, files, folders };
    this.#known.set(folder, found);
    return found;
  }

  #leaveOut(path: string): void {
    if (this.#tooLarge.has(path)) return;
    this.#tooLarge.add(path);
    this.#notice(path);
  }
}

export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
