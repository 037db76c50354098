import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FIGURES, figuresOf, limitsOf, plansOf } from '../../bench/scale';
import { simulate, type Simulated } from '../../bench/simulation';

/** Four places for a job every 0.3 seconds that takes a second: M/M/4 at 83 percent. */
const QUEUE: Simulated = {
  ...{ seed: 5, arrivals: Array.from({ length: 12 }, () => 12_000), weights: [1] },
  ...{ workers: 4, jobsPerWorker: 1, perWiki: 4, service: 1, elsewhere: 0, isFixed: false },
  ...{ opening: 0, keptOpen: 8, turn: 10 },
};
const RATE = 12_000 / 3600;

/** How far `found` is from `wanted`. */
const off = (found: number, wanted: number): number => Math.abs(found / wanted - 1);

describe('the formula of Erlang', () => {
  it('gives what is known for one and two places', () => {
    expect(erlangWait(0.5, 1, 1)).toBeCloseTo(1, 12);
    expect(erlangWait(1, 1, 2)).toBeCloseTo(1 / 3, 12);
    expect(erlangWait(2, 1, 2)).toBe(Infinity);
  });
});

describe('the simulation', () => {
  const outcome = simulate(QUEUE);

  it('makes jobs wait as Erlang says, and keeps the places as busy', () => {
    expect(off(outcome.wait.mean, erlangWait(RATE, 1, 4))).toBeLessThan(0.06);
    expect(off(outcome.busy, RATE / 4)).toBeLessThan(0.02);
    expect(off(outcome.jobs, 144_000)).toBeLessThan(0.01);
  });

  it('makes them wait half as long at one place when all take the same time, as Pollaczek and Khinchin say', () => {
    const one = { ...QUEUE, workers: 1, arrivals: Array.from({ length: 40 }, () => 2_880) };
    expect(off(simulate(one).wait.mean, erlangWait(0.8, 1, 1))).toBeLessThan(0.1);
    expect(off(simulate({ ...one, isFixed: true }).wait.mean, erlangWait(0.8, 1, 1) / 2)).toBeLessThan(0.1);
  });

  it('starts no more jobs of a wiki than may run, however many places are free', () => {
    const many = simulate({ ...QUEUE, workers: 16 });
    expect(off(many.wait.mean, erlangWait(RATE, 1, 4))).toBeLessThan(0.06);
    const spread = simulate({ ...QUEUE, workers: 16, weights: Array.from({ length: 50 }, () => 1) });
    expect(spread.wait.mean).toBeLessThan(many.wait.mean / 100);
  });

  it('gives a worker one processor for all of its jobs, which it does not need while they wait for a model', () => {
    const one = { ...QUEUE, workers: 1, jobsPerWorker: 8, perWiki: 8, arrivals: [20_000] };
    const computing = simulate(one);
    expect(off(computing.overtime + 3600, computing.jobs)).toBeLessThan(0.05);
    const asking = simulate({ ...one, service: 0, elsewhere: 1 });
    expect(off(asking.wait.mean, erlangWait(20_000 / 3600, 1, 8))).toBeLessThan(0.15);
  });

  it('opens a wiki once while it is kept, and again and again where there are too many', () => {
    const wikis = {
      ...QUEUE,
      opening: 0.1,
      workers: 1,
      arrivals: [1_000],
      weights: Array.from({ length: 100 }, () => 1),
    };
    expect(simulate({ ...wikis, keptOpen: 100 }).openings).toBe(100);
    const few = simulate({ ...wikis, keptOpen: 8 });
    expect(few.openings).toBeGreaterThan(few.jobs * 0.85);
    expect(simulate({ ...wikis, keptOpen: 8, weights: [1] }).openings).toBe(1);
  });

  it('stays with a wiki for its turn, and then goes to one that waits', () => {
    // More than can be done, so that both always wait.
    const crowded = { ...QUEUE, workers: 1, isFixed: true, arrivals: [5_000], weights: [1, 1], keptOpen: 1 };
    const openings = (turn: number): number => simulate({ ...crowded, turn }).openings;
    const jobs = simulate(crowded).jobs;
    expect(off(openings(0), jobs)).toBeLessThan(0.05);
    expect(off(openings(10), jobs / 10)).toBeLessThan(0.05);
    expect(openings(1e9)).toBeLessThan(30);
  });

  it('goes on after the last hour until nothing is left, and says how long', () => {
    const late = simulate({ ...QUEUE, arrivals: [20_000] });
    expect(off(late.overtime, late.jobs / 4 - 3600)).toBeLessThan(0.05);
    expect(late.mostWaiting).toBeGreaterThan(4_000);
  });

  it('gives the same twice, and something else with another seed', () => {
    const short = { ...QUEUE, arrivals: [5_000] };
    expect(simulate(short)).toEqual(simulate(short));
    expect(simulate({ ...short, seed: 6 })).not.toEqual(simulate(short));
  });
});

describe('what many wikis need', () => {
  const small = figuresOf(['wikis=20', 'sources=3000', 'peak=0.5', 'job-seconds=4', 'open-seconds=0', 'wait=60']);

  it('finds the fewest workers with which sources are begun in time', () => {
    const [fewer, enough] = plansOf(small);
    expect(enough?.workers).toBe((fewer?.workers ?? 0) + 1);
    expect(fewer?.outcome.wait.p95).toBeGreaterThan(60);
    expect(enough?.outcome.wait.p95).toBeLessThanOrEqual(60);
  });

  it('names first what is exceeded most', () => {
    const [first, second] = limitsOf(figuresOf(['wikis=1000', 'wiki-mb=100', 'heap-mb=1000', 'connections=20']), 9);
    expect([first?.needed, first?.there]).toEqual([100_000 + FIGURES['process-mb'], 1000]);
    expect([second?.needed, second?.there]).toEqual([200, 100]);
  });

  it('is told in docs/scale.md, each figure by its name', () => {
    const text = readFileSync(path.join(__dirname, '../../docs/scale.md'), 'utf8');
    for (const name of Object.keys(FIGURES)) expect(text).toContain(`\`${name}\``);
  });

  it('takes no word that it does not know', () => {
    expect(() => figuresOf(['wikis=many'])).toThrow('wikis=many');
    expect(() => figuresOf(['cats=9'])).toThrow('cats=9');
  });
});

/** Erlang's formula for M/M/c: the mean wait of jobs that arrive at random, with random times, at `places`. Infinite if they are too few. */
function erlangWait(arrivalsPerSecond: number, service: number, places: number): number {
  const offered = arrivalsPerSecond * service;
  if (offered >= places) return Infinity;
  // The chance to be turned away without a queue, from one place to the next, which stays in range.
  let blocked = 1;
  for (let at = 1; at <= places; at += 1) blocked = (offered * blocked) / (at + offered * blocked);
  const waits = blocked / (1 - (offered / places) * (1 - blocked));
  return (waits * service) / (places - offered);
}
