import { clip, silentRun, throwIfCancelled, type Clock, type Progress, type Random, type Run } from '../../base';
import {
  ACTIVE,
  afterEnd,
  askedJob,
  busyWith,
  CANCELLED_AT_ONCE,
  isAbandoned,
  FIRST_POSITION,
  jobLost,
  jobState,
  jobTooLarge,
  MAX_JOB_LENGTH,
  MAX_QUEUED,
  nameOf,
  NEW_JOB,
  queueFull,
  RETENTION,
  RETRIED,
  toQueued,
  toRenewed,
  toRunning,
  type LeaseRules,
  type AddedJob,
  type ClaimRequest,
  type Job,
  type JobClaim,
  type JobCounts,
  type JobEnd,
  type JobMove,
  type JobState,
  type JobStore,
  type NewJob,
  type QueuePause,
  type SetAside,
} from '../../jobs';
import { hashText } from '../../vault';
import { type Database } from './database';
import { JobQueries } from './job-queries';
import { JobTable } from './job-table';

interface PostgresJobStoreDeps extends LeaseRules {
  readonly database: Database;
  /** Names the wiki on this server. */
  readonly wiki: string;
  readonly random: Random;
  /** The time of the database by default. */
  readonly clock?: Clock;
}

/** Queued jobs that are looked at together. */
const PAGE = 200;

/** The jobs of one wiki in PostgreSQL. Every job is this server's own: who may queue one is checked where it is asked for. */
export function openPostgresJobStore(deps: PostgresJobStoreDeps): JobStore {
  return new PostgresJobStore(deps);
}

/**
 * Each call is one transaction that first locks the jobs of its wiki. Ids and tokens are made before it, so that a call that is tried
 * again after a lost connection finds what it did the first time.
 */
class PostgresJobStore implements JobStore {
  readonly #deps: PostgresJobStoreDeps;
  readonly #clock: Clock;
  readonly #queries: JobQueries;

  constructor(deps: PostgresJobStoreDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? deps.database.clock;
    this.#queries = new JobQueries(deps.database, deps.wiki);
  }

