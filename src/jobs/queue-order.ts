import { type JobFile, type JobFiles } from './job-files';
import { FIRST_POSITION, parseQueuedName, type QueuedName } from './layout';
import { type Job, type JobMove } from './types';

/** Positions that this program gives out. One beyond is forged, and might be the last that fits. */
const RANGE = { first: 100_000_000_000, last: 900_000_000_000 };

interface QueuedFile extends QueuedName {
  readonly path: string;
}

/** The order of the queued jobs, read from the names of their files. */
export class QueueOrder {
  readonly #files: JobFiles;

  constructor(files: JobFiles) {
    this.#files = files;
  }

  /** In order, one folder at a time. */
  async *names(): AsyncGenerator<QueuedFile> {
    for (const folder of await this.#files.folders('queued')) yield* await this.#namesIn(folder);
  }

  /** How many jobs are queued, rounded up. */
  async size(): Promise<number> {
    return (await this.#files.folders('queued')).length * 64;
  }

  /** The position behind all others. */
  async end(): Promise<number> {
    for (const folder of [...(await this.#files.folders('queued'))].reverse()) {
      const last = (await this.#namesIn(folder)).at(-1);
      if (last !== undefined && isInRange(last.position)) return last.position + 1;
    }
    return FIRST_POSITION;
  }

  async move(file: JobFile, to: JobMove): Promise<Job> {
    const { job } = file;
    if (to === 'last') return this.#place(file, await this.end());
    let before: QueuedFile | null = null;
    let after: QueuedFile | null = null;
    let first: QueuedFile | null = null;
    let isPassed = false;
    for await (const each of this.names()) {
      if (!isInRange(each.position)) continue;
      first ??= each;
      if (each.id === job.id) isPassed = true;
      else if (!isPassed) before = each;
      else {
        after = each;
        break;
      }
      if (to === 'first' && isPassed) break;
    }
    if (to === 'first') {
      return first === null || first.id === job.id ? job : this.#place(file, first.position - 1);
    }
    const other = to === 'up' ? before : after;
    return other === null ? job : this.#swap(file, other);
  }

  /** A crash between the two steps leaves both at one position, where their ids decide. */
  async #swap(file: JobFile, { path, position }: QueuedFile): Promise<Job> {
    const other = await this.#files.read(path);
    const moved = await this.#place(file, position);
    if (other !== null) await this.#place(other, file.job.position);
    return moved;
  }

  async #place(file: JobFile, position: number): Promise<Job> {
    return (await this.#files.replace(file, { ...file.job, position })).job;
  }

  async #namesIn(folder: string): Promise<readonly QueuedFile[]> {
    return (await this.#files.entries(folder)).flatMap(({ path }) => {
      const name = parseQueuedName(path);
      return name === null ? [] : [{ ...name, path }];
    });
  }
}

const isInRange = (position: number): boolean => position > RANGE.first && position < RANGE.last;
