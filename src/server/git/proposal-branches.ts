import { type Proposal } from '../../workbench';
import { type HiddenReason, type ProposalBranch } from '../checkout';
import { REVIEW_PREFIX } from './remote';
import { type ReviewRecord } from './review-records';

/** Why a proposal has no branch, and the other proposals that this is about. */
export interface Hidden {
  readonly why: HiddenReason;
  readonly proposals: readonly string[];
}

/**
 * Which waiting proposals are on a branch, and why others are not.
 * @param hidden what was found when a branch was to be made
 */
export function proposalBranches(
  waiting: readonly Proposal[],
  records: ReadonlyMap<string, ReviewRecord>,
  hidden: ReadonlyMap<string, Hidden>,
): ReadonlyMap<string, ProposalBranch> {
  const ids = new Set(waiting.map(({ id }) => id));
  const branches = new Map<string, ProposalBranch>();
  for (const proposal of waiting) {
    const { id } = proposal;
    if (records.has(id)) branches.set(id, { name: REVIEW_PREFIX + id, none: null });
    else {
      const below = waitsFor(proposal, ids);
      const found = below.length > 0 ? { why: 'builds-on' as const, proposals: below } : hidden.get(id);
      const { why, proposals }: Hidden = found ?? { why: 'soon', proposals: [] };
      branches.set(id, { name: null, none: { why, proposals, ...describe(why, proposals, proposal) } });
    }
  }
  return branches;
}

/** The proposals that are decided first: a host that squashes commits could not take two in turn. @param waiting ids of all that wait */
export function waitsFor({ buildsOn }: Proposal, waiting: ReadonlySet<string>): readonly string[] {
  return buildsOn.filter((id) => waiting.has(id));
}

function describe(
  why: HiddenReason,
  proposals: readonly string[],
  { changeSet }: Proposal,
): { readonly message: string; readonly remedy: string | null } {
  const others = proposals.join(', ');
  switch (why) {
    case 'builds-on':
      return {
        message: `It builds on ${others}, which waits for review.`,
        remedy: 'Decide that one first. The branch follows within thirty seconds.',
      };
    case 'stale': {
      const sources = JSON.stringify({ sources: changeSet.sources.map(({ path }) => path) });
      return {
        message: `It builds on ${others}, which is not in the wiki as a whole, and does not fit the pages without it.`,
        remedy:
          changeSet.sources.length === 0
            ? 'Reject it.'
            : `Have its source read again: POST /ingest with ${sources}. The new proposal replaces this one.`,
      };
    }
    case 'conflict':
      return {
        message: 'Its pages were changed in the same places since it was made.',
        remedy: 'Settle the conflicts on the review page or over the API, or reject it.',
      };
    case 'unsupported':
      return {
        message: 'It has no change to show: their quotes are not in the sources, or the pages have them already.',
        remedy: 'Decide it on the review page or over the API.',
      };
    case 'soon':
      return { message: 'Its branch is pushed at the next look at the repository.', remedy: null };
  }
}
