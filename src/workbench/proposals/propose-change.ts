import { type Run } from '../../base';
import { type ChangeSet } from '../../change';
import { allHunkIds, planChange, type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { undoneTransaction } from './undone-transaction';

/**
 * Stores a change as a proposal, or returns the waiting proposal that has the same edits. Call it within
 * `WikiSession.exclusively`.
 * @returns `null` when applying it would change nothing
 */
export async function proposeChange(session: WikiSession, changeSet: ChangeSet, run: Run): Promise<Proposal | null> {
  const { snapshot, lens, engine, host, store } = session;
  const key = keyOf(changeSet);
  const same = (await session.waitingProposals()).find((waiting) => keyOf(waiting.changeSet) === key);
  if (same) return same;
  const undoes = await undoneTransaction(session, changeSet);
  const plan = await planChange({
    snapshot,
    lens,
    engine,
    changeSet,
    accepted: allHunkIds(changeSet),
    clock: host.clock,
    run,
    ...(undoes && { undoes }),
  });
  if (plan.changes.length === 0 && plan.conflicts.length === 0) return null;
  return store.add(changeSet, plan.checks, []);
}

const keyOf = ({ producer, files, facts }: ChangeSet): string => JSON.stringify([producer, files, facts]);
