import { compareText, isWikiError } from '../base';
import { baseName, type Vault, type VaultEntry } from '../vault';
import { folderOf, idOf, JOBS_FOLDER, pathOf } from './layout';
import { MAX_JOB_SIZE, type JobFormat } from './record';
import { type Job, type JobState, type SetAside } from './types';

const BY_DAY: ReadonlySet<JobState> = new Set(['done', 'cancelled']);
/** Places that are remembered, so that a job that was just shown is found without a search. */
const MAX_KNOWN = 4096;

/** A job and the file that holds it. */
export interface JobFile {
  readonly path: string;
  readonly job: Job;
}

/** The files of jobs, one by one. What writes has to be called by one program at a time. */
export class JobFiles {
  readonly #vault: Vault;
  readonly #format: JobFormat;
  /** Jobs of this run of the program, for a device that has no secret to know its own by. */
  readonly #made = new Set<string>();
  readonly #known = new Map<string, string>();
  #setAside: SetAside[] = [];

  constructor(vault: Vault, format: JobFormat) {
    this.#vault = vault;
    this.#format = format;
  }

  /** Folders of a state that hold its files: buckets of the queue in order, days with the latest first. */
  async folders(state: JobState): Promise<readonly string[]> {
    if (state !== 'queued' && !BY_DAY.has(state)) return [folderOf(state)];
    const found = (await this.#vault.list(folderOf(state))).filter(({ kind }) => kind === 'folder');
    const paths = found.map(({ path }) => path);
    return state === 'queued' ? paths : paths.reverse();
  }

  /** Whether there ever was a job. */
  async hasAny(): Promise<boolean> {
    return (await this.#vault.list(JOBS_FOLDER)).length > 0;
  }

  /** The files of jobs in a folder: queued ones in their order, others the latest first. */
  async entries(folder: string): Promise<readonly VaultEntry[]> {
    const files = (await this.#vault.list(folder)).filter(({ kind, path }) => kind === 'file' && idOf(path) !== null);
    if (folder.startsWith(`${folderOf('queued')}/`)) return files;
    return [...files].sort((a, b) => b.mtime - a.mtime || compareText(a.path, b.path));
  }

  /** Every file of a state, folder by folder. */
  async *all(state: JobState): AsyncGenerator<VaultEntry> {
    for (const folder of await this.folders(state)) yield* await this.entries(folder);
  }

  /** `null` for a file that is gone, or that was set aside because it is broken or forged. */
  async read(path: string): Promise<JobFile | null> {
    const id = idOf(path);
    if (id === null) return null;
    try {
      const stat = await this.#vault.stat(path);
      if (stat === null) return null;
      if (stat.size > MAX_JOB_SIZE) return await this.#putAside(path, 'is too large');
      const found = this.#format.parse(await this.#vault.readText(path), id);
      if (found.state === 'forged') return await this.#putAside(path, 'was changed by something else');
      if (found.state === 'broken') return await this.#putAside(path, 'cannot be read');
      const { job } = found;
      this.#remember(id, path);
      return { path, job: job.isOwn || !this.#made.has(id) ? job : { ...job, isOwn: true } };
    } catch (error) {
      if (isWikiError(error) && error.code === 'living-wiki:file_missing') return null;
      if (isWikiError(error) && error.code === 'living-wiki:not_utf8') return this.#putAside(path, 'cannot be read');
      throw error;
    }
  }

  /** The file of a job; `null` if there is none. */
  async find(id: string): Promise<JobFile | null> {
    const known = this.#known.get(id);
    const likely = ['running', 'failed', 'interrupted'].map((state) => `${folderOf(state as JobState)}/${id}.json`);
    for (const path of known === undefined ? likely : [known, ...likely]) {
      const found = await this.read(path);
      if (found !== null) return found;
    }
    for (const state of ['queued', 'review', 'done', 'cancelled'] as const) {
      for await (const { path } of this.all(state)) {
        if (idOf(path) === id) return this.read(path);
      }
    }
    return null;
  }

  async create(job: Job): Promise<void> {
    const path = pathOf(job);
    this.#made.add(job.id);
    await this.#vault.write(path, this.#format.print(job));
    this.#remember(job.id, path);
  }

  /**
   * Writes what became of a job. The file is written where it is and then moved to where it belongs, so that a crash in
   * between leaves one file, which says where it belongs (see {@link repair}).
   */
  async replace({ path }: JobFile, job: Job): Promise<JobFile> {
    if (job.isOwn) this.#made.add(job.id);
    await this.#vault.write(path, this.#format.print(job));
    return { job, path: await this.#moveHome(path, job) };
  }

  /** Moves a file whose move a crash kept from happening. @returns whether it was misplaced */
  async repair({ path, job }: JobFile): Promise<boolean> {
    return (await this.#moveHome(path, job)) !== path;
  }

  async #moveHome(path: string, job: Job): Promise<string> {
    const home = pathOf(job);
    if (home === path) return path;
    await this.move(path, home);
    this.#remember(job.id, home);
    return home;
  }

  /** Moves a file. Where the target is there already, a crash came between the two halves of such a move. */
  async move(from: string, to: string): Promise<void> {
    try {
      await this.#vault.rename(from, to);
    } catch (error) {
      if (!isWikiError(error) || error.code !== 'living-wiki:file_exists') throw error;
      await this.#vault.remove(from);
    }
    await this.#removeEmptyFolder(from);
  }

  async remove(path: string): Promise<void> {
    await this.#vault.remove(path);
    const id = idOf(path);
    if (id !== null) this.#known.delete(id);
    await this.#removeEmptyFolder(path);
  }

  takeNotices(): readonly SetAside[] {
    const taken = this.#setAside;
    this.#setAside = [];
    return taken;
  }

  async #removeEmptyFolder(path: string): Promise<void> {
    const folder = path.slice(0, path.lastIndexOf('/'));
    // The folder of a state stays; a bucket or a day goes with its last file.
    if (folder.split('/').length <= JOBS_FOLDER.split('/').length + 1) return;
    if ((await this.#vault.list(folder)).length > 0) return;
    await this.#vault.remove(folder).catch((error: unknown) => {
      if (!isWikiError(error)) throw error;
    });
  }

  async #putAside(path: string, what: string): Promise<null> {
    for (let n = 1; n < 1000; n++) {
      const aside = `${path}.broken-${n}`;
      if ((await this.#vault.stat(aside)) !== null) continue;
      await this.#vault.rename(path, aside);
      const message = `The job file ${baseName(path)} ${what}, so it was renamed to ${baseName(aside)}. Nothing in it runs.`;
      this.#setAside.push({ path: aside, message });
      return null;
    }
    return null;
  }

  #remember(id: string, path: string): void {
    this.#known.delete(id);
    this.#known.set(id, path);
    if (this.#known.size <= MAX_KNOWN) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
