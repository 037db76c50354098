import { silentRun, type Run } from '../base';
import { type KeptQuote, type UnitVerification } from '../deliberation';
import {
  describeLens,
  explainField as explainOf,
  findLens,
  type FieldExplanation,
  type LensDetails,
} from './lens/lenses';
import * as compactOf from './compact';
import {
  type DeliberateRequest,
  type DeliberationEstimate,
  type DeliberationResult,
} from './deliberation/deliberate-request';
import { type ListedForAgent } from './deliberation/agent-units';
import { type UnitDetails } from './deliberation/read-unit';
import { type StaleUnitsRequest } from './deliberation/stale-units';
import { type ArchiveRequest, type RelateRequest, type UnitsProposed } from './deliberation/unit-operations';
import { type ListedUnit } from './deliberation/verify-units';
import { type PlanChange } from './ingest/plan-wishes';
import { type HarvestJob, type HarvestResult } from './memory/types';
import { type PackHost } from './packs/pack-host';
import { type PackLibrary, type PackLibraryDeps } from './packs/pack-library';
import { type ApplyProposalRequest } from './proposals/acceptance';
import * as questionsOf from './questions';
import { type RunReport } from './maintenance/run-report';
import { type DryRunRequest } from './search/search';
import {
  revokeApprovals as revokeApprovalsOf,
  trustState as trustStateOf,
  type TrustState,
} from './trust/confirmation';
import { type IngestResult, type ProposalResult, type SearchResult, type UndoResult, type VerifyResult } from './types';
import { Workbench } from './workbench';

// Operations that some hosts do not offer. They are functions and not methods, so that the bundle of such a host leaves them out.

/** Checks that the files of the wiki agree with its index, log and provenance manifest, and that every quote is real. */
export async function verify(workbench: Workbench, run: Run = silentRun): Promise<VerifyResult> {
  // This file is evaluated with the workbench, and what looks up quotes is large.
  const { verify: verifySession } = await import('./verify');
  return verifySession(Workbench.sessionOf(workbench), run);
}

/**
 * Applies a waiting proposal, or the part of it that the request names.
 * @throws WikiError `living-wiki:proposal_decided`, `living-wiki:proposal_file_missing`,
 * `living-wiki:proposal_hunk_missing`
 */
export async function applyProposal(
  workbench: Workbench,
  id: string,
  request: ApplyProposalRequest = {},
  run: Run = silentRun,
): Promise<ProposalResult> {
  const { applyWaiting } = await import('./proposals/apply-waiting');
  return applyWaiting(Workbench.sessionOf(workbench), id, request, run);
}

/**
 * Queues a change of the plan of a waiting proposal: its source is read again, and the proposal that comes of it replaces the waiting one.
 * @returns the ids of the queued jobs as `jobs`
 * @throws WikiError `living-wiki:proposal_decided`, `living-wiki:plan_missing`, `living-wiki:plan_change_invalid`, what ingest throws
 */
export async function queuePlanChange(
  workbench: Workbench,
  id: string,
  change: PlanChange,
  run: Run = silentRun,
): Promise<IngestResult & { readonly jobs: readonly string[] }> {
  const { queuePlanChange: queueIn } = await import('./ingest/change-plan');
  return queueIn(Workbench.sessionOf(workbench), id, change, run);
}

/** Undoes a transaction; without an id, the newest one that is not undone. */
export async function undoChange(
  workbench: Workbench,
  id: string | undefined,
  run: Run = silentRun,
): Promise<UndoResult> {
  const { undo } = await import('./proposals/undo-newest');
  return undo(Workbench.sessionOf(workbench), id, run);
}

/**
 * The report of a run of a skill. @param id or its end, which lists show
 * @throws WikiError `living-wiki:run_missing`, `living-wiki:run_ambiguous`
 */
export async function findRun(workbench: Workbench, id: string): Promise<RunReport> {
  const { findRunReport } = await import('./maintenance/maintain');
  return findRunReport(Workbench.sessionOf(workbench), id);
}

/** Pages with a snippet, best first. */
export async function searchPages(
  workbench: Workbench,
  request: DryRunRequest,
  run: Run = silentRun,
): Promise<{ readonly results: readonly SearchResult[] }> {
  const { search } = await import('./search/search');
  return search(Workbench.sessionOf(workbench), request, run);
}

