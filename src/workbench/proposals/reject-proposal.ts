import { silentRun } from '../../base';
import { allHunkIds, type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { withdrawLinkProposals } from './link-proposals';
import { waitingProposal } from './waiting-proposal';

/** Rejects a waiting proposal as a whole. The reasons that were given for single hunks are kept. */
export async function rejectProposal(session: WikiSession, id: string, reason: string): Promise<Proposal> {
  return session.exclusively(silentRun, async () => {
    const { store } = session;
    const proposal = await waitingProposal(store, id);
    const { decisions } = await store.drafts.read(proposal);
    const given = Object.entries(decisions).flatMap(([hunk, own]) =>
      own.reason === undefined ? [] : [[hunk, own.reason] as const],
    );
    await withdrawLinkProposals(
      session,
      ({ buildsOn }) => buildsOn.includes(id),
      'The change whose names it links was rejected.',
    );
    const rejected = await store.recordDecision(proposal, 'rejected', {
      rejectedHunks: [...allHunkIds(proposal.changeSet)],
      reason,
      ...(given.length > 0 && { reasons: Object.fromEntries(given) }),
    });
    await store.removeUnusedTexts();
    return rejected;
  });
}
