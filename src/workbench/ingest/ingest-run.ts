import { isWikiError, plural, throwIfCancelled, WikiError, type Run } from '../../base';
import { tooLargeError, type PlanWishes } from '../../ingest';
import { formatCost } from '../../model';
import { inaccessibleSources } from '../inaccessible-files';
import { type ModelJob } from '../model/job';
import { type Proposal } from '../../proposal';
import { openQuestions } from '../questions';
import { asCopyOfWaiting } from '../sources/copies';
import { requireSignature } from '../sources/signature';
import { ingestedHashes, sourceState, type ReadableSource, type SourceState } from '../sources/source-state';
import { type IngestEstimate, type IngestResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { type Lens } from '../../workspace';
import { ModelReader, type IngestPosition } from './model-reader';
import { notASource, selectSources, type IngestCandidate, type IngestSelection } from './select-sources';
import { isStale } from '../proposals/dependencies';
import { withdrawLinkProposals } from '../proposals/link-proposals';
import { INGEST_STAGE } from './stage';
import { recordDeleted } from '../deleted-pages';
import { rememberedWishes } from './plan-wishes';
import { copyReason, isUpToDate, readsSource, skipReason } from './skip-reason';
import { isReadThrough } from './reading-lens';
import { SourceIngest, type IngestContext } from './source-ingest';
import { IngestOutcome } from './outcome';
import { type IngestRequest, type IngestStep } from './request';

/** Runs the steps one after the other. */
const inOrder: NonNullable<IngestRequest['schedule']> = async (steps, run) => {
  for (const step of steps) await step.run(run);
};

/** One run of ingest over a wiki: what it has done so far. */
export class IngestRun {
  readonly #session: WikiSession;
  /** Of the step that runs, else of the whole run. */
  #outer: Run;
  readonly #whole: Run;
  readonly #run: Run;
  readonly #job: ModelJob | null;
  readonly #view: Lens;
  readonly #outcome: IngestOutcome;
  /** How far it is. */
  #at: IngestPosition = { done: 0, total: 0 };
  /** The source that is read. */
  #path = '';
  /** Waiting proposals of sources that a person named, which build on something that was rejected or undone. */
  #stale: ReadonlySet<string> = new Set();
  /** Whether a person changed the plan of these sources. */
  #isReplanned = false;

  constructor(session: WikiSession, job: ModelJob | null, view: Lens, run: Run) {
    this.#session = session;
    this.#job = job;
    this.#outcome = new IngestOutcome(job);
    this.#view = view;
    this.#whole = run;
    this.#outer = run;
    // One count for the whole run: steps within a source do not start another one.
    const progress: Run['progress'] = (step) =>
      this.#outer.progress(
        step.stage === INGEST_STAGE || step.total === 0
          ? step
          : {
              stage: INGEST_STAGE,
              ...this.#at,
              detail: this.#path === '' ? step.stage : `${this.#path} (${step.stage})`,
            },
      );
    const currentSignal = (): AbortSignal => this.#outer.signal;
    this.#run = {
      get signal() {
        return currentSignal();
      },
      progress,
      yieldToHost: () => this.#outer.yieldToHost(),
    };
  }

  async execute(request: IngestRequest): Promise<IngestResult> {
    try {
      return await this.#ingestAll(request);
    } catch (error) {
      if (!isWikiError(error) || error.code !== 'living-wiki:cancelled') throw error;
      request.onCancelled?.(this.#outcome.result(this.#view.name, null));
      throw await this.#sayWhatIsKept(error);
    }
  }

  async #sayWhatIsKept(error: WikiError): Promise<WikiError> {
    const { done, total } = this.#at;
    const begun = await this.#beingRead();
    if (done === 0 && begun === null) return error;
    const counts = this.#outcome.inWords();
    const kept = counts === '' ? '' : ` ${counts} All of this is kept.`;
    const waits = begun === null ? '' : ` Proposal ${begun} of the source that was being read waits, too.`;
    const message = `Cancelled after ${String(done)} of ${plural(total, 'source')}.${kept}${waits}`;
    const left = total - done;
    const rest = left === 1 ? 'the last source' : `the other ${String(left)} sources`;
    const remedy = left === 0 ? {} : { remedy: `Ingest again to go on with ${rest}.` };
    return new WikiError(error.code, message, { ...remedy, cause: error });
  }

  /** The proposal of the source that was cancelled before it was applied; `null` when there is none. */
  async #beingRead(): Promise<string | null> {
    const found = this.#path === '' ? undefined : await this.#waitingFor(this.#path).catch(() => undefined);
    return found === undefined || this.#outcome.hasProposal(found.id) ? null : found.id;
  }

  async #ingestAll(request: IngestRequest): Promise<IngestResult> {
    const { sources: names, apply = false, onEstimate } = request;
    const session = this.#session;
    const run = this.#run;
    const view = this.#view;
    const found = await selectSources(session, request, run);
    for (const name of found.unknown) this.#outcome.fail(name, notASource(name));
    if (isNamedIn(request)) this.#stale = await staleOf(session, found);
    const questions = await openQuestions(session, run);
    // The reasons steer the model, so those that came with the vault do not count.
    const decided = found.decided.filter((proposal) => session.store.isOwn(proposal));
    const resumes: IngestContext['resumes'] = ({ state }) =>
      request.resume === true && names !== undefined && state === 'ingested';
    const known = { decided, questions, view };
    const reader = this.#job && new ModelReader(session, this.#job, known, run);
    const applies: IngestContext['applies'] = ({ state }) => apply && state !== 'changed';
    const isReady: IngestContext['isReady'] = (proposal, state) =>
      proposal !== undefined &&
      isUpToDate(proposal, state) &&
      (!applies(state) || session.store.isOwn(proposal)) &&
      !this.#readsAnew(proposal, request);
    const isOpen = ({ state, waiting, rejected }: IngestCandidate): boolean => {
      const blocking = !applies(state) && isReady(waiting, state) ? waiting : undefined;
      return skipReason(state, blocking, rejected, resumes(state)) === null;
    };
    const open = new Set(found.candidates.filter(isOpen).slice(0, request.limit));
    const selection = { candidates: found.candidates.filter((each) => open.has(each) || !isOpen(each)) };
    const estimate = reader && (await estimateOpen(reader, selection, isReady, resumes, onEstimate));
    throwIfCancelled(run);
    const { units } = request;
    const own = [...found.decided, ...(await session.waitingProposals())].filter((each) => session.store.isOwn(each));
    const wishesFor = (path: string): PlanWishes => request.wishes ?? rememberedWishes(own, path);
    // A page that a person deleted does not come back before they said so.
    const refused = (await recordDeleted(session)).map(({ title }) => ({ kind: 'never' as const, name: title }));
    const asked = { resumes, units, wishesFor, refused };
    const context: IngestContext = { session, run, applies, isReady, ...asked, reader, questions, view };
    this.#isReplanned = request.wishes !== undefined;
    this.#at = { done: 0, total: open.size };
    // A copy is looked at once it is known what became of the source that it copies.
    const isLate = ({ state, waiting }: IngestCandidate): boolean => state.of !== undefined && waiting === undefined;
    const closed = selection.candidates.filter((each) => !open.has(each));
    for (const candidate of closed.filter((each) => !isLate(each))) await this.#pass(candidate, context);
    const steps = selection.candidates.filter((each) => open.has(each)).map((each) => this.#step(each, context));
    if (steps.length > 0) await (request.schedule ?? inOrder)(steps, this.#whole);
    for (const candidate of closed.filter(isLate)) await this.#pass(candidate, context);
    const place = new Map(selection.candidates.map(({ state }, at) => [state.source.path, at]));
    this.#outcome.sortSkipped((path) => place.get(path) ?? 0);
    const inaccessible = names === undefined ? await inaccessibleSources(session, run) : [];
    for (const { path, reason } of inaccessible) this.#outcome.skip(path, reason);
    return this.#outcome.result(this.#view.name, estimate);
  }

  /** A source that need not be read. */
  async #pass(candidate: IngestCandidate, context: IngestContext): Promise<void> {
    throwIfCancelled(this.#run);
    await this.#ingest(candidate, context, this.#at, this.#isReplanned);
    await this.#run.yieldToHost();
  }

  /** A source that is to be read, to be run when its turn comes. */
  #step(candidate: IngestCandidate, context: IngestContext): IngestStep {
    const { source, hash } = candidate.state;
    const { path } = source;
    const usesModel = this.#job !== null && !context.isReady(candidate.waiting, candidate.state);
    return {
      ...{ path, hash, usesModel },
      skip: (reason) => {
        this.#outcome.skip(path, reason);
      },
      retry: () => {
        this.#outcome.forget(path);
      },
      run: async (run) => {
        this.#outer = run;
        try {
          throwIfCancelled(run);
          this.#path = path;
          run.progress({ stage: INGEST_STAGE, ...this.#at, detail: path });
          this.#outcome.beginStep();
          await this.#ingest(candidate, context, this.#at, this.#isReplanned);
          this.#at = { ...this.#at, done: this.#at.done + 1 };
          const cost = usesModel ? this.#job.sourceCost() : null;
          const paid = cost === null || cost.models.length === 0 ? {} : { cost: formatCost(cost) };
          // The next source has the number that follows, but not this one's name.
          this.#path = '';
          run.progress({ stage: INGEST_STAGE, ...this.#at, ...paid });
          await run.yieldToHost();
          return this.#outcome.ofStep();
        } finally {
          this.#outer = this.#whole;
        }
      },
    };
  }

  async #ingest(
    candidate: IngestCandidate,
    context: IngestContext,
    position: IngestPosition,
    isReplanned: boolean,
  ): Promise<void> {
    const { waiting, rejected, copies } = candidate;
    const state = this.#withoutUnreadable(candidate.state);
    // A proposal that is left over from a copy is taken back below, once nobody else can write.
    const isLeftOver = waiting !== undefined && state.of !== undefined;
    if (!isLeftOver && this.#skips(state, waiting, rejected, context)) return;
    const { path } = state.source;
    try {
      await requireSignature(this.#session, path, state.hash, this.#view);
      this.#job?.beginSource(path);
      const source = new SourceIngest(context, position, copies);
      const isDone = isLeftOver || context.isReady(waiting, state);
      const text = isDone ? null : await source.read(readable(state));
      const prepared = text && this.#job ? await source.prepare(readable(state), text) : null;
      const result = await this.#session.exclusively(this.#run, async (writer) => {
        const now = await this.#currentState(state);
        const found = await this.#waitingFor(path);
        if (found && now.of) await this.#takeBack(found, copyReason(now.of));
        if (this.#skips(now, found, rejected, context)) return null;
        if (found && context.isReady(found, now)) return source.apply(writer, found, path);
        if (found) await this.#replace(found, isUpToDate(found, now), isReplanned);
        const isRead = text !== null && now.hash === state.hash;
        const current = readable(now);
        return source.propose(writer, current, isRead ? text : await source.read(current), prepared);
      });
      if (result) this.#outcome.propose(result);
    } catch (error) {
      await this.#outcome.recordFailure(path, error);
    }
  }

  /** The state of the source under the write lock. */
  async #currentState({ source }: SourceState): Promise<SourceState> {
    const { snapshot } = this.#session;
    const state = await sourceState(snapshot, snapshot.source(source.path) ?? source, ingestedHashes(snapshot));
    return asCopyOfWaiting(state, await this.#session.waitingProposals(), snapshot);
  }

  async #waitingFor(path: string): Promise<Proposal | undefined> {
    return (await this.#session.waitingProposals()).find((proposal) => readsSource(proposal, path));
  }

  /** Whether a source that a person named is read again although its proposal waits. */
  #readsAnew(proposal: Proposal, request: IngestRequest): boolean {
    if (!isNamedIn(request)) return false;
    const isOfOtherLens = request.lens !== undefined && !isReadThrough(proposal, this.#view);
    return request.wishes !== undefined || isOfOtherLens || this.#stale.has(proposal.id);
  }

  #replace(proposal: Proposal, isUnchanged: boolean, isReplanned: boolean): Promise<void> {
    const unread = this.#stale.has(proposal.id)
      ? 'It builds on a proposal that was rejected or undone.'
      : 'This device did not make it.';
    const otherwise = isReadThrough(proposal, this.#view) ? unread : 'It was read through another lens.';
    const kept = isReplanned ? 'You changed its plan.' : otherwise;
    const why = isUnchanged ? kept : 'The source changed after it was proposed.';
    return this.#takeBack(proposal, `${why} A new proposal replaces this one.`);
  }

  async #takeBack(proposal: Proposal, reason: string): Promise<void> {
    const builds = ({ buildsOn }: Proposal): boolean => buildsOn.includes(proposal.id);
    await withdrawLinkProposals(this.#session, builds, 'The change whose names it links was replaced.');
    await this.#session.store.recordDecision(proposal, 'rejected', { rejectedHunks: [], reason });
  }

  /** A file name can keep a source from being read, so that a copy of it has to be tried. */
  #withoutUnreadable(state: SourceState): SourceState {
    const { source, hash, of } = state;
    return of && this.#outcome.isUnreadable(of.path) ? { source, hash, state: 'pending' } : state;
  }

  /** @returns whether there is nothing to do for a source; the reason is recorded */
  #skips(
    state: SourceState,
    waiting: Proposal | undefined,
    rejected: Proposal | undefined,
    { applies, isReady: fits, resumes }: IngestContext,
  ): boolean {
    const isReady = fits(waiting, state);
    const blocking = !applies(state) && isReady ? waiting : undefined;
    const reason = skipReason(state, blocking, rejected, resumes(state)) ?? this.#outcome.stopReason(isReady);
    if (reason !== null) this.#outcome.skip(state.source.path, reason);
    return reason !== null;
  }
}

const isNamedIn = ({ sources, isNamed = sources !== undefined }: IngestRequest): boolean => isNamed;

async function staleOf(session: WikiSession, { candidates }: IngestSelection): Promise<ReadonlySet<string>> {
  const stale = new Set<string>();
  for (const { waiting } of candidates) if (waiting && (await isStale(session, waiting))) stale.add(waiting.id);
  return stale;
}

/** What the model will take for the sources that it has to read. */
async function estimateOpen(
  reader: ModelReader,
  { candidates }: Pick<IngestSelection, 'candidates'>,
  isReady: IngestContext['isReady'],
  resumes: IngestContext['resumes'],
  onEstimate: IngestRequest['onEstimate'],
): Promise<IngestEstimate> {
  const open = candidates.flatMap(({ state, waiting, rejected }) =>
    !isReady(waiting, state) && skipReason(state, undefined, rejected, resumes(state)) === null ? [state] : [],
  );
  const estimate = await reader.estimate(open);
  if (open.length > 0) await onEstimate?.(estimate);
  return estimate;
}

/** @throws WikiError `living-wiki:source_too_large` */
function readable({ source, state, hash }: SourceState): ReadableSource {
  if (hash === null) throw tooLargeError(source.path, source.size);
  return { source, state, hash };
}
