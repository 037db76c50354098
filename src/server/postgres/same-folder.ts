import { WikiError, type Random, type Run } from '../../base';
import { createNodeVault } from '../../node';
import { type Vault } from '../../vault';
import { type WikiPlace } from '../backend';
import { type Connection, type Database } from './database';
import { isAlone, type Membership, type ProgramKind } from './programs';

/** Tells a folder from every other one of that wiki. */
const FILE = '.wiki/server-folder';
const MARK = /^[a-z0-9]{20}$/;

interface FolderDeps {
  readonly database: Database;
  readonly membership: Membership;
  readonly kind: ProgramKind;
  readonly random: Random;
}

/**
 * Makes sure that all programs on a database have the same folder of a wiki. What waits for review and the history are there and not in
 * the database: in a second folder they would be missing, and its program would end jobs whose proposals it does not see.
 * @throws WikiError `living-wiki:folder_not_shared`
 */
export function requireSameFolder(
  { database, membership, kind, random }: FolderDeps,
  { name, folder }: WikiPlace,
  run: Run,
): Promise<void> {
  const vault = createNodeVault(folder);
  return database.change(run, async (connection) => {
    await connection.query("select pg_advisory_xact_lock(hashtext(current_schema || ' folders'), hashtext($1))", [
      name,
    ]);
    const [known] = await connection.query<{ mark: string }>('select mark from folders where wiki = $1', [name]);
    const found = await markOf(vault);
    if (known?.mark === found) return;
    if (kind === 'worker') throw notShared(known === undefined ? notOpened(name) : otherThanServer(name));
    // A folder that was restored or moved while nothing ran is the right one from now on.
    if (known !== undefined && !(await isAlone(connection, membership))) throw notShared(otherServer(name));
    await remember(connection, name, found ?? (await mark(vault, random)));
  });
}

async function markOf(vault: Vault): Promise<string | null> {
  if ((await vault.stat(FILE))?.kind !== 'file') return null;
  const text = (await vault.readText(FILE)).trim();
  return MARK.test(text) ? text : null;
}

async function mark(vault: Vault, random: Random): Promise<string> {
  const made = random.id(20);
  await vault.write(FILE, `${made}\n`, { durable: true });
  return made;
}

async function remember(connection: Connection, name: string, made: string): Promise<void> {
  await connection.query(
    'insert into folders (wiki, mark) values ($1, $2) on conflict (wiki) do update set mark = excluded.mark',
    [name, made],
  );
}

const notOpened = (name: string) => `No server on this database has opened the wiki "${name}" yet.`;
const otherThanServer = (name: string) => `This worker has another folder of the wiki "${name}" than the server.`;
const otherServer = (name: string) =>
  `Another program on the same database has another folder of the wiki "${name}" than this server.`;

function notShared(message: string): WikiError {
  return new WikiError('living-wiki:folder_not_shared', message, {
    remedy:
      'Start the server first. Give all programs the same configuration, and a disk that they share. If this folder is right, stop all of them for a minute.',
  });
}
