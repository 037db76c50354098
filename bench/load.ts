import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFile } from '../test/support/built';
import { startCluster } from '../test/support/postgres';
import { nameOf, numbers, QUERIES, sentence, slugOf, writeWiki } from './generate';

type Say = (what: string) => void;

interface LoadOptions {
  /** Requests in a second: one search for two pages. */
  readonly rate: number;
  readonly seconds: number;
  readonly pages: number;
  /** Leaves the jobs to a worker, which shares them in PostgreSQL. */
  readonly hasWorker: boolean;
}

/** Milliseconds. */
interface Spread {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

interface Latencies extends Spread {
  readonly perSecond: number;
  readonly asked: number;
  /**
   * What the thread of the server that answers did meanwhile, for this request or for others, in processor time. Unlike the clock, it
   * leaves out other programs on a busy machine, and what is waited for on the disk.
   */
  readonly ofThread: Spread;
  /** Requests without an answer of success. */
  readonly failed: number;
}

interface Phase {
  readonly page: Latencies;
  readonly search: Latencies;
  readonly jobsEnded: number;
  /** Processor time of the server for one second. */
  readonly processorShare: number;
  readonly loadAverage: number;
  /** What this machine adds: how late a timer of the program that asks was, which has little else to do. 99 of 100 are earlier. Milliseconds. */
  readonly timerLateP99: number;
}

interface LoadFigures {
  readonly pages: number;
  readonly sourceBytes: number;
  /** From its start until it answers: with one page, with all and no state of an earlier run, and with that state. */
  readonly start: { readonly empty: Spent; readonly cold: Spent; readonly warm: Spent };
  /** The first search: of all, which builds the index, and after a restart, which loads it. */
  readonly firstSearch: { readonly cold: Spent; readonly warm: Spent };
  readonly reads: Phase;
  /** What the server spent; with a worker, the jobs are not in it. */
  readonly jobsAlone: { readonly jobs: number; readonly seconds: number; readonly processorMsPerJob: number };
  readonly readsWhileJobsRun: Phase;
  /** Resident memory of the server at its highest. MB. */
  readonly peakMB: number;
}

interface Spent {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly memoryMB: number;
}

/** @throws Error without PostgreSQL, if there shall be a worker */
export async function measureLoad(scratch: string, options: LoadOptions, say: Say): Promise<LoadFigures> {
  if (!options.hasWorker) return measureServer(scratch, options, null, say);
  const { cluster, reason } = startCluster(true);
  if (cluster === null) throw new Error(reason);
  try {
    return await measureServer(scratch, options, cluster.url, say);
  } finally {
    cluster.stop();
  }
}

/** A server over a generated wiki is read at a fixed rate: alone, and while it ingests sources without a model. */
async function measureServer(
  scratch: string,
  options: LoadOptions,
  database: string | null,
  say: Say,
): Promise<LoadFigures> {
  const { rate, seconds, pages } = options;
  say(`load: writing a wiki of ${pages} pages`);
  const folder = path.join(scratch, 'wiki');
  writeWiki(folder, pages);
  writeWiki(path.join(scratch, 'empty'), 1);
  say('load: starting the server, three times');
  const { started: empty } = await startOnce(scratch, path.join(scratch, 'empty'));
  const cold = await startOnce(scratch, folder);
  const server = await Served.start(scratch, folder, database);
  try {
    const searched = await server.firstSearch();
    const read = (): Promise<Phase> => measureReads(server, pages, rate, seconds);
    say(`load: ${rate} requests a second for ${seconds} s`);
    const reads = await read();
    await server.queue(ALONE, pages);
    say(`load: ${ALONE} jobs alone`);
    const spent = await server.spent(() => server.settled());
    const jobsAlone = {
      ...{ jobs: ALONE, seconds: spent.seconds },
      processorMsPerJob: (spent.processorSeconds * 1000) / ALONE,
    };
    // More than can be done meanwhile, by what they just took.
    const enough =
      Math.ceil((seconds * 1.5 * ALONE) / Math.min(spent.seconds, Math.max(5, spent.processorSeconds))) + ALONE;
    await server.queue(enough, pages);
    say(`load: ${rate} requests a second for ${seconds} s while jobs run`);
    const readsWhileJobsRun = await read();
    if ((await server.open()) === 0) throw new Error('The jobs were over before the reads were.');
    return {
      ...{ pages, sourceBytes: source(0, pages).length },
      start: { empty, cold: cold.started, warm: server.started },
      firstSearch: { cold: cold.searched, warm: searched },
      ...{ reads, jobsAlone, readsWhileJobsRun, peakMB: server.memory('VmHWM') },
    };
  } finally {
    await server.stop();
  }
}

async function startOnce(scratch: string, folder: string): Promise<{ started: Spent; searched: Spent }> {
  const server = await Served.start(scratch, folder);
  try {
    return { started: server.started, searched: await server.firstSearch() };
  } finally {
    await server.stop();
  }
}

/** Jobs that are done while nobody reads. */
const ALONE = 20;
/** A request that takes longer has failed. Milliseconds. */
const TIMEOUT = 30_000;

/** Milliseconds. */
const TIMER = 10;

async function measureReads(server: Served, pages: number, rate: number, seconds: number): Promise<Phase> {
  const next = numbers(17);
  const all = Array.from({ length: 500 }, () => `/pages/${slugOf(Math.floor(next() * pages))}`);
  const searches = QUERIES.map((query) => `/search?q=${encodeURIComponent(query)}`);
  const before = await server.ended();
  const timer = monitorEventLoopDelay({ resolution: TIMER });
  timer.enable();
  const { result, processorSeconds } = await server.spent(() =>
    Promise.all([server.read(all, (rate * 2) / 3, seconds), server.read(searches, rate / 3, seconds)]),
  );
  timer.disable();
  const [page, search] = result;
  return {
    ...{ page, search, jobsEnded: (await server.ended()) - before },
    ...{ processorShare: processorSeconds / seconds, loadAverage: loadavg()[0] ?? 0 },
    timerLateP99: timer.percentile(99) / 1e6 - TIMER,
  };
}

/** `living-wiki serve` in a process of its own, with jobs and without a database. */
class Served {
  readonly #child: ChildProcess;
  #worker: ChildProcess | null = null;
  readonly #address: string;
  readonly started: Spent;
  #uploaded = 0;

