import { isoTime } from '../base';
import type { Run } from '../base';
import { lintLogBullets } from '../lint';
import { LOG_FILE } from '../proposal';
import { hashText } from '../vault';
import type { Committer } from '../vault';
import { appendLog, readLog, renderLogEntry } from '../wiki';
import { describeProposal } from './describe';
import { applyProposal } from './apply-proposal';
import { mend } from './fixes';
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
  /** `false`: not where the last entry of the log says the same already. */
  readonly again?: boolean;
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
  const { findings, counts, ignored } = report;
  const result = { lens: lens.name, findings, counts, ignored };
  const bullets = lintLogBullets(report);
  const isNews = request.again !== false || !(await isLogged(session, bullets));
  const logged = held && request.log === true && isNews ? await logPass(session, held, bullets, run) : null;
  if (!held || request.fix !== true) return { ...result, proposal: null, logged };
  const made = await mend(session, lens, findings, run);
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
  await session.written([LOG_FILE], run);
  return done.id;
}

/** Whether the newest transaction is a lint pass that was logged with these bullets. */
async function isLogged({ journal }: Session, bullets: readonly string[]): Promise<boolean> {
  const latest = await journal.latest();
  if (latest === null) return false;
  const { title, files } = await journal.read(latest);
  const [file] = files;
  if (title !== PASS || file?.path !== LOG_FILE || file.after === null) return false;
  const last = readLog(file.after).at(-1);
  return JSON.stringify(last?.bullets) === JSON.stringify(bullets);
}

const PASS = 'Lint pass';
