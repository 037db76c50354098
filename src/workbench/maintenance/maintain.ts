import { asWikiError, type Run } from '../../base';
import { ingest } from '../ingest/ingest';
import { lint } from '../lint';
import { ModelJob } from '../model/job';
import { type LintResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { findSkill, type FoundSkill } from './find-skills';
import { ReportDraft } from './report-draft';
import { costLines } from './report-parts';
import { DEFAULT_SKILL, type MaintainRequest } from './request';
import { RunReports, type RunReport } from './run-report';
import { runWithModel } from './run-with-model';
import { workOf } from './work';

/**
 * Runs a skill once: first what code does without a model, then the skill itself on an overlay. Every run leaves a report.
 * @throws WikiError `living-wiki:skill_…`; with a model what a call throws, and `living-wiki:maintenance_limit`. Then nothing of
 * the skill is kept, and the report says why.
 */
export async function maintain(session: WikiSession, request: MaintainRequest, run: Run): Promise<RunReport> {
  const { host } = session;
  const started = host.clock.now();
  const found = await findSkill(session, request.skill ?? DEFAULT_SKILL, request.vaultSkills === true, run);
  const reports = new RunReports(session.vault);
  const draft = new ReportDraft(request, found, started);
  try {
    await runAll(session, request, found, draft, run);
  } catch (error) {
    const failure = asWikiError(error, 'living-wiki:unexpected');
    draft.notes.push(failure.message);
    await reports.add(draft.done('failed', host.clock.now()), host.random);
    throw error;
  }
  return reports.add(draft.done(null, host.clock.now()), host.random);
}

async function runAll(
  session: WikiSession,
  request: MaintainRequest,
  found: FoundSkill,
  draft: ReportDraft,
  run: Run,
): Promise<void> {
  const { skill } = found;
  const isOwn = skill.origin === 'built-in';
  const model = request.curator === 'extractive' ? undefined : session.host.model;
  if (isOwn && skill.name === 'daily-update' && request.dryRun !== true) {
    draft.addIngest(await ingest(session, model === undefined ? { curator: 'extractive' } : {}, run));
  }
  const hasFixes = isOwn && (skill.name === 'daily-update' || skill.name === 'lint-repair');
  const findings = hasFixes ? draft.addLint(await fixProblems(session, request, run)) : [];
  if (model === undefined) {
    draft.notes.push('No model was asked: only what code does by itself was done.');
    if (isOwn) draft.work = (await workOf(session, skill.name, findings, run))?.map(({ text }) => text) ?? [];
    return;
  }
  const work = await workOf(session, skill.name, findings, run);
  if (isOwn && (work?.length ?? 0) === 0) {
    draft.notes.push('Nothing to do. The model was not asked.');
    return;
  }
  const job = new ModelJob(model, session.vault, session.host);
  job.beginSource(`skill ${skill.name}`);
  try {
    const outcome = await runWithModel(session, { found, work: work ?? [], job, request }, draft, run);
    draft.addOutcome(outcome);
  } catch (error) {
    await job.recordFailure(asWikiError(error, 'living-wiki:unexpected'));
    throw error;
  } finally {
    draft.usage.push(...costLines(job.totalCost()));
  }
}

/** The safe fixes as proposals, and a pass in the log. Applied at once only where everything may be. */
async function fixProblems(session: WikiSession, { dryRun, write }: MaintainRequest, run: Run): Promise<LintResult> {
  if (dryRun === true) return lint(session, {}, run);
  return lint(session, { fix: true, log: true, logUnchanged: false, apply: write === 'all' }, run);
}

/** The latest reports, newest first. @param limit at most so many */
export function runReports(session: WikiSession, limit: number): Promise<readonly RunReport[]> {
  return new RunReports(session.vault).list(limit);
}

export { findSkill };
