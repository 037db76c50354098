import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/** A PostgreSQL of this machine that listens on a socket in a folder of its own. */
export interface Cluster {
  readonly url: string;
  readonly folder: string;
  /** Stops it at once, as a crash does, and starts it again. */
  restart(): void;
  stop(): void;
}

type Found = { readonly cluster: Cluster; readonly reason: null } | { readonly cluster: null; readonly reason: string };

/** Users that a root may run PostgreSQL as, which refuses to run as root. */
const USERS = ['postgres', 'nobody'];

/**
 * Makes an empty cluster and starts it. It forgets nothing but what a power failure would lose: it does not wait for the disk.
 * @param isDurable waits for the disk, as a server does that is measured
 */
export function startCluster(isDurable = false): Found {
  const bin = findPrograms();
  if (bin === null) return missing('PostgreSQL is not installed (no initdb and pg_ctl)');
  const user = userInfo().uid === 0 ? USERS.find((name) => spawnSync('id', [name]).status === 0) : undefined;
  if (userInfo().uid === 0 && user === undefined)
    return missing('PostgreSQL does not run as root, and no other user was found');
  const folder = mkdtempSync(path.join(tmpdir(), 'lw-pg-'));
  const run = (program: string, ...args: string[]): void => {
    const command = [path.join(bin, program), ...args];
    const whole =
      user === undefined
        ? command
        : ['setpriv', `--reuid=${user}`, `--regid=${groupOf(user)}`, '--clear-groups', ...command];
    // The server keeps running and would hold a pipe open: what it says goes to its log.
    execFileSync(whole[0] ?? '', whole.slice(1), {
      stdio: ['ignore', 'ignore', 'ignore'],
      cwd: folder,
      timeout: 60_000,
    });
  };
  try {
    if (user !== undefined) execFileSync('chown', [`${user}:${groupOf(user)}`, folder]);
    chmodSync(folder, 0o755);
    const data = path.join(folder, 'data');
    run('initdb', '-D', data, '-A', 'trust', '-U', 'living_wiki', '-E', 'UTF8', '--no-locale', '-N');
    const settings = [`-k ${folder}`, "-c listen_addresses=''", '-c max_connections=200'];
    if (!isDurable) settings.push('-c fsync=off', '-c full_page_writes=off');
    const start = (): void =>
      run('pg_ctl', '-D', data, '-w', '-o', settings.join(' '), '-l', path.join(folder, 'log'), 'start');
    start();
    const stop = (mode: string): void => run('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
    const cluster: Cluster = {
      url: `postgres://living_wiki@/postgres?host=${encodeURIComponent(folder)}`,
      folder,
      restart: () => {
        stop('immediate');
        start();
      },
      stop: () => {
        stop('immediate');
        rmSync(folder, { recursive: true, force: true });
      },
    };
    return { cluster, reason: null };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return missing(`PostgreSQL could not be started: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const missing = (reason: string): Found => ({ cluster: null, reason });

function groupOf(user: string): string {
  return execFileSync('id', ['-gn', user], { encoding: 'utf8' }).trim();
}

/** The folder of the newest PostgreSQL. */
function findPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((each) => path.join(debian, each, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((each) => ['initdb', 'pg_ctl'].every((name) => existsSync(path.join(each, name)))) ?? null;
}

/** The address of the cluster that all test files share, or why there is none. The first that asks starts it. */
export function sharedCluster(): { readonly url: string | null; readonly reason: string } {
  const folder = process.env.LIVING_WIKI_RUN_FOLDER ?? '';
  const note = path.join(folder, 'postgres.json');
  const mine = path.join(folder, 'postgres.starting');
  try {
    mkdirSync(mine);
    const { cluster, reason } = startCluster();
    // test/support/remove-run-folder.cjs reads it.
    writeFileSync(
      note,
      JSON.stringify({ url: cluster?.url ?? null, folder: cluster?.folder ?? null, reason: reason ?? '' }),
    );
  } catch (error) {
    // Not an instance of this file's own Error: Jest gives each test file one of its own.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    for (let tries = 0; !existsSync(note) && tries < 600; tries++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  const found = JSON.parse(readFileSync(note, 'utf8')) as { url: string | null; reason: string };
  return found;
}

/** Tests that need PostgreSQL. Without one, they are skipped, and say why. */
export function describePostgres(name: string, tests: (url: string) => void): void {
  const { url, reason } = sharedCluster();
  if (url !== null) {
    describe(name, () => tests(url));
    return;
  }
  process.stderr.write(`Skipped: ${name}. ${reason}\n`);
  describe.skip(`${name} (skipped: ${reason})`, () => it('needs PostgreSQL', () => undefined));
}

let schemas = 0;

/** The name of a schema that no other test has. */
export function newSchema(): string {
  return `test_${String(process.pid)}_${String(++schemas)}`;
}
