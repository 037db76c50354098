import { compareText, type Run } from '../../base';
import { nameLosses, type ChangeSet, type HandEdits } from '../../change';
import { allHunkIds, planChange, type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { undoneTransaction } from './undone-transaction';

/**
 * Stores a change as a proposal, or returns the waiting proposal that has the same edits. Call it within
 * `WikiSession.exclusively`.
 * @returns `null` when applying it would change nothing
 */
export async function proposeChange(session: WikiSession, given: ChangeSet, run: Run): Promise<Proposal | null> {
  const { snapshot, lens, engine, host, store } = session;
  const handEdits = (paths: readonly string[]): Promise<HandEdits> => session.handEdits(paths, run);
  const paths = given.files.map(({ path }) => path);
  const changeSet = await nameLosses(given, await handEdits(paths), run);
  const key = keyOf(changeSet);
  const same = (await session.waitingProposals()).find(
    // The hunks of the others need not be unpacked.
    ({ changeSet: waiting }) => waiting.producer === changeSet.producer && keyOf(waiting) === key,
  );
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
    handEdits,
    ...(undoes && { undoes }),
  });
  if (plan.changes.length === 0 && plan.conflicts.length === 0) return null;
  return store.add(changeSet, plan.checks, []);
}

/** A stored proposal has its fields in another order than one that is being made. */
const keyOf = ({ producer, files, facts }: ChangeSet): string =>
  JSON.stringify([producer, files, facts], (_, value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b))),
  );
