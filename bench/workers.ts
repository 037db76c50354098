import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster, type Cluster } from '../test/support/postgres';
import { Team } from '../test/support/team';
import { ModelServer } from '../test/model/server/server';
import { works, worksApart } from './sent';
import { prove, type ProofFigures } from './workers-proof';
import { houses, processorMs, queue, stopAll } from './workers-sources';

type Say = (what: string) => void;

interface RateFigures {
  /** Who reads: the built-in curator, which computes, or a model, for which a worker mostly waits. */
  readonly curator: Run['curator'];
  readonly pages: Run['pages'];
  readonly wikis: number;
  readonly workers: number;
  readonly sources: number;
  readonly seconds: number;
  readonly jobsPerMinute: number;
  /** Processor time of all workers for one job. It grows where they disturb each other. */
  readonly processorMsPerJob: number;
  /** Jobs per minute, compared with the first run of this curator: one worker. */
  readonly ratio: number;
  /** How many jobs ran at the same time, on average, and how long one took. */
  readonly jobsAtOnce: number;
  readonly jobSeconds: number;
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

/**
 * @param only `proof` or `rates`; both when absent
 * @param size how many sources and kills the proof has; 400 and 50 when absent
 * @throws Error without PostgreSQL
 */
export async function measureWorkers(say: Say, only?: string, size: readonly number[] = []): Promise<WorkersFigures> {
  // It waits for the disk, as the database of a server does.
  const { cluster, reason } = startCluster(true);
  if (cluster === null) throw new Error(reason);
  try {
    const proof = only === 'rates' ? null : await prove(cluster, say, size);
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

interface Run {
  readonly curator: 'built-in' | 'model';
  /** Whether the model makes a page for each source, or has all of them change one page: then a source is read again whenever another was first. */
  readonly pages?: 'own' | 'one';
  readonly wikis: number;
  readonly workers: number;
}

/** The first comes again, to see how much the machine changed. */
const RUNS: readonly Run[] = [
  ...[1, 2, 4, 1].map((workers) => ({ curator: 'built-in', wikis: 4, workers }) as const),
  ...[1, 2, 4].map((workers) => ({ curator: 'model', pages: 'own', wikis: 4, workers }) as const),
  // The last has more workers than jobs of one wiki that may run at the same time.
  ...[2, 4, 8].map((workers) => ({ curator: 'model', pages: 'own', wikis: 1, workers }) as const),
  { curator: 'model', pages: 'one', wikis: 1, workers: 4 },
];
/** Paragraphs of a source, and how many sources. */
const INPUT = { 'built-in': { paragraphs: 60, sources: 24 }, model: { paragraphs: 6, sources: 8 } };
/** How long the model takes for each of its answers. Milliseconds. */
const MODEL_MS = 6_000;

async function measureRate(
  cluster: Cluster,
  { curator, pages, wikis, workers }: Run,
  say: Say,
): Promise<Omit<RateFigures, 'ratio'>> {
  const { sources, paragraphs } = INPUT[curator];
  say(
    `workers: ${workers} on ${sources} sources in ${wikis} wikis, ${curator}${pages === undefined ? '' : `, ${pages} page`}`,
  );
  const model = curator === 'model' ? await ModelServer.start() : null;
  model?.script(async (heard, response) => {
    await sleep(MODEL_MS);
    await (pages === 'own' ? worksApart : works)(heard, response);
  });
  const team = await Team.start({ url: cluster.url, wikis, ...(model && { model: model.url }) });
  try {
    const all = Array.from({ length: workers }, () => team.work());
    while (!all.every(({ log }) => log.length > 0)) await sleep(100);
    await queue(team, houses(team.wikis, sources, paragraphs));
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
    const times = (await Promise.all(team.wikis.map((wiki) => team.jobs(wiki)))).flat();
    const running = times.reduce((sum, { startedAt, endedAt }) => sum + ((endedAt ?? 0) - (startedAt ?? 0)) / 1000, 0);
    const spent = all.reduce((sum, worker, at) => sum + processorMs(worker) - (processor[at] ?? 0), 0);
    const third = (from: number): number =>
      Math.max(...memory.flatMap((seen) => seen.slice((seen.length * from) / 3, (seen.length * (from + 1)) / 3)));
    const figures = {
      ...{ curator, pages, wikis, workers, sources, seconds },
      jobsPerMinute: (sources * 60) / seconds,
      processorMsPerJob: spent / sources,
      jobsAtOnce: running / seconds,
      jobSeconds: running / sources,
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
