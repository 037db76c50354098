import { type Run } from '../../base';
import { type ChangeSet, type Evidence } from '../../change';
import { type ChangePlan, type Proposal, type ProposalDecision, type ReviewDraft } from '../../proposal';
import { type FileSource } from './rebased-change-set';
import { type ReviewOutcome } from './types';

/** The part of a change that is to be applied. */
export interface ReviewSelection {
  /** Rebased onto the files as they are now, with the text that a person edited. */
  readonly changeSet: ChangeSet;
  /** Ids of hunks, with everything they depend on. */
  readonly accepted: ReadonlySet<string>;
  /** Whether the whole proposal is accepted. */
  readonly whole: boolean;
}

/** Writes the accepted part, and records the decision on the rest. */
export type WriteSelection = (selection: ReviewSelection, decision: ProposalDecision) => Promise<ReviewOutcome>;

/** What a review works on: where the change and the decisions on it are stored, and how it is checked and written. */
export interface ReviewBackend extends FileSource {
  readonly id: string;
  /** A different object whenever the wiki has changed. */
  readonly basis: object;
  /** @throws WikiError `living-wiki:proposal_decided`, `living-wiki:proposal_missing` */
  proposal(run: Run): Promise<Proposal>;
  readDraft(): Promise<ReviewDraft>;
  saveDraft(draft: ReviewDraft): Promise<void>;
  /** The quotes in a text that a person edited, looked up in their sources. */
  checkQuotes(text: string, run: Run): Promise<readonly Evidence[]>;
  plan(selection: ReviewSelection, run: Run): Promise<Pick<ChangePlan, 'changes' | 'conflicts' | 'checks'>>;
  /** Keeps every other writer out while `work` selects what to apply and writes it. */
  apply(work: (write: WriteSelection) => Promise<ReviewOutcome>, run: Run): Promise<ReviewOutcome>;
  reject(reason: string): Promise<void>;
}
