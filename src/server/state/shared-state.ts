import { throwIfCancelled, type Run } from '../../base';
import { hashOf, isShared, type StateFolder } from './state-folder';
import { readMark, writeMark } from './state-mark';
import { type StateRow, type StateTable } from './types';

/** What is shared beside the files of the folder. */
export interface StateNote {
  /** No path of a folder that is shared. */
  readonly name: string;
  /** What this program has to say; `null` for nothing. Absent where it only listens. */
  readonly say?: () => Uint8Array | null;
  /** Told what the others were told. */
  readonly hear?: (content: Uint8Array | null) => void;
}

interface SharedStateDeps {
  readonly table: StateTable;
  readonly folder: StateFolder;
  /**
   * Whether it is the folder of the server, which is never taken back: what a program left there when it ended is handed over by the
   * next. Any other folder is a copy, which the table replaces.
   */
  readonly isServers: boolean;
  readonly note: StateNote;
  /** Told of a file that was set aside. */
  readonly setAside: (path: string) => void;
}

/** What was decided: one file each, written once. */
const DECIDED = '.wiki/proposals/decided/';
/** What waits for a review: one file each, directly in this folder. */
const WAITING = /^\.wiki\/proposals\/[^/]+\.json(?:\.z)?$/;
const DONE = '.wiki/journal/done/';
/** What is read from the table together. */
const BATCH = { bytes: 8_000_000, files: 200 };

/**
 * The state of a wiki, such as proposals and the history, in the folder of one program, brought into step with the other folders of that
 * wiki by a table: {@link take} writes what others changed into the folder, and {@link give} hands over what was changed there. Between
 * {@link begin} and {@link give} a program holds the lock of the wiki, so all folders together behave like one that is shared. A program
 * that ends in between was never there.
 *
 * Called by one program of a folder at a time, which holds the lock of the folder.
 */
export class SharedState {
  readonly #deps: SharedStateDeps;
  /** What the table holds, as far as it was read. */
  readonly #rows = new Map<string, StateRow>();
  #version = 0;
  /** Whether the whole folder is to be compared: what it holds is not known. */
  #isUnknown = true;
  /** The newest transaction that the table holds. */
  #newest = '';
  #isPruned = false;
  /** The version of the note that was heard. */
  #heard = 0;

  constructor(deps: SharedStateDeps) {
    this.#deps = deps;
  }

  /** The version that the folder holds; -1 while this program has not compared it yet. */
  async version(): Promise<number> {
    return this.#isUnknown ? -1 : (await readMark(this.#deps.folder)).version;
  }

  /** Whether this program has something to say that the table does not hold. */
  hasNews(): boolean {
    const { note } = this.#deps;
    const said = note.say?.();
    return said !== undefined && said !== null && this.#rows.get(note.name)?.hash !== hashOf(said);
  }