  private constructor(child: ChildProcess, address: string, began: number) {
    this.#child = child;
    this.#address = address;
    this.started = {
      seconds: (performance.now() - began) / 1000,
      processorSeconds: this.#processorSeconds(),
      memoryMB: this.memory('VmRSS'),
    };
  }

  static async start(scratch: string, folder: string, database: string | null = null): Promise<Served> {
    const config = path.join(scratch, 'server.yaml');
    builtFile('server.mjs');
    const lines = ['version: 1', 'listen: 127.0.0.1:0', 'stop-within: 2 s', 'limits: { requests-per-minute: 1000000 }'];
    if (database !== null) lines.push('does-jobs: false', `database: ${database}`);
    writeFileSync(config, `${[...lines, `wikis: [{ name: bench, folder: ${folder} }]`].join('\n')}\n`);
    const began = performance.now();
    const spawnCli = (command: string, stderr: 'pipe' | 'ignore'): ChildProcess =>
      spawn(process.execPath, [builtFile('cli.mjs'), command, '--config', config], {
        env: { ...process.env, HOME: path.join(scratch, 'home'), NO_COLOR: '1' },
        stdio: ['ignore', 'ignore', stderr],
      });
    const child = spawnCli('serve', 'pipe');
    const said: string[] = [];
    const address = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`the server ended: ${said.join('\n')}`)));
      if (child.stderr !== null)
        createInterface({ input: child.stderr }).on('line', (line) => {
          said.push(line);
          const [, found] = /^Serving on (\S+)\. /.exec(line) ?? [];
          if (found !== undefined) resolve(found);
        });
    });
    const server = new Served(child, address, began);
    if (database !== null) server.#worker = spawnCli('work', 'ignore');
    return server;
  }

  /** @returns the answer's JSON @throws Error for another status than one of success */
  async ask<T>(method: string, at: string, body?: string): Promise<T> {
    const json = method === 'POST' ? { 'content-type': 'application/json' } : {};
    const init = { method, headers: json, ...(body !== undefined && { body }) };
    const response = await fetch(`${this.#address}${WIKI}${at}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /**
   * Reads at a fixed rate, whether or not earlier requests are answered. A time begins when its request is due, so what one answer
   * delays counts too.
   */
  async read(paths: readonly string[], perSecond: number, seconds: number): Promise<Latencies> {
    const began = performance.now();
    const times: number[] = [];
    const ofThread: number[] = [];
    let failed = 0;
    const ask = async (at: string, due: number): Promise<void> => {
      const before = this.#threadMs();
      try {
        const response = await fetch(`${this.#address}${WIKI}${at}`, { signal: AbortSignal.timeout(TIMEOUT) });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(String(response.status));
      } catch {
        failed += 1;
      }
      times.push(performance.now() - due);
      ofThread.push(this.#threadMs() - before);
    };
    const asked = Array.from({ length: Math.round(perSecond * seconds) }, async (_, n) => {
      const due = began + (n * 1000) / perSecond;
      await sleep(due - performance.now());
      await ask(paths[n % paths.length] ?? '', due);
    });
    await Promise.all(asked);
    return { perSecond, asked: times.length, failed, ...spreadOf(times), ofThread: spreadOf(ofThread) };
  }

  /** Uploads sources and queues them. */
  async queue(count: number, pages: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const n = this.#uploaded++;
      await this.ask('PUT', `/sources/source-${n}.md`, source(n, pages));
    }
    await this.ask('POST', '/ingest', '{}');
  }

  async #counts(): Promise<Readonly<Record<string, number>>> {
    return (await this.ask<{ counts: Record<string, number> }>('GET', '/jobs?limit=1')).counts;
  }

  /** Jobs that are not over. */
  async open(): Promise<number> {
    const { queued = 0, running = 0, interrupted = 0 } = await this.#counts();
    return queued + running + interrupted;
  }

  async ended(): Promise<number> {
    const { review = 0, done = 0, failed = 0 } = await this.#counts();
    if (failed > 0) throw new Error(`${failed} jobs failed`);
    return review + done;
  }

  async settled(): Promise<void> {
    while ((await this.open()) > 0) await sleep(500);
  }

  firstSearch(): Promise<Spent> {
    return this.spent(async () => {
      await this.ask('GET', `/search?q=${encodeURIComponent(nameOf(0))}`);
    });
  }

  async spent<T>(work: () => Promise<T>): Promise<Spent & { readonly result: T }> {
    const [began, before] = [performance.now(), this.#processorSeconds()];
    const result = await work();
    return {
      seconds: (performance.now() - began) / 1000,
      processorSeconds: this.#processorSeconds() - before,
      memoryMB: this.memory('VmRSS'),
      result,
    };
  }

  /** From Linux. MB. */
  memory(name: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.#child.pid ?? 0}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  }

  /** Processor time of the thread that runs JavaScript. */
  #threadMs(): number {
    const pid = this.#child.pid ?? 0;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  }

  /** Of the server alone. */
  #processorSeconds(): number {
    const [, after = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${this.#child.pid ?? 0}/stat`, 'utf8')) ?? [];
    const fields = after.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  async stop(): Promise<void> {
    for (const child of [this.#worker, this.#child]) {
      if (child?.exitCode !== null) continue;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }
  }
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const share = (of: number): number => Math.round(sorted[Math.ceil(sorted.length * of) - 1] ?? 0);
  return { p50: share(0.5), p90: share(0.9), p99: share(0.99), max: share(1) };
}

const WIKI = '/api/v1/wikis/bench';
/** About 4 kB that name pages of the wiki. */
function source(n: number, pages: number): string {
  const next = numbers(n + 1);
  const paragraphs = Array.from({ length: 12 }, () => {
    const name = nameOf(Math.floor(next() * pages));
    return `${name} was opened in ${1500 + Math.floor(next() * 500)}. ${sentence(next)} ${sentence(next)}`;
  });
  return `# Report ${n}\n\n${paragraphs.join('\n\n')}\n`;
}
