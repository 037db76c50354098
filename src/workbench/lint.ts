import { isoTime } from '../base';
import type { Run } from '../base';
import type { ChangeSet } from '../change';
import { lintLogBullets } from '../lint';
import type { Finding } from '../lint';
import { everyHunk, LOG_FILE, planChange } from '../proposal';
import type { Proposal } from '../proposal';
import { hashText } from '../vault';
import type { Committer } from '../vault';
import { appendLog, renderLogEntry } from '../wiki';
import type { Lens } from '../workspace';
import { describeProposal } from './describe';
import { applyProposal } from './apply-proposal';
import { usableLens } from './lenses';
import type { Session } from './session';
import type { LintResult } from './types';

export interface LintRequest {
  /** Name of the lens that judges; the wiki's own when absent. */
  readonly lens?: string;
  /** Propose the safe fixes. */
  readonly fix?: boolean;
  /** Apply the proposal that `fix` made. */
  readonly apply?: boolean;
  /** Append the pass to the log. Source: specs README, 13. */
  readonly log?: boolean;
}

/** One lint pass through a lens. */
export async function lint(session: Session, request: LintRequest, run: Run): Promise<LintResult> {
  if (request.log !== true && request.fix !== true) return pass(session, null, request, run);
  return session.exclusively(run, (held) => pass(session, held, request, run));
}

/** @param held what the log and the fixes are written by; `null` when nothing is to be written */
async function pass(session: Session, held: Committer | null, request: LintRequest, run: Run): Promise<LintResult> {
  const { engine, host } = session;
  const lens = await usableLens(session, request.lens, run);
  const report = await engine.lint(session.snapshot, lens, { clock: host.clock, run });
  const result = { lens: lens.name, findings: report.findings, counts: report.counts };
  const logged = held && request.log === true ? await logPass(session, held, lintLogBullets(report), run) : null;
  if (!held || request.fix !== true) return { ...result, proposal: null, logged };
  const made = await proposeFixes(session, lens, report.findings, run);
  const outcome = made && request.apply === true ? await applyProposal(session, held, made, null, run) : made;
  return { ...result, proposal: outcome && describeProposal(outcome, 'lint'), logged };
}

async function logPass(session: Session, held: Committer, bullets: readonly string[], run: Run): Promise<string> {
  const { host, snapshot } = session;
  const entry = { at: isoTime(host.clock.now()), event: 'lint', subject: 'full-pass', bullets } as const;
  const old = await snapshot.text(LOG_FILE);
  const text = appendLog(old ?? '', renderLogEntry(entry));
  const done = await held.commit(
    {
      title: 'Lint pass',
      changes: [
        old === null
          ? { op: 'create', path: LOG_FILE, text }
          : { op: 'update', path: LOG_FILE, expected: hashText(old), text },
      ],
      facts: { event: 'lint', subject: 'full-pass', proposal: null },
    },
    run,
  );
  await session.written([LOG_FILE], run);
  return done.id;
}

async function proposeFixes(
  session: Session,
  lens: Lens,
  findings: readonly Finding[],
  run: Run,
): Promise<Proposal | null> {
  const { engine, host, snapshot, store } = session;
  const fixable = findings.filter((finding) => finding.fixable);
  if (fixable.length === 0) return null;
  const files = await engine.fix(snapshot, lens, fixable, { clock: host.clock, run });
  const asked = JSON.stringify(files);
  const { proposals } = await session.waiting();
  const same = proposals.find(
    (waits) => waits.changeSet.producer === 'lint-fix' && JSON.stringify(waits.changeSet.files) === asked,
  );
  if (same) return same;
  const many = fixable.length === 1 ? '1 finding' : `${fixable.length} findings`;
  const changeSet: ChangeSet = {
    title: `Mend ${many}`,
    producer: 'lint-fix',
    files,
    log: { event: 'lint', subject: 'fix', bullets: [`mended ${many}`] },
    sources: [],
    notes: [],
    facts: {},
  };
  const accepted = everyHunk(changeSet);
  // Judged by the wiki's own lens, as every change is; the lens only chose what to mend.
  const plan = await planChange({ snapshot, lens: session.lens, engine, changeSet, accepted, clock: host.clock, run });
  if (plan.changes.length === 0) return null;
  return store.add(changeSet, plan.checks, []);
}
