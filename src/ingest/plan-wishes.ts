import { type NameDecision } from '../workspace';

/** What a person wants of the plan of one source, besides the rules and names of the wiki. */
export interface PlanWishes {
  /** Decisions about names that count for this source only. */
  readonly names: readonly NameDecision[];
  /** Slugs of pages that this source does not change. */
  readonly spared: readonly string[];
  /** What would go to the page with the slug `from` goes to the page with the title `to`, which is made if there is none. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Units that go on a page whatever the plan says, as ranges such as `3, 5-8`; `''` for none. */
  readonly units: string;
}

export const NO_WISHES: PlanWishes = { names: [], spared: [], moves: [], units: '' };
