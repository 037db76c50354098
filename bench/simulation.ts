import { numbers } from './generate';

/** What is simulated. Times in seconds. */
export interface Simulated {
  readonly seed: number;
  /** Arrivals in an hour, one figure for each hour, in their order. */
  readonly arrivals: readonly number[];
  /** How often each wiki is chosen for an arrival, compared with the others. */
  readonly weights: readonly number[];
  /** Processes that do jobs, and jobs that each does at the same time. */
  readonly workers: number;
  readonly jobsPerWorker: number;
  /** Jobs of one wiki that run at the same time. */
  readonly perWiki: number;
  /** Mean processor time of a job, without opening its wiki. A worker has one processor for all of its jobs. */
  readonly service: number;
  /** Mean time that a job then waits for a model. */
  readonly elsewhere: number;
  /** Whether a job takes its mean times, or times that are spread exponentially around them. */
  readonly isFixed: boolean;
  /** To open a wiki that the worker has not kept open. */
  readonly opening: number;
  /** Wikis that a worker keeps open, those used last. */
  readonly keptOpen: number;
  /** How long a place goes on with a wiki while others wait. */
  readonly turn: number;
}

export interface Outcome {
  readonly jobs: number;
  /** From the arrival to the start. Seconds. */
  readonly wait: { readonly mean: number; readonly p50: number; readonly p95: number; readonly p99: number };
  /** The most jobs that waited at a time. */
  readonly mostWaiting: number;
  /** Share of the places that were busy, until the last job ended. */
  readonly busy: number;
  readonly openings: number;
  /** Seconds after the last hour until nothing is left. */
  readonly overtime: number;
}

interface Arrival {
  readonly at: number;
  readonly wiki: number;
}

/** Where a job runs. */
interface Place {
  readonly worker: number;
  wiki: number;
  turnEnds: number;
}

/** Follows every job through the queue, until all are over. */
export function simulate(asked: Simulated): Outcome {
  const random = numbers(asked.seed);
  // The first numbers of the generator are alike for seeds that are.
  for (let at = 0; at < 20; at += 1) random();
  return new Run(asked, random).outcome();
}

class Run {
  readonly #asked: Simulated;
  readonly #random: () => number;
  readonly #arrivals: readonly Arrival[];
  /** Arrival times by wiki. Of these wikis the first one has its turn next. */
  readonly #waiting = new Map<number, number[]>();
  readonly #running = new Map<number, number>();
  readonly #free: Place[];
  /** Wikis that each worker has open, the last used last. */
  readonly #open: readonly Set<number>[];
  readonly #ends = new Heap();
  /** When the processor of each worker has done what it was given. */
  readonly #processors: number[];
  readonly #waits: number[] = [];
  #queued = 0;
  #mostWaiting = 0;
  #busy = 0;
  #openings = 0;

