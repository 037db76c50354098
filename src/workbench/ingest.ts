import { asWikiError, throwIfCancelled, type Run, type WikiError } from '../base';
import { allHunks, checkQuotes, hunksToAccept, type ChangeSet } from '../change';
import { EXTRACTIVE_CURATOR, type ExtractedText } from '../ingest';
import { allHunkIds, planChange, type Proposal } from '../proposal';
import { type JournalWriter, type Hash } from '../vault';
import { type Snapshot, type Source } from '../wiki';
import { NOT_IN_SOURCE } from './acceptance';
import { applyProposal } from './apply-proposal';
import { toProposalResult } from './proposal-result';
import { notASource, selectSources } from './ingest-selection';
import { inaccessibleSources } from './inaccessible-files';
import { isLimitReached, ModelJob, stopsIngest } from './model/job';
import { ModelReader } from './model/model-reader';
import { NO_MODEL_SETTINGS, modelNotConfigured } from './model/settings';
import { pruneAnswersWhenDone } from './model/prune-answers';
import { dependenciesOf } from './dependencies';
import { openQuestions, type OpenQuestion } from './questions';
import { type WikiSession } from './wiki-session';
import { isUpToDate, readsSource, skipReason } from './skip-reason';
import { ingestedHashes, sourceState, type SourceState } from './source-state';
import { readSourceText, SourceTexts } from './source-text';
import { type ProposalResult, type IngestEstimate, type IngestResult } from './types';

export interface IngestRequest {
  /** Paths or ids of sources; all that are not ingested yet when absent. */
  readonly sources?: readonly string[];
  /** Apply what is proposed, and what already waits for these sources. */
  readonly apply?: boolean;
  /** Who reads the sources; the model where the host has one, when absent. */
  readonly curator?: 'model' | 'extractive';
  /** Told what the model will take before it is asked; a promise is waited for, so that a person can say no by cancelling. */
  readonly onEstimate?: (estimate: IngestEstimate) => unknown;
}

/** What a curator made of a source, and what it stood on: it holds only while that is so. */
interface PreparedChange {
  readonly changeSet: ChangeSet;
  readonly hash: Hash;
  readonly snapshot: Snapshot;
  readonly waiting: string;
}

/** One run of ingest over a wiki: what it has found and done so far. */
class IngestRun {
  readonly #session: WikiSession;
  readonly #run: Run;
  readonly #apply: boolean;
  /** `null`: the built-in curator, which asks nobody. */
  readonly #job: ModelJob | null;
  #reader: ModelReader | null = null;
  /** As they were open at the beginning. */
  #questions: readonly OpenQuestion[] = [];
  readonly #proposals: ProposalResult[] = [];
  readonly #skipped: { path: string; reason: string }[] = [];
  readonly #failed: { path: string; code: WikiError['code']; message: string; remedy: string | null }[] = [];
  #stopped: WikiError | null = null;
  #at = { done: 0, total: 0 };

  constructor(session: WikiSession, apply: boolean, job: ModelJob | null, run: Run) {
    this.#session = session;
    this.#apply = apply;
    this.#job = job;
    this.#run = run;
  }

