import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { Database } from '../../src/server/postgres/database';
import { builtFile } from './built';
import { TeamRepository } from './team-repository';

export interface TeamOptions {
  /** An address of PostgreSQL; the team gets a database of its own there. */
  readonly url: string;
  readonly wikis: number;
  /** As the configuration says it, such as `10 s`. */
  readonly stopWithin?: string;
  /** Address of a model server on loopback; without it, the built-in curator reads. */
  readonly model?: string;
  /** Whether each wiki is in a repository of its own; in a folder when absent. */
  readonly isInGit?: boolean;
  /** Whether what is proposed is shown on branches there, and decided on them. */
  readonly isReviewedOnBranches?: boolean;
  /** Whether all programs sign with the key of the server, so that workers may have folders of their own. */
  readonly hasKey?: boolean;
}

/** A job as the API shows it. */
export interface TeamJob {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly proposal: string | null;
  readonly attempts: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

interface ShownProposal {
  readonly source: string;
  readonly files: readonly {
    readonly path: string;
    readonly kind: string;
    readonly hunks: readonly { readonly id: string }[];
  }[];
}

/** `living-wiki work` in a process of its own. */
export interface TeamWorker {
  readonly pid: number;
  /** Lines of its log. */
  readonly log: readonly string[];
  /** @returns how it ended */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ readonly code: number | null; readonly seconds: number }>;
}

/** A server and workers as people run them: the shipped program, PostgreSQL, and whatever is asked goes over HTTP. */
export class Team {
  readonly wikis: readonly string[];
  readonly workers = new Set<TeamWorker>();
  /** What the server warned of: lines of its log. */
  readonly warnings: string[] = [];
  /** Those of the wikis that are in git, by the wiki's name. */
  readonly repositories = new Map<string, TeamRepository>();
  readonly #folder: string;
  readonly #cli: string;
  readonly #database: Database;
  readonly #children = new Set<ChildProcess>();
  #server: ChildProcess | null = null;
  #address = '';

  private constructor(folder: string, cli: string, wikis: readonly string[], database: Database) {
    this.#folder = folder;
    this.#cli = cli;
    this.wikis = wikis;
    this.#database = database;
  }

