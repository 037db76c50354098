import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster, type Cluster } from '../test/support/postgres';
import { Team, type TeamWorker } from '../test/support/team';
import { ModelServer } from '../test/model/server/server';
import { numbers, sentence } from './generate';
import { works } from './sent';

type Say = (what: string) => void;

/** What is left of work that is disturbed all the time. */
interface ProofFigures {
  readonly wikis: number;
  readonly sources: number;
  readonly workers: number;
  readonly kills: number;
  readonly databaseRestarts: number;
  /** From the first job that was queued to the last that ended. */
  readonly seconds: number;
  /** Starts of jobs beyond the first of each. */
  readonly startsAgain: number;
  readonly proposals: number;
  /** Codes of jobs that failed. */
  readonly failures: readonly string[];
  readonly applied: number;
  readonly pages: number;
  /** Messages in the logs of the server and the workers that are no ordinary ones, and how often. */
  readonly warnings: Readonly<Record<string, number>>;
  /** A source without its one result, a proposal that did not apply, a wiki that does not verify. Empty when all is well. */
  readonly problems: readonly string[];
}

interface RateFigures {
  /** Who reads: the built-in curator, which computes, or a model, for which a worker mostly waits. */
  readonly curator: Run['curator'];
  readonly wikis: number;
  readonly workers: number;
  readonly sources: number;
  readonly seconds: number;
  readonly jobsPerMinute: number;
  /** Processor time of all workers for one job. It grows where they disturb each other. */
  readonly processorMsPerJob: number;
  /** Jobs per minute, compared with the first run of this curator: one worker. */
  readonly ratio: number;
  readonly memoryMB: MemoryFigures;
  /** Of the machine, at the end of the run. Others may use it, too. */
  readonly loadAverage: number;
}

/** Of the worker that took most. MB. */
interface MemoryFigures {
  readonly peak: number;
  /** The highest that was seen in the first and in the last third of the time. */
  readonly firstThird: number;
  readonly lastThird: number;
}

export interface WorkersFigures {
  readonly proof: ProofFigures | null;
  /** In the order in which they were measured; the first ones again at the end, to see how much the machine changed. */
  readonly rates: readonly RateFigures[];
}

/** @param only `proof` or `rates`; both when absent @throws Error without PostgreSQL, or when the proof failed */
export async function measureWorkers(say: Say, only?: string): Promise<WorkersFigures> {
  // It waits for the disk, as the database of a server does.
  const { cluster, reason } = startCluster(true);
  if (cluster === null) throw new Error(reason);
  try {
    const proof = only === 'rates' ? null : await prove(cluster, say);
    const rates: RateFigures[] = [];
    for (const each of only === 'proof' ? [] : RUNS) {
      const figures = await measureRate(cluster, each, say);
      const first = rates.find(({ curator }) => curator === each.curator) ?? figures;
      rates.push({ ...figures, ratio: figures.jobsPerMinute / first.jobsPerMinute });
      say(JSON.stringify(rates.at(-1)));
    }
    return { proof, rates };
  } finally {
    cluster.stop();
  }
}

const PROOF = { wikis: 4, sources: 400, workers: 3, kills: 50, restarts: 2 };

interface Run {
  readonly curator: 'built-in' | 'model';
  readonly wikis: number;
  readonly workers: number;
}

/** The first of each kind comes again at its end, to see how much the machine changed. */
const RUNS: readonly Run[] = [
  ...[1, 2, 4, 1].map((workers) => ({ curator: 'built-in', wikis: 4, workers }) as const),
  ...[1, 2, 4].map((workers) => ({ curator: 'model', wikis: 4, workers }) as const),
  // More workers than jobs of one wiki that may run at the same time.
  ...[4, 8].map((workers) => ({ curator: 'model', wikis: 1, workers }) as const),
  { curator: 'model', wikis: 4, workers: 1 },
];
/** Paragraphs of a source, and how many sources. */
const INPUT = { 'built-in': { paragraphs: 60, sources: 48 }, model: { paragraphs: 6, sources: 16 } };
/** How long the model takes for each of its answers. Milliseconds. */
const MODEL_MS = 2_000;

async function prove(cluster: Cluster, say: Say): Promise<ProofFigures> {
  const { wikis, sources, workers, kills, restarts } = PROOF;
  const team = await Team.start({ url: cluster.url, wikis });
  const warnings: Record<string, number> = {};
  const next = numbers(11);
  const seen = new Set<TeamWorker>();
  const start = (): void => void seen.add(team.work());
  try {
    say(`workers: ${sources} sources in ${wikis} wikis, ${kills} kills, ${restarts} restarts of the database`);
    await fill(team, sources, INPUT['built-in'].paragraphs);
    for (let at = 0; at < workers; at += 1) start();
    const began = performance.now();
    let [killed, restarted] = [0, 0];
    for (let left = sources; left > 0;) {
      const { queued = 0, running = 0, interrupted = 0 } = await team.counts();
      left = queued + running + interrupted;
      const share = 1 - left / sources;
      if (restarted < restarts && share >= (restarted + 1) / (restarts + 1)) {
        restarted += 1;
        cluster.restart();
      } else if (killed < kills && share >= killed / (kills + 1)) {
        await sleep(next() * 300);
        await [...team.workers][Math.floor(next() * team.workers.size)]?.stop('SIGKILL');
        killed += 1;
        start();
      } else await sleep(50);
    }
    const seconds = (performance.now() - began) / 1000;
    await stopAll(team);
    for (const { log } of seen) countWarnings(log, warnings);
    say('workers: applying');
    const checked = await check(team);
    countWarnings(team.warnings, warnings);
    return { wikis, sources, workers, kills: killed, databaseRestarts: restarted, seconds, warnings, ...checked };
  } finally {
    await team.close();
  }
}

