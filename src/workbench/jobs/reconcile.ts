import { isWikiError, silentRun, type Run } from '../../base';
import { type JobQueue } from '../../jobs';
import { type WikiSession } from '../wiki-session';
import { requireApproval } from '../trust/gate';
import { readIngestPayload } from './kinds';

/** Reviews that are ended at a time: a person ends few, so more are forged. Those that are left come next time. */
const MAX_SETTLED = 500;

/**
 * Brings the jobs in step with the wiki: jobs that a crash interrupted although their work was done, and reviews that a person
 * has ended since. Files that were set aside become notices.
 */
export async function reconcileJobs(session: WikiSession, queue: JobQueue, run: Run): Promise<void> {
  const { store } = queue;
  await store.recover(run);
  const reviews = await store.reviews();
  const interrupted = await store.list('interrupted', 1000);
  // After the jobs: what they say that was proposed is there then, or was decided.
  await session.host.jobs?.bringIntoStep?.(run);
  await endPauseForApproval(session, queue, run);
  if (reviews.size > 0 || interrupted.length > 0) {
    const waiting = await session.waitingProposals();
    const ids = new Set(waiting.map(({ id }) => id));
    for (const [job] of [...reviews].filter(([, proposal]) => !ids.has(proposal)).slice(0, MAX_SETTLED)) {
      await store.settle(job, { state: 'done', note: 'The proposal was decided.' }, run);
      await run.yieldToHost();
    }
    const proposalOf = new Map(waiting.flatMap((each) => each.changeSet.sources.map(({ hash }) => [hash, each.id])));
    for (const job of interrupted) {
      const payload = job.kind === 'ingest' ? readIngestPayload(job) : null;
      if (payload?.resume !== false) continue;
      const hash = job.key.replace(/^ingest /, '');
      const proposal = proposalOf.get(hash);
      const isIngested = Object.values(session.snapshot.provenance.sources).some((each) => each.contentHash === hash);
      // A job that was to apply its proposal was killed before that: a retry applies what this device proposed.
      const isReview = proposal !== undefined && (isIngested || !payload.apply);
      if (isReview) await store.settle(job.id, { state: 'review', proposal }, silentRun);
      else if (isIngested)
        await store.settle(job.id, { state: 'done', note: 'It was done before the interruption.' }, run);
    }
  }
  for (const { path, message } of store.takeNotices()) {
    session.notices.push({ code: 'living-wiki:state_broken', message, at: path });
  }
}

/** Rules that a person put back as they were need no approval any more. */
async function endPauseForApproval(session: WikiSession, queue: JobQueue, run: Run): Promise<void> {
  if ((await queue.store.pause())?.reason !== 'approval') return;
  try {
    await requireApproval(session, session.lens, run);
  } catch (error) {
    if (isWikiError(error) && error.code !== 'living-wiki:cancelled') return;
    throw error;
  }
  await queue.resume();
}
