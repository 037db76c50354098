import { WikiError, type Random, type Run } from '../../base';
import { type LockOwner } from '../../vault';
import { type Connection, type Database } from './database';
import { MIGRATIONS } from './migrations';

export type ProgramKind = 'server' | 'worker';

interface ProgramDeps {
  readonly database: Database;
  readonly random: Random;
  readonly owner: LockOwner;
  /** Of the product. */
  readonly version: string;
}

/** A program that takes part, until it leaves. */
export interface Membership {
  readonly id: string;
  /** Says that the program is alive. @throws WikiError `living-wiki:version_mismatch` when a server of another version took over */
  beat(run: Run): Promise<void>;
  leave(): Promise<void>;
}

/** A program without a sign of life for so long is gone. Seconds. */
const GONE_AFTER = 60;

/**
 * Joins the programs that share the database. A server brings the tables up to date first, under a lock, and only while no
 * program of another version runs; a worker never changes them.
 *
 * @throws WikiError `living-wiki:version_mismatch`, `living-wiki:database_newer`, `living-wiki:database_empty`
 */
export async function joinPrograms(kind: ProgramKind, deps: ProgramDeps, run: Run): Promise<Membership> {
  const { database, random, owner, version } = deps;
  const id = random.id(16);
  const { schema } = database;
  await database.change(run, async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtext($1))', [`living-wiki programs ${schema}`]);
    if (kind === 'server') await prepare(connection, schema);
    const last = await lastMigration(connection, schema);
    if (last < MIGRATIONS.length) throw databaseEmpty();
    if (last > MIGRATIONS.length) throw databaseNewer(version);
    await forgetGone(connection);
    const others = await connection.query<{ kind: ProgramKind; version: string; name: string }>(
      'select kind, version, name from programs where version <> $1 order by kind, started_at limit 1',
      [version],
    );
    if (others[0] !== undefined) throw versionMismatch(kind, version, others[0]);
    await connection.query(
      `insert into programs (id, kind, version, name, started_at, beat) values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp())
       on conflict (id) do nothing`,
      [id, kind, version, nameOf(owner)],
    );
  });
  return {
    id,
    beat: async (within) => {
      const rows = await database.read<{ version: string; kind: ProgramKind; name: string }>(
        `with own as (update programs set beat = clock_timestamp() where id = $1 returning id)
         select version, kind, name from programs where version <> $2
           and beat > clock_timestamp() - make_interval(secs => $3) and not exists (select from own) limit 1`,
        [id, version, GONE_AFTER],
        within,
      );
      if (rows[0] !== undefined) throw versionMismatch(kind, version, rows[0]);
      // It seemed to be gone, for instance while its machine slept, and nobody of another version came: it joins again.
      await database.read(
        `insert into programs (id, kind, version, name, started_at, beat) values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp())
         on conflict (id) do nothing`,
        [id, kind, version, nameOf(owner)],
        within,
      );
    },
    leave: async () => {
      await database.read('delete from programs where id = $1', [id]);
    },
  };
}

/** Whether no other program uses the database. */
export async function isAlone(connection: Connection, { id }: Pick<Membership, 'id'>): Promise<boolean> {
  const others = await connection.query(
    'select from programs where id <> $1 and beat > clock_timestamp() - make_interval(secs => $2) limit 1',
    [id, GONE_AFTER],
  );
  return others.length === 0;
}

function nameOf({ host, process: pid }: LockOwner): string {
  return [host?.split(' ')[0] ?? '', pid === null ? '' : `process ${pid}`].filter((part) => part !== '').join(', ');
}

/** Makes the schema, and runs the migrations that are missing. */
async function prepare(connection: Connection, schema: string): Promise<void> {
  await connection.query(`create schema if not exists ${schema}`);
  await connection.query(
    `create table if not exists migrations (number integer primary key, name text not null, at timestamptz not null default now());
     create table if not exists programs (
       id text primary key, kind text not null, version text not null, name text not null,
       started_at timestamptz not null, beat timestamptz not null
     )`,
  );
  const last = await lastMigration(connection, schema);
  const missing = MIGRATIONS.filter(({ number }) => number > last);
  if (missing.length === 0) return;
  await forgetGone(connection);
  const [running] = await connection.query<{ name: string }>('select name from programs limit 1');
  if (running !== undefined && last > 0) throw stopFirst(running.name);
  for (const { number, name, sql } of missing) {
    await connection.query(sql);
    await connection.query('insert into migrations (number, name) values ($1, $2)', [number, name]);
  }
}

async function lastMigration(connection: Connection, schema: string): Promise<number> {
  const [table] = await connection.query<{ found: string | null }>('select to_regclass($1)::text as found', [
    `${schema}.migrations`,
  ]);
  if ((table?.found ?? null) === null) return 0;
  const [row] = await connection.query<{ last: number | null }>('select max(number) as last from migrations');
  return row?.last ?? 0;
}

async function forgetGone(connection: Connection): Promise<void> {
  await connection.query('delete from programs where beat < clock_timestamp() - make_interval(secs => $1)', [
    GONE_AFTER,
  ]);
}

function versionMismatch(
  kind: ProgramKind,
  version: string,
  other: { readonly kind: ProgramKind; readonly version: string; readonly name: string },
): WikiError {
  return new WikiError(
    'living-wiki:version_mismatch',
    `This ${kind} has version ${version} of Living Wiki, but a ${other.kind} on the same database (${other.name}) has version ${other.version}.`,
    { remedy: 'Stop all servers and workers, install the same version everywhere, and start the server first.' },
  );
}

function stopFirst(name: string): WikiError {
  return new WikiError(
    'living-wiki:version_mismatch',
    `This version has to change the tables of the database, but a server or worker still uses them (${name}).`,
    { remedy: 'Stop every server and worker, then start this server.' },
  );
}

function databaseNewer(version: string): WikiError {
  return new WikiError(
    'living-wiki:database_newer',
    `The database was prepared by a newer version than living-wiki ${version}.`,
    { remedy: 'Install the newer version here, or restore the backup from before the upgrade.' },
  );
}

function databaseEmpty(): WikiError {
  return new WikiError('living-wiki:database_empty', 'No server of this version has prepared the database yet.', {
    remedy: 'Start "living-wiki serve" with the same settings first, then the workers.',
  });
}
