import { type Run } from '../base';
import { type ChangeSet } from '../change';
import { allHunkIds, planChange, type Proposal } from '../proposal';
import { undoneTransaction } from './apply-proposal';
import { type WikiSession } from './wiki-session';

/**
 * Stores a change that the workbench makes itself as a proposal; one that waits with the very same edits stands for it.
 * To be called within `Session.exclusively`.
 * @returns `null` where applying it would change nothing
 */
export async function proposeChange(session: WikiSession, changeSet: ChangeSet, run: Run): Promise<Proposal | null> {
  const { snapshot, lens, engine, host, store } = session;
  const asked = keyOf(changeSet);
  const same = (await session.waitingProposals()).proposals.find((waits) => keyOf(waits.changeSet) === asked);
  if (same) return same;
  const accepted = allHunkIds(changeSet);
  const undoes = await undoneTransaction(session, changeSet);
  // Judged by the wiki's own lens, as every change is.
  const plan = await planChange({
    snapshot,
    lens,
    engine,
    changeSet,
    accepted,
    clock: host.clock,
    run,
    ...(undoes && { undoes }),
  });
  if (plan.changes.length === 0 && plan.conflicts.length === 0) return null;
  return store.add(changeSet, plan.checks, []);
}

const keyOf = ({ producer, files, facts }: ChangeSet): string => JSON.stringify([producer, files, facts]);
