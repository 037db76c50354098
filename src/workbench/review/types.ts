import { type Run } from '../../base';
import { type ChangeConflict, type FileEdit, type Hunk } from '../../change';
import { type CheckResults, type HunkDecisions, type HunkDecision, type Proposal } from '../../proposal';
import { type ModelCost } from '../model/cost';

export type { HunkDecisions, HunkDecision };

export interface ReviewHunk {
  /** As it would be written: with the person's own text where it was edited in place. */
  readonly hunk: Hunk;
  readonly edited: boolean;
  /** `null` while undecided. */
  readonly decision: HunkDecision | null;
  /** It rests on a quote that is not in the source. */
  readonly unsupported: boolean;
}

export interface ReviewFile {
  readonly kind: FileEdit['kind'];
  /** Where it will lie, relative to the wiki's root. */
  readonly path: string;
  /** The edit whose hunks are offsets into `edit.base`; rebased on the file as it is now where that is possible. */
  readonly edit: FileEdit;
  readonly hunks: readonly ReviewHunk[];
  /** Lines that all its hunks together add and remove. */
  readonly added: number;
  readonly removed: number;
  /** The file was edited since the proposal was made, and its hunks were moved onto the new text. */
  readonly rebased: boolean;
  /** Why its hunks cannot be put onto the file as it is now; `null` where they can. */
  readonly conflict: ChangeConflict | null;
}

/** A file that follows from what is accepted: index, log, provenance manifest. */
export interface GeneratedFile {
  readonly path: string;
  /** `null` where it is not there yet. */
  readonly before: string | null;
  readonly after: string;
}

export interface Review {
  readonly proposal: Proposal;
  /** Relative to the wiki's root; `null` where it comes from no single source. */
  readonly source: string | null;
  /** Sorted by kind of change, then path. */
  readonly files: readonly ReviewFile[];
  /** What a language model used for it; `null` where none was asked. */
  readonly cost: ModelCost | null;
  readonly decisions: HunkDecisions;
}

/** What would come of applying what is accepted now. */
export interface ReviewPreview {
  readonly generated: readonly GeneratedFile[];
  /** The guard, and lint before and after, for what is accepted. */
  readonly checks: CheckResults;
  readonly conflicts: readonly ChangeConflict[];
  /** A guard error or an introduced lint error keeps it from being applied. */
  readonly blocked: boolean;
}

export type ReviewOutcome =
  /** `transaction` is `null` where the wiki held all of it already and nothing had to be written. */
  | { readonly kind: 'applied'; readonly transaction: string | null; readonly files: readonly string[] }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ChangeConflict[] }
  | { readonly kind: 'blocked'; readonly checks: CheckResults };

/** Which text of a conflict is kept: the file as it is, or the proposal. */
export type ConflictSide = 'current' | 'proposed';

/**
 * One change under review, whatever it comes from: a proposal of a producer, an undo, or a new wiki. Decisions are kept
 * in the wiki's state, so that a review survives a restart.
 */
export interface ReviewSession {
  /** Names it in a workspace layout, so that the view can be restored: the proposal's id. */
  readonly id: string;
  /** Reads it anew, on the wiki as it is now. */
  load(run: Run): Promise<Review>;
  /**
   * Decides hunks; `null` takes a decision back. What an accepted hunk needs is accepted with it, and what cannot be
   * without a rejected one is rejected with it, until that one is rejected no longer; to take a rejection back opens what
   * the hunk needs as well. Resolves with all decisions once they are kept.
   */
  decide(changes: Readonly<Record<string, HunkDecision | null>>): Promise<HunkDecisions>;
  preview(run: Run): Promise<ReviewPreview>;
  /**
   * Resolves a conflict of one file. `current` keeps the file as it is and drops the hunks that collide; `proposed` puts
   * their text in place of what the file holds there.
   */
  resolve(path: string, hunks: readonly string[], side: ConflictSide): Promise<void>;
  /** Applies what is accepted, in one transaction. */
  apply(run: Run): Promise<ReviewOutcome>;
  /** Rejects the whole; nothing is written but the decision. */
  reject(reason: string): Promise<ReviewOutcome>;
}
