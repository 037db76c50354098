import type { Run } from '../base';
import type { ChangeSet } from '../change';
import { everyHunk, planChange } from '../proposal';
import type { Proposal } from '../proposal';
import { undoneBy } from './apply-proposal';
import type { Session } from './session';

/**
 * Stores a change that the workbench makes itself as a proposal; one that waits with the very same edits stands for it.
 * To be called within `Session.exclusively`.
 * @returns `null` where applying it would change nothing
 */
export async function proposeChange(session: Session, changeSet: ChangeSet, run: Run): Promise<Proposal | null> {
  const { snapshot, lens, engine, host, store } = session;
  const asked = keyOf(changeSet);
  const same = (await session.waiting()).proposals.find((waits) => keyOf(waits.changeSet) === asked);
  if (same) return same;
  const accepted = everyHunk(changeSet);
  const undoes = await undoneBy(session, changeSet);
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
