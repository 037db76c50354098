import { JOB_STATES, type Job, type JobCounts, type JobState, type QueuePause } from '../../jobs';
import { type Database } from './database';
import { JobTable } from './job-table';

/** What can be asked of the jobs of one wiki. */
export class JobQueries {
  readonly #database: Database;
  readonly #wiki: string;
  readonly #table: JobTable;

  constructor(database: Database, wiki: string) {
    this.#database = database;
    this.#wiki = wiki;
    this.#table = new JobTable({ query: (text, values) => database.read(text, values) }, wiki);
  }

  find(id: string): Promise<Job> {
    return this.#table.existing(id);
  }

  async get(id: string): Promise<Job | null> {
    return (await this.#table.get(id))?.job ?? null;
  }

  next(limit: number, skipsModels: boolean): Promise<readonly Job[]> {
    return this.#table.queued(limit, skipsModels);
  }

  async counts(): Promise<JobCounts> {
    const rows = await this.#database.read<{ state: JobState; count: string }>(
      'select state, count(*) as count from jobs where wiki = $1 group by state',
      [this.#wiki],
    );
    const counts = Object.fromEntries(JOB_STATES.map((state) => [state, 0])) as Record<JobState, number>;
    for (const { state, count } of rows) counts[state] = Number(count);
    return counts;
  }

  async list(state: JobState, limit: number): Promise<readonly Job[]> {
    if (limit <= 0) return [];
    const order = state === 'queued' ? 'position, id' : 'changed_at desc, id';
    const rows = await this.#database.read<{ record: Job }>(
      `select record from jobs where wiki = $1 and state = $2 order by ${order} limit $3`,
      [this.#wiki, state, limit],
    );
    return rows.map(({ record }) => record);
  }

  async reviews(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.read<{ id: string; proposal: string | null }>(
      "select id, proposal from jobs where wiki = $1 and state = 'review'",
      [this.#wiki],
    );
    return new Map(rows.map(({ id, proposal }) => [id, proposal ?? '']));
  }

  async pause(now: number): Promise<QueuePause | null> {
    const [row] = await this.#database.read<{ record: QueuePause }>('select record from pauses where wiki = $1', [
      this.#wiki,
    ]);
    const pause = row?.record ?? null;
    const until = pause?.until ?? null;
    return until !== null && until <= now ? null : pause;
  }
}