  static async start(options: TeamOptions): Promise<Team> {
    const { url, wikis, stopWithin = '10 s', model, isInGit = false, hasKey = false } = options;
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lw-team-')));
    builtFile('server.mjs');
    const names = Array.from({ length: wikis }, (_, n) => `wiki-${String(n + 1)}`);
    const database = `team_${randomBytes(8).toString('hex')}`;
    const own = url.replace('/postgres?', `/${database}?`);
    const team = new Team(folder, builtFile('cli.mjs'), names, new Database(own, { connections: 1 }));
    try {
      const admin = new Database(url, { connections: 1 });
      await admin.read(`create database ${database}`).finally(() => admin.close());
      const init = (wiki: string): void => void team.run(folder, 'init', wiki, '--yes');
      const places = names.map((name) => {
        if (!isInGit) {
          init(name);
          return `{ name: ${name}, folder: ${name} }`;
        }
        const repository = new TeamRepository(path.join(folder, 'repositories', name), init);
        team.repositories.set(name, repository);
        return `{ name: ${name}, remote: ${repository.remote}, review: ${options.isReviewedOnBranches === true ? 'branch' : 'inline'} }`;
      });
      const config = [
        ...['version: 1', 'listen: 127.0.0.1:0', 'does-jobs: false', `stop-within: ${stopWithin}`],
        `database: ${own}`,
        'limits: { requests-per-minute: 1000000 }',
        ...(model === undefined ? [] : [`models: { provider: custom, base-url: '${model}', model: tiny }`]),
        ...(hasKey ? [`signing-key: file:${team.#key}`] : []),
        'data: data',
        `wikis: [${places.join(', ')}]`,
      ];
      writeFileSync(team.#config, `${config.join('\n')}\n`);
      await team.#serve();
      return team;
    } catch (error) {
      await team.close();
      throw error;
    }
  }

  get #config(): string {
    return path.join(this.#folder, 'server.yaml');
  }

  /** What the command line made when it set up a wiki. */
  get #key(): string {
    return path.join(this.#folder, 'home', '.config', 'living-wiki', 'journal-key');
  }

  /** Where the server has the files of a wiki. */
  folderOf(wiki: string): string {
    return this.repositories.has(wiki)
      ? path.join(this.#folder, 'data', 'clones', wiki, 'wiki')
      : path.join(this.#folder, wiki);
  }

  /** A folder of its own for anything else, which {@link close} removes. */
  scratch(name: string): string {
    return path.join(this.#folder, name);
  }

  /** The command line in a wiki's folder. @throws Error when it fails */
  run(cwd: string, ...argv: string[]): string {
    const { status, stdout, stderr } = this.#run(cwd, ...argv);
    if (status !== 0) throw new Error(`${argv.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }

  /** Approves the rules of a wiki, as the user of the server. */
  approve(wiki: string): void {
    const folder = this.folderOf(wiki);
    const { hash } = JSON.parse(this.#run(folder, 'trust', '--json').stdout) as { hash: string };
    this.run(folder, 'trust', 'approve', '--all', '--yes', '--hash', hash);
  }

  #run(cwd: string, ...argv: string[]): SpawnSyncReturns<string> {
    return spawnSync(process.execPath, [this.#cli, ...argv], {
      cwd: path.resolve(this.#folder, cwd),
      encoding: 'utf8',
      env: this.#environment,
    });
  }

  /** A home of its own, so that nothing of this machine's user is read. */
  get #environment(): NodeJS.ProcessEnv {
    return { ...process.env, HOME: path.join(this.#folder, 'home'), NO_COLOR: '1' };
  }

  #spawn(argv: readonly string[], home: string | null = null): ChildProcess {
    const child = spawn(process.execPath, [this.#cli, ...argv], {
      env: home === null ? this.#environment : { ...this.#environment, HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  async #serve(): Promise<void> {
    const child = (this.#server = this.#spawn(['serve', '--config', this.#config]));
    const said: string[] = [];
    this.#address = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`the server ended: ${said.join('\n')}`)));
      onLine(child.stdout, (line) => {
        if (line.includes('"level":"warn"')) this.warnings.push(line);
      });
      onLine(child.stderr, (line) => {
        said.push(line);
        const [, address] = /^Serving on (\S+)\. /.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      });
    });
  }

  /** Kills the server and starts it again. */
  async restartServer(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = new Promise<void>((resolve) => void this.#server?.once('exit', () => resolve()));
    this.#server?.kill(signal);
    await ended;
    await this.#serve();
  }

  work(...options: readonly string[]): TeamWorker {
    return this.#watch(this.#spawn(['work', '--config', this.#config, ...options]));
  }

  /** A worker as on another machine: with a folder and a home of its own, of which the server knows nothing. @param machine its name */
  workElsewhere(machine: string): TeamWorker {
    const folder = this.scratch(machine);
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'server.yaml');
    copyFileSync(this.#key, path.join(folder, 'key'));
    const config = readFileSync(this.#config, 'utf8').replace(/file:.*$/m, 'file:key');
    writeFileSync(file, config);
    return this.#watch(this.#spawn(['work', '--config', file], path.join(folder, 'home')));
  }

  #watch(child: ChildProcess): TeamWorker {
    const log: string[] = [];
    child.stdout?.resume();
    onLine(child.stderr, (line) => void log.push(line));
    const ended = new Promise<number | null>((resolve) => void child.once('exit', (code) => resolve(code)));
    const worker: TeamWorker = {
      pid: child.pid ?? 0,
      log,
      stop: async (signal) => {
        const start = performance.now();
        child.kill(signal);
        const code = await ended;
        this.workers.delete(worker);
        return { code, seconds: (performance.now() - start) / 1000 };
      },
    };
    this.workers.add(worker);
    return worker;
  }

  /** @returns the answer's JSON @throws Error for another status than one of success */
  async ask<T>(method: string, wiki: string, at: string, body?: object | string): Promise<T> {
    const response = await fetch(`${this.#address}/api/v1/wikis/${wiki}${at}`, {
      method,
      ...(typeof body === 'object' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(typeof body === 'string' && { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${at}: ${String(response.status)} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Uploads texts by their names. */
  async upload(wiki: string, texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(texts)) await this.ask('PUT', wiki, `/sources/${name}`, text);
  }

  /** Queues what is not read yet. @returns how many jobs */
  async ingest(wiki: string): Promise<number> {
    return (await this.ask<{ jobs: number }>('POST', wiki, '/ingest', {})).jobs;
  }

  async jobs(wiki: string): Promise<readonly TeamJob[]> {
    return (await this.ask<{ jobs: readonly TeamJob[] }>('GET', wiki, '/jobs?limit=500')).jobs;
  }

  /** How many jobs of all wikis are in each state. */
  async counts(): Promise<Readonly<Record<string, number>>> {
    const sum: Record<string, number> = {};
    for (const wiki of this.wikis) {
      const { counts } = await this.ask<{ counts: Record<string, number> }>('GET', wiki, '/jobs?limit=1');
      for (const [state, count] of Object.entries(counts)) sum[state] = (sum[state] ?? 0) + count;
    }
    return sum;
  }

  /** The sources that waiting proposals are of, by the proposal's id. */
  async proposed(wiki: string): Promise<ReadonlyMap<string, string>> {
    const { proposals } = await this.ask<{ proposals: readonly { readonly id: string }[] }>('GET', wiki, '/proposals');
    const found = new Map<string, string>();
    for (const { id } of proposals)
      found.set(id, (await this.ask<ShownProposal>('GET', wiki, `/proposals/${id}`)).source);
    return found;
  }

  /** The pages that a proposal creates. */
  async created(wiki: string, id: string): Promise<readonly string[]> {
    const { files } = await this.ask<ShownProposal>('GET', wiki, `/proposals/${id}`);
    return files.filter(({ kind }) => kind === 'created').map(({ path: at }) => at);
  }

  /** Accepts every change of a proposal and applies it. @returns how it ended, such as `applied` */
  async apply(wiki: string, id: string): Promise<string> {
    const { files } = await this.ask<ShownProposal>('GET', wiki, `/proposals/${id}`);
    const all = files.flatMap(({ hunks }) => hunks.map((hunk) => [hunk.id, { verdict: 'accepted' }] as const));
    await this.ask('POST', wiki, `/proposals/${id}/decisions`, { decisions: Object.fromEntries(all) });
    return (await this.ask<{ kind: string }>('POST', wiki, `/proposals/${id}/apply`, {})).kind;
  }

  /** Breaks every connection to the database, as its restart does. */
  async breakConnections(): Promise<void> {
    await this.#database.read(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  }

  /** What `living-wiki verify` says. @param folder of the wiki, or a copy of it */
  verify(
    wiki: string,
    folder = this.folderOf(wiki),
  ): { readonly failures: readonly unknown[]; readonly pages: number } {
    const { failures, checked } = JSON.parse(this.#run(folder, 'verify', '--json').stdout) as {
      readonly failures: readonly unknown[];
      readonly checked: { readonly pages: number };
    };
    return { failures, pages: checked.pages };
  }

  /** Resident memory of a worker that runs, now and at its highest. MB. From Linux. */
  static memoryOf({ pid }: TeamWorker): { readonly now: number; readonly peak: number } {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    return { now: of('VmRSS'), peak: of('VmHWM') };
  }

  async close(): Promise<void> {
    const gone = [...this.#children].map(
      (child) => new Promise<void>((resolve) => void child.once('exit', () => resolve())),
    );
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(gone);
    await this.#database.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function onLine(output: Readable | null, listener: (line: string) => void): void {
  if (output !== null) createInterface({ input: output }).on('line', listener);
}
