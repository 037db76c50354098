import { type JsonObject } from '../base';
import { type ChangeConflict, type ChangeSet, type GuardFinding } from '../change';
import { type Finding } from '../lint';

/** What was found out about a change before anybody decides. Recomputed for what was accepted when it is applied. */
export interface CheckResults {
  readonly guard: readonly GuardFinding[];
  /** Lint findings that the change would bring, and those that it would mend. */
  readonly introduced: readonly Finding[];
  readonly fixed: readonly Finding[];
}

export type ProposalState = 'waiting' | 'applied' | 'rejected';

/** A change set that waits for a person, or what became of it. Kept as one JSON file under `.wiki/proposals/`. */
export interface Proposal {
  /** `0003-k3f9`: the sequence number, and what keeps two devices apart. */
  readonly id: string;
  /** Proposals apply in this order, counted from 1. */
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly state: ProposalState;
  readonly changeSet: ChangeSet;
  readonly checks: CheckResults;
  /** Proposals that waited when this one was made and touch the same files; it was made on top of them. */
  readonly buildsOn: readonly string[];
  /** Set when it was decided. */
  readonly decision?: {
    readonly at: string;
    /** The transaction that applied it. */
    readonly transaction?: string;
    /** Hunks that were left out. */
    readonly rejectedHunks: readonly string[];
    /** Why a person rejected it, or what they left out. */
    readonly reason: string | null;
    /** Why single hunks were left out, by their id, where that was said. */
    readonly reasons?: Readonly<Record<string, string>>;
    /** By hunk id, the text that a person put in the place of what was proposed. */
    readonly edited?: Readonly<Record<string, string>>;
  };
}

/** What is recorded of a decision. */
export type ProposalDecision = Omit<NonNullable<Proposal['decision']>, 'at'>;

/** What a person decided about one hunk. A hunk without a decision is left out when the rest is applied. */
export interface HunkDecision {
  readonly verdict: 'accepted' | 'rejected';
  /** Why it was rejected; it steers what is proposed next. */
  readonly reason?: string;
  /** What the hunk is to put there instead of its own text, where the person edited it in place. */
  readonly text?: string;
  /**
   * There only where it was rejected along with another that it cannot be without, and not by itself: what was decided of
   * it before, and comes back with the other; `null` for nothing.
   */
  readonly along?: { readonly verdict: 'accepted'; readonly text?: string } | null;
}

/** By hunk id. */
export type HunkDecisions = Readonly<Record<string, HunkDecision>>;

/** What happened when a change was to be written. Nothing is written unless `done`. */
export type ApplyOutcome =
  | {
      readonly kind: 'done';
      readonly transaction: string;
      /** Paths that were written, generated files included. */
      readonly files: readonly string[];
      readonly checks: CheckResults;
    }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ChangeConflict[]; readonly checks: CheckResults }
  | { readonly kind: 'blocked'; readonly checks: CheckResults }
  | { readonly kind: 'nothing' };

/** Kept in a transaction: where it came from, so that a crash between writing and marking cannot apply it twice. */
export interface TransactionFacts extends JsonObject {
  readonly event: string;
  readonly subject: string;
  readonly proposal: string | null;
}
