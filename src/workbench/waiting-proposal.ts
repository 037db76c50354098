import { WikiError } from '../base';
import { type Proposal, type ProposalStore } from '../proposal';

/**
 * A proposal that waits.
 * @throws WikiError `living-wiki:proposal_missing`, `living-wiki:proposal_decided`
 */
export async function waitingProposal(store: ProposalStore, id: string): Promise<Proposal> {
  const proposal = await store.find(id);
  if (proposal.state === 'waiting') return proposal;
  throw new WikiError('living-wiki:proposal_decided', `Proposal ${proposal.id} was ${proposal.state} already.`, {
    remedy: proposal.state === 'applied' ? 'Undo its transaction to take it back.' : 'Ingest its source by name again.',
  });
}
