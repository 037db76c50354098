import { type Run } from '../../base';
import { type ChangeConflict, type FileEdit, type Hunk } from '../../change';
import { type SourceDifference } from './source-difference';
import { type CheckResults, type HunkDecision, type HunkDecisions, type Proposal } from '../../proposal';
import { type ModelCost } from '../model/cost';

export type { HunkDecision, HunkDecisions };

export interface ReviewHunk {
  /** As it would be written, with the text of a person who edited it. */
  readonly hunk: Hunk;
  readonly edited: boolean;
  /** `null` while undecided. */
  readonly decision: HunkDecision | null;
  /** One of its quotes is not in the source. */
  readonly unsupported: boolean;
}

export interface ReviewFile {
  readonly kind: FileEdit['kind'];
  /** The path after the change, relative to the wiki's root. */
  readonly path: string;
  /** The edit that the hunks belong to, with offsets into `edit.base`; rebased onto the file as it is now if possible. */
  readonly edit: FileEdit;
  readonly hunks: readonly ReviewHunk[];
  /** Lines that all its hunks together add and remove. */
  readonly added: number;
  readonly removed: number;
  /** The file was edited after the proposal was made, and the hunks were moved onto its new text. */
  readonly rebased: boolean;
  /** Why the hunks do not fit the file as it is now; `null` when they do. */
  readonly conflict: ChangeConflict | null;
}

/** A file that is computed from what is accepted: index, log, provenance manifest. */
export interface GeneratedFile {
  readonly path: string;
  /** `null` when it does not exist yet. */
  readonly before: string | null;
  /** `''` for one that is deleted, such as a list that has nothing to tell any more. */
  readonly after: string;
}

export interface Review {
  readonly proposal: Proposal;
  /** Relative to the wiki's root; `null` unless the change comes from exactly one source. */
  readonly source: string | null;
  /** Sorted by kind of change, then by path. */
  readonly files: readonly ReviewFile[];
  /** What a language model used for it; `null` when none was asked. */
  readonly cost: ModelCost | null;
  /** `null` unless the source changed after it was ingested. */
  readonly sourceChange: SourceDifference | null;
  readonly decisions: HunkDecisions;
}

/** What applying the accepted hunks would do. */
export interface ReviewPreview {
  readonly generated: readonly GeneratedFile[];
  /** The guard, and lint before and after, for what is accepted. */
  readonly checks: CheckResults;
  readonly conflicts: readonly ChangeConflict[];
  /** An error of the guard, or a new lint error, prevents it from being applied. */
  readonly blocked: boolean;
}

export type ReviewOutcome =
  /** `transaction` is `null` when the wiki already held all of it and nothing had to be written. */
  | { readonly kind: 'applied'; readonly transaction: string | null; readonly files: readonly string[] }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ChangeConflict[] }
  | { readonly kind: 'blocked'; readonly checks: CheckResults };

/** Which text of a conflict is kept: the file as it is, or the proposal. */
export type ConflictSide = 'current' | 'proposed';

/**
 * One change under review: a proposal, an undo, or a new wiki. Decisions are stored in the wiki, so a review survives a
 * restart.
 *
 * Calls to `load`, `decide`, `resolve`, `apply` and `reject` run one at a time, in the order in which they were made, so
 * `apply` sees every decision that was made before it. A host needs no queue of its own.
 */
export interface ReviewSession {
  /** The proposal's id. A host stores it to reopen the review. */
  readonly id: string;
  /** Reads the proposal and its decisions again, and rebases it onto the wiki as it is now. */
  load(run: Run): Promise<Review>;
  /**
   * Decides hunks; `null` clears a decision.
   *
   * Accepting a hunk accepts what it depends on. Rejecting a hunk rejects what depends on it, until that rejection is
   * cleared or changed; clearing a rejection also clears the rejection of what the hunk depends on.
   * @returns all decisions, once they are stored
   */
  decide(changes: Readonly<Record<string, HunkDecision | null>>): Promise<HunkDecisions>;
  preview(run: Run): Promise<ReviewPreview>;
  /**
   * Resolves a conflict of one file. `current` keeps the file as it is and drops the hunks that collide; `proposed` puts
   * their text in place of what the file holds there, and accepts them.
   * @param hunks the hunks to resolve; all that collide when empty
   * @param text replaces the proposed text, when a person edited it
   */
  resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): Promise<void>;
  /** Applies the accepted hunks in one transaction. */
  apply(run: Run): Promise<ReviewOutcome>;
  /** Rejects the whole change. Only the decision is stored. */
  reject(reason: string): Promise<ReviewOutcome>;
}
