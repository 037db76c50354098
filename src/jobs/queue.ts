import { asWikiError, throwIfCancelled, WikiError, type Clock, type Progress, type Run } from '../base';
import {
  type AddedJob,
  type JobClaim,
  type ClaimRequest,
  type Job,
  type JobEnd,
  type JobOwner,
  type JobStore,
  type NewJob,
  type QueuePause,
} from './types';

/** Waits; a parameter, so that a test can make time pass. */
export interface JobTimer {
  /** Waits `ms` milliseconds, or until `signal` is aborted. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The work of a job could not go on, for a reason that passes: the job goes back to the queue, which pauses. */
export type Interruption = Omit<QueuePause, 'since'>;

interface JobQueueDeps {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly timer: JobTimer;
  readonly owner: JobOwner;
  /** The most jobs that run at the same time, of all programs together. From 1 to 8; 1 by default. Read at each use. */
  readonly parallel?: () => number;
  /** Whether the program is about to end, so that it starts nothing more. */
  readonly isStopping?: () => boolean;
  /** Whether a failure is no fault of the job. @param attempt how often in a row the queue has paused for this, from 1 */
  readonly interruptionOf?: (error: WikiError, attempt: number) => Interruption | null;
}

/** Milliseconds between two signs of life, which also write down the progress. */
const BEAT = 3000;

/** A claimed job on its way. */
export interface RunningTask {
  readonly job: Job;
  readonly progress: Progress | null;
  /** Stops it, as `JobStore.cancel` does from another program. */
  cancel(): void;
}

/**
 * The queue as one program sees it: queues jobs, runs them, and tells whoever listens. The store holds the truth; what is in
 * memory only says when to look (`onNotify`).
 */
export class JobQueue {
  readonly store: JobStore;
  readonly #deps: JobQueueDeps;
  readonly #running = new Map<string, RunningTask>();
  readonly #listeners = new Set<() => void>();
  readonly #notified = new Set<() => void>();
  readonly #enders = new Set<(job: Job) => void>();
  /** How often in a row the queue paused by itself. */
  #pauses = 0;

  constructor(deps: JobQueueDeps) {
    this.store = deps.store;
    this.#deps = deps;
  }

  get clock(): Clock {
    return this.#deps.clock;
  }

  get timer(): JobTimer {
    return this.#deps.timer;
  }

