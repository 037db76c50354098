import { isoTime } from '../base';
import type { Run } from '../base';
import type { ChangeSet } from '../change';
import { lintLogBullets } from '../lint';
import type { Finding } from '../lint';
import { everyHunk, LOG_FILE, planChange } from '../proposal';
import { hashText } from '../vault';
import { appendLog, renderLogEntry } from '../wiki';
import type { Lens } from '../workspace';
import { describeProposal } from './describe';
import { applyProposal } from './ingest';
import { usableLens } from './lenses';
import type { Session } from './session';
import type { IngestedProposal, LintResult } from './types';

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
  const { engine, host } = session;
  const lens = await usableLens(session, request.lens, run);
  const report = await engine.lint(session.snapshot, lens, { clock: host.clock, run });
  const logged = request.log === true ? await logPass(session, lintLogBullets(report), run) : null;
  const proposal =
    request.fix === true ? await proposeFixes(session, lens, report.findings, request.apply === true, run) : null;
  return { lens: lens.name, findings: report.findings, counts: report.counts, proposal, logged };
}

async function logPass(session: Session, bullets: readonly string[], run: Run): Promise<string> {
  const { host, journal, snapshot } = session;
  const entry = { at: isoTime(host.clock.now()), event: 'lint', subject: 'full-pass', bullets } as const;
  const old = await snapshot.text(LOG_FILE);
  const text = appendLog(old ?? '', renderLogEntry(entry));
  const done = await journal.commit(
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
  apply: boolean,
  run: Run,
): Promise<IngestedProposal | null> {
  const { engine, host, snapshot, store } = session;
  const fixable = findings.filter((finding) => finding.fixable);
  if (fixable.length === 0) return null;
  const files = await engine.fix(snapshot, lens, fixable, { clock: host.clock, run });
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
  const proposal = await store.add(changeSet, plan.checks, []);
  return describeProposal(apply ? await applyProposal(session, proposal, null, run) : proposal, 'lint');
}
