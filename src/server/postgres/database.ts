import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import { throwIfCancelled, type Clock, type Run, silentRun } from '../../base';
import { databaseFailed, databaseUnreachable, isConnectionLost, isOfDatabase, isTransient } from './connection';

/** One connection, inside a transaction or not. */
export interface Connection {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface DatabaseOptions {
  /** Where the tables are; `living_wiki` by default. Of letters, digits and underscores. */
  readonly schema?: string;
  /** The most connections of this program. */
  readonly connections?: number;
  /** How long a call waits for a database that restarts. Milliseconds; 60,000 by default. */
  readonly patience?: number;
}

const DEFAULTS = { schema: 'living_wiki', connections: 6, patience: 60_000 };
/** Milliseconds. A program that hangs inside a transaction must not keep the others out. */
const TIMEOUTS = { connect: 5_000, statement: 30_000, idleTransaction: 30_000 };
/** Wait before another try. Milliseconds. */
const RETRY = { first: 50, longest: 2_000 };
const CLOCK_INTERVAL = 60_000;

/**
 * A PostgreSQL database as the server uses it: every call waits out a restart, and is tried again as a whole. What is given to
 * {@link change} therefore has to give the same result when it runs a second time although the first was committed.
 *
 * Whatever PostgreSQL or a connection to it raises is thrown as `living-wiki:database_unreachable` or `living-wiki:database_failed`.
 */
export class Database {
  readonly schema: string;
  /** The time of the database, so that programs on different machines agree on what is late. */
  readonly clock: Clock = { now: () => Date.now() + this.#offset };
  readonly #pool: Pool;
  readonly #patience: number;
  #offset = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(url: string, options: DatabaseOptions = {}) {
    const { schema, connections, patience } = { ...DEFAULTS, ...options };
    if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) throw new Error(`not the name of a schema: ${schema}`);
    this.schema = schema;
    this.#patience = patience;
    this.#pool = new Pool({
      connectionString: url,
      max: connections,
      application_name: 'living-wiki',
      connectionTimeoutMillis: TIMEOUTS.connect,
      statement_timeout: TIMEOUTS.statement,
      idle_in_transaction_session_timeout: TIMEOUTS.idleTransaction,
      options: `-c search_path=${schema}`,
      allowExitOnIdle: true,
      keepAlive: true,
    });
    // A connection that breaks while nobody uses it: the next call opens another.
    this.#pool.on('error', () => undefined);
  }

  /** Opens the first connection and takes the time. @throws WikiError `living-wiki:database_unreachable` */
  async open(run: Run = silentRun): Promise<void> {
    await this.#synchronize(run);
    this.#timer = setInterval(() => void this.#synchronize(silentRun).catch(() => undefined), CLOCK_INTERVAL);
    this.#timer.unref();
  }

  async #synchronize(run: Run): Promise<void> {
    const before = Date.now();
    const [row] = await this.read<{ now: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
      [],
      run,
    );
    const after = Date.now();
    if (row !== undefined) this.#offset = Math.round(Number(row.now) - (before + after) / 2);
  }

  /** One statement that changes nothing, or that may run twice. */
  read<Row>(text: string, values: readonly unknown[] = [], run: Run = silentRun): Promise<readonly Row[]> {
    return this.#retrying(run, async () => (await this.#pool.query(text, [...values])).rows as Row[]);
  }

  /** A transaction. @param work told whether an earlier try may have been committed */
  change<T>(run: Run, work: (connection: Connection, isRetry: boolean) => Promise<T>): Promise<T> {
    return this.#retrying(run, async (isRetry) => {
      const client = await this.#pool.connect();
      let broken: Error | undefined;
      const notice = (error: Error): void => void (broken = error);
      client.on('error', notice);
      try {
        await client.query('begin');
        const result = await work(connectionOf(client), isRetry);
        await client.query('commit');
        return result;
      } catch (error) {
        if (isConnectionLost(error)) broken ??= error as Error;
        else await client.query('rollback').catch((failure: unknown) => void (broken = failure as Error));
        throw error;
      } finally {
        client.off('error', notice);
        client.release(broken);
      }
    });
  }

  /** @throws WikiError `living-wiki:database_unreachable` at once, without another try */
  async check(): Promise<void> {
    try {
      await this.#pool.query('select 1');
    } catch (error) {
      throw databaseUnreachable(error);
    }
  }

  /** A connection of its own, for as long as `work` takes. */
  async hold<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    const notice = (): void => void (broken = true);
    client.on('error', notice);
    try {
      return await work(client);
    } catch (error) {
      broken ||= isConnectionLost(error);
      throw error;
    } finally {
      client.off('error', notice);
      client.release(broken);
    }
  }

  async #retrying<T>(run: Run, attempt: (isRetry: boolean) => Promise<T>): Promise<T> {
    const start = performance.now();
    let delay = RETRY.first;
    for (let isRetry = false; ; isRetry = true) {
      throwIfCancelled(run);
      try {
        return await attempt(isRetry);
      } catch (error) {
        const isLost = isConnectionLost(error);
        // A pool that was closed opens nothing more.
        if (this.#pool.ending) throw databaseUnreachable(error);
        if (!isLost && !isTransient(error)) throw isOfDatabase(error) ? databaseFailed(error) : error;
        if (performance.now() - start + delay > this.#patience)
          throw isLost ? databaseUnreachable(error) : databaseFailed(error);
      }
      await sleep(delay / 2 + (Math.random() * delay) / 2);
      delay = Math.min(RETRY.longest, delay * 2);
    }
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#pool.end();
  }
}

function connectionOf(client: PoolClient): Connection {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
  };
}
