import { type Run } from '../workbench';

/** For how long jobs wait for reads, and for how long they then go on, so that a server that is read all the time still does jobs. Milliseconds. */
const PATIENCE = 50;
const TURN = 10;
/** A read that takes longer waits for something else, such as a model, and holds up no job any more. Milliseconds. */
const LONG = 2_000;

/**
 * Jobs and reads share one thread, and each yields many times. If they took turns, a read would wait for a step of a job at every one
 * of its own. So jobs go on while nobody reads, one step of one job at a time.
 */
export class ReadPriority {
  #reads = 0;
  /** Reads that wait for what a job may be doing: no job waits for these. */
  #behind = 0;
  readonly #steps: (() => void)[] = [];
  #isScheduled = false;
  #patience: NodeJS.Timeout | null = null;
  /** While jobs go on although somebody reads. */
  #turnEnds = 0;

  /** Does a read, which jobs wait for. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    this.#reads += 1;
    let isCounted = true;
    const leave = (): void => {
      if (isCounted) this.#reads -= 1;
      isCounted = false;
      this.#schedule();
    };
    const long = setTimeout(leave, LONG);
    try {
      return await work();
    } finally {
      clearTimeout(long);
      leave();
    }
  }

  /** Does a part of a read that a job may hold up: the job must not wait for it in turn. */
  async behindJobs<T>(work: () => Promise<T>): Promise<T> {
    this.#behind += 1;
    this.#schedule();
    try {
      return await work();
    } finally {
      this.#behind -= 1;
    }
  }

  /** A run for jobs, which nobody watches. */
  jobRun(signal: AbortSignal): Run {
    return { signal, progress: () => undefined, yieldToHost: () => this.#turn() };
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#steps.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#steps.length === 0) return;
    this.#isScheduled = true;
    // After what has arrived meanwhile.
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#reads <= this.#behind || performance.now() < this.#turnEnds) this.#goOn();
      else this.#patience ??= setTimeout(() => this.#beginTurn(), PATIENCE);
    });
  }

  #beginTurn(): void {
    this.#turnEnds = performance.now() + TURN;
    this.#goOn();
  }

  #goOn(): void {
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#patience = null;
    this.#steps.shift()?.();
    this.#schedule();
  }
}
