import { jobAmbiguous, jobMissing, type Job, type JobState } from '../../jobs';
import { hashText } from '../../vault';
import { type Connection } from './database';

/** A job, and what its row knows beside it: the token of its last run, also after that ended. */
interface StoredJob {
  readonly job: Job;
  readonly token: string | null;
}

interface Row {
  readonly record: Job;
  readonly run_token: string | null;
}

/** The rows of one wiki. What writes runs inside {@link lockJobs}. */
export class JobTable {
  readonly #connection: Connection;
  readonly #wiki: string;

  constructor(connection: Connection, wiki: string) {
    this.#connection = connection;
    this.#wiki = wiki;
  }

  /** Keeps other programs from changing the jobs of this wiki until the transaction ends. */
  async lock(): Promise<void> {
    await this.#connection.query("select pg_advisory_xact_lock(hashtext(current_schema || ' jobs'), hashtext($1))", [
      this.#wiki,
    ]);
  }

  async get(id: string): Promise<StoredJob | null> {
    return (await this.#select('id = $2', [id]))[0] ?? null;
  }

  /** A job by its id or the beginning of it. @throws WikiError `living-wiki:job_missing`, `living-wiki:job_ambiguous` */
  async existing(id: string): Promise<Job> {
    const exact = await this.get(id);
    if (exact !== null) return exact.job;
    if (!/^[a-z0-9]{1,8}$/.test(id)) throw jobMissing(id);
    const [first, ...others] = jobsOf(await this.#select('left(id, $3) = $2 order by id limit 11', [id, id.length]));
    if (first === undefined) throw jobMissing(id);
    if (others.length > 0)
      throw jobAmbiguous(
        id,
        [first, ...others].map((job) => job.id),
      );
    return first;
  }

  async byToken(token: string): Promise<StoredJob | null> {
    return (await this.#select("run_token = $2 and state = 'running'", [token]))[0] ?? null;
  }

  async withState(state: JobState): Promise<readonly Job[]> {
    return jobsOf(await this.#select('state = $2 order by position, id', [state]));
  }

  /** The jobs of these keys that are not over, by the hash of their key. */
  async byKeys(hashes: readonly string[]): Promise<Map<string, Job>> {
    const found = await this.#select("key_hash = any($2) and state in ('queued', 'running', 'failed', 'interrupted')", [
      hashes,
    ]);
    return new Map(found.map(({ job }) => [hashText(job.key), job]));
  }

  async #select(where: string, values: readonly unknown[]): Promise<readonly StoredJob[]> {
    const rows = await this.#connection.query<Row>(`select record, run_token from jobs where wiki = $1 and ${where}`, [
      this.#wiki,
      ...values,
    ]);
    return rows.map((row) => ({ job: row.record, token: row.run_token }));
  }

  /** The position behind all others, and how many are queued. A running job may return to its place. */
  async end(): Promise<{ readonly position: number | null; readonly queued: number }> {
    const [row] = await this.#connection.query<{ last: string | null; queued: string }>(
      `select max(position) as last, count(*) filter (where state = 'queued') as queued
       from jobs where wiki = $1 and state in ('queued', 'running')`,
      [this.#wiki],
    );
    const last = row?.last ?? null;
    return { position: last === null ? null : Number(last) + 1, queued: Number(row?.queued ?? 0) };
  }

  /** Queued jobs in their order, behind a place. */
  async queued(limit: number, skipsModels: boolean, after?: Pick<Job, 'position' | 'id'>): Promise<readonly Job[]> {
    return jobsOf(
      await this.#select(
        `state = 'queued' and not ($2 and uses_model) and (position, id) > ($3, $4) order by position, id limit $5`,
        [skipsModels, after?.position ?? -1, after?.id ?? '', limit],
      ),
    );
  }

  /** The queued job next to another one. */
  async neighbour({ position, id }: Job, side: keyof typeof SIDES): Promise<Job | null> {
    const [where, order] = SIDES[side];
    const found = await this.#select(`state = 'queued' ${where} order by ${order} limit 1`, [position, id]);
    return found[0]?.job ?? null;
  }

  /** Adds jobs and replaces those that are there. @param token of the run that starts or ends */
  async save(jobs: readonly Job[], now: number, token: string | null = null): Promise<void> {
    for (let from = 0; from < jobs.length; from += 500) {
      const part = jobs.slice(from, from + 500);
      await this.#connection.query(
        `insert into jobs (wiki, id, state, position, key_hash, uses_model, run_token, proposal, changed_at, record)
         select $1::text, id, state, position, key_hash, uses_model, $8::text, proposal, $9::bigint, record::json
         from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::boolean[], $7::text[], $10::text[])
           as new (id, state, position, key_hash, uses_model, proposal, record)
         on conflict (wiki, id) do update set state = excluded.state, position = excluded.position,
           key_hash = excluded.key_hash, uses_model = excluded.uses_model, proposal = excluded.proposal,
           run_token = coalesce(excluded.run_token, jobs.run_token), changed_at = excluded.changed_at, record = excluded.record`,
        [
          this.#wiki,
          part.map(({ id }) => id),
          part.map(({ state }) => state),
          part.map(({ position }) => position),
          part.map(({ key }) => hashText(key)),
          part.map(({ usesModel }) => usesModel),
          part.map(({ state, proposal }) => (state === 'review' ? proposal : null)),
          token,
          now,
          part.map((job) => JSON.stringify(job)),
        ],
      );
    }
  }

  async remove(states: readonly JobState[], before?: number): Promise<number> {
    const rows = await this.#connection.query<{ id: string }>(
      'delete from jobs where wiki = $1 and state = any($2) and changed_at < $3 returning id',
      [this.#wiki, states.filter((state) => state !== 'running'), before ?? Number.MAX_SAFE_INTEGER],
    );
    return rows.length;
  }

  /** Wakes the workers once the transaction is committed. */
  async notify(): Promise<void> {
    await this.#connection.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, this.#wiki]);
  }
}

const SIDES = {
  before: ['and (position, id) < ($2::bigint, $3)', 'position desc, id desc'],
  after: ['and (position, id) > ($2::bigint, $3)', 'position, id'],
  first: ['and ($2::bigint, $3::text) is not null', 'position, id'],
} as const;

/** The channel on which a wiki is named when it may have something to run. */
export const NOTIFY_CHANNEL = 'living_wiki_jobs';

const jobsOf = (found: readonly StoredJob[]): readonly Job[] => found.map(({ job }) => job);
