import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type Clock } from '../../src/base';
import { type CommandContext } from '../../src/cli/context';
import { runCli } from '../../src/cli/program';
import { ModelServer } from '../model/server/server';
import { builtFile } from '../support/built';
import { steadyClock } from '../support/wiki';

export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  /** The parsed standard output. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- each test names the shape it reads
  json<T = Record<string, unknown>>(): T;
}

function ran(exit: number, out: string, err: string): Ran {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- each test names the shape it reads
  return { exit, out, err, json: <T>(): T => JSON.parse(out) as T };
}

/** A folder of its own for a test, and the program run in it as a person would run it. */
export class Bench {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-test-')));
  readonly clock: Clock = steadyClock(Date.parse('2026-11-01T08:00:00Z'));

  /** The environment of the program; without one nothing is configured. */
  env: Record<string, string> | null = null;
  /** Aborts when a person presses Ctrl-C. */
  signal = new AbortController().signal;
  /** What stands on standard input. */
  input = '';
  /** Whether a person is at the terminal. */
  interactive = false;
  /** How the program waits, where a test does not want to. */
  timer: CommandContext['timer'] = undefined;
  /** The same for the queue. */
  jobTimer: CommandContext['jobTimer'] = undefined;
  /** How long it waits for another program that is writing. Milliseconds; as long as usual when absent. */
  lockTimeout: CommandContext['lockTimeout'] = undefined;

  /** An environment with a home of its own. */
  configured(more: Record<string, string> = {}): this {
    this.env = { HOME: this.at('home'), ...more };
    return this;
  }

  at(...names: string[]): string {
    return path.join(this.folder, ...names);
  }

  /** Puts the example vault into `vault/`; its wiki is `vault/lighthouse`. */
  copyExample(): void {
    cpSync(path.join(__dirname, '..', '..', 'examples', 'vault'), this.at('vault'), { recursive: true });
  }

  async run(cwd: string, ...argv: string[]): Promise<Ran> {
    let out = '';
    let err = '';
    const terminal = {
      out: (text: string) => void (out += text),
      err: (text: string) => void (err += text),
      colour: false,
      interactive: this.interactive,
      width: 100,
    };
    const context: CommandContext = {
      terminal,
      cwd,
      clock: this.clock,
      signal: this.signal,
      readStdin: () => Promise.resolve(this.input),
      inputLines: () => Readable.from(this.input.split('\n')),
      ...(this.env && { env: this.env }),
      ...(this.lockTimeout !== undefined && { lockTimeout: this.lockTimeout }),
      ...(this.timer && { timer: this.timer }),
      ...(this.jobTimer && { jobTimer: this.jobTimer }),
    };
    const exit = await runCli(context, argv);
    return ran(exit, out, err);
  }

  /** The program as it is shipped: bundled, in a process of its own. */
  spawn(cwd: string, ...argv: string[]): Ran {
    const env = { ...process.env, NO_COLOR: '1' };
    const result = spawnSync(process.execPath, [shippedCli(), ...argv], { cwd, encoding: 'utf8', env });
    const { stdout: out, stderr: err } = result;
    return ran(result.status ?? -1, out, err);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The example vault in a folder of its own, and a model server that the program is set up for. */
export async function exampleWithModel(): Promise<{ readonly bench: Bench; readonly server: ModelServer }> {
  const server = await ModelServer.start();
  const bench = new Bench().configured({ LIVING_WIKI_BASE_URL: server.url, LIVING_WIKI_MODEL: 'small' });
  bench.copyExample();
  return { bench, server };
}

/** Approves the rules for the model in a wiki, as its owner does after looking at it. */
export async function approveRules(bench: Bench, wiki: string): Promise<void> {
  const { hash } = (await bench.run(wiki, 'trust', 'show', '--json')).json<{ hash: string }>();
  await bench.run(wiki, 'trust', 'approve', '--all', '--yes', '--hash', hash);
}

/** Every file below a folder, by relative path, as base64; `.wiki` left out. */
export async function bytesBelow(folder: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const relative = path.relative(folder, file).split(path.sep).join('/');
    if (entry.isFile() && !relative.startsWith('.wiki/')) tree[relative] = (await readFile(file)).toString('base64');
  }
  return tree;
}

/** The bundle of the command line, as it is shipped. */
export const shippedCli = (): string => builtFile('cli.mjs');