  /** Reads what changed in the table, and writes nothing. @returns the newest transaction that the table holds; `''` for none */
  async look(run: Run): Promise<string> {
    for (const row of await this.#deps.table.since(this.#version, run)) this.#know(row);
    return this.#newest;
  }

  /** Brings the folder to what the table held at the last {@link look}. */
  async take(run: Run): Promise<void> {
    const { isServers, folder } = this.#deps;
    const mark = await readMark(folder);
    if (isServers && mark.isOpen) await this.#setAsideUnseen();
    if (!isServers && (mark.isOpen || this.#isUnknown)) await this.#takeWhole(run);
    else {
      const newer = [...this.#rows.values()].filter(({ version }) => version > mark.version);
      const disk = new Map<string, string>();
      for (const { path } of newer) {
        const hash = await folder.hash(path);
        if (hash !== null) disk.set(path, hash);
      }
      await this.#bring(newer, disk, run);
    }
    await this.#hear(run);
    this.#isUnknown = false;
    if (mark.isOpen || mark.version !== this.#version)
      await writeMark(folder, { version: this.#version, isOpen: false });
  }

  /** {@link look} and {@link take}, before the program changes the folder under the lock. @param token of the lock */
  async begin(token: string, run: Run): Promise<void> {
    await this.look(run);
    await this.take(run);
    // What was changed outside of the lock, or left by a program that ended, is nothing that this one did.
    if (this.#deps.isServers) await this.#send(token, run);
    if (this.#deps.isServers && !this.#isPruned) await this.#deps.table.prune(this.#version, run);
    this.#isPruned = true;
    await writeMark(this.#deps.folder, { version: this.#version, isOpen: true });
  }

  /** Hands over what changed in the folder. @throws WikiError `living-wiki:lock_lost`: what was done since {@link begin} does not count */
  async give(token: string, run: Run): Promise<void> {
    await this.#send(token, run);
    await writeMark(this.#deps.folder, { version: this.#version, isOpen: false });
  }

  async #send(token: string, run: Run): Promise<void> {
    const { table, folder, note } = this.#deps;
    const disk = await folder.hashes();
    const isOther = (path: string, hash: string | null): boolean => (this.#rows.get(path)?.hash ?? null) !== hash;
    const changed = [...disk].filter(([path, hash]) => isOther(path, hash)).map(([path]) => path);
    const gone = [...this.#rows.values()].filter(
      ({ path, hash }) => hash !== null && path !== note.name && !disk.has(path),
    );
    const said = note.say?.();
    const paths = [...changed, ...gone.map(({ path }) => path)];
    if (said !== undefined && isOther(note.name, said === null ? null : hashOf(said))) paths.push(note.name);
    if (paths.length === 0) return;
    const read = async (path: string): Promise<Uint8Array | null> =>
      path === note.name ? (said ?? null) : folder.read(path);
    for (const row of await table.put(paths, read, token, run)) this.#know(row);
  }

  #know(row: StateRow): void {
    const { path, version, hash } = row;
    this.#version = Math.max(this.#version, version);
    // Nobody who writes to the table leads this program out of the state of its wiki.
    if (!isShared(path) && path !== this.#deps.note.name) return;
    this.#rows.set(path, row);
    const id = hash !== null && path.startsWith(DONE) ? (path.slice(DONE.length).split('.')[0] ?? '') : '';
    if (id > this.#newest) this.#newest = id;
  }

  /** Makes the folder what the table holds, whatever it holds now. */
  async #takeWhole(run: Run): Promise<void> {
    const disk = await this.#deps.folder.hashes();
    for (const path of disk.keys()) if (!this.#rows.has(path)) await this.#deps.folder.remove(path);
    await this.#bring([...this.#rows.values()], disk, run);
  }

  /** @param disk hashes of what the folder holds of these files */
  async #bring(rows: readonly StateRow[], disk: ReadonlyMap<string, string>, run: Run): Promise<void> {
    const { folder, note, isServers } = this.#deps;
    let batch: string[] = [];
    let size = 0;
    for (const { path, hash, size: bytes } of rows) {
      if (path === note.name || hash === (disk.get(path) ?? null)) continue;
      // The server decided it and was killed, or lost the lock, before it could say so. Its pages are as it decided.
      if (isServers && path.startsWith(DECIDED) && disk.has(path)) continue;
      throwIfCancelled(run);
      if (hash === null) await folder.remove(path);
      else {
        batch.push(path);
        size += bytes;
      }
      if (size < BATCH.bytes && batch.length < BATCH.files) continue;
      await this.#write(batch, run);
      [batch, size] = [[], 0];
    }
    await this.#write(batch, run);
  }

  async #write(paths: readonly string[], run: Run): Promise<void> {
    if (paths.length === 0) return;
    const { table, folder, isServers } = this.#deps;
    // One that was removed while it is read: the next look says so. A copy is compared as a whole after a power cut.
    for (const [path, content] of await table.contents(paths, run)) await folder.write(path, content, isServers);
  }

  async #hear(run: Run): Promise<void> {
    const { note, table } = this.#deps;
    const row = this.#rows.get(note.name);
    if (note.hear === undefined || (row?.version ?? 0) === this.#heard) return;
    note.hear((await table.contents([note.name], run)).get(note.name) ?? null);
    this.#heard = row?.version ?? 0;
  }

  /**
   * A proposal that a program made before it ended, and nobody saw. Its job runs again, here or in another folder, so it would be there
   * twice.
   */
  async #setAsideUnseen(): Promise<void> {
    const { folder, setAside } = this.#deps;
    for (const path of (await folder.hashes()).keys()) {
      if (!WAITING.test(path) || (this.#rows.get(path)?.hash ?? null) !== null) continue;
      for (let n = 1; ; n += 1) {
        const aside = `${path}.unseen-${n}`;
        if ((await folder.read(aside)) !== null) continue;
        await folder.rename(path, aside);
        setAside(aside);
        break;
      }
    }
  }
}
