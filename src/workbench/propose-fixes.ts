import { plural, type Run } from '../base';
import { type ChangeSet, type FileEdit } from '../change';
import { type Finding } from '../lint';
import { type Proposal } from '../proposal';
import { type Lens } from '../workspace';
import { usableLens } from './lenses';
import { proposeChange } from './propose-change';
import { type WikiSession } from './wiki-session';

export interface FixRequest {
  /** All that can be mended safely, or these. */
  readonly findings: readonly Finding[] | 'safe';
  /** Name of the lens that found them; the wiki's own when absent. */
  readonly lens?: string;
}

/** Safe fixes for these findings as one proposal; `null` where none can be mended. Within `Session.exclusively`. */
export async function fixFindings(
  session: WikiSession,
  lens: Lens,
  findings: readonly Finding[],
  run: Run,
): Promise<Proposal | null> {
  const { engine, host, snapshot } = session;
  const fixable = findings.filter((finding) => finding.fixable);
  if (fixable.length === 0) return null;
  const files = await engine.fix(snapshot, lens, fixable, { clock: host.clock, run });
  return proposeChange(session, fixChangeSet(files, fixable.length), run);
}

function fixChangeSet(files: readonly FileEdit[], count: number): ChangeSet {
  const many = plural(count, 'finding');
  return {
    title: `Mend ${many}`,
    producer: 'lint-fix',
    files,
    log: { event: 'lint', subject: 'fix', bullets: [`mended ${many}`] },
    sources: [],
    notes: [],
    facts: {},
  };
}

export async function proposeFixes(session: WikiSession, request: FixRequest, run: Run): Promise<Proposal | null> {
  const lens = await usableLens(session, request.lens, run);
  return session.exclusively(run, async () => {
    const { engine, snapshot, host } = session;
    const { findings } = request;
    const asked =
      findings === 'safe' ? (await engine.lint(snapshot, lens, { clock: host.clock, run })).findings : findings;
    return fixFindings(session, lens, asked, run);
  });
}

/** Mends one finding by one of its suggestions; `null` where that cannot be done. */
export async function proposeFix(
  session: WikiSession,
  finding: Finding,
  suggestion: string,
  lensName: string | undefined,
  run: Run,
): Promise<Proposal | null> {
  const lens = await usableLens(session, lensName, run);
  return session.exclusively(run, async () => {
    const { engine, snapshot, host } = session;
    const files = await engine.applySuggestion(snapshot, lens, finding, suggestion, { clock: host.clock, run });
    return files.length === 0 ? null : proposeChange(session, fixChangeSet(files, 1), run);
  });
}
