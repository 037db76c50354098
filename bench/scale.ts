import { getHeapStatistics } from 'node:v8';
import { simulate, type Outcome } from './simulation';

/**
 * Figures that the reader may replace with their own. Where each default comes from is in docs/scale.md; a test holds that every
 * name is there with its default.
 */
export const FIGURES = {
  // What is asked for.
  wikis: 1_000,
  pages: 10_000,
  sources: 100_000,
  peak: 0.15,
  skew: 0.5,
  wait: 300,
  // What was measured, of one wiki of that many pages.
  'job-seconds': 0.6,
  'open-seconds': 1.2,
  'wiki-mb': 79,
  'process-mb': 145,
  'job-mb': 520,
  'source-kb': 3.3,
  'state-kb': 5.8,
  'job-transactions': 6.5,
  'idle-transactions': 0.34,
  // A model; without a latency, the built-in curator reads.
  'model-seconds': 0,
  'model-calls': 15 / 7,
  'tokens-in': 49_300 / 7,
  'tokens-out': 15_700 / 7,
  'price-in': 0,
  'price-out': 0,
  // How the product is built and set up.
  'per-wiki': 4,
  'kept-open': 8,
  turn: 10,
  jobs: 1,
  connections: 6,
  'max-connections': 100,
  'heap-mb': Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20),
  seed: 1,
  workers: 0,
};

export type Figures = Readonly<Record<keyof typeof FIGURES, number>>;

/** @param words `NAME=FIGURE` @throws Error for another word */
export function figuresOf(words: readonly string[]): Figures {
  const figures: Record<keyof typeof FIGURES, number> = { ...FIGURES };
  for (const word of words) {
    const [, name = '', value = ''] = /^([a-z-]+)=(\d+(?:\.\d+)?)$/.exec(word) ?? [];
    if (!Object.hasOwn(figures, name)) throw new Error(`not NAME=FIGURE with a name of docs/scale.md: ${word}`);
    figures[name as keyof typeof FIGURES] = Number(value);
  }
  return figures;
}

interface Plan {
  readonly workers: number;
  readonly outcome: Outcome;
}

/** A day of 24 hours: one has the share `peak` of the sources, the others share the rest. It is in the middle. */
function dayOf({ sources, peak }: Figures): readonly number[] {
  return Array.from({ length: 24 }, (_, hour) => (hour === 12 ? sources * peak : (sources * (1 - peak)) / 23));
}

/** The n-th busiest wiki gets 1 / n^skew as many sources as the busiest. */
function weightsOf({ wikis, skew }: Figures): readonly number[] {
  return Array.from({ length: wikis }, (_, at) => (at + 1) ** -skew);
}

function run(figures: Figures, workers: number): Plan {
  const outcome = simulate({
    ...{ seed: figures.seed, arrivals: dayOf(figures), weights: weightsOf(figures) },
    ...{ workers, jobsPerWorker: figures.jobs, perWiki: figures['per-wiki'] },
    ...{ service: figures['job-seconds'], elsewhere: figures['model-seconds'], isFixed: false },
    ...{ opening: figures['open-seconds'], keptOpen: figures['kept-open'], turn: figures.turn },
  });
  return { workers, outcome };
}

/** The fewest workers with which 95 of 100 sources of the day are begun in time, and what fewer and more would do. */
export function plansOf(figures: Figures): readonly Plan[] {
  if (figures.workers > 0) return [run(figures, figures.workers)];
  const busy = (figures.sources * figures.peak * (figures['job-seconds'] + figures['model-seconds'])) / 3600;
  const places = Math.max(1, Math.ceil(busy / figures.jobs / 2));
  let [few, enough] = [0, places];
  const tried = new Map<number, Plan>();
  const isEnough = (workers: number): boolean => {
    const plan = tried.get(workers) ?? run(figures, workers);
    tried.set(workers, plan);
    return plan.outcome.wait.p95 <= figures.wait;
  };
  while (!isEnough(enough) && enough < places * 64) [few, enough] = [enough, enough * 2];
  while (enough - few > 1) {
    const middle = (few + enough) >> 1;
    if (isEnough(middle)) enough = middle;
    else few = middle;
  }
  return [few, enough, enough + 1, enough * 2]
    .filter((workers) => workers > 0)
    .map((workers) => tried.get(workers) ?? run(figures, workers));
}

/** What is needed of one thing, and what there is of it. */
export interface Limit {
  readonly what: string;
  readonly needed: number;
  readonly there: number;
}

