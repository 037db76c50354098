import { allHunks, withDependencies } from './hunk';
import { type ChangeSet } from './types';

/**
 * The hunks to apply where nobody decides one by one: all but those that rest on a quote which code did not find in its
 * source, and what cannot be without these. A reviewer may still take them. Source: the design, promise 8.
 */
export function hunksToAccept(changeSet: Pick<ChangeSet, 'files'>): ReadonlySet<string> {
  const hunks = allHunks(changeSet).map(({ hunk }) => hunk);
  const unfounded = hunks.filter(({ evidence }) => evidence.some(({ verdict }) => verdict === 'not-found'));
  const left = withDependencies(
    changeSet,
    unfounded.map(({ id }) => id),
    'reject',
  );
  return new Set(hunks.flatMap(({ id }) => (left.has(id) ? [] : [id])));
}
