import { allHunks, lossesOf, withDependencies } from './hunk';
import { type ChangeSet } from './types';

/**
 * The hunks to apply when a person does not decide one by one: all but those whose quote was not found in its source,
 * those that remove a statement which nothing else says, and those that depend on them. A reviewer may still accept them.
 *
 * @param also what a person accepts nevertheless, as a whole
 */
export function hunksToAccept(
  changeSet: Pick<ChangeSet, 'files'>,
  also: { readonly unsupported?: boolean; readonly drops?: boolean } = {},
): ReadonlySet<string> {
  const hunks = allHunks(changeSet).map(({ hunk }) => hunk);
  const unsupported = hunks.filter(
    (hunk) =>
      (also.drops !== true && lossesOf(hunk).length > 0) ||
      (also.unsupported !== true && hunk.evidence.some(({ verdict }) => verdict === 'not-found')),
  );
  const excluded = withDependencies(
    changeSet,
    unsupported.map(({ id }) => id),
    'reject',
  );
  return new Set(hunks.flatMap(({ id }) => (excluded.has(id) ? [] : [id])));
}