  constructor(asked: Simulated, random: () => number) {
    this.#asked = asked;
    this.#random = random;
    this.#arrivals = arrivalsOf(asked, random);
    this.#open = Array.from({ length: asked.workers }, () => new Set<number>());
    this.#processors = Array.from({ length: asked.workers }, () => 0);
    this.#free = Array.from({ length: asked.workers * asked.jobsPerWorker }, (_, at) => ({
      ...{ worker: at % asked.workers, wiki: -1, turnEnds: 0 },
    }));
  }

  outcome(): Outcome {
    const places = this.#free.length;
    let next = 0;
    let now = 0;
    for (;;) {
      const arrival = this.#arrivals[next];
      const end = this.#ends.first();
      if (arrival === undefined && end === undefined) break;
      if (arrival !== undefined && (end === undefined || arrival.at <= end.at)) {
        now = arrival.at;
        next += 1;
        this.#queue(arrival);
      } else if (end !== undefined) {
        now = end.at;
        this.#ends.removeFirst();
        this.#running.set(end.place.wiki, (this.#running.get(end.place.wiki) ?? 0) - 1);
        this.#free.push(end.place);
      }
      this.#start(now);
    }
    const sorted = this.#waits.sort((a, b) => a - b);
    const share = (of: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0;
    return {
      jobs: sorted.length,
      wait: {
        mean: sorted.reduce((sum, wait) => sum + wait, 0) / Math.max(1, sorted.length),
        ...{ p50: share(0.5), p95: share(0.95), p99: share(0.99) },
      },
      ...{ mostWaiting: this.#mostWaiting, busy: this.#busy / Math.max(1e-9, places * now) },
      ...{ openings: this.#openings, overtime: Math.max(0, now - this.#asked.arrivals.length * HOUR) },
    };
  }

  #queue({ at, wiki }: Arrival): void {
    const line = this.#waiting.get(wiki);
    if (line === undefined) this.#waiting.set(wiki, [at]);
    else line.push(at);
    this.#queued += 1;
  }

  #start(now: number): void {
    while (this.#free.length > 0 && this.#queued > 0) {
      const at = this.#placeFor(now);
      const place = this.#free[at];
      const wiki = place === undefined ? null : this.#wikiFor(place, now);
      if (place === undefined || wiki === null) break;
      this.#free.splice(at, 1);
      this.#run(place, wiki, now);
    }
    this.#mostWaiting = Math.max(this.#mostWaiting, this.#queued);
  }

  /** Who ended last goes on while its wiki has its turn; else the worker that has least to do takes the job. */
  #placeFor(now: number): number {
    const last = this.#free.at(-1);
    if (last !== undefined && this.#hasTurn(last, now)) return this.#free.length - 1;
    let [found, least] = [0, Infinity];
    for (const [at, { worker }] of this.#free.entries()) {
      const until = this.#processors[worker] ?? 0;
      if (until < least) [found, least] = [at, until];
    }
    return found;
  }

  #hasTurn({ wiki, turnEnds }: Place, now: number): boolean {
    return now < turnEnds && this.#mayStart(wiki);
  }

  #mayStart(wiki: number): boolean {
    return this.#waiting.has(wiki) && (this.#running.get(wiki) ?? 0) < this.#asked.perWiki;
  }

  #wikiFor(place: Place, now: number): number | null {
    if (this.#hasTurn(place, now)) return place.wiki;
    for (const wiki of this.#waiting.keys()) if (this.#mayStart(wiki)) return wiki;
    return null;
  }

  #run(place: Place, wiki: number, now: number): void {
    const { service, elsewhere, isFixed, opening, keptOpen, turn } = this.#asked;
    const line = this.#waiting.get(wiki) ?? [];
    this.#waits.push(now - (line.shift() ?? now));
    this.#queued -= 1;
    // The wiki goes to the end of the order.
    this.#waiting.delete(wiki);
    if (line.length > 0) this.#waiting.set(wiki, line);
    this.#running.set(wiki, (this.#running.get(wiki) ?? 0) + 1);
    if (place.wiki !== wiki || now >= place.turnEnds) place.turnEnds = now + turn;
    place.wiki = wiki;
    const open = this.#open[place.worker] ?? new Set<number>();
    const isOpen = open.delete(wiki);
    open.add(wiki);
    if (!isOpen) this.#openings += 1;
    for (const oldest of open) {
      if (open.size <= keptOpen) break;
      open.delete(oldest);
    }
    const time = (mean: number): number => (isFixed ? mean : exponential(mean, this.#random));
    const begins = Math.max(now, this.#processors[place.worker] ?? 0);
    const ends = begins + (isOpen ? 0 : opening) + time(service);
    this.#processors[place.worker] = ends;
    const at = ends + (elsewhere === 0 ? 0 : time(elsewhere));
    this.#busy += at - now;
    this.#ends.add({ at, place });
  }
}

const HOUR = 3600;

function exponential(mean: number, random: () => number): number {
  return -mean * Math.log(1 - random());
}

/** A Poisson process whose rate changes with the hour. */
function arrivalsOf({ arrivals, weights }: Simulated, random: () => number): readonly Arrival[] {
  const upTo: number[] = [];
  let total = 0;
  for (const weight of weights) upTo.push((total += weight));
  const found: Arrival[] = [];
  for (const [hour, count] of arrivals.entries()) {
    if (count <= 0) continue;
    let at = hour * HOUR;
    while ((at += exponential(HOUR / count, random)) < (hour + 1) * HOUR) {
      found.push({ at, wiki: firstAbove(upTo, random() * total) });
    }
  }
  return found;
}

function firstAbove(upTo: readonly number[], value: number): number {
  let [low, high] = [0, upTo.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((upTo[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface End {
  readonly at: number;
  readonly place: Place;
}

/** The ends to come; the first is at the root of a binary tree. */
class Heap {
  readonly #ends: End[] = [];

  first(): End | undefined {
    return this.#ends[0];
  }

  add(end: End): void {
    this.#ends.push(end);
    for (let at = this.#ends.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  removeFirst(): void {
    this.#swap(0, this.#ends.length - 1);
    this.#ends.pop();
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#ends.length && this.#isBefore(child, least)) least = child;
      }
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    return (this.#ends[a]?.at ?? Infinity) < (this.#ends[b]?.at ?? Infinity);
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#ends[a], this.#ends[b]];
    if (one === undefined || other === undefined) return;
    [this.#ends[a], this.#ends[b]] = [other, one];
  }
}
