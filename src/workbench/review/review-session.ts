import { checkpoint, compareText, type Run, SerialQueue, silentRun, WikiError } from '../../base';
import { allHunks, withDependencies, type Hunk } from '../../change';
import {
  allHunkIds,
  isBlocked,
  type HunkDecisions,
  type ReviewDraft,
  type HunkDecision,
  type Proposal,
} from '../../proposal';
import { readCost } from '../model/cost';
import { type ReviewSelection, type ReviewBackend } from './backend';
import { acceptedHunks, applyDecisions, toDecisionMap } from './decisions';
import { countChangedLines } from './changed-lines';
import { editedText, withEditedText } from './edited-text';
import { resolveConflict } from './resolve-conflict';
import { rebaseOnto, type RebasedChangeSet, type RebasedFile } from './rebased-change-set';
import {
  type ConflictSide,
  type GeneratedFile,
  type Review,
  type ReviewSession,
  type ReviewFile,
  type ReviewHunk,
  type ReviewOutcome,
  type ReviewPreview,
} from './types';

/** A review as it was last read, and what it stood on. */
interface LoadedReview {
  readonly ground: object;
  readonly proposal: Proposal;
  readonly made: ReviewDraft['edits'];
  readonly standing: RebasedChangeSet;
}

const KINDS = ['created', 'updated', 'renamed', 'deleted'] as const;

/** The one implementation of {@link ReviewSession}; a {@link ReviewBackend} says what it is about. */
export class BackendReviewSession implements ReviewSession {
  readonly #case: ReviewBackend;
  #read: LoadedReview | null = null;
  /** Decisions are kept one after the other. */
  readonly #queue = new SerialQueue();
  #preview: { readonly key: string; readonly standing: RebasedChangeSet; readonly value: ReviewPreview } | null = null;

  constructor(about: ReviewBackend) {
    this.#case = about;
  }

  get id(): string {
    return this.#case.id;
  }

  async load(run: Run): Promise<Review> {
    this.#read = null;
    const draft = await this.#case.readDraft(true);
    const { proposal, standing } = await this.#stand(draft, run);
    const decisions = toDecisionMap(draft.decisions);
    const files: ReviewFile[] = [];
    for (const file of standing.files) {
      await checkpoint(run);
      files.push(await this.#fileOf(file, decisions, run));
    }
    files.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compareText(a.path, b.path));
    const { sources, facts } = proposal.changeSet;
    const source = sources.length === 1 ? (sources[0]?.path ?? null) : null;
    return { proposal, source, files, cost: readCost(facts), decisions: draft.decisions };
  }