  /** The jobs that run in this program. */
  get running(): readonly RunningTask[] {
    return [...this.#running.values()];
  }

  /** Called when jobs were queued, moved on or ended here. @returns a function that unsubscribes */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Called when there may be something to run. @returns a function that unsubscribes */
  onNotify(listener: () => void): () => void {
    this.#notified.add(listener);
    return () => void this.#notified.delete(listener);
  }

  /** Called with each job that ended here, or went back to the queue. @returns a function that unsubscribes */
  onEnd(listener: (job: Job) => void): () => void {
    this.#enders.add(listener);
    return () => void this.#enders.delete(listener);
  }

  /** Says that there may be something to run: a job was queued, the network is back, a person resumed the queue. */
  notify(): void {
    for (const listener of [...this.#notified]) listener();
    this.changed();
  }

  changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  async enqueue(jobs: readonly NewJob[], run: Run): Promise<readonly AddedJob[]> {
    const added = await this.store.add(jobs, run);
    this.notify();
    return added;
  }

  /** The next job, or the next of these, as far as the pause allows it. */
  async claim(request: Pick<ClaimRequest, 'only'>, run: Run): Promise<JobClaim> {
    const { owner } = this.#deps;
    if (this.#deps.isStopping?.() === true) return { kind: 'empty' };
    const parallel = this.#deps.parallel?.() ?? 1;
    const pause = await this.store.pause();
    if (stopsAllJobs(pause)) return { kind: 'empty' };
    return this.store.claim({ ...request, owner, parallel, skipsModels: pause !== null }, run);
  }

  /**
   * Does the work of a claimed job, says in the meantime that it is alive, and records how it ended. An error of the work is
   * recorded, not thrown. When `run` is cancelled, the job goes back to the queue.
   *
   * @throws WikiError what the store throws, except `living-wiki:job_lost`: what another program took over is its own now
   */
  async execute(
    claimed: Extract<JobClaim, { kind: 'claimed' }>,
    work: (run: Run) => Promise<JobEnd>,
    run: Run,
  ): Promise<Job> {
    const { job, token } = claimed;
    const task = new Task(job, run, () => this.changed());
    this.#running.set(job.id, task);
    this.changed();
    const stop = new AbortController();
    const beats = this.#keepAlive(task, token, stop.signal);
    try {
      const end = await this.#endOf(task, work, run);
      stop.abort();
      await beats;
      const ended = await this.#record(task, token, end, run);
      for (const listener of [...this.#enders]) listener(ended);
      return ended;
    } finally {
      stop.abort();
      task.close();
      this.#running.delete(job.id);
      this.changed();
    }
  }

  async #endOf(task: Task, work: (run: Run) => Promise<JobEnd>, run: Run): Promise<JobEnd> {
    try {
      const end = await work(task.run);
      if (task.job.usesModel) this.#pauses = 0;
      return end;
    } catch (error) {
      const failure = asWikiError(error, 'living-wiki:unexpected');
      if (failure.code === 'living-wiki:cancelled')
        return task.isCancelled ? { state: 'cancelled' } : { state: 'queued' };
      if (await this.pauseFor(failure)) return { state: 'queued' };
      if (run.signal.aborted) return { state: 'queued' };
      return failedEnd(failure);
    }
  }

  /** Pauses the queue if a failure passes by itself. @returns whether it does */
  async pauseFor(failure: WikiError): Promise<boolean> {
    const interruption = this.#deps.interruptionOf?.(failure, this.#pauses + 1) ?? null;
    if (interruption === null) return false;
    this.#pauses += 1;
    await this.store.setPause({ ...interruption, since: this.#deps.clock.now() });
    this.changed();
    return true;
  }

  async #record(task: Task, token: string, end: JobEnd, run: Run): Promise<Job> {
    const { id } = task.job;
    // The work is over: that it is must be written down, also when the person has cancelled by now.
    const uncancelled: Run = { ...run, signal: new AbortController().signal };
    try {
      if (task.progress !== null && end.state !== 'queued')
        await this.store.renew(id, token, task.progress, uncancelled);
      return await this.store.finish(id, token, end, uncancelled);
    } catch (error) {
      if (!isLost(error)) throw error;
      return (await this.store.get(id)) ?? task.job;
    }
  }

  async #keepAlive(task: Task, token: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#deps.timer.sleep(BEAT, signal);
      if (signal.aborted) return;
      try {
        const { isCancelRequested } = await this.store.renew(task.job.id, token, task.progress, task.run);
        if (isCancelRequested) task.cancel();
      } catch (error) {
        if (isLost(error)) task.cancel();
        // The next sign of life makes up for one that could not be written.
      }
    }
  }

  /** Stops starting jobs, until {@link resume}. What runs is finished. */
  async hold(message: string): Promise<void> {
    await this.store.setPause({ reason: 'user', message, until: null, since: this.#deps.clock.now() });
    this.changed();
  }

  /** Goes on now, whatever the reason of the pause was. */
  async resume(): Promise<void> {
    await this.store.setPause(null);
    this.notify();
  }
}

/** A person paused the queue, or has to approve rules first: also jobs without a model would write. */
export function stopsAllJobs(pause: QueuePause | null): boolean {
  return pause?.reason === 'user' || pause?.reason === 'approval';
}

/** What the record of a failed job says. */
export function failedEnd({ code, message, remedy }: WikiError): JobEnd {
  return { state: 'failed', failure: { code, message, remedy: remedy ?? null } };
}

class Task implements RunningTask {
  readonly run: Run;
  progress: Progress | null = null;
  isCancelled = false;
  readonly #aborter = new AbortController();
  readonly #outer: AbortSignal;
  readonly #stop = (): void => this.#aborter.abort();

  constructor(
    readonly job: Job,
    outer: Run,
    changed: () => void,
  ) {
    this.progress = job.progress;
    this.#outer = outer.signal;
    if (this.#outer.aborted) this.#stop();
    else this.#outer.addEventListener('abort', this.#stop);
    this.run = {
      signal: this.#aborter.signal,
      progress: (step) => {
        this.progress = step;
        outer.progress(step);
        changed();
      },
      yieldToHost: () => outer.yieldToHost(),
    };
  }

  cancel(): void {
    this.isCancelled = true;
    this.#stop();
  }

  /** The work is over. */
  close(): void {
    this.#outer.removeEventListener('abort', this.#stop);
  }
}

function isLost(error: unknown): boolean {
  return error instanceof WikiError && error.code === 'living-wiki:job_lost';
}

/** Waits for a sign that something may have changed, at most so long. Milliseconds. */
export async function waitForNotification(queue: JobQueue, ms: number, run: Run): Promise<void> {
  throwIfCancelled(run);
  const woken = new AbortController();
  const wake = (): void => woken.abort();
  const off = queue.onNotify(wake);
  run.signal.addEventListener('abort', wake, { once: true });
  try {
    await queue.timer.sleep(ms, woken.signal);
  } finally {
    off();
    run.signal.removeEventListener('abort', wake);
  }
  throwIfCancelled(run);
}
