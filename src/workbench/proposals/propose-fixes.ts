import { plural, type Run } from '../../base';
import { type ChangeSet, type FileEdit } from '../../change';
import { rules, type Finding } from '../../lint';
import { type Proposal } from '../../proposal';
import { type Lens } from '../../workspace';
import { composeDisputesPage, disputesPath } from '../../wiki';
import { usableLens } from '../lens/lenses';
import { type WikiSession } from '../wiki-session';
import { proposeChange } from './propose-change';

export interface FixRequest {
  /** These findings, or all that have a safe fix. */
  readonly findings: readonly Finding[] | 'safe';
  /** Name of the lens that found them; the wiki's own when absent. */
  readonly lens?: string;
}

/** Safe fixes as one proposal; `null` when none of the findings has one. */
export async function proposeFixes(session: WikiSession, request: FixRequest, run: Run): Promise<Proposal | null> {
  const lens = await usableLens(session, request.lens, run);
  return session.exclusively(run, async () => {
    const { engine, snapshot, host } = session;
    if (request.findings !== 'safe') return fixFindings(session, lens, request.findings, run);
    const { findings } = await engine.lint(snapshot, lens, { clock: host.clock, run });
    return (await fixFindings(session, lens, findings, run)) ?? proposeDisputesPage(session, run);
  });
}

/** As {@link proposeFixes}; call it within `WikiSession.exclusively`. */
export async function fixFindings(
  session: WikiSession,
  lens: Lens,
  findings: readonly Finding[],
  run: Run,
): Promise<Proposal | null> {
  const { engine, host, snapshot } = session;
  const fixable = findings.filter((finding) => finding.fixable && (findings.length === 1 || !hasOwnProposal(finding)));
  if (fixable.length === 0) return null;
  const files = await engine.fix(snapshot, lens, fixable, { clock: host.clock, run });
  const changeSet = fixChangeSet(files, fixable.length);
  const [first] = fixable;
  if (first === undefined || !hasOwnProposal(first)) return proposeChange(session, changeSet, run);
  const title = `Turn the quotes of ${first.path} into footnotes`;
  return proposeChange(session, { ...changeSet, title }, run);
}

/** The page that gathers what sources disagree on, as a proposal of its own; `null` if the wiki has one, or nothing for it. */
export async function proposeDisputesPage(session: WikiSession, run: Run): Promise<Proposal | null> {
  return (await lacksDisputesPage(session, run)) ? proposeChange(session, DISPUTES_CHANGE, run) : null;
}

/** Brings only generated files up to date. */
const DISPUTES_CHANGE: ChangeSet = {
  ...fixChangeSet([], 1),
  title: 'Gather what sources disagree on',
  log: { event: 'lint', subject: 'fix', bullets: ['gathered what sources disagree on'] },
};

/** Whether pages contradict each other, and no page gathers it: in a wiki from before there was such a page. */
async function lacksDisputesPage({ snapshot, host }: WikiSession, run: Run): Promise<boolean> {
  const isDisputed = [...snapshot.pages.values()].some(({ contradicts }) => contradicts.length > 0);
  if (!isDisputed || snapshot.pages.has(disputesPath(snapshot))) return false;
  const none = { touched: [], overtaken: [], isWhole: true };
  const text = await composeDisputesPage({ current: snapshot, next: snapshot, ...none, now: host.clock.now(), run });
  return text !== null;
}

/** Whether a fix changes how a page reads, so that it is decided by itself. */
export function hasOwnProposal({ check }: Finding): boolean {
  return rules.some(({ id, hasOwnProposal: isOwn }) => id === check && isOwn === true);
}

/** Fixes one finding with one of its suggestions; `null` when that cannot be done. */
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

function fixChangeSet(files: readonly FileEdit[], count: number): ChangeSet {
  const problems = plural(count, 'problem');
  return {
    title: `Fix ${problems}`,
    producer: 'lint-fix',
    files,
    log: { event: 'lint', subject: 'fix', bullets: [`fixed ${problems}`] },
    sources: [],
    notes: [],
    facts: {},
  };
}
