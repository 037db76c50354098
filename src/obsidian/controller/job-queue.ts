import { SerialQueue } from '../../base';
import { appRun } from '../host/time';
import { type Progress, type Run } from '../../workbench';
import { JobProgress } from './job-progress';
import { type RunningJob } from './types';

/** Shortest time between two updates of a job's progress. Milliseconds. */
const DRAW_INTERVAL = 80;

class Job implements RunningJob {
  progress: Progress | null = null;
  cost: string | null = null;
  readonly #bar = new JobProgress();
  readonly #aborter = new AbortController();
  readonly #changed: () => void;

  constructor(
    readonly title: string,
    changed: () => void,
  ) {
    this.#changed = changed;
  }

  get fraction(): number | null {
    return this.#bar.fraction;
  }

  get isCancelled(): boolean {
    return this.#aborter.signal.aborted;
  }

  get run(): Run {
    return appRun(this.#aborter.signal, (step) => {
      this.progress = step;
      this.#bar.add(step);
      if (step.cost !== undefined) this.cost = step.cost;
      this.#changed();
    });
  }

  cancel(): void {
    if (this.isCancelled) return;
    this.#aborter.abort();
    this.#changed();
  }
}

/** Runs long work, one job at a time. */
export class JobQueue {
  readonly #draw: () => void;
  #current: Job | null = null;
  #waiting = new Set<Job>();
  readonly #queue = new SerialQueue();
  #timer: number | null = null;
  #isClosed = false;

  /** @param draw called when the current job changed */
  constructor(draw: () => void) {
    this.#draw = draw;
  }

  get current(): RunningJob | null {
    return this.#current;
  }

  /** Runs `work` after all earlier jobs. A job that was cancelled while it waited does not run. */
  add<T>(title: string, work: (run: Run, job: RunningJob) => Promise<T>): Promise<T | null> {
    const job = new Job(title, () => this.#drawSoon());
    this.#waiting.add(job);
    return this.#queue.add(async () => {
      this.#waiting.delete(job);
      if (this.#isClosed || job.isCancelled) return null;
      this.#current = job;
      this.#draw();
      try {
        return await work(job.run, job);
      } finally {
        this.#current = null;
        this.#draw();
      }
    });
  }

  /** Cancels all jobs and waits for the current one to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) window.clearTimeout(this.#timer);
    for (const job of this.#waiting) job.cancel();
    this.#current?.cancel();
    await this.#queue.idle();
  }

  #drawSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= window.setTimeout(() => {
      this.#timer = null;
      this.#draw();
    }, DRAW_INTERVAL);
  }
}