/** What compacting the wiki would remove. Writes nothing. */
export async function planCompact(
  workbench: Workbench,
  retention: compactOf.Retention = compactOf.DEFAULT_RETENTION,
): Promise<compactOf.CompactPlan> {
  return compactOf.planCompact(Workbench.sessionOf(workbench), retention);
}

/** Removes what {@link planCompact} named. A crash at any moment leaves a wiki in which some of it is removed. */
export async function compact(workbench: Workbench, plan: compactOf.CompactPlan, run: Run = silentRun): Promise<void> {
  return compactOf.compact(Workbench.sessionOf(workbench), plan, run);
}

/** What waits for approval, and what is approved, also of skills that are kept in the vault. @throws WikiError `living-wiki:trust_unavailable` */
export function trustState(workbench: Workbench, run: Run = silentRun): Promise<TrustState> {
  return trustStateOf(Workbench.sessionOf(workbench), run);
}

/** Takes approvals back: all, or of these paths. @returns the paths @throws WikiError `living-wiki:trust_unavailable` */
export function revokeApprovals(
  workbench: Workbench,
  paths: readonly string[] | undefined,
  run: Run = silentRun,
): Promise<readonly string[]> {
  return revokeApprovalsOf(Workbench.sessionOf(workbench), paths, run);
}

/** @throws WikiError `living-wiki:lens_missing` */
export async function lensDetails(
  workbench: Workbench,
  name: string | undefined,
  run: Run = silentRun,
): Promise<LensDetails> {
  return describeLens(await findLens(Workbench.sessionOf(workbench), name, run));
}

/** @throws WikiError `living-wiki:lens_missing`, `living-wiki:field_missing` */
export async function explainField(
  workbench: Workbench,
  name: string | undefined,
  field: string,
  run: Run = silentRun,
): Promise<FieldExplanation> {
  return explainOf(await findLens(Workbench.sessionOf(workbench), name, run), field);
}

/** An open question. @param name its id, its number, or the beginning of either @throws WikiError `living-wiki:question_missing` */
export async function findQuestion(
  workbench: Workbench,
  name: string,
  run: Run = silentRun,
): Promise<questionsOf.OpenQuestion> {
  return questionsOf.findQuestion(Workbench.sessionOf(workbench), name, run);
}

/** Ids of the waiting proposals that may answer a question. */
export async function answeringProposals(workbench: Workbench, question: string): Promise<readonly string[]> {
  return questionsOf.answeringProposals(Workbench.sessionOf(workbench), question);
}

/** The knowledge packs of a folder that has no wiki. */
export async function openPackLibrary(host: PackHost, deps: PackLibraryDeps): Promise<PackLibrary> {
  const { PackLibrary: Packs } = await import('./packs/pack-library');
  return new Packs(host, deps);
}

/** What a deliberation would ask and cost. Nothing is sent. @throws WikiError as {@link deliberate} */
export async function estimateDeliberation(
  workbench: Workbench,
  request: DeliberateRequest,
  run: Run = silentRun,
): Promise<DeliberationEstimate> {
  const { estimateDeliberation: estimate } = await import('./deliberation/deliberate');
  return estimate(Workbench.sessionOf(workbench), request, run);
}

/**
 * Has several models answer a question and criticise each other; what they agree on, dispute and do not know is proposed as a signed unit.
 * @throws WikiError `living-wiki:deliberation_models`, `living-wiki:deliberation_too_few`, `living-wiki:deliberation_unsorted`,
 *   `living-wiki:question_empty`, `living-wiki:unit_key_missing`, `living-wiki:model_not_configured`, `source_not_found`
 */
export async function deliberate(
  workbench: Workbench,
  request: DeliberateRequest,
  run: Run = silentRun,
): Promise<DeliberationResult> {
  const { deliberateAsJob } = await import('./deliberation/deliberation-job');
  return deliberateAsJob(Workbench.sessionOf(workbench), request, run);
}

