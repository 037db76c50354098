import { isoTime, type Run } from '../base';
import { lintLogBullets, type Finding } from '../lint';
import { hashText, type JournalWriter } from '../vault';
import { appendLog, LOG_FILE, readLog, renderLogEntry } from '../wiki';
import { type Lens } from '../workspace';
import { usableLens } from './lens/lenses';
import { unconfirmedChanges } from './trust/confirmation';
import { requireApproval } from './trust/gate';
import { toGoverningChange } from './trust/describe-change';
import { type LintResult, type ProposalResult } from './types';
import { type WikiSession } from './wiki-session';

export interface LintRequest {
  /** Name of the lens whose rules apply; the wiki's own when absent. */
  readonly lens?: string;
  /** Propose the safe fixes. */
  readonly fix?: boolean;
  /** Apply the proposal that `fix` made. */
  readonly apply?: boolean;
  /** Append the pass to the log, with the number of findings of each kind. */
  readonly log?: boolean;
  /** `false` logs nothing when the last entry of the log already says the same. */
  readonly logUnchanged?: boolean;
}

const TITLE = 'Lint run';
const SUBJECT = 'full-pass';

/** One lint pass through a lens. */
export async function lint(session: WikiSession, request: LintRequest, run: Run): Promise<LintResult> {
  if (request.log !== true && request.fix !== true) return lintPass(session, null, request, run);
  return session.exclusively(run, (writer) => lintPass(session, writer, request, run));
}

/** @param writer writes the log and the fixes; `null` when nothing is to be written */
async function lintPass(
  session: WikiSession,
  writer: JournalWriter | null,
  request: LintRequest,
  run: Run,
): Promise<LintResult> {
  const { engine, host } = session;
  const lens = await usableLens(session, request.lens, run);
  if (request.fix === true && request.apply === true) await requireApproval(session, lens, run);
  const lenses = await session.lenses(run);
  const changes = (await unconfirmedChanges(session, lenses)).map(toGoverningChange);
  const { expiredFindings } = await import('./retention');
  const report = await engine.lint(session.snapshot, lens, {
    clock: host.clock,
    run,
    surroundings: { lenses, changes, expired: await expiredFindings(session) },
  });
  const { findings, counts, ignored } = report;
  const bullets = lintLogBullets(report);
  const isDue = request.log === true && (request.logUnchanged !== false || !(await isLogged(session, bullets)));
  const logged = writer && isDue ? await logPass(session, writer, bullets, run) : null;
  const isFixing = writer !== null && request.fix === true;
  const fixed = isFixing ? await fix(session, writer, lens, findings, request, run) : { proposal: null, further: [] };
  return { lens: lens.name, findings, counts, ignored, ...fixed, logged };
}

/** The safe fixes: most as one proposal, and those that change how a page reads as one for each page. */
async function fix(
  session: WikiSession,
  writer: JournalWriter,
  lens: Lens,
  findings: readonly Finding[],
  { apply }: LintRequest,
  run: Run,
): Promise<Pick<LintResult, 'proposal' | 'further'>> {
  const { fixFindings, hasOwnProposal, proposeDisputesPage } = await import('./proposals/propose-fixes');
  const { toProposalResult } = await import('./proposals/proposal-result');
  const { applyProposal } = await import('./proposals/apply-proposal');
  const isOwn = (finding: Finding): boolean => finding.fixable && hasOwnProposal(finding);
  const propose = async (some: readonly Finding[], isApplied: boolean): Promise<ProposalResult | null> => {
    const fixes = await fixFindings(session, lens, some, run);
    const proposal = fixes ?? (some.some(isOwn) ? null : await proposeDisputesPage(session, run));
    if (proposal === null || !isApplied) return proposal && toProposalResult(proposal, 'lint');
    return toProposalResult(await applyProposal(session, writer, proposal, null, run), 'lint');
  };
  const proposal = await propose(
    findings.filter((finding) => !isOwn(finding)),
    apply === true,
  );
  const further: ProposalResult[] = [];
  for (const finding of findings.filter(isOwn)) {
    // How a page reads is for a person to decide.
    const made = await propose([finding], false);
    if (made !== null) further.push(made);
  }
  return { proposal, further };
}

async function logPass(
  session: WikiSession,
  writer: JournalWriter,
  bullets: readonly string[],
  run: Run,
): Promise<string> {
  const { host, snapshot } = session;
  const entry = { at: isoTime(host.clock.now()), event: 'lint', subject: SUBJECT, bullets } as const;
  const old = await snapshot.text(LOG_FILE);
  const text = appendLog(old ?? '', renderLogEntry(entry));
  const done = await writer.commit(
    {
      title: TITLE,
      changes: [
        old === null
          ? { op: 'create', path: LOG_FILE, text }
          : { op: 'update', path: LOG_FILE, expected: hashText(old), text },
      ],
      facts: { event: 'lint', subject: SUBJECT, proposal: null },
    },
    run,
  );
  await session.refreshAfterWrite([LOG_FILE], run);
  return done.id;
}

/** Whether the log ends with a pass that had these bullets. */
async function isLogged({ snapshot }: WikiSession, bullets: readonly string[]): Promise<boolean> {
  const last = readLog((await snapshot.text(LOG_FILE)) ?? '').at(-1);
  if (last?.event !== 'lint' || last.subject !== SUBJECT) return false;
  // The log holds the bullets as inert Markdown, so compare them as the log would hold them.
  const [same] = readLog(renderLogEntry({ at: isoTime(0), event: 'lint', subject: SUBJECT, bullets }));
  return JSON.stringify(last.bullets) === JSON.stringify(same?.bullets);
}
