import { type JsonObject, type JsonValue, type Random, type Run } from '../../base';
import { allHunks, checkQuotes, hunksToAccept, nameLosses, type ChangeSet, type HandEdits } from '../../change';
import { type CallEstimate, type HubRequest } from '../../ingest';
import { formatCost, type LanguageModel } from '../../model';
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
import { dropNotes, splitLosses } from '../proposals/waiting-drops';
import { SourceTexts } from '../sources/source-text';
import { requireApproval } from '../trust/gate';
import { type IngestEstimate, type ProposalResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { REPLACED } from './offered';

/** A kind of change that a model makes of what the wiki says, without a source. */
export interface ComposedKind {
  /** Where a run of ingest and the log name what has no source. */
  readonly name: string;
  /** The fact by which a proposal of this kind is known. */
  readonly fact: JsonObject;
  readonly isOfKind: (proposal: Proposal) => boolean;
}

interface Base {
  readonly snapshot: Snapshot;
  readonly waiting: readonly Proposal[];
}

/** What a kind of change is made from, whatever it is. */
type SharedRequest = Pick<HubRequest, 'snapshot' | 'lens' | 'index' | 'now' | 'run'>;

interface Options {
  readonly model: LanguageModel;
  readonly random: Random;
  readonly language?: string;
  readonly handEdits: (paths: readonly string[]) => Promise<HandEdits>;
}

/** How a kind of change is made. */
interface Maker<R extends SharedRequest> {
  readonly requestFor: (shared: SharedRequest) => Promise<R>;
  readonly estimate: (request: R, options: Options) => Promise<CallEstimate>;
  readonly make: (request: R, options: Options) => Promise<ChangeSet>;
}

/** What became of one kind. */
export interface ComposedPart {
  /** `null` if there was nothing to compose. */
  readonly proposal: ProposalResult | null;
  readonly notes: readonly string[];
  readonly cost: ModelCost;
  /** For further parts of the same run. */
  readonly job: ModelJob;
  /** The facts of a run without a proposal; else `null`. */
  readonly facts: JsonObject | null;
}

interface ComposedRequest {
  readonly apply?: boolean;
  readonly onEstimate?: (estimate: IngestEstimate) => unknown;
  readonly job?: ModelJob;
}

/**
 * Says what it will cost, asks the model, and proposes what comes of it, in place of an earlier proposal of the kind that still waits.
 * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:rules_not_approved`; ModelError
 */
export async function composeWith<R extends SharedRequest>(
  session: WikiSession,
  kind: ComposedKind,
  { apply = false, onEstimate, job: given }: ComposedRequest,
  run: Run,
  maker: Maker<R>,
): Promise<ComposedPart> {
  const { host } = session;
  const job = given ?? (host.model && new ModelJob(host.model, session.vault, host));
  if (!job) throw modelNotConfigured(NO_MODEL_SETTINGS);
  if (!given) await requireApproval(session, session.lens, run);
  const base = await baseFor(session, kind, apply, run);
  const options: Options = {
    model: job.model,
    random: host.random,
    ...(job.settings.language !== undefined && { language: job.settings.language }),
    handEdits: (paths) => session.handEdits(paths, run),
  };
  const request = await maker.requestFor({
    snapshot: base.snapshot,
    lens: session.lens,
    index: await session.indexFor(base.snapshot, run),
    now: host.clock.now(),
    run: job.withProgress(run, { done: 0, total: 1, path: kind.name }),
  });
  if (onEstimate) {
    const { inputTokens: input, outputTokens: output } = await maker.estimate(request, options);
    const { money } = job.estimate({ input, output });
    if (input > 0)
      await onEstimate({ model: job.model.name, sources: 0, tokens: { input, output }, recordings: null, money });
  }
  job.beginSource(kind.name);
  const made = await maker.make(request, options);
  const cost = job.sourceCost();
  if (made.files.length === 0) return { proposal: null, notes: made.notes, cost, job, facts: made.facts };
  const changeSet = withCost(made, kind, cost, job.model.name);
  const proposal = await session.exclusively(run, (writer) =>
    proposeComposed(session, writer, changeSet, { kind, apply }, run),
  );
  run.progress({ stage: 'Composing', done: 1, total: 1, detail: kind.name, cost: formatCost(cost) });
  return { proposal, notes: proposal.notes, cost, job, facts: null };
}

/** What is applied at once is based on the wiki; what waits, on what waits before it. An earlier proposal of the kind is replaced. */
async function baseFor(session: WikiSession, kind: ComposedKind, apply: boolean, run: Run): Promise<Base> {
  if (apply) return { snapshot: session.snapshot, waiting: [] };
  return session.withPendingApplied(run, (proposal) => !kind.isOfKind(proposal));
}

function withCost(
  { log, facts, ...changeSet }: ChangeSet,
  kind: ComposedKind,
  cost: ModelCost,
  model: string,
): ChangeSet {
  return {
    ...changeSet,
    log: { ...log, bullets: [...log.bullets, ...costLogBullets(cost, model)] },
    facts: { ...facts, ...kind.fact, cost: { ...cost } as unknown as JsonValue },
  };
}

/** Stores the proposal, in place of an earlier one of its kind that waits; applies what may be applied at once. Within `exclusively`. */
async function proposeComposed(
  session: WikiSession,
  writer: JournalWriter,
  made: ChangeSet,
  { kind, apply }: { readonly kind: ComposedKind; readonly apply: boolean },
  run: Run,
): Promise<ProposalResult> {
  const { lens, engine, host, store } = session;
  for (const earlier of (await session.waitingProposals()).filter(kind.isOfKind)) {
    await store.recordDecision(earlier, 'rejected', { rejectedHunks: [], reason: REPLACED });
  }
  const base = await baseFor(session, kind, apply, run);
  const handEdits = (paths: readonly string[]): ReturnType<WikiSession['handEdits']> => session.handEdits(paths, run);
  const checked = await withQuotesChecked(session, made, run);
  const changed = checked.files.map(({ path }) => path);
  const changeSet = await nameLosses(checked, await handEdits(changed), run, (path) => base.snapshot.text(path));
  const plan = await planChange({
    ...{ snapshot: base.snapshot, lens, engine, changeSet, clock: host.clock, run, handEdits },
    accepted: allHunkIds(changeSet),
    isPending: !apply,
  });
  const proposal = await store.add(changeSet, plan.checks, dependenciesOf(changeSet, plan.next, base.waiting));
  return apply ? applySupported(session, writer, proposal, kind, run) : toProposalResult(proposal, kind.name);
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
  kind: ComposedKind,
  run: Run,
): Promise<ProposalResult> {
  const proposal = await recheckProposal(session, stored, run);
  const { now, later } = await splitLosses(session, proposal.changeSet, run);
  const all = allHunkIds(now);
  const supported = hunksToAccept(now);
  if (supported.size === 0) {
    const result = toProposalResult(proposal, kind.name);
    const why = later === null ? NOT_IN_SOURCE : DROPS_STATEMENTS;
    return { ...result, notes: [...result.notes, ...(later === null ? [] : dropNotes(later)), why] };
  }
  const accepted = supported.size === all.size ? null : supported;
  const part = { ...proposal, changeSet: now };
  const applied = await applyProposal(session, writer, part, accepted, run, { reason: NOT_IN_SOURCE, later });
  return toProposalResult(applied, kind.name);
}
