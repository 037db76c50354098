import { isWikiError, WikiError, type Run } from '../../base';
import {
  eachJob,
  failedEnd,
  JobWorker,
  type Job,
  type JobCounts,
  type JobMove,
  type JobQueue,
  type JobRunner,
  type JobState,
  type QueuePause,
  type RunningTask,
} from '../../jobs';
import { type IngestRequest } from '../ingest/request';
import { lint } from '../lint';
import { type IngestResult, type LintResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { runComposeJob } from './compose-jobs';
import { runExportJob } from './export-jobs';
import { createIngestRunner, queueIngest } from './ingest-jobs';
import { placeOfJob, readFixPayload } from './kinds';
import { reconcileJobs } from './reconcile';
import { endOfLint } from './run-as-job';
import { queueSkill, runSkillJob } from './skill-jobs';
import { type MaintainRequest } from '../maintenance/request';

/** What a person sees of the queue. Of each state, as many jobs as were asked for; `counts` counts all. */
export interface JobsOverview {
  readonly counts: JobCounts;
  readonly jobs: Readonly<Record<JobState, readonly Job[]>>;
  readonly pause: QueuePause | null;
}

/** The jobs of one wiki: what a host shows and lets a person do. */
export class WikiJobs {
  readonly #session: WikiSession;
  readonly #queue: JobQueue;

  constructor(session: WikiSession, queue: JobQueue) {
    this.#session = session;
    this.#queue = queue;
  }

  /** The jobs that this program runs now, with their progress. */
  get running(): readonly RunningTask[] {
    return this.#queue.running;
  }

  /** @returns a function that unsubscribes */
  onChange(listener: () => void): () => void {
    return this.#queue.onChange(listener);
  }

  /** @param limit the most jobs of each state; @param run for the look at what changed since */
  async overview(limit: number, run: Run): Promise<JobsOverview> {
    await reconcileJobs(this.#session, this.#queue, run);
    const { store } = this.#queue;
    const list = (state: JobState): Promise<readonly Job[]> => store.list(state, limit);
    return {
      counts: await store.counts(),
      jobs: {
        running: await list('running'),
        queued: await list('queued'),
        review: await list('review'),
        failed: await list('failed'),
        interrupted: await list('interrupted'),
        done: await list('done'),
        cancelled: await list('cancelled'),
      },
      pause: await store.pause(),
    };
  }

  /** @param id or the beginning of it @throws WikiError `living-wiki:job_missing`, `living-wiki:job_ambiguous` */
  find(id: string): Promise<Job> {
    return this.#queue.store.find(id);
  }

  /** @throws WikiError `living-wiki:job_state` */
  async retry(id: string, run: Run): Promise<Job> {
    await reconcileJobs(this.#session, this.#queue, run);
    const job = await this.#queue.store.retry(id, run);
    this.#queue.notify();
    return job;
  }

  /** Queues every failed and interrupted job again. @returns how many */
  async retryAll(run: Run): Promise<number> {
    await reconcileJobs(this.#session, this.#queue, run);
    let count = 0;
    for (const state of ['interrupted', 'failed'] as const) {
      for (const job of await this.#queue.store.list(state, 100_000)) {
        await this.#queue.store.retry(job.id, run);
        count += 1;
        await run.yieldToHost();
      }
    }
    this.#queue.notify();
    return count;
  }

  /**
   * Queues again what ended with its program, for a host without a person who would. A job that took too many programs with it fails.
   * @param attempts starts of a job before it fails @returns how many were queued
   */
  async resumeInterrupted(attempts: number, run: Run): Promise<number> {
    await reconcileJobs(this.#session, this.#queue, run);
    const { store } = this.#queue;
    let count = 0;
    for (const job of await store.list('interrupted', 1000)) {
      try {
        if (job.attempts < attempts) {
          await store.retry(job.id, run);
          count += 1;
        } else await store.settle(job.id, failedEnd(endedItsPrograms(job)), run);
      } catch (error) {
        // Another program was faster.
        if (!isWikiError(error) || !OUTRUN.has(error.code)) throw error;
      }
    }
    if (count > 0) this.#queue.notify();
    return count;
  }

  async cancel(id: string, run: Run): Promise<Job> {
    const job = await this.#queue.store.cancel(id, run);
    this.#queue.running.find((task) => task.job.id === job.id)?.cancel();
    this.#queue.changed();
    return job;
  }

  /** Cancels what is queued and what runs of the jobs that were queued together. */
  async cancelTogether(together: string, run: Run): Promise<void> {
    for (const state of ['queued', 'running'] as const) {
      for (const job of await this.#queue.store.list(state, 100_000)) {
        if (placeOfJob(job)?.run === together) await this.cancel(job.id, run);
        await run.yieldToHost();
      }
    }
  }

  async move(id: string, to: JobMove, run: Run): Promise<Job> {
    const job = await this.#queue.store.move(id, to, run);
    this.#queue.changed();
    return job;
  }

  /** Forgets the jobs in these states. @returns how many */
  async clear(states: readonly JobState[], run: Run): Promise<number> {
    const count = await this.#queue.store.clear(states, run);
    this.#queue.changed();
    return count;
  }

  /** Starts no more jobs until {@link resume}. */
  hold(): Promise<void> {
    return this.#queue.hold('Paused by you.');
  }

  /** Goes on now, whatever the queue waits for. */
  resume(): Promise<void> {
    return this.#queue.resume();
  }

  /** Something outside may have changed: the network is back, or a limit was raised. */
  notify(): void {
    this.#queue.notify();
  }

  /** Queues the sources that {@link IngestRequest} names, and returns at once. */
  enqueue(request: IngestRequest, run: Run): Promise<IngestResult & { readonly jobs: readonly string[] }> {
    return queueIngest(this.#session, this.#queue, request, run);
  }

  /** Queues a run of a skill, and returns at once. */
  enqueueSkill(request: MaintainRequest, run: Run): Promise<void> {
    return queueSkill(this.#session, this.#queue, request, run);
  }

  /** Called when there may be something to run. @returns a function that unsubscribes */
  onNotify(listener: () => void): () => void {
    return this.#queue.onNotify(listener);
  }

  /** Called with each job that ended in this program, or went back to the queue. @returns a function that unsubscribes */
  onEnd(listener: (job: Job) => void): () => void {
    return this.#queue.onEnd(listener);
  }

  /**
   * Runs what is queued until nothing can be started, or, where it waits, until nothing is left.
   * @param wrap puts each run of jobs where the host wants it, such as among the other work that it shows
   * @param waits for pauses that end by themselves
   */
  async drain(waits: boolean, run: Run, wrap: (runner: JobRunner) => JobRunner = (runner) => runner): Promise<void> {
    await reconcileJobs(this.#session, this.#queue, run);
    const worker = this.#worker(wrap);
    await (waits ? worker.drainThroughPauses(run) : worker.drain(run));
  }

  #worker(wrap: (runner: JobRunner) => JobRunner): JobWorker {
    return new JobWorker(this.#queue, {
      ingest: wrap(createIngestRunner(this.#session)),
      fix: wrap(eachJob(async (job, run) => endOfLint(await this.#fix(job, run)))),
      skill: wrap(eachJob((job, run) => runSkillJob(this.#session, job, run))),
      compose: wrap(eachJob((job, run) => runComposeJob(this.#session, job, run))),
      export: wrap(eachJob((job, run) => runExportJob(this.#session, job, run))),
      draft: wrap(
        eachJob(async (job, run) => {
          const { runDraftJob } = await import('./draft-jobs');
          return runDraftJob(this.#session, job, run);
        }),
      ),
      harvest: wrap(
        eachJob(async (job, run) => {
          const { runHarvestJob } = await import('./harvest-jobs');
          return runHarvestJob(this.#session, job, run);
        }),
      ),
      deliberation: wrap(
        eachJob(async (job, run) => {
          const { runDeliberationJob } = await import('../deliberation/deliberation-job');
          return runDeliberationJob(this.#session, job, run);
        }),
      ),
    });
  }

  #fix(job: Job, run: Run): Promise<LintResult> {
    const { apply = false, lens } = readFixPayload(job) ?? {};
    return lint(this.#session, { ...MAINTENANCE, apply, ...(lens !== undefined && { lens }) }, run);
  }
}

/** A logged pass with its safe fixes as a proposal. */
const MAINTENANCE = { fix: true, log: true, logUnchanged: false } as const;

/** What a job says that another program retried, settled or forgot. */
const OUTRUN: ReadonlySet<string> = new Set(['living-wiki:job_state', 'living-wiki:job_missing']);

function endedItsPrograms({ attempts }: Job): WikiError {
  return new WikiError('living-wiki:job_crashed', `The program ended ${attempts} times while it ran this job.`, {
    remedy: 'Look at the log of the workers, for instance for too little memory. Then retry the job.',
  });
}
