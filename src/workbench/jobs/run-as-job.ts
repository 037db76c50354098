import { asWikiError, silentRun, type Run } from '../../base';
import { failedEnd, waitForNotification, type JobEnd, type JobQueue, type NewJob } from '../../jobs';
import { type LintResult, type ProposalResult } from '../types';
import { type WikiSession } from '../wiki-session';

/** How often to look whether another program has finished its job. Milliseconds. */
const BUSY_DELAY = 500;

type Work<T> = (run: Run) => Promise<{ readonly result: T; readonly end: JobEnd }>;

/**
 * Does something as a job, and waits for it. Without a queue, or when the queue is paused or another program did the same job
 * meanwhile, it is done all the same: a person asked for it. What the person breaks off is cancelled and does not start again by itself.
 */
export async function runAsJob<T>(session: WikiSession, job: NewJob, work: Work<T>, run: Run): Promise<T> {
  const queue = await session.jobs();
  if (queue === null) return (await work(run)).result;
  const [added] = await queue.enqueue([job], run);
  if (added === undefined) return (await work(run)).result;
  try {
    return await runQueued(queue, added.id, work, run);
  } catch (error) {
    if (run.signal.aborted && added.isNew) await cancelQueued(queue, [added.id]);
    throw error;
  }
}

async function runQueued<T>(queue: JobQueue, id: string, work: Work<T>, run: Run): Promise<T> {
  const only = new Set([id]);
  for (;;) {
    const claim = await queue.claim({ only }, run);
    if (claim.kind === 'empty') return runUnclaimed(queue, id, work, run);
    if (claim.kind === 'busy') {
      const detail = claim.by === null ? '' : `${claim.by.name} is running a job.`;
      run.progress({ stage: 'Waiting for another job', done: 0, total: 0, detail });
      await waitForNotification(queue, BUSY_DELAY, run);
      continue;
    }
    const outcome: { done?: { readonly result: T; readonly end: JobEnd }; error?: unknown } = {};
    const attempt = async (within: Run): Promise<JobEnd> => {
      try {
        outcome.done = await work(within);
        return outcome.done.end;
      } catch (error) {
        outcome.error = error;
        throw error;
      }
    };
    await queue.execute(claim, attempt, run);
    if (outcome.done === undefined) throw outcome.error;
    return outcome.done.result;
  }
}

/** The queue is paused, or the job is over. One that is still queued ends with the work, so that it is not done a second time. */
async function runUnclaimed<T>(queue: JobQueue, id: string, work: Work<T>, run: Run): Promise<T> {
  const end = async (how: JobEnd): Promise<void> => {
    if ((await queue.store.get(id))?.state !== 'queued') return;
    await queue.store.settle(id, how, silentRun);
    queue.changed();
  };
  try {
    const done = await work(run);
    await end(done.end);
    return done.result;
  } catch (error) {
    if (!run.signal.aborted) await end(failedEnd(asWikiError(error, 'living-wiki:unexpected')));
    throw error;
  }
}

/** Takes jobs out of the queue that have not been started. */
export async function cancelQueued(queue: JobQueue, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if ((await queue.store.get(id))?.state === 'queued') await queue.store.cancel(id, silentRun);
  }
  queue.changed();
}

/** How a job ends that made a proposal. */
export function endOfProposal({ id, applied }: Pick<ProposalResult, 'id' | 'applied'>): JobEnd {
  return { state: applied ? 'done' : 'review', proposal: id };
}

/** How a job ends that looked for problems and proposed their fixes. */
export function endOfLint({ proposal, findings }: LintResult): JobEnd {
  if (proposal === null) return { state: 'done', note: `${findings.length} findings, nothing to fix.` };
  return endOfProposal(proposal);
}
