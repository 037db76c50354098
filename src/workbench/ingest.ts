import { asWikiError, compareText, throwIfCancelled, WikiError } from '../base';
import type { Run } from '../base';
import { allHunks, checkQuotes } from '../change';
import type { ChangeSet } from '../change';
import { extractiveCurator } from '../ingest';
import type { ExtractedText } from '../ingest';
import { everyHunk, planChange } from '../proposal';
import type { Proposal } from '../proposal';
import type { Committer } from '../vault';
import type { Source } from '../wiki';
import { applyProposal } from './apply';
import { describeProposal } from './describe';
import { sourcesLeftOut } from './left-out';
import { needed } from './needs';
import type { Session } from './session';
import { ingestedHashes, sourceState, sourceStates } from './source-state';
import type { SourceState } from './source-state';
import { readSourceText, SourceTexts } from './source-text';
import type { IngestedProposal, IngestResult } from './types';

export interface IngestRequest {
  /** Paths or ids of sources; all that are not ingested yet when absent. */
  readonly sources?: readonly string[];
  /** Apply what is proposed, and what already waits for these sources. */
  readonly apply?: boolean;
}

/** One run of ingest over a wiki: what it has found and done so far. */
class IngestRun {
  readonly #session: Session;
  readonly #run: Run;
  readonly #apply: boolean;
  readonly #proposals: IngestedProposal[] = [];
  readonly #skipped: { path: string; reason: string }[] = [];
  readonly #failed: { path: string; code: WikiError['code']; message: string; remedy: string | null }[] = [];

  constructor(session: Session, apply: boolean, run: Run) {
    this.#session = session;
    this.#apply = apply;
    this.#run = run;
  }

