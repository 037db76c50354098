import { isoTime, type Run } from '../base';
import { lintLogBullets } from '../lint';
import { hashText, type JournalWriter } from '../vault';
import { LOG_FILE, appendLog, readLog, renderLogEntry } from '../wiki';
import { toProposalResult } from './proposal-result';
import { applyProposal } from './apply-proposal';
import { fixFindings } from './propose-fixes';
import { usableLens } from './lenses';
import { type WikiSession } from './wiki-session';
import { type LintResult } from './types';

export interface LintRequest {
  /** Name of the lens that judges; the wiki's own when absent. */
  readonly lens?: string;
  /** Propose the safe fixes. */
  readonly fix?: boolean;
  /** Apply the proposal that `fix` made. */
  readonly apply?: boolean;
  /** Append the pass to the log. Source: specs README, 13. */
  readonly log?: boolean;
  /** `false`: not where the last entry of the log says the same already. */
  readonly logUnchanged?: boolean;
}

/** One lint pass through a lens. */
export async function lint(session: WikiSession, request: LintRequest, run: Run): Promise<LintResult> {
  if (request.log !== true && request.fix !== true) return lintPass(session, null, request, run);
  return session.exclusively(run, (writer) => lintPass(session, writer, request, run));
}

/** @param writer what the log and the fixes are written by; `null` when nothing is to be written */
async function lintPass(
  session: WikiSession,
  writer: JournalWriter | null,
  request: LintRequest,
  run: Run,
): Promise<LintResult> {
  const { engine, host } = session;
  const lens = await usableLens(session, request.lens, run);
  const report = await engine.lint(session.snapshot, lens, { clock: host.clock, run });
  const { findings, counts, ignored } = report;
  const result = { lens: lens.name, findings, counts, ignored };
  const bullets = lintLogBullets(report);
  const isNews = request.logUnchanged !== false || !(await isLogged(session, bullets));
  const logged = writer && request.log === true && isNews ? await logPass(session, writer, bullets, run) : null;
  if (!writer || request.fix !== true) return { ...result, proposal: null, logged };
  const made = await fixFindings(session, lens, findings, run);
  const outcome = made && request.apply === true ? await applyProposal(session, writer, made, null, run) : made;
  return { ...result, proposal: outcome && toProposalResult(outcome, 'lint'), logged };
}

async function logPass(
  session: WikiSession,
  writer: JournalWriter,
  bullets: readonly string[],
  run: Run,
): Promise<string> {
  const { host, snapshot } = session;
  const entry = { at: isoTime(host.clock.now()), event: 'lint', subject: 'full-pass', bullets } as const;
  const old = await snapshot.text(LOG_FILE);
  const text = appendLog(old ?? '', renderLogEntry(entry));
  const done = await writer.commit(
    {
      title: PASS,
      changes: [
        old === null
          ? { op: 'create', path: LOG_FILE, text }
          : { op: 'update', path: LOG_FILE, expected: hashText(old), text },
      ],
      facts: { event: 'lint', subject: 'full-pass', proposal: null },
    },
    run,
  );
  await session.refreshAfterWrite([LOG_FILE], run);
  return done.id;
}

/** Whether the newest transaction is a lint pass that was logged with these bullets. */
async function isLogged({ journal }: WikiSession, bullets: readonly string[]): Promise<boolean> {
  const latest = await journal.latest();
  if (latest === null) return false;
  const { title, files } = await journal.read(latest);
  const [file] = files;
  if (title !== PASS || file?.path !== LOG_FILE || file.after === null) return false;
  const last = readLog(file.after).at(-1);
  return JSON.stringify(last?.bullets) === JSON.stringify(bullets);
}

const PASS = 'Lint pass';
