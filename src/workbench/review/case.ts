import type { Run } from '../../base';
import type { ChangeSet, Evidence } from '../../change';
import type { Decision, Draft, Plan, Proposal } from '../../proposal';
import type { Ground } from './standing';
import type { ReviewOutcome } from './types';

/** What is to be applied of a change under review. */
export interface Choice {
  /** On the files as they are, with the person's own words. */
  readonly changeSet: ChangeSet;
  /** Closed over needs. */
  readonly accepted: ReadonlySet<string>;
  /** All of it is taken. */
  readonly whole: boolean;
  /** What is recorded of it. */
  readonly decision: Decision;
}

/** What a desk works on: where the change and the decisions on it are kept, and how it is checked and written. */
export interface ReviewCase extends Ground {
  readonly id: string;
  /** Another object once the wiki is another. */
  readonly ground: object;
  /** @throws WikiError `living-wiki:proposal_decided`, `living-wiki:proposal_missing` */
  proposal(run: Run): Promise<Proposal>;
  /** @param anew reads what is kept again; otherwise what was last read or kept */
  draft(anew?: boolean): Promise<Draft>;
  keep(draft: Draft): Promise<void>;
  quotesIn(text: string, run: Run): Promise<readonly Evidence[]>;
  plan(choice: Omit<Choice, 'decision'>, run: Run): Promise<Pick<Plan, 'changes' | 'conflicts' | 'checks'>>;
  /** @param choose is asked once nobody else can write */
  apply(choose: () => Promise<Choice>, run: Run): Promise<ReviewOutcome>;
  reject(reason: string): Promise<void>;
}
