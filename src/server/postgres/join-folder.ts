import { WikiError, type Random, type Run } from '../../base';
import { createNodeVault } from '../../node';
import { sealText, type Vault } from '../../vault';
import { type FolderWay, type JoiningPlace } from '../backend';
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
 * Makes sure that all programs on a database see what the others wrote to a wiki: they have the same folder of it, or hand the state of the
 * wiki over in the database, which needs a repository for the pages and a key that all of them know. In any other second folder the
 * proposals would be missing, and its program would end jobs whose proposals it does not see.
 * @throws WikiError `living-wiki:folder_not_shared`, `living-wiki:signing_key_differs`
 */
export function joinFolder(
  { database, membership, kind, random }: FolderDeps,
  { name, folder, isInGit, signingKey }: JoiningPlace,
  run: Run,
): Promise<FolderWay> {
  const vault = createNodeVault(folder);
  const key = signingKey === null ? null : sealText('living-wiki signing key', signingKey);
  return database.change(run, async (connection) => {
    await connection.query("select pg_advisory_xact_lock(hashtext(current_schema || ' folders'), hashtext($1))", [
      name,
    ]);
    const [known] = await connection.query<KnownFolder>('select mark, signing_key from folders where wiki = $1', [
      name,
    ]);
    const found = await markOf(vault);
    if (kind === 'worker') return wayOfWorker({ name, known, found, key, isInGit });
    if (known?.mark === found && known.signing_key === key) return 'shared';
    // A folder that was restored or moved while nothing ran is the right one from now on.
    if (known !== undefined && !(await isAlone(connection, membership)))
      throw known.mark === found ? keyDiffers(name) : notShared(otherServer(name));
    await remember(connection, name, found ?? (await mark(vault, random)), key);
    return 'shared';
  });
}

interface KnownFolder {
  readonly mark: string;
  readonly signing_key: string | null;
}

interface WorkerFolder {
  readonly name: string;
  readonly known: KnownFolder | undefined;
  /** The mark of the folder that the worker has; `null` for none. */
  readonly found: string | null;
  readonly key: string | null;
  readonly isInGit: boolean;
}

function wayOfWorker({ name, known, found, key, isInGit }: WorkerFolder): FolderWay {
  if (known === undefined) throw notShared(notOpened(name));
  if (known.mark === found) {
    if (known.signing_key !== key) throw keyDiffers(name);
    return 'shared';
  }
  // The folder of another server has proposals of its own, which would be replaced.
  if (!isInGit || found !== null) throw notShared(otherThanServer(name));
  if (known.signing_key === null || key === null) throw withoutKey(name);
  if (known.signing_key !== key) throw keyDiffers(name);
  return 'own';
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

async function remember(connection: Connection, name: string, made: string, key: string | null): Promise<void> {
  await connection.query(
    `insert into folders (wiki, mark, signing_key) values ($1, $2, $3)
     on conflict (wiki) do update set mark = excluded.mark, signing_key = excluded.signing_key`,
    [name, made, key],
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

function withoutKey(name: string): WikiError {
  return new WikiError('living-wiki:folder_not_shared', otherThanServer(name), {
    remedy:
      'Set "signing-key" in the configuration of the server and of this worker, or give them a disk that they share.',
  });
}

function keyDiffers(name: string): WikiError {
  return new WikiError(
    'living-wiki:signing_key_differs',
    `Another program on the same database has another "signing-key", or none, for the wiki "${name}".`,
    {
      remedy:
        'Give all programs the same key. If this one is right, stop all of them for a minute, and start the server first.',
    },
  );
}
