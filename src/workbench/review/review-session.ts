import { SerialQueue, silentRun, WikiError, type Run } from '../../base';
import { withDependencies, type Hunk } from '../../change';
import {
  allHunkIds,
  isBlocked,
  type HunkDecision,
  type HunkDecisions,
  type Proposal,
  type ReviewDraft,
} from '../../proposal';
import { readCost } from '../model/cost';
import { readSourceDifference } from './source-difference';
import { type ReviewBackend } from './backend';
import { applyDecisions, toDecisionMap } from './decisions';
import { rebaseOnto, type RebasedChangeSet } from './rebased-change-set';
import { resolveConflict } from './resolve-conflict';
import { reviewFiles } from './review-files';
import { selectAccepted } from './selection';
import {
  type ConflictSide,
  type GeneratedFile,
  type Review,
  type ReviewOutcome,
  type ReviewPreview,
  type ReviewSession,
} from './types';

/** A review whose change and decisions are stored by `backend`. */
export function createReviewSession(backend: ReviewBackend): ReviewSession {
  return new BackendReviewSession(backend);
}

/** The change as it was last read, and what it was rebased from. */
interface LoadedReview {
  readonly basis: object;
  readonly edits: ReviewDraft['edits'];
  readonly proposal: Proposal;
  readonly rebased: RebasedChangeSet;
}

type Changes = Readonly<Record<string, HunkDecision | null>>;

const KEPT_CURRENT = 'The file keeps the text that it has now.';

class BackendReviewSession implements ReviewSession {
  readonly #backend: ReviewBackend;
  readonly #queue = new SerialQueue();
  #draft: Promise<ReviewDraft> | null = null;
  #loaded: LoadedReview | null = null;
  #preview: { readonly key: string; readonly rebased: RebasedChangeSet; readonly value: ReviewPreview } | null = null;

  constructor(backend: ReviewBackend) {
    this.#backend = backend;
  }

  get id(): string {
    return this.#backend.id;
  }

