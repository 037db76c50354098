import { type JsonValue, type Run } from '../../base';
import { allHunks, checkQuotes, hunksToAccept, nameLosses, type ChangeSet } from '../../change';
import { composeHubs, estimateHubs, hubsLagBehind, lacksOverview, type HubRequest } from '../../ingest';
import { formatCost } from '../../model';
import { allHunkIds, planChange, type Proposal } from '../../proposal';
import { type JournalWriter } from '../../vault';
import { type Snapshot } from '../../wiki';
import { costLogBullets, type ModelCost } from '../model/cost';
import { ModelJob } from '../model/job';
import { modelNotConfigured, NO_MODEL_SETTINGS } from '../model/settings';
import { DROPS_STATEMENTS, NOT_IN_SOURCE } from '../proposals/acceptance';
import { applyProposal } from '../proposals/apply-proposal';
import { dependenciesOf } from '../proposals/dependencies';
import { toProposalResult } from '../proposals/proposal-result';
import { recheckProposal } from '../proposals/recheck-proposal';
import { dropNotes, splitDrops } from '../proposals/waiting-drops';
import { SourceTexts } from '../sources/source-text';
import { requireApproval } from '../trust/gate';
import { type IngestEstimate, type ProposalResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { HUBS_FACT, isOfHubs, keepOffered, readOffered } from './offered';

export interface ComposeRequest {
  /** Apply what is supported at once. */
  readonly apply?: boolean;
  /** Called before the model is asked. */
  readonly onEstimate?: (estimate: IngestEstimate) => unknown;
  /** The model with what an earlier part of the same run used of its limit. */
  readonly job?: ModelJob;
  /** Paths of pages that have just changed. */
  readonly touched?: ReadonlySet<string>;
}

export interface ComposeResult {
  /** `null` if there was nothing to compose. */
  readonly proposal: ProposalResult | null;
  readonly notes: readonly string[];
  readonly cost: ModelCost;
}

/** Where a run of ingest and the log name what has no source. */
export const OVERVIEW_PAGES = 'overview pages';
const REPLACED = 'A new proposal replaces this one.';

/** What a run of ingest read. */
interface IngestedPages {
  /** Paths of sources that a model read. */
  readonly sources: readonly string[];
  /** Paths of pages that changed. */
  readonly touched: ReadonlySet<string>;
}

/**
 * Whether a run of ingest should end with these pages: the wiki, with everything that waits, is large enough for an overview and never
 * had one proposed; or several sources told of events that none of these pages got.
 */
export async function needsOverview(
  session: WikiSession,
  { sources, touched }: IngestedPages,
  run: Run,
): Promise<boolean> {
  const { snapshot } = await session.withPendingApplied(run);
  if (lacksOverview(snapshot)) return !(await wasDecided(session));
  const ids = new Set(sources.flatMap((path) => snapshot.source(path)?.id ?? []));
  return ids.size > 1 && hubsLagBehind(snapshot, { ids, touched }, run);
}

/** Whether a person decided about such a proposal: who rejected it, or deleted its pages, does not want it again unasked. */
async function wasDecided(session: WikiSession): Promise<boolean> {
  const { proposals } = await session.store.decided();
  return proposals.some(
    (proposal) => isOfHubs(proposal) && session.store.isOwn(proposal) && proposal.decision?.reason !== REPLACED,
  );
}

/**
 * Has the model write or update the pages that connect the wiki, from what its pages say already, and proposes them. An earlier
 * proposal of that kind that still waits is replaced.
 * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:rules_not_approved`; ModelError
 */
export async function composeOverview(
  session: WikiSession,
  { apply = false, onEstimate, job: given, touched }: ComposeRequest,
  run: Run,
): Promise<ComposeResult> {
  const { host } = session;
  const job = given ?? (host.model && new ModelJob(host.model, session.vault, host));
  if (!job) throw modelNotConfigured(NO_MODEL_SETTINGS);
  if (!given) await requireApproval(session, session.lens, run);
  const base = await baseFor(session, apply, run);
  const options = {
    model: job.model,
    random: host.random,
    ...(job.settings.language !== undefined && { language: job.settings.language }),
  };
  const request: HubRequest = {
    snapshot: base.snapshot,
    lens: session.lens,
    index: await session.indexFor(base.snapshot, run),
    ...(touched && { touched }),
    ...(await readOffered(session)),
    now: host.clock.now(),
    run: job.withProgress(run, { done: 0, total: 1, path: OVERVIEW_PAGES }),
  };
  if (onEstimate) {
    const estimated = await estimate(job, request, options);
    if (estimated.tokens.input > 0) await onEstimate(estimated);
  }
  job.beginSource(OVERVIEW_PAGES);
  const made = await composeHubs(request, { ...options, handEdits: (paths) => session.handEdits(paths, run) });
  const cost = job.sourceCost();
  if (made.files.length === 0) {
    await keepOffered(session, made.facts);
    return { proposal: null, notes: made.notes, cost };
  }
  const changeSet = withCost(made, cost, job.model.name);
  const proposal = await session.exclusively(run, (writer) => propose(session, writer, changeSet, apply, run));
  run.progress({ stage: 'Composing', done: 1, total: 1, detail: OVERVIEW_PAGES, cost: formatCost(cost) });
  return { proposal, notes: proposal.notes, cost };
}

async function estimate(
  job: ModelJob,
  request: HubRequest,
  options: Parameters<typeof estimateHubs>[1],
): Promise<IngestEstimate> {
  const { inputTokens: input, outputTokens: output } = await estimateHubs(request, options);
  const { money } = job.estimate({ input, output });
  return { model: job.model.name, sources: 0, tokens: { input, output }, recordings: null, money };
}

function withCost({ log, facts, ...changeSet }: ChangeSet, cost: ModelCost, model: string): ChangeSet {
  return {
    ...changeSet,
    log: { ...log, bullets: [...log.bullets, ...costLogBullets(cost, model)] },
    facts: { ...facts, ...HUBS_FACT, cost: { ...cost } as unknown as JsonValue },
  };
}

interface Base {
  readonly snapshot: Snapshot;
  readonly waiting: readonly Proposal[];
}

/** What is applied at once is based on the wiki; what waits, on what waits before it. */
async function baseFor(session: WikiSession, apply: boolean, run: Run): Promise<Base> {
  if (apply) return { snapshot: session.snapshot, waiting: [] };
  return session.withPendingApplied(run, (proposal) => !isOfHubs(proposal));
}

async function propose(
  session: WikiSession,
  writer: JournalWriter,
  made: ChangeSet,
  apply: boolean,
  run: Run,
): Promise<ProposalResult> {
  const { lens, engine, host, store } = session;
  for (const earlier of (await session.waitingProposals()).filter(isOfHubs)) {
    await store.recordDecision(earlier, 'rejected', { rejectedHunks: [], reason: REPLACED });
  }
  const base = await baseFor(session, apply, run);
  const handEdits = (paths: readonly string[]): ReturnType<WikiSession['handEdits']> => session.handEdits(paths, run);
  const checked = await withQuotesChecked(session, made, run);
  const changeSet = await nameLosses(checked, await handEdits(checked.files.map(({ path }) => path)), run);
  const plan = await planChange({
    ...{ snapshot: base.snapshot, lens, engine, changeSet, clock: host.clock, run, handEdits },
    accepted: allHunkIds(changeSet),
    isPending: !apply,
  });
  const proposal = await store.add(changeSet, plan.checks, dependenciesOf(changeSet, plan.next, base.waiting));
  return apply ? applySupported(session, writer, proposal, run) : toProposalResult(proposal, OVERVIEW_PAGES);
}

async function withQuotesChecked(session: WikiSession, made: ChangeSet, run: Run): Promise<ChangeSet> {
  const texts = new SourceTexts(session, run);
  const found = new Map<string, string | null>();
  for (const { hunk } of allHunks(made)) {
    for (const { source } of hunk.evidence) if (!found.has(source)) found.set(source, await texts.get(source));
  }
  return checkQuotes(made, (source) => found.get(source) ?? null);
}

/** Applies what has its quotes in the sources and removes nothing; the rest waits. */
async function applySupported(
  session: WikiSession,
  writer: JournalWriter,
  stored: Proposal,
  run: Run,
): Promise<ProposalResult> {
  const proposal = await recheckProposal(session, stored, run);
  const { now, later } = await splitDrops(session, proposal.changeSet, run);
  const all = allHunkIds(now);
  const supported = hunksToAccept(now);
  if (supported.size === 0) {
    const result = toProposalResult(proposal, OVERVIEW_PAGES);
    const why = later === null ? NOT_IN_SOURCE : DROPS_STATEMENTS;
    return { ...result, notes: [...result.notes, ...(later === null ? [] : dropNotes(later)), why] };
  }
  const accepted = supported.size === all.size ? null : supported;
  const part = { ...proposal, changeSet: now };
  const applied = await applyProposal(session, writer, part, accepted, run, { reason: NOT_IN_SOURCE, later });
  return toProposalResult(applied, OVERVIEW_PAGES);
}