  async execute({ sources: names, onEstimate }: IngestRequest): Promise<IngestResult> {
    const { candidates: wanted, unknown, decided } = await selectSources(this.#session, names, this.#run);
    for (const name of unknown) this.#fail(name, notASource(name));
    this.#questions = await openQuestions(this.#session, this.#run);
    let estimate: IngestEstimate | null = null;
    if (this.#job) {
      this.#reader = new ModelReader(this.#session, this.#job, { decided, questions: this.#questions }, this.#run);
      const open = wanted.flatMap(({ state, waiting, rejected: refused }) =>
        !isUpToDate(waiting, state) && skipReason(state, undefined, refused) === null ? [state] : [],
      );
      estimate = await this.#reader.estimate(open);
      if (open.length > 0) await onEstimate?.(estimate);
      throwIfCancelled(this.#run);
    }
    const total = wanted.length;
    for (const [done, { state, waiting, rejected: refused }] of wanted.entries()) {
      throwIfCancelled(this.#run);
      const { path } = state.source;
      this.#at = { done, total };
      this.#run.progress({ stage: 'Reading sources', done, total, detail: path });
      await this.#one(state, waiting, refused);
      this.#run.progress({ stage: 'Reading sources', done: done + 1, total, detail: path });
      await this.#run.yieldToHost();
    }
    if (names === undefined) {
      for (const { path, reason } of await inaccessibleSources(this.#session, this.#run))
        this.#skipped.push({ path, reason });
    }
    const stopped = this.#stopped;
    return {
      proposals: this.#proposals,
      skipped: this.#skipped,
      failed: this.#failed,
      estimate,
      cost: this.#job?.totalCost() ?? null,
      stopped: stopped && { code: stopped.code, message: stopped.message, remedy: stopped.remedy ?? null },
    };
  }

  async #one(state: SourceState, waiting: Proposal | undefined, refused: Proposal | undefined): Promise<void> {
    const { path } = state.source;
    if (this.#skips(state, waiting, refused)) return;
    const session = this.#session;
    const run = this.#run;
    try {
      this.#job?.beginSource(path);
      // Reading takes long and depends on nothing that others write; all that follows does.
      const text = isUpToDate(waiting, state) ? null : await this.#read(state);
      const prepared = text === null || this.#job === null ? null : await this.#prepare(state, text);
      await session.exclusively(run, async (writer) => {
        const { snapshot } = session;
        const now = await sourceState(snapshot, snapshot.source(path) ?? state.source, ingestedHashes(snapshot));
        const found = (await session.waitingProposals()).proposals.find((proposal) => readsSource(proposal, path));
        if (this.#skips(now, found, refused)) return;
        if (found && isUpToDate(found, now)) return this.#applyOne(writer, found, path);
        if (found) {
          const outdated = 'The source changed after it was proposed; a new proposal replaces this one.';
          await session.store.recordDecision(found, 'rejected', { rejectedHunks: [], reason: outdated });
        }
        const isRead = text !== null && now.hash === state.hash;
        await this.#propose(writer, now, isRead ? text : await this.#read(now), prepared);
      });
    } catch (error) {
      const failure = asWikiError(error, 'living-wiki:ingest_failed', { path });
      if (failure.code === 'living-wiki:cancelled') throw error;
      await this.#job?.recordFailure(failure);
      if (this.#job && stopsIngest(failure)) this.#stopped = failure;
      if (this.#job && isLimitReached(failure)) this.#skipped.push({ path, reason: failure.message });
      else this.#fail(path, failure);
    }
  }

  #read(state: SourceState): Promise<ExtractedText> {
    if (this.#reader) return this.#reader.read(state, this.#at);
    return readSourceText(this.#session, state.source.path, state.hash, this.#run);
  }

  /** Leaves a source alone when there is nothing to do, and says why. */
  #skips(state: SourceState, waiting: Proposal | undefined, rejected: Proposal | undefined): boolean {
    const isReady = isUpToDate(waiting, state);
    const reason =
      skipReason(state, !this.#apply && isReady ? waiting : undefined, rejected) ?? this.#whyNotNow(isReady);
    if (reason !== null) this.#skipped.push({ path: state.source.path, reason });
    return reason !== null;
  }

  /** After what stops the model, what waits already can still be applied. */
  #whyNotNow(isReady: boolean): string | null {
    if (!this.#stopped || isReady) return null;
    return isLimitReached(this.#stopped) ? this.#stopped.message : `Not tried. ${this.#stopped.message}`;
  }

  #fail(path: string, error: WikiError): void {
    this.#failed.push({ path, code: error.code, message: error.message, remedy: error.remedy ?? null });
  }

  /** What is applied at once stands on the wiki as it is; what is to wait stands on what already waits. */
  async #ahead(): Promise<{ snapshot: Snapshot; waitingProposals: readonly Proposal[] }> {
    return this.#apply
      ? { snapshot: this.#session.snapshot, waitingProposals: [] }
      : this.#session.withPendingApplied();
  }

  /** Asks the model while others may write: it takes minutes. */
  async #prepare({ source, hash }: SourceState, text: ExtractedText): Promise<PreparedChange> {
    const ahead = await this.#ahead();
    const { snapshot } = this.#session;
    const changeSet = await this.#curate(source, text, ahead.snapshot);
    return { changeSet, hash, snapshot, waiting: idsOf(ahead.waitingProposals) };
  }

  async #curate(source: Source, text: ExtractedText, snapshot: Snapshot): Promise<ChangeSet> {
    if (this.#reader) return this.#reader.curate(source, text, snapshot, this.#at);
    const { host, lens } = this.#session;
    const index = await this.#session.indexFor(snapshot, this.#run);
    const now = host.clock.now();
    // The steps within one source are no progress of the whole.
    const run = { ...this.#run, progress: () => undefined };
    const questions = this.#questions;
    return EXTRACTIVE_CURATOR.curate({ snapshot, lens, index, source, text, questions, now, run });
  }

  async #propose(
    writer: JournalWriter,
    state: SourceState,
    text: ExtractedText,
    prepared: PreparedChange | null,
  ): Promise<void> {
    const { source } = state;
    const session = this.#session;
    const { host, lens, engine, store } = session;
    const run = this.#run;
    const ahead = await this.#ahead();
    const holds =
      prepared?.snapshot === session.snapshot &&
      prepared.waiting === idsOf(ahead.waitingProposals) &&
      prepared.hash === state.hash;
    // Where others wrote meanwhile, the answers that still fit are not paid for again.
    const curated = holds ? prepared.changeSet : await this.#curate(source, text, ahead.snapshot);
    const noted = state.state === 'changed' ? withNote(curated, sourceChangedNote(source)) : curated;
    const changeSet = await this.#checked(noted, source.path, text);
    const accepted = allHunkIds(changeSet);
    const plan = await planChange({
      snapshot: ahead.snapshot,
      lens,
      engine,
      changeSet,
      accepted,
      clock: host.clock,
      run,
    });
    const buildsOn = dependenciesOf(changeSet, plan.next, ahead.waitingProposals);
    const proposal = await store.add(changeSet, plan.checks, buildsOn);
    if (this.#apply) await this.#applyOne(writer, proposal, source.path);
    else this.#proposals.push(toProposalResult(proposal, source.path));
  }

  /** The change set with every quote looked up in the source that it names, the one at hand or an earlier one. */
  async #checked(changeSet: ChangeSet, path: string, text: ExtractedText): Promise<ChangeSet> {
    const texts = new SourceTexts(this.#session, this.#run);
    texts.put(path, text);
    const cited = new Set(allHunks(changeSet).flatMap(({ hunk }) => hunk.evidence.map((item) => item.source)));
    const found = new Map<string, string | null>();
    for (const source of cited) found.set(source, await texts.get(source));
    return checkQuotes(changeSet, (source) => found.get(source) ?? null);
  }

  /** Where nobody looks at each change, what rests on no quote that was found is left out. */
  async #applyOne(writer: JournalWriter, proposal: Proposal, source: string): Promise<void> {
    const { changeSet } = proposal;
    const all = allHunkIds(changeSet);
    const accepted = hunksToAccept(changeSet);
    if (accepted.size === 0 && all.size > 0) {
      const described = toProposalResult(proposal, source);
      this.#proposals.push({ ...described, notes: [...described.notes, NOTHING_SUPPORTED] });
      return;
    }
    const taken = accepted.size === all.size ? null : accepted;
    const applied = await applyProposal(this.#session, writer, proposal, taken, this.#run, { reason: NOT_IN_SOURCE });
    this.#proposals.push(toProposalResult(applied, source));
  }
}

const NOTHING_SUPPORTED = 'It was not applied: not one of its changes rests on a quote that is in the source.';

const idsOf = (proposals: readonly Proposal[]): string => proposals.map(({ id }) => id).join(' ');

function sourceChangedNote(source: Source): string {
  return `${source.path} was changed after it had been ingested; this proposal reads it anew.`;
}

function withNote(changeSet: ChangeSet, note: string): ChangeSet {
  return { ...changeSet, notes: [note, ...changeSet.notes] };
}

/**
 * Ingests sources one after the other; one that fails does not keep the others from being done.
 * @throws WikiError `living-wiki:model_not_configured` when the model is asked for and there is none
 */
export async function ingest(session: WikiSession, request: IngestRequest, run: Run): Promise<IngestResult> {
  const { host, vault } = session;
  if (request.curator === 'model' && !host.model) throw modelNotConfigured(NO_MODEL_SETTINGS);
  const job = request.curator === 'extractive' || !host.model ? null : new ModelJob(host.model, vault, host);
  const result = await new IngestRun(session, request.apply ?? false, job, run).execute(request);
  if (job && result.stopped === null && result.failed.length === 0) await pruneAnswersWhenDone(session, run);
  return result;
}
