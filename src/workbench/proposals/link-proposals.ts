import { allHunkIds, type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';

/** The source whose new sentences a proposal links; `null` for other proposals. */
export function linksIn({ changeSet }: Proposal): string | null {
  const { linksIn: source } = changeSet.facts;
  return typeof source === 'string' ? source : null;
}

/** Rejects the waiting proposals of links that have lost their text. Call it within `WikiSession.exclusively`. */
export async function withdrawLinkProposals(
  session: WikiSession,
  isObsolete: (proposal: Proposal) => boolean,
  reason: string,
): Promise<void> {
  for (const proposal of await session.waitingProposals()) {
    if (linksIn(proposal) === null || !isObsolete(proposal)) continue;
    const rejectedHunks = [...allHunkIds(proposal.changeSet)];
    await session.store.recordDecision(proposal, 'rejected', { rejectedHunks, reason });
  }
}
