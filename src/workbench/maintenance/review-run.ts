import { isWikiError, throwIfCancelled, type Run } from '../../base';
import { allHunks, unifiedDiff, type ChangeSet, type DiffLine } from '../../change';
import { reviewRun, sizeOf, type ReviewCheck, type ToolPorts, type Verdict } from '../../maintenance';
import { ModelJob } from '../model/job';
import { type WikiSession } from '../wiki-session';
import { type FoundSkill } from './find-skills';
import { type OpenGate } from './open-gate';
import { type ReportDraft } from './report-draft';
import { costLines } from './report-parts';

interface ReviewedRun {
  readonly session: WikiSession;
  readonly found: FoundSkill;
  readonly gate: OpenGate | null;
  readonly draft: ReportDraft;
  readonly ports: ToolPorts;
  readonly run: Run;
}

/** A review that could not be made counts as failed: nothing is applied without a person. */
export async function review(
  { session, found, ports, gate, draft, run }: ReviewedRun,
  changeSet: ChangeSet,
  report: string,
): Promise<{ readonly verdict: Verdict; readonly notes: readonly string[] }> {
  const { model: host } = session.host;
  const checks = codeChecks(changeSet, gate);
  if (host === undefined) return { verdict: { passed: false, checks, model: null }, notes: [] };
  const { settings } = host;
  const chosen = settings.reviewModel ?? settings.fallbackModel ?? settings.model;
  const { fallbackModel: _, ...rest } = settings;
  const reviewer = { ...host, settings: chosen === undefined ? settings : { ...rest, model: chosen } };
  const job = new ModelJob(reviewer, session.vault, session.host);
  job.beginSource(`review of ${found.skill.name}`);
  try {
    const { usage: _usage, ...verdict } = await reviewRun(
      {
        ...{ skill: found.skill, ports, model: job.model, random: session.host.random },
        difference: describe(changeSet),
        ...{ report, checks },
      },
      run,
    );
    return { verdict, notes: [] };
  } catch (error) {
    throwIfCancelled(run);
    if (!isWikiError(error)) throw error;
    const note = `The reviewer gave no verdict: ${error.message} Nothing is applied without you.`;
    return { verdict: { passed: false, checks, model: null }, notes: [note] };
  } finally {
    draft.usage.push(...costLines(job.totalCost()));
  }
}

function codeChecks(changeSet: ChangeSet, gate: OpenGate | null): readonly ReviewCheck[] {
  const hunks = allHunks(changeSet).map(({ hunk }) => hunk);
  const quotes = hunks.flatMap(({ evidence }) => evidence);
  const found = quotes.filter(({ verdict }) => verdict === 'found').length;
  const dropped = hunks.reduce((sum, { drops = [] }) => sum + drops.length, 0);
  const size = sizeOf(changeSet);
  const limit = gate?.lines ?? null;
  return [
    { name: 'Each quote is in its source', ok: found === quotes.length, note: `${found} of ${quotes.length}` },
    { name: 'No statement is dropped', ok: dropped === 0, note: dropped === 0 ? '' : `${dropped} would be` },
    ...(limit === null ? [] : [{ name: 'Within its size', ok: size <= limit, note: `${size} of ${limit} lines` }]),
  ];
}

/** For whoever decides about the proposal. */
export function verdictNotes({ passed, checks, model }: Verdict): readonly string[] {
  const failed = checks.filter(({ ok }) => !ok).map(({ name, note }) => `✗ ${name}${note === '' ? '' : `: ${note}`}`);
  const who =
    model === null ? 'Nobody reviewed this run.' : `Reviewed by ${model}: ${passed ? 'passed' : 'not passed'}.`;
  return [who, ...failed];
}

/** The change as lines with `+` and `-`. */
function describe({ files }: ChangeSet): string {
  return files
    .map((edit) => {
      const lines = unifiedDiff(edit).blocks.flatMap((block) => ['…', ...block.lines.map(lineOf)]);
      return [`${edit.kind} ${edit.path}`, ...lines].join('\n');
    })
    .join('\n\n');
}

const MARKS = { context: ' ', added: '+', removed: '-' } as const;
const lineOf = ({ kind, text }: DiffLine): string => `${MARKS[kind]} ${text}`;
