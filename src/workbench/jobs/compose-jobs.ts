import { type Run } from '../../base';
import { type Job, type JobEnd } from '../../jobs';
import { type ComposeResult } from '../hubs/compose';
import { type ComposeRequest } from '../hubs/compose-request';
import { type WikiSession } from '../wiki-session';
import { composeJob, readComposePayload } from './kinds';
import { endOfProposal, runAsJob } from './run-as-job';

/** Writes pages anew and the overview pages as a job of the queue, and waits for it. @throws what `compose` throws */
export async function composeAsJob(session: WikiSession, request: ComposeRequest, run: Run): Promise<ComposeResult> {
  const { compose } = await import('../hubs/compose');
  // Without a model there is nothing to queue: it says so at once.
  if (!session.host.model) return compose(session, request, run);
  const work = async (within: Run): Promise<{ result: ComposeResult; end: JobEnd }> => {
    const result = await compose(session, request, within);
    return { result, end: endOf(result) };
  };
  return runAsJob(
    session,
    composeJob({ apply: request.apply === true, ...(request.pages && { pages: [...request.pages] }) }),
    work,
    run,
  );
}

/** Runs a queued job of this kind. */
export async function runComposeJob(session: WikiSession, job: Job, run: Run): Promise<JobEnd> {
  const payload = readComposePayload(job);
  if (payload === null) return { state: 'done', note: 'Cannot run this job. Update Living Wiki.' };
  const { compose } = await import('../hubs/compose');
  return endOf(await compose(session, payload, run));
}

function endOf({ proposal: overview, rewritten, notes }: ComposeResult): JobEnd {
  const proposal = rewritten ?? overview;
  return proposal === null ? { state: 'done', note: notes.join(' ') } : endOfProposal(proposal);
}
