import { silentRun, type Random, type Run, type WikiError, isWikiError } from '../../base';
import { createNodeLock, isOwnerGone, nodeOwner } from '../../node';
import { type WriteLock } from '../../vault';
import { type HeldLock } from '../state/state-in-step';
import { type DailyUsage, type JobHost } from '../../workbench';
import { type Backend, type FolderWay, type JoiningPlace, type StateStore, type WikiPlace } from '../backend';
import { JobNotifications } from './job-notifications';
import { Database, type DatabaseOptions } from './database';
import { openPostgresJobStore } from './job-store';
import { createPostgresLock, joinLocks } from './lock';
import { joinPrograms, type Membership, type ProgramKind } from './programs';
import { joinFolder } from './join-folder';
import { createPostgresState, notePushed } from './state-table';
import { createPostgresUsage } from './usage';
import { wikisWithWork } from './wikis-with-work';

interface PostgresBackendOptions extends DatabaseOptions {
  readonly kind: ProgramKind;
  readonly version: string;
  readonly random: Random;
  /** Called when a server of another version took over: this program has to stop. */
  readonly onOutdated: (error: WikiError) => void;
}

/** Milliseconds. */
const BEAT = 15_000;
/** Jobs of one wiki that run at the same time, of all workers. */
const PARALLEL = 4;

/** Jobs, locks and usage in PostgreSQL, for a server and any number of workers on any machines. */
export class PostgresBackend implements Backend {
  readonly usage: DailyUsage;
  readonly #database: Database;
  readonly #notifications: JobNotifications;
  readonly #membership: Membership;
  readonly #kind: ProgramKind;
  readonly #random: Random;
  readonly #beats: NodeJS.Timeout;

  private constructor(
    database: Database,
    membership: Membership,
    { random, kind, onOutdated }: PostgresBackendOptions,
  ) {
    this.#database = database;
    this.#membership = membership;
    this.#random = random;
    this.#kind = kind;
    this.#notifications = new JobNotifications(database);
    this.usage = createPostgresUsage({ database, random });
    this.#beats = setInterval(() => {
      membership.beat(silentRun).catch((error: unknown) => {
        if (isWikiError(error) && error.code === 'living-wiki:version_mismatch') onOutdated(error);
        // The next sign of life makes up for one that could not be written.
      });
    }, BEAT);
    this.#beats.unref();
  }

  /**
   * Connects, and prepares the tables if it is a server.
   * @throws WikiError `living-wiki:database_unreachable`, `living-wiki:version_mismatch`, `living-wiki:database_newer`,
   *   `living-wiki:database_empty`
   */
  static async open(url: string, options: PostgresBackendOptions, run: Run): Promise<PostgresBackend> {
    const { kind, version, random } = options;
    const database = new Database(url, options);
    try {
      await database.open(run);
      const membership = await joinPrograms(kind, { database, random, owner: nodeOwner(), version }, run);
      return new PostgresBackend(database, membership, options);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  join(wiki: JoiningPlace, run: Run): Promise<FolderWay> {
    const [database, membership, kind, random] = [this.#database, this.#membership, this.#kind, this.#random];
    return joinFolder({ database, membership, kind, random }, wiki, run);
  }

  state(wiki: string): StateStore {
    const database = this.#database;
    return {
      isOfServer: this.#kind === 'server',
      table: createPostgresState(database, wiki, lockName(wiki)),
      lock: () => this.#wikiLock(wiki),
      notePushed: (pushed, run) => notePushed(database, wiki, pushed, run),
    };
  }

  jobs({ name }: WikiPlace): Partial<JobHost> {
    return {
      parallel: PARALLEL,
      store: openPostgresJobStore({
        database: this.#database,
        wiki: name,
        random: this.#random,
        isDead: isOwnerGone,
      }),
    };
  }

  /** Also the lock of the folder, because the command line or the app may be used in it. */
  lock({ name, folder }: WikiPlace): WriteLock {
    return joinLocks(this.#wikiLock(name), createNodeLock(folder));
  }

  #wikiLock(name: string): HeldLock {
    return createPostgresLock(this.#database, lockName(name), { owner: nodeOwner(), isDead: isOwnerGone });
  }

  onNotify(wiki: string, listener: () => void): () => void {
    return this.#notifications.onNotify(wiki, listener);
  }

  withWork(wikis: readonly string[]): Promise<ReadonlySet<string>> {
    return wikisWithWork(this.#database, wikis, PARALLEL);
  }

  check(): Promise<void> {
    return this.#database.check();
  }

  async close(): Promise<void> {
    clearInterval(this.#beats);
    await this.#notifications.close();
    await this.#membership.leave().catch(() => undefined);
    await this.#database.close();
  }
}

const lockName = (wiki: string): string => `wiki ${wiki}`;
