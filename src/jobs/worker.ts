import { asWikiError, throwIfCancelled, WikiError, type Run } from '../base';
import { failedEnd, stopsAllJobs, waitForNotification, type JobQueue } from './queue';
import { type Job, type JobEnd } from './types';

/**
 * Does jobs of one kind. It is given the first jobs of the queue that are of its kind, in order, and runs as many of them as it
 * wants, one after the other, as long as each is the first of the queue.
 * @returns `busy` if another program runs as many jobs as may run
 */
export type JobRunner = (jobs: readonly Job[], queue: JobQueue, run: Run) => Promise<'busy' | 'ran'>;

type JobRunners = Readonly<Record<string, JobRunner>>;

/** Jobs that are looked at together. */
const BATCH = 32;
/** How often the queue looks whether another program has finished. Milliseconds. */
const BUSY_DELAY = 1000;
/** The longest wait without a look, for a clock that jumps. Milliseconds. */
const MAX_WAIT = 60_000;

/** A runner that does each job by itself. */
export function eachJob(work: (job: Job, run: Run) => Promise<JobEnd>): JobRunner {
  return async ([first], queue, run) => {
    if (first === undefined) return 'ran';
    const claim = await queue.claim({ only: new Set([first.id]) }, run);
    if (claim.kind === 'busy') return 'busy';
    if (claim.kind === 'claimed') await queue.execute(claim, (within) => work(claim.job, within), run);
    return 'ran';
  };
}

/** Runs the jobs of a queue in their order. */
export class JobWorker {
  readonly #queue: JobQueue;
  readonly #runners: JobRunners;
  /** A job that its runner did not touch the last time. */
  #stuck: string | null = null;

  constructor(queue: JobQueue, runners: JobRunners) {
    this.#queue = queue;
    this.#runners = runners;
  }

  /** Runs what is queued, waits out what another program runs, and returns when nothing can be started any more. */
  async drain(run: Run): Promise<void> {
    for (;;) {
      const step = await this.#step(run);
      if (step === 'idle') return;
      if (step === 'busy') await waitForNotification(this.#queue, BUSY_DELAY, run);
    }
  }

  /** {@link drain}, and waits for pauses that end by themselves, until nothing is left to start. */
  async drainThroughPauses(run: Run): Promise<void> {
    for (;;) {
      await this.drain(run);
      const pause = await this.#queue.store.pause();
      const until = pause?.until ?? null;
      const isOver = until === null || (await this.#queue.store.next(1)).length === 0;
      if (isOver) return;
      await waitForNotification(this.#queue, await this.#untilNextLook(), run);
    }
  }

  /** {@link drain}, and goes on when jobs are queued or a pause is over, until it is cancelled. */
  async serve(run: Run): Promise<void> {
    for (;;) {
      const notified = this.#listen();
      try {
        await this.drain(run);
        if (notified.isNotified) continue;
        await waitForNotification(this.#queue, await this.#untilNextLook(), run);
      } finally {
        notified.stop();
      }
    }
  }

  /** A notification that comes while the worker looks must not be missed. */
  #listen(): { readonly isNotified: boolean; stop(): void } {
    const state = { isNotified: false, stop: this.#queue.onNotify(() => void (state.isNotified = true)) };
    return state;
  }

  async #untilNextLook(): Promise<number> {
    const until = (await this.#queue.store.pause())?.until ?? null;
    if (until === null) return MAX_WAIT;
    return Math.min(MAX_WAIT, Math.max(10, until - this.#queue.clock.now()));
  }

  async #step(run: Run): Promise<'idle' | 'busy' | 'ran'> {
    throwIfCancelled(run);
    const { store } = this.#queue;
    const pause = await store.pause();
    if (stopsAllJobs(pause)) return 'idle';
    const skipsModels = pause !== null;
    const jobs = await store.next(BATCH, { skipsModels });
    const [first] = jobs;
    if (first === undefined) return 'idle';
    const end = jobs.findIndex(({ kind }) => kind !== first.kind);
    const ofKind = end < 0 ? jobs : jobs.slice(0, end);
    const outcome = await this.#attempt(ofKind, first, run);
    if (outcome === 'busy') return 'busy';
    throwIfCancelled(run);
    // A job that its runner did not touch would be given to it for ever.
    const [next] = await store.next(1, { skipsModels });
    const isStuck = next?.id === first.id && next.attempts === first.attempts && (await store.pause()) === null;
    // Once may be a job that another program took and put back in between.
    if (isStuck && this.#stuck === first.id) await store.settle(first.id, failedEnd(notRun(first)), run);
    this.#stuck = isStuck ? first.id : null;
    return 'ran';
  }

  /** A runner that fails before it starts its job fails the job. */
  async #attempt(jobs: readonly Job[], first: Job, run: Run): Promise<'busy' | 'ran'> {
    const runner = Object.hasOwn(this.#runners, first.kind) ? this.#runners[first.kind] : undefined;
    try {
      if (runner !== undefined) return await runner(jobs, this.#queue, run);
      await this.#queue.store.settle(first.id, failedEnd(unknownKind(first)), run);
    } catch (error) {
      throwIfCancelled(run);
      const failure = asWikiError(error, 'living-wiki:unexpected');
      if (await this.#queue.pauseFor(failure)) return 'ran';
      const now = await this.#queue.store.get(first.id);
      if (now?.state === 'queued') await this.#queue.store.settle(first.id, failedEnd(failure), run);
      else throw error;
    }
    return 'ran';
  }
}

function unknownKind({ kind }: Job): WikiError {
  return new WikiError('living-wiki:job_kind_unknown', `This program cannot run a job of the kind "${kind}".`, {
    remedy: 'Update the program, or cancel the job.',
  });
}

function notRun({ title }: Job): WikiError {
  return new WikiError('living-wiki:job_not_run', `The job "${title}" could not be started.`, {
    remedy: 'Retry it. If that does not help, cancel it.',
  });
}
