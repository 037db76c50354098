import { type Run } from '../../base';
import { type ProposalResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { DROPS_STATEMENTS, resolveAcceptance, type ApplyProposalRequest } from './acceptance';
import { applyProposal } from './apply-proposal';
import { sourceOfProposal, toProposalResult } from './proposal-result';
import { recheckProposal } from './recheck-proposal';
import { dropNotes, onlyHunks, splitDrops } from './waiting-drops';
import { waitingProposal } from './waiting-proposal';

/**
 * Applies a waiting proposal, or the part of it that the request names.
 * @throws WikiError `living-wiki:proposal_decided`, `living-wiki:proposal_file_missing`,
 * `living-wiki:proposal_hunk_missing`
 */
export function applyWaiting(
  session: WikiSession,
  id: string,
  request: ApplyProposalRequest,
  run: Run,
): Promise<ProposalResult> {
  return session.exclusively(run, async (writer) => {
    const proposal = await recheckProposal(session, await waitingProposal(session.store, id), run);
    const drops = request.drops === true ? null : (await splitDrops(session, proposal.changeSet, run)).later;
    const { accepted, undecided, ...reasons } = resolveAcceptance(proposal, request, drops);
    const later = undecided.size === 0 ? null : onlyHunks(proposal.changeSet, (hunk) => undecided.has(hunk));
    if (accepted.size === 0 && later !== null) {
      const result = toProposalResult(proposal, sourceOfProposal(proposal));
      return { ...result, notes: [...result.notes, ...dropNotes(later), DROPS_STATEMENTS] };
    }
    const applied = await applyProposal(session, writer, proposal, accepted, run, {
      ...reasons,
      later,
      isReviewed: true,
    });
    await session.store.removeUnusedTexts();
    return toProposalResult(applied, sourceOfProposal(proposal));
  });
}
