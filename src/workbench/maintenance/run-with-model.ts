import { isoTime, throwIfCancelled, type JsonObject, type JsonValue, type Run } from '../../base';
import { findQuote, nameLosses, type ChangeSet, type Evidence } from '../../change';
import {
  changesOf,
  passingHunks,
  runSkill,
  Sandbox,
  type CaretakerResult,
  type ToolPorts,
  type Verdict,
  type WorkItem,
} from '../../maintenance';
import { type Proposal } from '../../proposal';
import { joinPath, scopeVault } from '../../vault';
import { type PageNote } from '../../wiki';
import { costLogBullets } from '../model/cost';
import { type ModelJob } from '../model/job';
import { proposeChange } from '../proposals/propose-change';
import { onlySigned } from '../sources/signature';
import { readSourceText, SourceTexts } from '../sources/source-text';
import { fullText } from '../../ingest';
import { type WikiSession } from '../wiki-session';
import { runStopped } from './errors';
import { type FoundSkill } from './find-skills';
import { applyUnattended, type OpenGate } from './open-gate';
import { type ReportDraft, type SkillOutcome } from './report-draft';
import { changeLines, droppedLines } from './report-parts';
import { type MaintainRequest } from './request';
import { review, verdictNotes } from './review-run';

/** The fraction of a limit from which no further tool is called, because the review costs something too. */
const NEAR_LIMIT = 0.7;

interface SkillRun {
  readonly session: WikiSession;
  readonly found: FoundSkill;
  readonly work: readonly WorkItem[];
  readonly job: ModelJob;
  readonly request: MaintainRequest;
  readonly gate: OpenGate | null;
  readonly draft: ReportDraft;
  readonly ports: ToolPorts;
  readonly run: Run;
}

/**
 * Runs a skill on an overlay, reviews what it made, and proposes that.
 * @throws ModelError; WikiError `living-wiki:maintenance_limit`, `living-wiki:cancelled`. Then nothing is kept.
 */
export async function runWithModel(
  session: WikiSession,
  given: Omit<SkillRun, 'session' | 'draft' | 'ports' | 'run'>,
  draft: ReportDraft,
  run: Run,
): Promise<SkillOutcome> {
  const { snapshot } = session;
  const sandbox = openSandbox(session, given.found, run);
  draft.read = sandbox.read;
  const search = (query: string, within: Run): Promise<readonly string[]> => searchPages(session, query, within);
  const ports = { sandbox, snapshot, search };
  const skillRun: SkillRun = { ...given, session, draft, ports, run };
  const result = await runSkill(
    {
      ...{ skill: given.found.skill, ports, model: given.job.model, random: session.host.random },
      work: given.work.map(({ text }) => text),
      today: isoTime(session.host.clock.now()).slice(0, 10),
      about: aboutWiki(session),
      isSpent: () => isNearLimit(given.job),
      onStep: (step) => draft.addStep(step),
    },
    given.job.withProgress(run, { done: 0, total: 0, path: given.found.skill.title }),
  );
  if (result.stopped !== null) throw runStopped(given.found.skill.title, STOPPED_BY[result.stopped]);
  const outcome = await settle(skillRun, result);
  if (given.request.dryRun !== true) await keepNotes(session, given.found, sandbox);
  return outcome;
}

const STOPPED_BY = { steps: 'steps', tokens: 'tokens', cost: 'cost' } as const;

function openSandbox(session: WikiSession, { skill, files }: FoundSkill, run: Run): Sandbox {
  const { vault, snapshot, host } = session;
  return new Sandbox({
    wiki: onlySigned(vault, session, (path) => session.snapshot.sources.has(path)),
    state: scopeVault(vault, notesFolder(skill.name)),
    skill: files,
    layout: snapshot.layout,
    clock: host.clock,
    async sourceText(path) {
      return fullText(await readSourceText(session, path, await snapshot.sourceHash(path), run));
    },
  });
}

const notesFolder = (skill: string): string => `.wiki/skills/${skill}`;

/** What a skill noted for its next run: the only thing that it writes without a review, and never part of the wiki. */
async function keepNotes({ vault }: WikiSession, { skill }: FoundSkill, sandbox: Sandbox): Promise<void> {
  for (const change of await sandbox.notes()) {
    if (change.op === 'create' || change.op === 'update')
      await vault.write(joinPath(notesFolder(skill.name), change.path), change.text);
  }
}