/** The worst first. A share over 1 is what breaks. @param workers processes beside one server */
export function limitsOf(figures: Figures, workers: number): readonly Limit[] {
  const weights = weightsOf(figures);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const arrivals = (figures.sources * figures.peak) / 3600;
  const service = figures['job-seconds'] + figures['model-seconds'];
  const limits = [
    {
      what: 'memory of one server that has every wiki open, MB, of the heap of one process',
      needed: figures.wikis * figures['wiki-mb'] + figures['process-mb'],
      there: figures['heap-mb'],
    },
    {
      what: 'memory of one worker, MB, of the heap of one process',
      needed: workerMB(figures),
      there: figures['heap-mb'],
    },
    {
      what: 'connections of one server and the workers, of those that PostgreSQL allows',
      needed: (workers + 1) * figures.connections,
      there: figures['max-connections'],
    },
    {
      what: 'jobs a second of the busiest wiki in the peak hour, of those that may run at a time',
      needed: (arrivals * (weights[0] ?? 0)) / total,
      there: figures['per-wiki'] / service,
    },
  ];
  return limits.sort((a, b) => b.needed / b.there - a.needed / a.there);
}

/** The simulation in words. @param words figures of the reader's own, `NAME=FIGURE` */
export function describeScale(words: readonly string[]): string {
  const figures = figuresOf(words);
  const plans = plansOf(figures);
  const best = plans.find(({ outcome }) => outcome.wait.p95 <= figures.wait) ?? plans.at(-1);
  if (best === undefined) throw new Error('nothing was simulated');
  return [
    ...Object.entries(figures).map(([name, value]) => `${name}=${short(value)}`),
    ...['', 'workers  busy  wait mean / p95 / p99 s  most waiting  openings a job  hours late'],
    ...plans.map(describePlan),
    ...['', `With ${best.workers} ${best.workers === 1 ? 'worker' : 'workers'}, the worst first (over 1 breaks):`],
    ...limitsOf(figures, best.workers).map(
      ({ what, needed, there }) => `${short(needed / there)}  ${what}: ${short(needed)} of ${short(there)}`,
    ),
    ...['', ...totals(figures, best)],
  ].join('\n');
}

function describePlan({ workers, outcome }: Plan): string {
  const { busy, wait, mostWaiting, openings, jobs, overtime } = outcome;
  const waits = [wait.mean, wait.p95, wait.p99].map(short).join(' / ');
  return [workers, short(busy), waits, mostWaiting, short(openings / jobs), short(overtime / 3600)].join('  ');
}

function totals(figures: Figures, { workers, outcome }: Plan): readonly string[] {
  const { sources } = figures;
  const arrivals = (sources * figures.peak) / 3600;
  const opened = outcome.openings / outcome.jobs;
  const processor = figures['job-seconds'] + opened * figures['open-seconds'];
  const memory = workerMB(figures);
  const servers = Math.ceil(figures.wikis / Math.max(1, Math.floor(figures['heap-mb'] / figures['wiki-mb'])));
  const [kept, spent] = [figures['source-kb'] + figures['state-kb'], priceOf(figures)];
  const transactions = arrivals * figures['job-transactions'] + (workers + 1) * figures['idle-transactions'];
  const lines = [
    `processor cores of the workers, peak hour: ${short(arrivals * processor)}; of that opening wikis ${short(arrivals * opened * figures['open-seconds'])}`,
    `memory of the workers: ${short((workers * memory) / 1024)} GB; of ${servers} servers that share the wikis: ${short((figures.wikis * figures['wiki-mb'] + servers * figures['process-mb']) / 1024)} GB`,
    `transactions of the database, peak hour: ${short(transactions)} a second`,
    `disk: ${short((sources * kept) / 2 ** 20)} GB a day, ${short((sources * kept * 365) / 2 ** 30)} TB a year`,
  ];
  if (figures['model-seconds'] > 0) {
    const calls = sources * figures['model-calls'];
    const tokens = sources * (figures['tokens-in'] + figures['tokens-out']);
    lines.push(
      `model: ${short(calls)} calls and ${short(tokens / 1e6)} million tokens a day; in the peak hour ${short((tokens * figures.peak) / 60e6)} million tokens a minute and ${short(arrivals * figures['model-seconds'])} sources at a time; ${short(sources * spent)} a day, ${short(spent)} a source`,
    );
  }
  return lines;
}

/** Of one worker. Each of its jobs may have a wiki of its own open. */
function workerMB({ jobs, ...figures }: Figures): number {
  return figures['process-mb'] + Math.max(figures['kept-open'], jobs) * figures['wiki-mb'] + jobs * figures['job-mb'];
}

/** Of one source. */
function priceOf(figures: Figures): number {
  return (figures['tokens-in'] * figures['price-in'] + figures['tokens-out'] * figures['price-out']) / 1e6;
}

const short = (value: number): string => String(Number(value.toPrecision(3)));
