import { isWikiError, type JsonObject, type Run } from '../../base';
import { allHunks, checkQuotes, hunksToAccept, nameLosses, type ChangeSet } from '../../change';
import { EXTRACTIVE_CURATOR, type ExtractedText, type PlanWishes } from '../../ingest';
import { allHunkIds, planChange, type ChangePlan, type Proposal } from '../../proposal';
import { type JournalWriter } from '../../vault';
import { type Snapshot, type Source } from '../../wiki';
import { DROPS_STATEMENTS, NOT_IN_SOURCE } from '../proposals/acceptance';
import { dropNotes, splitLosses } from '../proposals/waiting-drops';
import { applyProposal } from '../proposals/apply-proposal';
import { dependenciesOf } from '../proposals/dependencies';
import { linksIn } from '../proposals/link-proposals';
import { recheckProposal } from '../proposals/recheck-proposal';
import { toProposalResult } from '../proposals/proposal-result';
import { type OpenQuestion } from '../questions';
import { keepSourceText } from '../sources/kept-texts';
import { type ReadableSource, type SourceState } from '../sources/source-state';
import { readSourceText, SourceTexts } from '../sources/source-text';
import { type ProposalResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { type Lens, type NameDecision } from '../../workspace';
import { type IngestPosition, type ModelReader } from './model-reader';
import { stillFits, type PreparedChange } from './prepared-change';
import { readingLens, withLens } from './reading-lens';
import { wishFacts } from './plan-wishes';
import { readsSource } from './skip-reason';
import { proposeLinks } from './propose-links';
import { describeSourceChange, pinningChange, withSourceChange } from './source-change';

const NOTHING_SUPPORTED = 'It was not applied, because none of its changes has a quote that is in the source.';

/** What the sources of one run of ingest have in common. */
export interface IngestContext {
  readonly session: WikiSession;
  readonly run: Run;
  /** Whether a waiting proposal fits a source and, to be applied at once, was made on this device. */
  readonly isReady: (proposal: Proposal | undefined, state: SourceState) => boolean;
  /** Whether the proposal of a source is to be applied at once: never that of a changed one, which a person has to decide. */
  readonly applies: (state: SourceState) => boolean;
  /** Whether an ingested source is taken up again, for what no page uses yet. */
  readonly resumes: (state: SourceState) => boolean;
  /** The units to take up then; all that are left when absent. */
  readonly units?: string | undefined;
  /** What a person wants of the plan of a source. */
  readonly wishesFor: (path: string) => PlanWishes;
  /** Names that get no page in this run, whatever the sources say. */
  readonly refused: readonly NameDecision[];
  /** `null` for the built-in curator, which asks no model. */
  readonly reader: ModelReader | null;
  /** The questions that were open when the run began. */
  readonly questions: readonly OpenQuestion[];
  /** The lens through which the sources are read. */
  readonly view: Lens;
}

interface Base {
  readonly snapshot: Snapshot;
  readonly waiting: readonly Proposal[];
}

/** Turns one source into a proposal. */
export class SourceIngest {
  readonly #context: IngestContext;
  readonly #position: IngestPosition;
  readonly #copies: readonly string[];

  /** @param copies paths of other sources with the same content, for a note */
  constructor(context: IngestContext, position: IngestPosition, copies: readonly string[]) {
    this.#context = context;
    this.#position = position;
    this.#copies = copies;
  }

  read(state: ReadableSource): Promise<ExtractedText> {
    const { reader, session, run } = this.#context;
    if (reader) return reader.read(state, this.#position);
    return readSourceText(session, state.source.path, state.hash, run);
  }

  /** Runs the curator while others may write, because a model takes minutes. */
  async prepare(state: ReadableSource, text: ExtractedText): Promise<PreparedChange> {
    const base = await this.#base(state);
    const changeSet = await this.#curate(state, text, base.snapshot);
    return { changeSet, hash: state.hash, base: base.snapshot };
  }

  /** Stores the proposal, and applies it if that was asked for. Call it within `WikiSession.exclusively`. */
  async propose(
    writer: JournalWriter,
    state: ReadableSource,
    text: ExtractedText,
    prepared: PreparedChange | null,
  ): Promise<ProposalResult> {
    const { session, run } = this.#context;
    const { lens, engine, host, store } = session;
    const base = await this.#base(state);
    const isUsable = prepared?.hash === state.hash && (await stillFits(prepared, base.snapshot));
    // Otherwise the model is asked again; answers to questions that are the same come from the cache.
    const curated = isUsable ? prepared.changeSet : await this.#curate(state, text, base.snapshot);
    const checked = await this.#checkQuotes(this.#withNotes(curated), state.source.path, text);
    const existing = checked.files.map((edit) => edit.path);
    const changeSet = await nameLosses(checked, await session.handEdits(existing, run), run, (path) =>
      base.snapshot.text(path),
    );
    const plan = await planChange({
      snapshot: base.snapshot,
      lens,
      engine,
      changeSet,
      accepted: allHunkIds(changeSet),
      clock: host.clock,
      run,
      handEdits: (paths) => session.handEdits(paths, run),
      isPending: !this.#context.applies(state),
    });
    const buildsOn = dependenciesOf(changeSet, plan.next, base.waiting);
    await keepSourceText(session, text);
    const proposal = await store.add(changeSet, plan.checks, buildsOn);
    const { path } = state.source;
    const isApplied = this.#context.applies(state);
    const result = isApplied ? await this.apply(writer, proposal, path, plan) : toProposalResult(proposal, path);
    const changed = result.applied
      ? { after: session.snapshot, waiting: null }
      : { after: plan.next, waiting: proposal.id };
    const links = await proposeLinks(session, { source: path, files: changeSet.files, ...changed }, run);
    return { ...result, notes: [...result.notes, ...links] };
  }

  /**
   * Applies a proposal without the hunks whose quotes are not in the source, because there is no review.
   * @param earlier the plan by which it was checked, if that was just made
   */
  async apply(writer: JournalWriter, stored: Proposal, source: string, earlier?: ChangePlan): Promise<ProposalResult> {
    const { session, run } = this.#context;
    const proposal = await recheckProposal(session, stored, run);
    const { now, later } = await splitLosses(session, proposal.changeSet, run);
    const all = allHunkIds(now);
    const supported = hunksToAccept(now);
    if (supported.size === 0 && (all.size > 0 || later !== null)) {
      const result = toProposalResult(proposal, source);
      const why = later === null ? [NOTHING_SUPPORTED] : [...dropNotes(later), DROPS_STATEMENTS];
      return { ...result, notes: [...result.notes, ...why] };
    }
    const accepted = supported.size === all.size ? null : supported;
    const part = { ...proposal, changeSet: now };
    const options = { reason: NOT_IN_SOURCE, later, ...(earlier && { earlier }) };
    const applied = await applyProposal(session, writer, part, accepted, run, options);
    return toProposalResult(applied, source);
  }

  /** A proposal that is applied at once is based on the wiki; one that waits, on the proposals that wait before it. */
  async #base(state: SourceState): Promise<Base> {
    const { session, applies, run } = this.#context;
    if (applies(state)) return { snapshot: session.snapshot, waiting: [] };
    // Nothing builds on links that a person may leave out, or on the proposal that this one replaces.
    const { path } = state.source;
    return session.withPendingApplied(run, (proposal) => linksIn(proposal) === null && !readsSource(proposal, path));
  }

  async #curate(state: ReadableSource, text: ExtractedText, snapshot: Snapshot): Promise<ChangeSet> {
    if (state.state !== 'changed') return this.#askCurator(state, text, snapshot);
    const { session, run } = this.#context;
    const change = await describeSourceChange(session, state, text, run);
    const changeSet = change.isSameText ? pinningChange(state, text) : await this.#askCurator(state, text, snapshot);
    return withSourceChange(changeSet, change);
  }

  async #askCurator(state: ReadableSource, text: ExtractedText, snapshot: Snapshot): Promise<ChangeSet> {
    const { session, reader, questions, resumes, units, wishesFor, refused } = this.#context;
    const { source } = state;
    const own = wishesFor(source.path);
    const wishes = { ...own, names: [...refused, ...own.names] };
    const resumed = resumes(state) ? { units } : null;
    const facts = wishFacts(own, resumed?.units);
    if (reader) return withFacts(await reader.curate(source, text, snapshot, this.#position, resumed, wishes), facts);
    const { host } = session;
    const lens = readingLens(session.lens, this.#context.view);
    const index = await session.indexFor(snapshot, this.#context.run);
    // Steps within one source are not progress of the run.
    const run = { ...this.#context.run, progress: () => undefined };
    const now = host.clock.now();
    const readSource = (other: Source): Promise<ExtractedText | null> => this.#readAgain(other, snapshot);
    const request = { snapshot, lens, index, source, text, questions, now, readSource, wishes, run };
    return withFacts(await EXTRACTIVE_CURATOR.curate(request), facts);
  }

  /** Reads a source that is in the wiki already, as it was when it was ingested; `null` if that cannot be done. */
  async #readAgain({ path }: Source, snapshot: Snapshot): Promise<ExtractedText | null> {
    const { session, run } = this.#context;
    try {
      const hash = await snapshot.sourceHash(path);
      const { sources } = snapshot.provenance;
      // A source whose proposal waits is not recorded yet.
      if (Object.hasOwn(sources, path) && sources[path]?.contentHash !== hash) return null;
      return await readSourceText(session, path, hash, run);
    } catch (error) {
      if (isWikiError(error) && error.code !== 'living-wiki:cancelled') return null;
      throw error;
    }
  }

  #withNotes(changeSet: ChangeSet): ChangeSet {
    const copies = `Other sources have the same content and are not ingested again: ${listPaths(this.#copies)}.`;
    const notes = this.#copies.length > 0 ? [...changeSet.notes, copies] : changeSet.notes;
    return withLens({ ...changeSet, notes }, this.#context.view);
  }

  /** Looks up every quote in the source that it names, which may be an earlier one. */
  async #checkQuotes(changeSet: ChangeSet, path: string, text: ExtractedText): Promise<ChangeSet> {
    const texts = new SourceTexts(this.#context.session, this.#context.run);
    texts.put(path, text);
    const cited = new Set(allHunks(changeSet).flatMap(({ hunk }) => hunk.evidence.map((item) => item.source)));
    const found = new Map<string, string | null>();
    for (const source of cited) found.set(source, await texts.get(source));
    return checkQuotes(changeSet, (source) => found.get(source) ?? null);
  }
}

const withFacts = (changeSet: ChangeSet, facts: JsonObject): ChangeSet => ({
  ...changeSet,
  facts: { ...changeSet.facts, ...facts },
});

/** More copies than these are counted. */
const MAX_COPIES_NAMED = 5;

function listPaths(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_COPIES_NAMED).join(', ');
  const further = paths.length - MAX_COPIES_NAMED;
  return further > 0 ? `${named} and ${further} more` : named;
}
