import { jobAmbiguous, jobMissing } from './errors';
import { type JobFiles } from './job-files';
import { idOf, proposalOf } from './layout';
import { JOB_ID } from './record';
import { JOB_STATES, type Job, type JobCounts, type JobState } from './types';

/** What can be asked of the jobs in files. Counting reads no job, and listing no more than it gives. */
export class JobQueries {
  readonly #files: JobFiles;

  constructor(files: JobFiles) {
    this.#files = files;
  }

  async find(id: string): Promise<Job> {
    const exact = await this.get(id);
    if (exact !== null) return exact;
    const paths: string[] = [];
    for (const state of id === '' ? [] : JOB_STATES) {
      for await (const { path } of this.#files.all(state)) if (idOf(path)?.startsWith(id) === true) paths.push(path);
    }
    // A crash can leave one job in two places.
    const ids = [...new Set(paths.flatMap((path) => idOf(path) ?? []))];
    if (ids.length > 1) throw jobAmbiguous(id, ids);
    const [only] = paths;
    const file = only === undefined ? null : await this.#files.read(only);
    if (file === null) throw jobMissing(id);
    return file.job;
  }

  async get(id: string): Promise<Job | null> {
    return JOB_ID.test(id) ? ((await this.#files.find(id))?.job ?? null) : null;
  }

  async counts(): Promise<JobCounts> {
    const counts = { running: 0, queued: 0, review: 0, failed: 0, interrupted: 0, done: 0, cancelled: 0 };
    for (const state of JOB_STATES) {
      for (const folder of await this.#files.folders(state)) {
        counts[state] += (await this.#files.entries(folder)).length;
      }
    }
    return counts;
  }

  async list(state: JobState, limit: number): Promise<readonly Job[]> {
    const jobs: Job[] = [];
    if (limit <= 0) return jobs;
    for await (const { path } of this.#files.all(state)) {
      const file = await this.#files.read(path);
      if (file !== null && jobs.push(file.job) >= limit) break;
    }
    return jobs;
  }

  async reviews(): Promise<ReadonlyMap<string, string>> {
    const waiting = new Map<string, string>();
    for await (const { path } of this.#files.all('review')) waiting.set(idOf(path) ?? '', proposalOf(path));
    return waiting;
  }
}