  async over(names: readonly string[] | undefined): Promise<IngestResult> {
    const { snapshot, store } = this.#session;
    const states = await sourceStates(snapshot, this.#run);
    const named = names && this.#named(names, states);
    const wanted = named ?? states;
    const waiting = new Map<string, Proposal>();
    for (const proposal of (await this.#session.waiting()).proposals) {
      for (const source of proposal.changeSet.sources) waiting.set(source.path, proposal);
    }
    const rejected = new Map<string, Proposal>();
    for (const proposal of (await store.decided()).proposals) {
      if (proposal.state !== 'rejected') continue;
      for (const source of proposal.changeSet.sources) rejected.set(`${source.path}\0${source.hash}`, proposal);
    }
    // What waits applies first and in the order in which it was proposed: later proposals build on earlier ones.
    const order = (state: SourceState): number => waiting.get(state.source.path)?.sequence ?? Infinity;
    const ordered = [...wanted].sort((a, b) => {
      const [first, second] = [order(a), order(b)];
      return first === second ? compareText(a.source.path, b.source.path) : first - second;
    });
    let done = 0;
    for (const state of ordered) {
      throwIfCancelled(this.#run);
      const { path } = state.source;
      this.#run.progress({ stage: 'Reading sources', done, total: ordered.length, detail: path });
      await this.#one(state, waiting.get(path), rejected.get(`${path}\0${state.hash}`), named !== undefined);
      done += 1;
      this.#run.progress({ stage: 'Reading sources', done, total: ordered.length, detail: path });
      await this.#run.breathe();
    }
    if (!named) {
      for (const { path, reason } of await sourcesLeftOut(this.#session, this.#run))
        this.#skipped.push({ path, reason });
    }
    return { proposals: this.#proposals, skipped: this.#skipped, failed: this.#failed };
  }

  #named(names: readonly string[], states: readonly SourceState[]): SourceState[] {
    const found = new Map<string, SourceState>();
    for (const name of names) {
      const source = this.#session.snapshot.source(name);
      const state = source && states.find((candidate) => candidate.source.path === source.path);
      if (state) found.set(state.source.path, state);
      else {
        const remedy = 'Name a file under sources/, by its path in the wiki or by its id.';
        this.#fail(name, new WikiError('source_not_found', `There is no source "${name}" in this wiki.`, { remedy }));
      }
    }
    return [...found.values()];
  }

  async #one(
    state: SourceState,
    waiting: Proposal | undefined,
    rejected: Proposal | undefined,
    named: boolean,
  ): Promise<void> {
    const { path } = state.source;
    const refused = named ? undefined : rejected;
    if (this.#skips(state, waiting, refused)) return;
    const session = this.#session;
    const run = this.#run;
    try {
      // Reading takes long and depends on nothing that others write; all that follows does.
      const text = isCurrent(waiting, state) ? null : await readSourceText(session, path, state.hash, run);
      await session.exclusively(run, async (held) => {
        const { snapshot } = session;
        const now = await sourceState(snapshot, snapshot.source(path) ?? state.source, ingestedHashes(snapshot));
        const found = (await session.waiting()).proposals.find((proposal) => readsSource(proposal, path));
        if (this.#skips(now, found, refused)) return;
        if (found && isCurrent(found, now)) return this.#applyOne(held, found, path);
        if (found) {
          const outdated = 'The source changed after it was proposed; a new proposal replaces this one.';
          await session.store.settle(found, 'rejected', { rejectedHunks: [], reason: outdated });
        }
        const isRead = text !== null && now.hash === state.hash;
        await this.#propose(held, now, isRead ? text : await readSourceText(session, path, now.hash, run));
      });
    } catch (error) {
      const failure = asWikiError(error, 'living-wiki:ingest_failed', { path });
      if (failure.code === 'living-wiki:cancelled') throw error;
      this.#fail(path, failure);
    }
  }

  /** Leaves a source alone when there is nothing to do, and says why. */
  #skips(state: SourceState, waiting: Proposal | undefined, rejected: Proposal | undefined): boolean {
    const waits = !this.#apply && isCurrent(waiting, state) ? waiting : undefined;
    const reason = whySkipped(state, waits, rejected);
    if (reason !== null) this.#skipped.push({ path: state.source.path, reason });
    return reason !== null;
  }

  #fail(path: string, error: WikiError): void {
    this.#failed.push({ path, code: error.code, message: error.message, remedy: error.remedy ?? null });
  }

  async #propose(held: Committer, state: SourceState, text: ExtractedText): Promise<void> {
    const { source } = state;
    const session = this.#session;
    const { host, lens, engine, store } = session;
    const run = this.#run;
    // What is applied at once stands on the wiki as it is; what is to wait stands on what already waits.
    const ahead = this.#apply ? { snapshot: session.snapshot, waiting: [] } : await session.ahead();
    const { snapshot } = ahead;
    const index = await session.indexFor(snapshot, run);
    const now = host.clock.now();
    // The steps within one source are no progress of the whole.
    const quiet = { ...run, progress: () => undefined };
    const curated = await extractiveCurator.curate({ snapshot, lens, index, source, text, now, run: quiet });
    const noted = state.state === 'changed' ? withNote(curated, changedNote(source)) : curated;
    const changeSet = await this.#checked(noted, source.path, text);
    const accepted = everyHunk(changeSet);
    const plan = await planChange({ snapshot, lens, engine, changeSet, accepted, clock: host.clock, run });
    const buildsOn = needed(changeSet, plan.next, ahead.waiting);
    const proposal = await store.add(changeSet, plan.checks, buildsOn);
    if (this.#apply) await this.#applyOne(held, proposal, source.path);
    else this.#proposals.push(describeProposal(proposal, source.path));
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

  async #applyOne(held: Committer, proposal: Proposal, source: string): Promise<void> {
    const applied = await applyProposal(this.#session, held, proposal, null, this.#run);
    this.#proposals.push(describeProposal(applied, source));
  }
}

function readsSource(proposal: Proposal, path: string): boolean {
  return proposal.changeSet.sources.some((read) => read.path === path);
}

/** Whether a proposal was made from the very content that a source has. */
function isCurrent(proposal: Proposal | undefined, { source, hash }: SourceState): boolean {
  return proposal?.changeSet.sources.some((read) => read.path === source.path && read.hash === hash) === true;
}

/**
 * Why a source is left alone; `null` when there is work to do.
 * @param waits a proposal for this very content that is not to be applied now
 * @param rejected a proposal for this very content that a person decided against
 */
function whySkipped(state: SourceState, waits: Proposal | undefined, rejected: Proposal | undefined): string | null {
  if (state.state === 'ingested') return 'Already ingested; its content has not changed.';
  if (state.state === 'copy') return `Same content as ${state.of ?? 'another source'}, which was ingested.`;
  if (waits) return `Proposal ${waits.id} waits for review.`;
  if (!rejected) return null;
  const why = rejected.decision?.reason;
  const because = why === null || why === undefined ? '' : ` (${why})`;
  return `Proposal ${rejected.id} was rejected${because}. Name the source to have it proposed again.`;
}

function changedNote(source: Source): string {
  return `${source.path} was changed after it had been ingested; this proposal reads it anew.`;
}

function withNote(changeSet: ChangeSet, note: string): ChangeSet {
  return { ...changeSet, notes: [note, ...changeSet.notes] };
}

/** Ingests sources one after the other; one that fails does not keep the others from being done. */
export function ingest(session: Session, request: IngestRequest, run: Run): Promise<IngestResult> {
  return new IngestRun(session, request.apply ?? false, run).over(request.sources);
}