  add(jobs: readonly NewJob[], run: Run): Promise<readonly AddedJob[]> {
    const ids = jobs.map(() => this.#deps.random.id(8));
    const made = new Set(ids);
    return this.#change(run, async (table) => {
      const now = this.#clock.now();
      const known = await table.byKeys(jobs.map(({ key }) => hashText(clip(key, 300))));
      const end = await table.end();
      let position = end.position ?? FIRST_POSITION;
      let free = MAX_QUEUED - end.queued;
      const changed = new Map<string, Job>();
      const added = jobs.map((wanted, index): AddedJob => {
        throwIfCancelled(run);
        const asked = askedJob(wanted);
        const hash = hashText(asked.key);
        const found = known.get(hash);
        const isTaken = found !== undefined && ACTIVE.has(found.state);
        if (!isTaken && free-- <= 0) throw queueFull(MAX_QUEUED);
        if (found?.state === 'running') return { id: found.id, isNew: false };
        const place = isTaken ? found.position : position++;
        const job: Job =
          found === undefined
            ? { ...NEW_JOB, ...asked, id: ids[index] ?? '', position: place, createdAt: now }
            : { ...toQueued(found, place), ...asked };
        if (JSON.stringify(job).length > MAX_JOB_LENGTH) throw jobTooLarge(asked.title);
        // Of a call that is tried again, the jobs of the first try are new.
        const isNew = !isTaken || (made.has(job.id) && !changed.has(job.id));
        known.set(hash, job);
        changed.set(job.id, job);
        return { id: job.id, isNew };
      });
      await table.save([...changed.values()], now);
      if (changed.size > 0) await table.notify();
      return added;
    });
  }

  claim(request: ClaimRequest, run: Run): Promise<JobClaim> {
    const { owner, skipsModels = false, only } = request;
    const token = this.#deps.random.id(16);
    return this.#change(run, async (table, isRetry): Promise<JobClaim> => {
      const taken = isRetry ? await table.byToken(token) : null;
      if (taken !== null) return { kind: 'claimed', job: taken.job, token };
      const busy = busyWith((await this.#sweep(table)).alive, request);
      if (busy !== null) return busy;
      const first = await firstQueued(table, skipsModels, only);
      if (first === null) return { kind: 'empty' };
      const now = this.#clock.now();
      const job = toRunning(first, token, owner, now);
      await table.save([job], now, token);
      return { kind: 'claimed', job, token };
    });
  }

  next(limit: number, { skipsModels = false }: Pick<ClaimRequest, 'skipsModels'> = {}): Promise<readonly Job[]> {
    return limit <= 0 ? Promise.resolve([]) : this.#queries.next(limit, skipsModels);
  }

  renew(id: string, token: string, progress: Progress | null, run: Run): Promise<{ isCancelRequested: boolean }> {
    return this.#change(run, async (table) => {
      const job = await leased(table, id, token);
      const now = this.#clock.now();
      await table.save([toRenewed(job, progress, now)], now);
      return { isCancelRequested: job.isCancelRequested };
    });
  }

  finish(id: string, token: string, end: JobEnd, run: Run): Promise<Job> {
    return this.#change(run, async (table, isRetry) => {
      const found = isRetry ? await table.get(id) : null;
      if (found !== null && found.token === token && found.job.lease === null) return found.job;
      return this.#end(table, await leased(table, id, token), end);
    });
  }

  settle(id: string, end: JobEnd, run: Run): Promise<Job> {
    return this.#change(run, async (table) => {
      const job = await table.existing(id);
      if (job.state === 'running') throw jobState(id, 'running', 'settled');
      return this.#end(table, job, end);
    });
  }

  async #end(table: JobTable, job: Job, end: JobEnd): Promise<Job> {
    const now = this.#clock.now();
    const next = afterEnd(job, end, now);
    await table.save([next], now);
    // A place among the running jobs is free, or the job waits again.
    await table.notify();
    return next;
  }

  retry(id: string, run: Run): Promise<Job> {
    return this.#change(run, async (table, isRetry) => {
      const job = await table.existing(id);
      if (isRetry && job.state === 'queued') return job;
      if (!RETRIED.has(job.state)) throw jobState(job.id, nameOf(job.state), 'retried');
      const other = (await table.byKeys([hashText(job.key)])).get(hashText(job.key));
      if (other !== undefined && other.id !== job.id) throw jobState(job.id, 'queued a second time', 'retried');
      const queued = toQueued(job, (await table.end()).position ?? FIRST_POSITION);
      await table.save([queued], this.#clock.now());
      await table.notify();
      return queued;
    });
  }

  cancel(id: string, run: Run): Promise<Job> {
    return this.#change(run, async (table, isRetry) => {
      const job = await table.existing(id);
      if (isRetry && job.state === 'cancelled') return job;
      if (job.state === 'running') {
        const asked = { ...job, isCancelRequested: true };
        await table.save([asked], this.#clock.now());
        return asked;
      }
      if (!CANCELLED_AT_ONCE.has(job.state)) throw jobState(job.id, nameOf(job.state), 'cancelled');
      return this.#end(table, job, { state: 'cancelled' });
    });
  }

  move(id: string, to: JobMove, run: Run): Promise<Job> {
    return this.#change(run, async (table, isRetry) => {
      const job = await table.existing(id);
      if (job.state !== 'queued') throw jobState(job.id, nameOf(job.state), 'moved');
      const now = this.#clock.now();
      const place = async (position: number): Promise<Job> => {
        const moved = { ...job, position };
        await table.save([moved], now);
        return moved;
      };
      // One step up or down may have been taken by the first try; a second would take it twice.
      if (isRetry && (to === 'up' || to === 'down')) return job;
      if (to === 'last') return place((await table.end()).position ?? FIRST_POSITION);
      if (to === 'first') {
        const first = await table.neighbour(job, 'first');
        return first === null || first.id === job.id ? job : place(first.position - 1);
      }
      const other = await table.neighbour(job, to === 'up' ? 'before' : 'after');
      if (other === null) return job;
      await table.save([{ ...other, position: job.position }], now);
      return place(other.position);
    });
  }

  clear(states: readonly JobState[], run: Run): Promise<number> {
    return this.#change(run, (table) => table.remove(states));
  }

  async recover(run: Run): Promise<readonly Job[]> {
    // Looked at often, and mostly for nothing: the lock is taken only where there may be something to do.
    const [old] = await this.#deps.database.read<{ found: boolean }>(
      `select exists (select from jobs where wiki = $1 and (state = 'running'
         or (state in ('done', 'cancelled') and changed_at < $2))) as found`,
      [this.#deps.wiki, this.#oldest()],
      run,
    );
    if (old?.found !== true) return [];
    return this.#change(run, async (table) => {
      await table.remove(['done', 'cancelled'], this.#oldest());
      return (await this.#sweep(table)).interrupted;
    });
  }

  #oldest(): number {
    return this.#clock.now() - RETENTION;
  }

  /** Interrupts the running jobs whose program is gone. */
  async #sweep(table: JobTable): Promise<{ readonly alive: readonly Job[]; readonly interrupted: readonly Job[] }> {
    const running = await table.withState('running');
    const gone = running.filter((job) => isAbandoned(job, this.#clock.now(), this.#deps));
    const now = this.#clock.now();
    const interrupted = gone.map((job) => afterEnd(job, { state: 'interrupted' }, now));
    await table.save(interrupted, now);
    return { alive: running.filter((job) => !gone.includes(job)), interrupted };
  }

  find(id: string): Promise<Job> {
    return this.#queries.find(id);
  }

  get(id: string): Promise<Job | null> {
    return this.#queries.get(id);
  }

  counts(): Promise<JobCounts> {
    return this.#queries.counts();
  }

  list(state: JobState, limit: number): Promise<readonly Job[]> {
    return this.#queries.list(state, limit);
  }

  reviews(): Promise<ReadonlyMap<string, string>> {
    return this.#queries.reviews();
  }

  pause(): Promise<QueuePause | null> {
    return this.#queries.pause(this.#clock.now());
  }

  async setPause(pause: QueuePause | null): Promise<void> {
    const kept = pause && { ...pause, message: clip(pause.message, 2000) };
    await this.#change(silentRun, async (table, _, query) => {
      if (kept === null) await query('delete from pauses where wiki = $1', [this.#deps.wiki]);
      else {
        await query(
          `insert into pauses (wiki, record) values ($1, $2::json)
           on conflict (wiki) do update set record = excluded.record`,
          [this.#deps.wiki, JSON.stringify(kept)],
        );
      }
      await table.notify();
    });
  }

  /** Rows are not files that somebody may have broken. */
  takeNotices(): readonly SetAside[] {
    return [];
  }

  #change<T>(
    run: Run,
    work: (
      table: JobTable,
      isRetry: boolean,
      query: (text: string, values: readonly unknown[]) => Promise<unknown>,
    ) => Promise<T>,
  ): Promise<T> {
    return this.#deps.database.change(run, async (connection, isRetry) => {
      const table = new JobTable(connection, this.#deps.wiki);
      await table.lock();
      return work(table, isRetry, (text, values) => connection.query(text, values));
    });
  }
}

async function leased(table: JobTable, id: string, token: string): Promise<Job> {
  const found = await table.get(id);
  if (found?.job.state !== 'running' || found.job.lease?.token !== token) throw jobLost(id);
  return found.job;
}

async function firstQueued(table: JobTable, skipsModels: boolean, only: ClaimRequest['only']): Promise<Job | null> {
  if (only === undefined) return (await table.queued(1, skipsModels))[0] ?? null;
  let page = await table.queued(PAGE, skipsModels);
  while (page.length > 0) {
    const found = page.find(({ id }) => only.has(id));
    if (found !== undefined) return found;
    page = await table.queued(PAGE, skipsModels, page.at(-1));
  }
  return null;
}