  /** What the change comes to on the wiki as it is; kept until one of the two is another. */
  async #stand(draft: ReviewDraft, run: Run): Promise<LoadedReview> {
    const { basis: ground } = this.#case;
    const known = this.#read;
    if (known?.ground === ground && known.made === draft.edits) return known;
    const proposal = known?.proposal ?? (await this.#case.proposal(run));
    const standing = await rebaseOnto(proposal.changeSet, draft, this.#case, run);
    return (this.#read = { ground, proposal, made: draft.edits, standing });
  }

  async #fileOf(
    { edit, rebased: moved, conflict }: RebasedFile,
    decisions: ReadonlyMap<string, HunkDecision>,
    run: Run,
  ): Promise<ReviewFile> {
    const hunks: ReviewHunk[] = [];
    for (const hunk of edit.hunks) hunks.push(await this.#hunkOf(hunk, decisions, run));
    const shown = { ...edit, hunks: hunks.map(({ hunk }) => hunk) };
    const isSettled = conflict?.hunks.every((id) => decisions.get(id)?.verdict === 'rejected') === true;
    return {
      kind: edit.kind,
      path: edit.to ?? edit.path,
      edit: shown,
      hunks,
      ...countChangedLines(shown),
      rebased: moved,
      conflict: isSettled ? null : conflict,
    };
  }

  async #hunkOf(proposed: Hunk, decisions: ReadonlyMap<string, HunkDecision>, run: Run): Promise<ReviewHunk> {
    const decision = decisions.get(proposed.id) ?? null;
    const text = editedText(proposed, decisions);
    if (text === null) {
      const unfounded = proposed.evidence.some(({ verdict }) => verdict === 'not-found');
      return { hunk: proposed, edited: false, decision, unsupported: unfounded };
    }
    const quotes = await this.#case.checkQuotes(text, run);
    const unfounded = quotes.some(({ verdict }) => verdict === 'not-found');
    const known = new Set(proposed.evidence.map(({ quote }) => quote));
    const evidence = [...proposed.evidence, ...quotes.filter(({ quote }) => !known.has(quote))];
    return { hunk: { ...proposed, text, evidence }, edited: true, decision, unsupported: unfounded };
  }

  decide(changes: Readonly<Record<string, HunkDecision | null>>): Promise<HunkDecisions> {
    return this.#queue.add(async () => {
      const draft = await this.#case.readDraft();
      const read = await this.#stand(draft, silentRun);
      const { standing } = read;
      const decisions = Object.fromEntries(applyDecisions(standing.changeSet, draft.decisions, changes));
      // A text that a person wrote belongs to the hunk as they saw it, wherever the file moves on to.
      const seen = standing.files.filter(
        ({ edit, rebased: moved, conflict }) =>
          moved && !conflict && edit.hunks.some(({ id }) => changes[id]?.text !== undefined),
      );
      const fresh = seen.filter(({ proposedPath: key, edit }) => draft.edits[key] !== edit);
      const edits =
        fresh.length === 0
          ? draft.edits
          : { ...draft.edits, ...Object.fromEntries(fresh.map(({ proposedPath: key, edit }) => [key, edit])) };
      const joined = fresh.length === 0 ? draft.joined : Object.fromEntries(standing.joined);
      await this.#case.saveDraft({ decisions, edits, joined });
      return decisions;
    });
  }

  async preview(run: Run): Promise<ReviewPreview> {
    const draft = await this.#case.readDraft();
    const { standing, proposal } = await this.#stand(draft, run);
    const choice = selectAccepted(proposal, standing, draft.decisions);
    const key = JSON.stringify([[...choice.accepted], choice.decision.edited ?? null]);
    if (this.#preview?.key === key && this.#preview.standing === standing) return this.#preview.value;
    const plan = await this.#case.plan(choice, run);
    const pages = new Set(choice.changeSet.files.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to])));
    const generated: GeneratedFile[] = [];
    for (const change of plan.changes) {
      if (change.op === 'delete' || change.op === 'rename' || pages.has(change.path)) continue;
      generated.push({ path: change.path, before: await this.#case.textOf(change.path), after: change.text });
    }
    const { checks, conflicts } = plan;
    const value = { generated, checks, conflicts, blocked: isBlocked(checks, proposal.changeSet.producer) };
    this.#preview = { key, standing, value };
    return value;
  }

  resolve(path: string, hunks: readonly string[], side: ConflictSide): Promise<void> {
    return this.#queue.add(async () => {
      const draft = await this.#case.readDraft();
      const { standing } = await this.#stand(draft, silentRun);
      const file = standing.files.find(({ edit }) => edit.path === path || edit.to === path);
      if (!file?.conflict) return;
      const { proposedPath: key, edit, conflict } = file;
      const settled = resolveConflict(edit, conflict, hunks, side, await this.#case.textOf(edit.path));
      const decisions = toDecisionMap(draft.decisions);
      // What cannot be without a dropped hunk, in other files too, is left out with it.
      const gone = side === 'current' ? removedHunks(edit.hunks, settled.edit.hunks) : [];
      for (const id of withDependencies(standing.changeSet, gone, 'reject')) {
        decisions.set(id, { verdict: 'rejected', reason: KEPT_CURRENT });
      }
      for (const [id, into] of settled.joined) {
        const decision = decisions.get(id);
        if (decision && !decisions.has(into)) decisions.set(into, { verdict: decision.verdict });
        decisions.delete(id);
      }
      await this.#case.saveDraft({
        decisions: Object.fromEntries(decisions),
        edits: { ...draft.edits, [key]: settled.edit },
        joined: { ...draft.joined, ...Object.fromEntries(settled.joined) },
      });
    });
  }

  async apply(run: Run): Promise<ReviewOutcome> {
    const outcome = await this.#queue.add(() =>
      this.#case.apply(async () => {
        this.#read = null;
        const draft = await this.#case.readDraft();
        const { standing, proposal } = await this.#stand(draft, run);
        const choice = selectAccepted(proposal, standing, draft.decisions);
        const isNothing = choice.accepted.size === 0 && standing.satisfied.size === 0;
        if (isNothing && allHunkIds(proposal.changeSet).size > 0) throw nothingAccepted(proposal.id);
        return choice;
      }, run),
    );
    this.#read = null;
    return outcome;
  }

  async reject(reason: string): Promise<ReviewOutcome> {
    await this.#queue.add(() => this.#case.reject(reason));
    return { kind: 'rejected' };
  }
}

const KEPT_CURRENT = 'The file stays as it was edited meanwhile.';

/** What the decisions come to: what is taken, and what is recorded of the rest. */
function selectAccepted(proposal: Proposal, standing: RebasedChangeSet, decisions: HunkDecisions): ReviewSelection {
  const map = toDecisionMap(decisions);
  const { satisfied, joined } = standing;
  const accepted = acceptedHunks(standing.changeSet, map);
  const isTaken = (id: string): boolean => accepted.has(joined.get(id) ?? id) || satisfied.has(id);
  const rejectedHunks = [...allHunkIds(proposal.changeSet)].filter((id) => !isTaken(id));
  const reasons: Record<string, string> = {};
  for (const id of rejectedHunks) {
    const reason = map.get(joined.get(id) ?? id)?.reason;
    if (reason !== undefined) reasons[id] = reason;
  }
  const edited: Record<string, string> = {};
  for (const { hunk } of allHunks(standing.changeSet)) {
    const text = accepted.has(hunk.id) ? editedText(hunk, map) : null;
    if (text !== null) edited[hunk.id] = text;
  }
  return {
    changeSet: withEditedText(standing.changeSet, map),
    accepted,
    whole: rejectedHunks.length === 0,
    decision: {
      rejectedHunks,
      reason: null,
      ...(Object.keys(reasons).length > 0 && { reasons }),
      ...(Object.keys(edited).length > 0 && { edited }),
    },
  };
}

function removedHunks(before: readonly Hunk[], after: readonly Hunk[]): readonly string[] {
  const kept = new Set(after.map(({ id }) => id));
  return before.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
}

function nothingAccepted(id: string): WikiError {
  return new WikiError('living-wiki:nothing_accepted', `Nothing of proposal ${id} is accepted.`, {
    remedy: 'Accept a change first, or reject the proposal as a whole.',
  });
}
