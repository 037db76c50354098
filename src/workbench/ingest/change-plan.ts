import { WikiError, type Run } from '../../base';
import { type Proposal } from '../../proposal';
import { cleanName } from '../../workspace';
import { decideNames } from '../names';
import { waitingProposal } from '../proposals/waiting-proposal';
import { readIngestFacts } from '../review/ingest-facts';
import { type IngestResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { ingestAsJobs, queueIngest } from '../jobs/ingest-jobs';
import { type IngestRequest } from './request';
import { readWishes, resumedUnits, wishFor, withDecision, type PlanChange } from './plan-wishes';

export interface ChangePlanRequest {
  readonly change: PlanChange;
  /** Keep a decision about a name for every later source, in the manifest; otherwise it counts for this source only. */
  readonly always?: boolean;
  /** Called before the model is asked. A promise is awaited, so that a person can cancel. */
  readonly onEstimate?: IngestRequest['onEstimate'];
}

/**
 * Changes the plan of a waiting proposal as a person wants, and reads the source again with whoever read it before. The new proposal
 * replaces the waiting one; if that fails, the waiting one stays.
 * @throws WikiError `living-wiki:proposal_decided`, `living-wiki:plan_missing`, `living-wiki:plan_change_invalid`
 */
export async function changePlan(
  session: WikiSession,
  id: string,
  request: ChangePlanRequest,
  run: Run,
): Promise<IngestResult> {
  return ingestAsJobs(session, await plannedIngest(session, id, request, run), run);
}

/**
 * Queues what {@link changePlan} does, and returns at once. A host without a queue has none to give back.
 * @returns the ids of the queued jobs as `jobs` @throws what {@link changePlan} throws before it reads the source
 */
export async function queuePlanChange(
  session: WikiSession,
  id: string,
  change: PlanChange,
  run: Run,
): Promise<IngestResult & { readonly jobs: readonly string[] }> {
  const queue = await session.jobs();
  if (queue === null) throw new WikiError('living-wiki:unexpected', 'The wiki has no queue.');
  return queueIngest(session, queue, await plannedIngest(session, id, { change }, run), run);
}

async function plannedIngest(
  session: WikiSession,
  id: string,
  { change, always = false, onEstimate }: ChangePlanRequest,
  run: Run,
): Promise<IngestRequest> {
  const proposal = await waitingProposal(session.store, id);
  const { changeSet } = proposal;
  const facts = readIngestFacts(changeSet);
  const [source, second] = changeSet.sources;
  if (facts === null || source === undefined || second !== undefined) throw noPlan(proposal);
  checkChange(change);
  const slug = 'page' in change ? change.page : undefined;
  const named = slug === undefined ? undefined : facts.plan.find((page) => page.slug === slug || page.title === slug);
  if (slug !== undefined && named === undefined && change.kind !== 'never') throw notPlanned(slug);
  const planned = named && { ...named, isNew: named.op === 'create' };
  const wish = wishFor(change, planned, session.store.isOwn(proposal) ? readWishes(proposal) : noneOf(proposal));
  let { wishes } = wish;
  if (wish.decision !== null) {
    if (always) await decideNames(session, [wish.decision], run);
    // A rule goes with the sources that have the name. A person may want a page under a name that this one does not have.
    wishes = withDecision(wishes, wish.decision);
  }
  const { lens } = changeSet.facts;
  const units = resumedUnits(proposal);
  return {
    sources: [source.path],
    wishes,
    curator: changeSet.facts.curator === 'model' ? 'model' : 'extractive',
    resume: true,
    ...(units !== undefined && { units }),
    ...(typeof lens === 'string' && { lens }),
    ...(onEstimate && { onEstimate }),
  };
}

/** What another device wanted is not repeated here. */
function noneOf(proposal: Proposal): ReturnType<typeof readWishes> {
  return readWishes({ changeSet: { ...proposal.changeSet, facts: {} } });
}

function checkChange(change: PlanChange): void {
  const texts = Object.entries(change).flatMap(([key, value]) => (key === 'kind' ? [] : [value]));
  const isName = (text: string): boolean => cleanName(text) !== '';
  const isValid = change.kind === 'use' ? /^[\d\s,.-]{1,200}$/.test(change.units) : texts.every(isName);
  if (isValid) return;
  throw new WikiError('living-wiki:plan_change_invalid', 'This change to the plan is incomplete.', {
    remedy: change.kind === 'use' ? 'Use numbers like 3, 5-8.' : 'Give names of 1 to 120 characters, on one line.',
  });
}

function noPlan({ id }: Proposal): WikiError {
  return new WikiError('living-wiki:plan_missing', `Proposal ${id} has no plan.`, {
    remedy: 'Only a proposal from one source has a plan.',
  });
}

function notPlanned(page: string): WikiError {
  return new WikiError('living-wiki:plan_change_invalid', `The plan has no page "${page.slice(0, 120)}".`, {
    remedy: 'Name a page of the plan by its slug or title.',
  });
}
