import { WikiError } from '../../base';
import { type Proposal, type ProposalStore } from '../../proposal';

/**
 * A proposal that waits for review.
 * @throws WikiError `living-wiki:proposal_missing`, `living-wiki:proposal_decided`
 */
export async function waitingProposal(store: ProposalStore, id: string): Promise<Proposal> {
  const proposal = await store.find(id);
  if (proposal.state === 'waiting') return proposal;
  throw new WikiError('living-wiki:proposal_decided', `Proposal ${proposal.id} was already ${proposal.state}.`, {
    remedy:
      proposal.state === 'applied'
        ? 'To undo it, run living-wiki undo, or use the history in the app.'
        : 'To get a new one, ingest its source by name.',
  });
}
