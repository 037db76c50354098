import { type Run } from '../../base';
import { type ChangeSet, type Evidence } from '../../change';
import { type ProposalDecision, type ReviewDraft, type ChangePlan, type Proposal } from '../../proposal';
import { type FileSource } from './rebased-change-set';
import { type ReviewOutcome } from './types';

/** What is to be applied of a change under review. */
export interface ReviewSelection {
  /** On the files as they are, with the person's own words. */
  readonly changeSet: ChangeSet;
  /** Closed over needs. */
  readonly accepted: ReadonlySet<string>;
  /** All of it is taken. */
  readonly whole: boolean;
  /** What is recorded of it. */
  readonly decision: ProposalDecision;
}

/** What a desk works on: where the change and the decisions on it are kept, and how it is checked and written. */
export interface ReviewBackend extends FileSource {
  readonly id: string;
  /** Another object once the wiki is another. */
  readonly basis: object;
  /** @throws WikiError `living-wiki:proposal_decided`, `living-wiki:proposal_missing` */
  proposal(run: Run): Promise<Proposal>;
  /** @param anew reads what is kept again; otherwise what was last read or kept */
  readDraft(anew?: boolean): Promise<ReviewDraft>;
  saveDraft(readDraft: ReviewDraft): Promise<void>;
  checkQuotes(text: string, run: Run): Promise<readonly Evidence[]>;
  plan(
    choice: Omit<ReviewSelection, 'decision'>,
    run: Run,
  ): Promise<Pick<ChangePlan, 'changes' | 'conflicts' | 'checks'>>;
  /** @param choose is asked once nobody else can write */
  apply(choose: () => Promise<ReviewSelection>, run: Run): Promise<ReviewOutcome>;
  reject(reason: string): Promise<void>;
}