type Checked = Pick<ProofFigures, 'startsAgain' | 'proposals' | 'failures' | 'applied' | 'pages' | 'problems'>;

/** Applies everything, and looks for what is missing or there twice. */
async function check(team: Team): Promise<Checked> {
  const sum = {
    startsAgain: 0,
    proposals: 0,
    failures: [] as string[],
    applied: 0,
    pages: 0,
    problems: [] as string[],
  };
  for (const wiki of team.wikis) {
    const jobs = await team.jobs(wiki);
    const proposed = await team.proposed(wiki);
    sum.proposals += proposed.size;
    for (const { title, attempts, failure } of jobs) {
      sum.startsAgain += Math.max(0, attempts - 1);
      if (failure !== null) sum.failures.push(failure.code);
      const results = [...proposed.values()].filter((source) => source === title).length + (failure === null ? 0 : 1);
      if (results !== 1) sum.problems.push(`${wiki} ${title}: ${results} results`);
    }
    if (jobs.length !== PROOF.sources / PROOF.wikis) sum.problems.push(`${wiki}: ${jobs.length} jobs`);
    for (const [id, source] of proposed) {
      const kind = await team.apply(wiki, id).catch(String);
      if (kind === 'applied') sum.applied += 1;
      else sum.problems.push(`${wiki} ${source}: ${kind}`);
    }
    const { failures, pages } = team.verify(wiki);
    sum.pages += pages;
    for (const failure of failures) sum.problems.push(`${wiki} does not verify: ${JSON.stringify(failure)}`);
  }
  return sum;
}

async function measureRate(
  cluster: Cluster,
  { curator, wikis, workers }: Run,
  say: Say,
): Promise<Omit<RateFigures, 'ratio'>> {
  const { sources, paragraphs } = INPUT[curator];
  say(`workers: ${workers} on ${sources} sources in ${wikis} wikis, ${curator}`);
  const model = curator === 'model' ? await ModelServer.start() : null;
  model?.script(async (heard, response) => {
    await sleep(MODEL_MS);
    await works(heard, response);
  });
  const team = await Team.start({ url: cluster.url, wikis, ...(model && { model: model.url }) });
  try {
    const all = Array.from({ length: workers }, () => team.work());
    while (!all.every(({ log }) => log.length > 0)) await sleep(100);
    await fill(team, sources, paragraphs);
    const began = performance.now();
    const processor = all.map(processorMs);
    const memory = all.map((): number[] => []);
    for (let left = sources; left > 0;) {
      const { review = 0, queued = 0, running = 0, interrupted = 0 } = await team.counts();
      left = queued + running + interrupted;
      if (left === 0 && review !== sources) throw new Error(`${review} proposals of ${sources} sources`);
      all.forEach((worker, at) => memory[at]?.push(Team.memoryOf(worker).now));
      await sleep(200);
    }
    const seconds = (performance.now() - began) / 1000;
    const spent = all.reduce((sum, worker, at) => sum + processorMs(worker) - (processor[at] ?? 0), 0);
    const third = (from: number): number =>
      Math.max(...memory.flatMap((seen) => seen.slice((seen.length * from) / 3, (seen.length * (from + 1)) / 3)));
    const figures = {
      ...{ curator, wikis, workers, sources, seconds },
      jobsPerMinute: (sources * 60) / seconds,
      processorMsPerJob: spent / sources,
      memoryMB: {
        peak: Math.max(...all.map((worker) => Team.memoryOf(worker).peak)),
        firstThird: third(0),
        lastThird: third(2),
      },
      loadAverage: loadavg()[0] ?? 0,
    };
    await stopAll(team);
    return figures;
  } finally {
    await team.close();
    await model?.close();
  }
}

async function stopAll(team: Team): Promise<void> {
  await Promise.all([...team.workers].map((worker) => worker.stop('SIGTERM')));
}

/** Sources, spread over the wikis, uploaded and queued. */
async function fill(team: Team, sources: number, paragraphs: number): Promise<void> {
  for (const [at, wiki] of team.wikis.entries()) {
    const texts: Record<string, string> = {};
    for (let n = at; n < sources; n += team.wikis.length)
      texts[`house-${String(n).padStart(4, '0')}.md`] = source(n, paragraphs);
    await team.upload(wiki, texts);
  }
  for (const wiki of team.wikis) await team.ingest(wiki);
}

function source(n: number, count: number): string {
  const next = numbers(n + 1);
  const name = `house ${n}`;
  const paragraphs = Array.from(
    { length: count },
    (_, at) =>
      `Room ${at} of ${name} was painted in ${1500 + at}. ${sentence(next)} ${sentence(next)} ${sentence(next)}`,
  );
  return `# The ${name}\n\nThe ${name} stands by the river. The harbour trust built it.\n\n${paragraphs.join('\n\n')}\n`;
}

function countWarnings(log: readonly string[], warnings: Record<string, number>): void {
  for (const line of log) {
    const { level, message, code, cause, at } = readLine(line);
    if (level === 'info') continue;
    const what = [message, code, cause, at].filter((part) => typeof part === 'string').join(', ');
    warnings[what] = (warnings[what] ?? 0) + 1;
  }
}

/** A line that is cut off, or of Node itself, is a message too. */
function readLine(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return { message: line };
  }
}

/** Of a worker, from Linux, in hundredths of a second. */
function processorMs({ pid }: TeamWorker): number {
  const [, after = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
