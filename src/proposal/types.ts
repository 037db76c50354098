import { type JsonObject } from '../base';
import { type ChangeConflict, type ChangeSet, type GuardFinding } from '../change';
import { type Finding } from '../lint';
import { type Snapshot } from '../wiki';

/** The results of checking a change. Computed again for the accepted hunks when they are applied. */
export interface CheckResults {
  readonly guard: readonly GuardFinding[];
  /** Lint findings that the change would introduce, and those that it would fix. */
  readonly introduced: readonly Finding[];
  readonly fixed: readonly Finding[];
}

type ProposalState = 'waiting' | 'applied' | 'rejected';

/** A change set that waits for a decision, or its outcome. Stored as one JSON file under `.wiki/proposals/`. */
export interface Proposal {
  /** `0003-k3f9`: the sequence number and a random suffix, since two devices may use the same number. */
  readonly id: string;
  /** Proposals apply in this order, counted from 1. */
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly state: ProposalState;
  readonly changeSet: ChangeSet;
  readonly checks: CheckResults;
  /** Proposals that were waiting when this one was made and that touch the same files. This one builds on them. */
  readonly buildsOn: readonly string[];
  /** Present once decided. */
  readonly decision?: {
    readonly at: string;
    /** The transaction that applied it. */
    readonly transaction?: string;
    /** Hunks that were left out. */
    readonly rejectedHunks: readonly string[];
    /** Hunks that became a proposal of their own, because nobody decided about them. */
    readonly waitingHunks?: readonly string[];
    /** Why a person rejected the proposal or the hunks that were left out. */
    readonly reason: string | null;
    /** Why single hunks were left out, by hunk id. */
    readonly reasons?: Readonly<Record<string, string>>;
    /** Text that a person wrote instead of the proposed text, by hunk id. */
    readonly edited?: Readonly<Record<string, string>>;
    /** Whether a person reviewed it; absent where a rule or an option applied it. */
    readonly isReviewed?: boolean;
  };
}

/** A decision before it gets its time. */
export type ProposalDecision = Omit<NonNullable<Proposal['decision']>, 'at'>;

/** The decision of a person about one hunk. A hunk without a decision is not applied. */
export interface HunkDecision {
  readonly verdict: 'accepted' | 'rejected';
  /** Why it was rejected; later proposals take it into account. */
  readonly reason?: string;
  /** The text that replaces the proposed one, if the person edited it in place. */
  readonly text?: string;
  /**
   * Present only if the hunk was rejected because another that it needs was rejected: the decision before that, which is
   * restored when the other is accepted again; `null` if there was none. Stored as `along`.
   */
  readonly beforeCascade?: { readonly verdict: 'accepted'; readonly text?: string } | null;
}

/** By hunk id. */
export type HunkDecisions = Readonly<Record<string, HunkDecision>>;

/** The outcome of applying a change. Nothing is written unless it is `done`. */
export type ApplyOutcome =
  | {
      readonly kind: 'done';
      readonly transaction: string;
      /** Paths that were written, including generated files. */
      readonly files: readonly string[];
      readonly checks: CheckResults;
      /** The wiki as it was planned on, and with what was written. */
      readonly wiki: { readonly before: Snapshot; readonly after: Snapshot };
    }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ChangeConflict[]; readonly checks: CheckResults }
  | { readonly kind: 'blocked'; readonly checks: CheckResults }
  | { readonly kind: 'nothing' };

/** Stored in a transaction. Its proposal id prevents applying it twice after a crash between writing and marking. */
export interface TransactionFacts extends JsonObject {
  readonly event: string;
  readonly subject: string;
  readonly proposal: string | null;
}
