import { type Run } from '../../base';
import { waitForRing, type JobEnd, type NewJob } from '../../jobs';
import { type LintResult } from '../types';
import { type WikiSession } from '../wiki-session';

/** How often to look whether another program has finished its job. Milliseconds. */
const BUSY_DELAY = 500;

/**
 * Does something as a job, and waits for it. Without a queue, or when the queue is paused or another program did the same job
 * meanwhile, it is done all the same: a person asked for it.
 */
export async function runAsJob<T>(
  session: WikiSession,
  job: NewJob,
  work: (run: Run) => Promise<{ readonly result: T; readonly end: JobEnd }>,
  run: Run,
): Promise<T> {
  const queue = await session.jobs();
  if (queue === null) return (await work(run)).result;
  const [added] = await queue.enqueue([job], run);
  const only = new Set(added === undefined ? [] : [added.id]);
  for (;;) {
    const claim = await queue.claim({ only }, run);
    if (claim.kind === 'empty') return (await work(run)).result;
    if (claim.kind === 'busy') {
      await waitForRing(queue, BUSY_DELAY, run);
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

/** How a job ends that looked for problems and proposed their fixes. */
export function endOfLint({ proposal, findings }: LintResult): JobEnd {
  if (proposal === null) return { state: 'done', note: `${findings.length} findings, nothing to fix.` };
  return proposal.applied ? { state: 'done', proposal: proposal.id } : { state: 'review', proposal: proposal.id };
}
