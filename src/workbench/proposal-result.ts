import { answersIn } from '../ingest';
import { type Proposal } from '../proposal';
import { type AppliedProposal } from './apply-proposal';
import { readCost } from './model/cost';
import { type ProposalResult, type ProposedFile } from './types';

/** The page files that a proposal touches, with the number of hunks in each; once applied, those that were accepted. */
function proposedFiles({ changeSet, state, decision }: Proposal): readonly ProposedFile[] {
  const leftOut = new Set(state === 'applied' ? decision?.rejectedHunks : []);
  return changeSet.files.flatMap(({ path, kind, hunks }) => {
    const accepted = hunks.filter((hunk) => !leftOut.has(hunk.id)).length;
    return accepted === 0 && hunks.length > 0 ? [] : [{ path, kind, hunks: accepted }];
  });
}

/** A proposal that was just made, or just applied, as hosts show it. */
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

/** The source that a proposal was made from, else what made it. */
export function sourceOfProposal(proposal: Proposal): string {
  return proposal.changeSet.sources[0]?.path ?? proposal.changeSet.producer;
}
