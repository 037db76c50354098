import { isWikiError, silentRun, throwIfCancelled, type Run, type WikiError } from '../../base';
import { failedEnd, waitForNotification, type Job, type JobEnd, type JobQueue } from '../../jobs';
import { type IngestStep, type StepOutcome } from '../ingest/request';

/** How often to look whether another program has finished its job. Milliseconds. */
const BUSY_DELAY = 500;

/** How often in a row a person waits for a server that asks to slow down; about 8 minutes in all. */
const MAX_WAITS = 4;

interface StepsOutcome {
  /** Another program runs as many jobs as may run, and this one did not wait. */
  readonly isBusy: boolean;
}

/**
 * Runs the steps of an ingest as the jobs that stand for them, in the order of the queue.
 * @param bound steps by the id of their job; emptied as they are done
 * @param isWaiting waits for jobs of other programs, and runs what is left without its job once the model is not asked any more;
 * otherwise such steps stay queued, and it stops before a job that is not one of these
 */
export async function runSteps(
  queue: JobQueue,
  bound: Map<string, IngestStep>,
  isWaiting: boolean,
  run: Run,
): Promise<StepsOutcome> {
  let waits = 0;
  while (bound.size > 0) {
    throwIfCancelled(run);
    if (!isWaiting && !(await isNext(queue, bound))) return { isBusy: false };
    const claim = await queue.claim({ only: bound }, run);
    if (claim.kind === 'busy' && !isWaiting) return { isBusy: true };
    if (claim.kind === 'claimed') {
      const step = bound.get(claim.job.id);
      bound.delete(claim.job.id);
      if (step === undefined) continue;
      const seen: { isStopped: boolean; error: WikiError | null; bug?: Error } = { isStopped: false, error: null };
      const work = async (within: Run): Promise<JobEnd> => {
        const outcome = await step.run(within).catch((error: unknown) => {
          if (!isCancelled(error)) seen.bug = error instanceof Error ? error : new Error(String(error));
          throw error;
        });
        seen.isStopped = outcome.isStopped;
        seen.error = outcome.error;
        return endOf(outcome, isWaiting);
      };
      const job = await queue.execute(claim, work, run);
      if (seen.bug !== undefined && isWaiting) throw seen.bug;
      if (job.state === 'cancelled') step.skip('Cancelled.');
      if (isWaiting && isSlowedDown(seen.error)) {
        // The steps that are left stay queued, as they would without a person who watches.
        if ((waits += 1) > MAX_WAITS || !(await waitOutRateLimit(queue, run))) return { isBusy: false };
        step.retry();
        bound.set(job.id, step);
        continue;
      }
      waits = 0;
      // A run that ends early says so, also behind its last step.
      if (job.state === 'queued') throwIfCancelled(run);
      if (seen.isStopped || job.state === 'queued') {
        if (isWaiting) await runWithoutJobs(queue, bound, run);
        return { isBusy: false };
      }
    } else if (!(await dropEnded(queue, bound))) {
      if (claim.kind === 'empty') return { isBusy: false };
      const detail = claim.by === null ? '' : `${claim.by.name} is running a job.`;
      run.progress({ stage: 'Waiting for another job', done: 0, total: 0, detail });
      await waitForNotification(queue, BUSY_DELAY, run);
    }
  }
  return { isBusy: false };
}

const isSlowedDown = (error: WikiError | null): boolean => error?.code === 'living-wiki:model_rate_limited';

/** Waits until the server may be asked again. @returns whether it may; a person can pause the queue instead */
async function waitOutRateLimit(queue: JobQueue, run: Run): Promise<boolean> {
  for (;;) {
    const pause = await queue.store.pause();
    if (pause?.reason !== 'rate-limited' || pause.until === null) return pause === null;
    run.progress({ stage: 'Waiting for the model server', done: 0, total: 0, detail: pause.message });
    await waitForNotification(queue, Math.max(1, pause.until - queue.clock.now()), run);
  }
}

/** Whether the first job of the queue is one of these. A person may have put another one before them. */
async function isNext(queue: JobQueue, bound: ReadonlyMap<string, IngestStep>): Promise<boolean> {
  const skipsModels = (await queue.store.pause()) !== null;
  const [first] = await queue.store.next(1, { skipsModels });
  return first !== undefined && bound.has(first.id);
}

/** The model is not asked any more: what is left is skipped by its step, or needs no model. Its job stays queued until it is done. */
async function runWithoutJobs(queue: JobQueue, bound: Map<string, IngestStep>, run: Run): Promise<void> {
  for (const [id, step] of bound) {
    const outcome = await step.run(run);
    if (outcome.proposal !== null) await queue.store.settle(id, endOf(outcome, true), silentRun);
  }
  bound.clear();
}

/** Skips the steps whose jobs another program did, or a person cancelled. @returns whether there were any */
async function dropEnded(queue: JobQueue, bound: Map<string, IngestStep>): Promise<boolean> {
  let isDropped = false;
  for (const [id, step] of bound) {
    const job = await queue.store.get(id);
    if (job?.state === 'queued' || job?.state === 'running') continue;
    bound.delete(id);
    step.skip(describeEnded(job));
    isDropped = true;
  }
  return isDropped;
}

const isCancelled = (error: unknown): boolean => isWikiError(error) && error.code === 'living-wiki:cancelled';

function describeEnded(job: Job | null): string {
  if (job === null || job.state === 'cancelled') return 'Its job was cancelled.';
  if (job.state === 'review') return `Another program proposed it: ${job.proposal ?? ''}.`;
  return `Another program dealt with it: job ${job.id}.`;
}

/** How the job of a source ends. @param isForeground a person watches, so a failure is final unless the whole run stops */
function endOf({ proposal, error, isStopped }: StepOutcome, isForeground: boolean): JobEnd {
  if (proposal !== null) {
    return proposal.applied ? { state: 'done', proposal: proposal.id } : { state: 'review', proposal: proposal.id };
  }
  if (error !== null && (isStopped || !isForeground || isSlowedDown(error))) throw error;
  if (error !== null) return failedEnd(error);
  return isStopped ? { state: 'queued' } : { state: 'done', note: 'Nothing was left to do.' };
}
