import { type Run } from '../../base';
import { type Job, type JobEnd, type JobQueue, type NewJob } from '../../jobs';
import { DEFAULT_SKILL, type MaintainRequest } from '../maintenance/request';
import { type RunReport } from '../maintenance/run-report';
import { type WikiSession } from '../wiki-session';
import { readSkillPayload, skillJob } from './kinds';
import { runAsJob } from './run-as-job';

/** Runs a skill as a job of the queue, and waits for it. @throws what `maintain` throws */
export async function maintainAsJob(session: WikiSession, request: MaintainRequest, run: Run): Promise<RunReport> {
  const { findSkill, maintain, mayUseVaultSkills } = await import('../maintenance/maintain');
  // A name that no skill has must not become a job.
  await findSkill(session, request.skill ?? DEFAULT_SKILL, mayUseVaultSkills(session, request), run);
  const work = async (within: Run): Promise<{ result: RunReport; end: JobEnd }> => {
    const result = await maintain(session, request, within);
    return { result, end: endOf(result) };
  };
  return runAsJob(session, jobFor(session, request), work, run);
}

export async function queueSkill(
  session: WikiSession,
  queue: JobQueue,
  request: MaintainRequest,
  run: Run,
): Promise<void> {
  await queue.enqueue([jobFor(session, request)], run);
}

/** Runs a queued skill. */
export async function runSkillJob(session: WikiSession, job: Job, run: Run): Promise<JobEnd> {
  const payload = readSkillPayload(job);
  if (payload === null) return { state: 'done', note: 'Cannot run this job. Update Living Wiki.' };
  const { maintain } = await import('../maintenance/maintain');
  return endOf(await maintain(session, payload, run));
}

function jobFor({ host }: WikiSession, request: MaintainRequest): NewJob {
  const { skill = DEFAULT_SKILL, write, proposeOnly, dryRun = false, by = 'person', curator } = request;
  const vaultSkills = request.vaultSkills ?? host.automation?.().vaultSkills ?? false;
  const payload = {
    ...{ skill, dryRun, vaultSkills, by },
    ...(proposeOnly === true && { proposeOnly }),
    ...(write !== undefined && { write }),
    ...(curator !== undefined && { curator }),
  };
  return skillJob(payload, curator !== 'extractive' && host.model !== undefined);
}

function endOf({ outcome, proposals, notes }: RunReport): JobEnd {
  const [proposal] = proposals;
  if (outcome === 'proposed' && proposal !== undefined) return { state: 'review', proposal };
  return { state: 'done', note: notes[0] ?? '', ...(proposal !== undefined && { proposal }) };
}