/** Proposes that a unit no longer counts. @throws WikiError `living-wiki:unit_missing`, `living-wiki:unit_replaced`, `living-wiki:unit_key_missing` */
export async function archiveUnit(
  workbench: Workbench,
  request: ArchiveRequest,
  run: Run = silentRun,
): Promise<UnitsProposed> {
  const { archiveUnit: archive } = await import('./deliberation/unit-operations');
  return archive(Workbench.sessionOf(workbench), request, run);
}

/**
 * Proposes that two units name each other.
 * @throws WikiError `living-wiki:unit_missing`, `living-wiki:unit_replaced`, `living-wiki:unit_related`, `living-wiki:unit_key_missing`
 */
export async function relateUnits(
  workbench: Workbench,
  request: RelateRequest,
  run: Run = silentRun,
): Promise<UnitsProposed> {
  const { relateUnits: relate } = await import('./deliberation/unit-operations');
  return relate(Workbench.sessionOf(workbench), request, run);
}

/** How each stale unit would be deliberated again, the oldest first. Nothing is asked. */
export async function staleUnitRequests(
  workbench: Workbench,
  request: StaleUnitsRequest,
  run: Run = silentRun,
): Promise<readonly DeliberateRequest[]> {
  const { staleUnitRequests: requests } = await import('./deliberation/stale-units');
  return requests(Workbench.sessionOf(workbench), request, run);
}

/** The Knowledge Units of the wiki, newest first, with what holds of each now, and the files that are none. */
export async function listUnits(
  workbench: Workbench,
  run: Run = silentRun,
): Promise<{
  readonly units: readonly ListedUnit[];
  readonly broken: readonly { readonly path: string; readonly message: string }[];
}> {
  const { listUnits: list } = await import('./deliberation/verify-units');
  return list(Workbench.sessionOf(workbench), run);
}

/** A unit with its deliberation. @param name an id, or its end @throws WikiError `living-wiki:unit_missing` */
export async function readUnit(workbench: Workbench, name: string, run: Run = silentRun): Promise<UnitDetails> {
  const { readUnitBundle } = await import('./deliberation/read-unit');
  return readUnitBundle(Workbench.sessionOf(workbench), name, run);
}

/** What a unit takes from a source, and whether the source still says it. @throws WikiError `living-wiki:unit_missing` */
export async function compareUnitSource(
  workbench: Workbench,
  name: string,
  uri: string,
  run: Run = silentRun,
): Promise<readonly KeptQuote[]> {
  const { compareUnitSource: compare } = await import('./deliberation/read-unit');
  return compare(Workbench.sessionOf(workbench), name, uri, run);
}

/** Checks units with everything that is on this device, without a network. @param name all when absent */
export async function verifyUnits(
  workbench: Workbench,
  name?: string,
  run: Run = silentRun,
): Promise<readonly UnitVerification[]> {
  const { verifyUnits: verifyAll } = await import('./deliberation/verify-units');
  return verifyAll(Workbench.sessionOf(workbench), name, run);
}

/** The units as an agent gets them: one headline each. */
export async function unitsForAgent(
  workbench: Workbench,
  run: Run = silentRun,
): Promise<readonly (ListedForAgent | { readonly note: string })[]> {
  const { unitsForAgent: list } = await import('./deliberation/agent-units');
  return list(Workbench.sessionOf(workbench), run);
}

/** A unit as an agent gets it. @param level 0 to 3 @throws WikiError `living-wiki:unit_missing`, `living-wiki:unit_invalid` */
export async function unitForAgent(
  workbench: Workbench,
  name: string,
  level: number,
  run: Run = silentRun,
): Promise<string> {
  const { unitForAgent: read } = await import('./deliberation/agent-units');
  return read(Workbench.sessionOf(workbench), name, level, run);
}

/** Harvests conversations as a job of the wiki's queue, and waits for it. @param work the harvest @throws what it throws */
export async function harvestAsJob(
  workbench: Workbench,
  request: HarvestJob,
  work: (run: Run) => Promise<HarvestResult>,
  run: Run = silentRun,
): Promise<HarvestResult> {
  const { harvestAsJob: harvest } = await import('./jobs/harvest-jobs');
  return harvest(Workbench.sessionOf(workbench), request, work, run);
}
