import { WikiError, type Run } from '../../base';
import { hashOf } from '../state/state-folder';
import { type PushedState, type StateRow, type StateTable } from '../state/types';
import { type Connection, type Database } from './database';

/** Bytes of files that are written together. */
const BATCH = 8_000_000;
/** Days after which a file that was removed is forgotten. */
const REMOVED_FOR = 30;

interface StoredRow {
  readonly path: string;
  readonly version: string;
  readonly hash: string | null;
  readonly size: number;
}

/** The state of one wiki in PostgreSQL. @param lock name of the wiki's lock, which whoever writes has to hold */
export function createPostgresState(database: Database, wiki: string, lock: string): StateTable {
  return {
    since: async (version, run) => {
      const rows = await database.read<StoredRow>(
        'select path, version, hash, size from state where wiki = $1 and version > $2 order by version',
        [wiki, version],
        run,
      );
      return rows.map(rowOf);
    },

    newest: async (run) => {
      const [row] = await database.read<{ newest: string | null }>(
        'select max(version) as newest from state where wiki = $1',
        [wiki],
        run,
      );
      return Number(row?.newest ?? 0);
    },

    contents: async (paths, run) => {
      const rows = await database.read<{ path: string; content: Uint8Array }>(
        'select path, content from state where wiki = $1 and path = any($2::text[]) and hash is not null',
        [wiki, paths],
        run,
      );
      return new Map(rows.map(({ path, content }) => [path, content]));
    },

    put: (paths, read, token, run) =>
      database.change(run, async (connection) => {
        // Nobody takes the lock over before this is committed.
        const held = await connection.query('select from locks where name = $1 and token = $2 for update', [
          lock,
          token,
        ]);
        if (held.length === 0) throw lost();
        return putAll(connection, wiki, paths, read);
      }),

    prune: async (version, run) => {
      await database.read(
        `delete from state where wiki = $1 and version <= $2 and hash is null
           and changed_at < clock_timestamp() - make_interval(days => $3)`,
        [wiki, version, REMOVED_FOR],
        run,
      );
    },

    pushed: async (run) => {
      const [row] = await database.read<{ pushed: PushedState | null }>(
        'select pushed from folders where wiki = $1',
        [wiki],
        run,
      );
      return row?.pushed ?? null;
    },
  };
}

/** Notes how far the repository of a wiki holds what its server did. */
export async function notePushed(database: Database, wiki: string, pushed: PushedState, run: Run): Promise<void> {
  await database.read(
    'update folders set pushed = $2::json where wiki = $1 and pushed::text is distinct from $2',
    [wiki, JSON.stringify(pushed)],
    run,
  );
}

async function putAll(
  connection: Connection,
  wiki: string,
  paths: readonly string[],
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<readonly StateRow[]> {
  const done: StateRow[] = [];
  let batch: (readonly [path: string, content: Uint8Array | null])[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) done.push(...(await putBatch(connection, wiki, batch)));
    [batch, size] = [[], 0];
  };
  for (const path of paths) {
    const content = await read(path);
    batch.push([path, content]);
    size += content?.length ?? 0;
    if (size > BATCH) await flush();
  }
  await flush();
  return done;
}

async function putBatch(
  connection: Connection,
  wiki: string,
  batch: readonly (readonly [path: string, content: Uint8Array | null])[],
): Promise<readonly StateRow[]> {
  const rows = await connection.query<StoredRow>(
    `insert into state (wiki, path, version, hash, size, content, changed_at)
     select $1, path, nextval('state_versions'), hash, size, content, clock_timestamp()
     from unnest($2::text[], $3::text[], $4::integer[], $5::bytea[]) as changed (path, hash, size, content)
     on conflict (wiki, path) do update set version = excluded.version, hash = excluded.hash, size = excluded.size,
       content = excluded.content, changed_at = excluded.changed_at
     returning path, version, hash, size`,
    [
      wiki,
      batch.map(([path]) => path),
      batch.map(([, content]) => (content === null ? null : hashOf(content))),
      batch.map(([, content]) => content?.length ?? 0),
      batch.map(([, content]) => (content === null ? null : Buffer.from(content))),
    ],
  );
  return rows.map(rowOf);
}

function rowOf({ path, version, hash, size }: StoredRow): StateRow {
  return { path, version: Number(version), hash, size };
}

function lost(): WikiError {
  return new WikiError(
    'living-wiki:lock_lost',
    'This program could not say for too long that it is writing, so another one may write now. What it did is taken back.',
    { remedy: 'Check that the database answers, and try again.' },
  );
}