  load(run: Run): Promise<Review> {
    return this.#queue.add(async () => {
      this.#loaded = null;
      this.#draft = null;
      const { decisions } = await this.#readDraft();
      const { proposal, rebased } = await this.#rebase(run);
      const checkQuotes = this.#backend.checkQuotes.bind(this.#backend);
      const files = await reviewFiles(rebased.files, decisions, checkQuotes, run);
      const { sources, facts } = proposal.changeSet;
      const source = sources.length === 1 ? (sources[0]?.path ?? null) : null;
      const sourceChange = readSourceDifference(facts);
      return { proposal, source, files, cost: readCost(facts), sourceChange, decisions };
    });
  }

  decide(changes: Changes): Promise<HunkDecisions> {
    return this.#queue.add(() => this.#decide(changes));
  }

  async #decide(changes: Changes): Promise<HunkDecisions> {
    const draft = await this.#readDraft();
    const { rebased } = await this.#rebase(silentRun);
    const decisions = Object.fromEntries(applyDecisions(rebased.changeSet, draft.decisions, changes));
    // A text that a person wrote belongs to the hunk as they saw it, so the rebased edit is stored with it.
    const seen = rebased.files.filter(
      ({ proposedPath, edit, rebased: isRebased, conflict }) =>
        isRebased &&
        !conflict &&
        draft.edits[proposedPath] !== edit &&
        edit.hunks.some(({ id }) => changes[id]?.text !== undefined),
    );
    if (seen.length === 0) await this.#saveDraft({ ...draft, decisions });
    else {
      const edits = Object.fromEntries(seen.map(({ proposedPath, edit }) => [proposedPath, edit]));
      const joined = Object.fromEntries(rebased.joined);
      await this.#saveDraft({ decisions, edits: { ...draft.edits, ...edits }, joined });
    }
    return decisions;
  }

  async preview(run: Run): Promise<ReviewPreview> {
    const { decisions } = await this.#readDraft();
    const { rebased, proposal } = await this.#rebase(run);
    const { selection, decision } = selectAccepted(proposal, rebased, decisions);
    const key = JSON.stringify([[...selection.accepted], decision.edited ?? null]);
    if (this.#preview?.key === key && this.#preview.rebased === rebased) return this.#preview.value;
    const { changes, checks, conflicts } = await this.#backend.plan(selection, run);
    const pages = new Set(
      selection.changeSet.files.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to])),
    );
    const generated: GeneratedFile[] = [];
    for (const change of changes) {
      if (change.op === 'rename' || pages.has(change.path)) continue;
      const after = change.op === 'delete' ? '' : change.text;
      generated.push({ path: change.path, before: await this.#backend.textOf(change.path), after });
    }
    const value = { generated, checks, conflicts, blocked: isBlocked(checks, proposal.changeSet.producer) };
    this.#preview = { key, rebased, value };
    return value;
  }

  resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): Promise<void> {
    return this.#queue.add(async () => {
      const taken = await this.#resolve(path, hunks, side);
      const decision: HunkDecision = { verdict: 'accepted', ...(text !== undefined && { text }) };
      if (taken.length > 0) await this.#decide(Object.fromEntries(taken.map((id) => [id, decision])));
    });
  }

  /** @returns ids of the hunks that now say what the proposal says there */
  async #resolve(path: string, hunks: readonly string[], side: ConflictSide): Promise<readonly string[]> {
    const draft = await this.#readDraft();
    const { rebased } = await this.#rebase(silentRun);
    const file = rebased.files.find(({ edit }) => edit.path === path || edit.to === path);
    if (!file?.conflict) return [];
    const { proposedPath, edit, conflict } = file;
    const wanted = new Set(hunks.length === 0 ? conflict.hunks : hunks.filter((id) => conflict.hunks.includes(id)));
    const current = await this.#backend.textOf(edit.path);
    const resolved = resolveConflict(edit, conflict, wanted, side, current);
    const decisions = toDecisionMap(draft.decisions);
    // Hunks of other files that depend on a dropped hunk are left out too.
    const dropped = side === 'current' ? missingFrom(resolved.edit.hunks, edit.hunks) : [];
    for (const id of withDependencies(rebased.changeSet, dropped, 'reject')) {
      decisions.set(id, { verdict: 'rejected', reason: KEPT_CURRENT });
    }
    for (const [id, into] of resolved.joined) {
      const decision = decisions.get(id);
      if (decision && !decisions.has(into)) decisions.set(into, { verdict: decision.verdict });
      decisions.delete(id);
    }
    await this.#saveDraft({
      decisions: Object.fromEntries(decisions),
      edits: { ...draft.edits, [proposedPath]: resolved.edit },
      joined: { ...draft.joined, ...Object.fromEntries(resolved.joined) },
    });
    if (side === 'current') return [];
    const taken = [...wanted].map((id) => resolved.joined.get(id) ?? id);
    return [...new Set([...taken, ...missingFrom(edit.hunks, resolved.edit.hunks)])];
  }

  apply(run: Run): Promise<ReviewOutcome> {
    return this.#queue.add(async () => {
      const outcome = await this.#backend.apply(async (write) => {
        this.#loaded = null;
        const { decisions } = await this.#readDraft();
        const { rebased, proposal } = await this.#rebase(run);
        const { selection, decision } = selectAccepted(proposal, rebased, decisions);
        const isNothing = selection.accepted.size === 0 && rebased.satisfied.size === 0;
        if (isNothing && allHunkIds(proposal.changeSet).size > 0) throw nothingAccepted(proposal.id);
        return write(selection, decision);
      }, run);
      this.#loaded = null;
      return outcome;
    });
  }

  reject(reason: string): Promise<ReviewOutcome> {
    return this.#queue.add(async () => {
      await this.#backend.reject(reason);
      this.#loaded = null;
      this.#draft = null;
      return { kind: 'rejected' };
    });
  }

  #readDraft(): Promise<ReviewDraft> {
    return (this.#draft ??= this.#backend.readDraft());
  }

  async #saveDraft(draft: ReviewDraft): Promise<void> {
    await this.#backend.saveDraft(draft);
    this.#draft = Promise.resolve(draft);
  }

  /** The change on the wiki as it is now. Kept until the wiki or the edits of the review change. */
  async #rebase(run: Run): Promise<LoadedReview> {
    const draft = await this.#readDraft();
    const { basis } = this.#backend;
    const known = this.#loaded;
    if (known?.basis === basis && known.edits === draft.edits) return known;
    const proposal = known?.proposal ?? (await this.#backend.proposal(run));
    const rebased = await rebaseOnto(proposal.changeSet, draft, this.#backend, run);
    return (this.#loaded = { basis, edits: draft.edits, proposal, rebased });
  }
}

/** Ids of the hunks in `all` that are not among `hunks`. */
function missingFrom(hunks: readonly Hunk[], all: readonly Hunk[]): readonly string[] {
  const known = new Set(hunks.map(({ id }) => id));
  return all.flatMap(({ id }) => (known.has(id) ? [] : [id]));
}

function nothingAccepted(id: string): WikiError {
  return new WikiError('living-wiki:nothing_accepted', `No change of proposal ${id} is accepted.`, {
    remedy: 'Accept a change, or reject the whole proposal.',
  });
}