async function settle(skillRun: SkillRun, result: CaretakerResult): Promise<SkillOutcome> {
  const { session, found, request, gate, run } = skillRun;
  const said = result.report;
  const changeSet = await changeSetOf(skillRun, result);
  if (changeSet.files.length === 0) {
    return { said, verdict: null, changes: [], dropped: [], notes: [], proposal: null, transaction: null };
  }
  throwIfCancelled(run);
  const { verdict, notes } = await review(skillRun, changeSet, said);
  const reviewed: ChangeSet = {
    ...changeSet,
    notes: [...changeSet.notes, ...notes, ...verdictNotes(verdict)],
    facts: { ...changeSet.facts, verdict: verdict as unknown as JsonValue },
  };
  const summary = { said, verdict, changes: changeLines(reviewed), dropped: droppedLines(reviewed), notes };
  if (request.dryRun === true) return { ...summary, proposal: null, transaction: null };
  return session.exclusively(run, async (writer) => {
    const proposal = await proposeChange(session, reviewed, run);
    const passing = proposal === null ? null : gated(proposal, gate, verdict);
    if (proposal === null || gate === null || passing === null || passing.size === 0)
      return { ...summary, proposal: proposal?.id ?? null, transaction: null };
    const allowed = { skill: found.skill, kind: gate.kind, passing };
    const applied = await applyUnattended(session, writer, proposal, allowed, run);
    const transaction = applied.outcome.kind === 'done' ? applied.outcome.transaction : null;
    return { ...summary, notes: [...notes, ...applied.notes], proposal: proposal.id, transaction };
  });
}

async function changeSetOf({ session, found, job, ports, run }: SkillRun, result: CaretakerResult): Promise<ChangeSet> {
  const { sandbox } = ports;
  const texts = new SourceTexts(session, run);
  const cost = job.totalCost();
  const facts: JsonObject = {
    ...{ skill: found.skill.name, model: result.model, report: result.report.slice(0, 4000) },
    cost: cost as unknown as JsonValue,
  };
  const changeSet = await changesOf({
    skill: found.skill,
    changes: await sandbox.difference(),
    readBase: (path) => Promise.resolve(sandbox.baseOf(path)),
    evidenceFor: (note) => evidenceFor(session, texts, note),
    reasons: sandbox.reasons,
    notes: job.fallbackNotes(),
    facts,
  });
  const paths = changeSet.files.map(({ path }) => path);
  const log = { ...changeSet.log, bullets: costLogBullets(cost, result.model) };
  return nameLosses({ ...changeSet, log }, await session.handEdits(paths, run), run);
}

async function evidenceFor(
  { snapshot }: WikiSession,
  texts: SourceTexts,
  { sourceId, quote, anchor }: PageNote,
): Promise<Evidence> {
  const source = snapshot.source(sourceId);
  const words = quote ?? '';
  if (source === undefined) return { source: sourceId, sourceHash: '', quote: words, anchor, verdict: 'not-found' };
  const content = await texts.get(source.path);
  const sourceHash = await snapshot.sourceHash(source.path);
  if (content === null) return { source: source.path, sourceHash, quote: words, anchor, verdict: 'unchecked' };
  const verdict = words !== '' && findQuote(content, words) !== null ? 'found' : 'not-found';
  return { source: source.path, sourceHash, quote: words, anchor, verdict };
}

/** What the gate lets through; `null` while it is closed, or the review was not passed. */
function gated({ changeSet }: Proposal, gate: OpenGate | null, { passed }: Verdict): ReadonlySet<string> | null {
  return gate === null || !passed ? null : passingHunks(changeSet, gate.kind, { lines: gate.lines });
}

async function searchPages(session: WikiSession, query: string, run: Run): Promise<readonly string[]> {
  const { snapshot, lens } = session;
  const hits = (await session.indexFor(snapshot, run)).search(query, { lens, limit: 12 });
  return hits.map(({ path }) => `${path}: ${snapshot.pages.get(path)?.title ?? ''}`);
}

function aboutWiki({ snapshot }: WikiSession): readonly string[] {
  const { manifest, layout, pages, sources } = snapshot;
  const { curation } = manifest;
  return [
    `${manifest.title}. ${manifest.description}`,
    `${pages.size} pages; ${sources.size} sources in ${layout.sources}/.`,
    ...(curation.tone === undefined ? [] : [`Tone: ${curation.tone}`]),
    `Contradictions: ${curation.conflictResolution ?? 'defer'}`,
  ];
}

function isNearLimit(job: ModelJob): boolean {
  const { tokens, money } = job.settings.job;
  const { usage, money: spent } = job.totalCost();
  const isNear = (used: number, limit: number | undefined): boolean =>
    limit !== undefined && used >= limit * NEAR_LIMIT;
  return isNear(usage.input + usage.output, tokens) || isNear(spent?.amount ?? 0, money);
}
