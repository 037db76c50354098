import { answersIn } from '../../ingest';
import { type ApplyOutcome, type Proposal } from '../../proposal';
import { readCost } from '../model/cost';
import { type ProposalResult, type ProposedFile } from '../types';

/** A proposal, and what happened when it was applied. */
export interface AppliedProposal {
  readonly proposal: Proposal;
  readonly outcome: ApplyOutcome;
  /** When it could not be applied: the proposals that it depends on, one sentence each. */
  readonly notes: readonly string[];
}

/** A proposal that was just made or applied, as hosts show it. */
export function toProposalResult(made: Proposal | AppliedProposal, source: string): ProposalResult {
  const { proposal, outcome, notes } = 'proposal' in made ? made : { proposal: made, outcome: null, notes: [] };
  const checks = outcome && 'checks' in outcome ? outcome.checks : proposal.checks;
  return {
    id: proposal.id,
    source,
    files: proposedFiles(proposal),
    findings: { introduced: checks.introduced, fixed: checks.fixed },
    guard: checks.guard,
    notes: [...proposal.changeSet.notes, ...notes],
    applied: outcome?.kind === 'done',
    transaction: outcome?.kind === 'done' ? outcome.transaction : null,
    conflicts: outcome?.kind === 'conflict' ? outcome.conflicts : [],
    blocked: outcome?.kind === 'blocked',
    answers: answersIn(proposal.changeSet.facts).map(({ text }) => text),
    cost: readCost(proposal.changeSet.facts),
  };
}

/** The page files of a proposal with their number of hunks; once it is applied, of accepted hunks. */
function proposedFiles({ changeSet, state, decision }: Proposal): readonly ProposedFile[] {
  const rejected = new Set(state === 'applied' ? decision?.rejectedHunks : []);
  return changeSet.files.flatMap(({ path, kind, hunks }) => {
    const accepted = hunks.filter((hunk) => !rejected.has(hunk.id)).length;
    return accepted === 0 && hunks.length > 0 ? [] : [{ path, kind, hunks: accepted }];
  });
}

/** The source that a proposal was made from, or else its producer. */
export function sourceOfProposal({ changeSet }: Proposal): string {
  return changeSet.sources[0]?.path ?? changeSet.producer;
}
