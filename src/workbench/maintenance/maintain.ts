import { asWikiError, type Run } from '../../base';
import { type Skill } from '../../maintenance';
import { ingest } from '../ingest/ingest';
import { lint } from '../lint';
import { ModelJob } from '../model/job';
import { toProposalResult } from '../proposals/proposal-result';
import { type LintResult } from '../types';
import { requireApproval } from '../trust/gate';
import { type WikiSession } from '../wiki-session';
import { findSkill, type FoundSkill } from './find-skills';
import { applyUnattended, gateFor, passingFixes, type OpenGate } from './open-gate';
import { ReportDraft } from './report-draft';
import { costLines } from './report-parts';
import { DEFAULT_SKILL, type MaintainRequest } from './request';
import { RunReports, type RunReport } from './run-report';
import { runWithModel } from './run-with-model';
import { workOf } from './work';

/**
 * Runs a skill once: first what code does without a model, then the skill itself on an overlay. Every run leaves a report.
 * @throws WikiError `living-wiki:skill_…`, `living-wiki:rules_not_approved`; with a model what a call throws, and `living-wiki:maintenance_limit`. Then nothing of
 * the skill is kept, and the report says why.
 */
export async function maintain(session: WikiSession, request: MaintainRequest, run: Run): Promise<RunReport> {
  const { host } = session;
  const started = host.clock.now();
  const found = await findSkill(session, request.skill ?? DEFAULT_SKILL, mayUseVaultSkills(session, request), run);
  const { gate, note } = gateFor(session, request, found.skill);
  const isModel = request.curator !== 'extractive' && host.model !== undefined;
  // A model is told what the files say, and an open gate lets it write.
  if (isModel || gate !== null) await requireApproval(session, session.lens, run);
  const reports = new RunReports(session.vault);
  const draft = new ReportDraft(request, gate, found, started, session.snapshot);
  if (note !== null) draft.notes.push(note);
  try {
    await runAll(session, { request, gate, found }, draft, run);
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
  { request, gate, found }: { request: MaintainRequest; gate: OpenGate | null; found: FoundSkill },
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
  const findings = hasFixes
    ? draft.addLint(await fixProblems(session, { skill, gate, isDry: request.dryRun === true }, run))
    : [];
  if (model === undefined) {
    draft.notes.push('No model was used: only the steps that need none were done.');
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
    const outcome = await runWithModel(session, { found, work: work ?? [], job, request, gate }, draft, run);
    draft.addOutcome(outcome);
  } catch (error) {
    await job.recordFailure(asWikiError(error, 'living-wiki:unexpected'));
    throw error;
  } finally {
    // Before what the review cost.
    draft.usage.unshift(...costLines(job.totalCost()));
  }
}

/** The safe fixes as proposals, and a pass in the log. What the gate lets through is applied at once. */
async function fixProblems(
  session: WikiSession,
  { skill, gate, isDry }: { skill: Skill; gate: OpenGate | null; isDry: boolean },
  run: Run,
): Promise<LintResult> {
  if (isDry) return lint(session, {}, run);
  const found = await lint(session, { fix: true, log: true, logUnchanged: false }, run);
  const { proposal } = found;
  if (gate === null || proposal === null) return found;
  const applied = await session.exclusively(run, async (writer) => {
    const waiting = (await session.waitingProposals()).find(({ id }) => id === proposal.id);
    const passing = waiting === undefined ? new Set<string>() : passingFixes(waiting.changeSet, gate);
    if (waiting === undefined || passing.size === 0) return null;
    return applyUnattended(session, writer, waiting, { skill, kind: gate.kind, passing }, run);
  });
  return applied === null ? found : { ...found, proposal: toProposalResult(applied, 'lint') };
}

/** Whether skills that are kept for coding agents may be run. */
export function mayUseVaultSkills({ host }: WikiSession, { vaultSkills }: MaintainRequest): boolean {
  return vaultSkills ?? host.automation?.().vaultSkills ?? false;
}

/** The latest reports, newest first. @param limit at most so many */
export function runReports(session: WikiSession, limit: number): Promise<readonly RunReport[]> {
  return new RunReports(session.vault).list(limit);
}

/** @param id or its end @throws WikiError `living-wiki:run_missing`, `living-wiki:run_ambiguous` */
export function findRunReport(session: WikiSession, id: string): Promise<RunReport> {
  return new RunReports(session.vault).find(id);
}

export { findSkill };
