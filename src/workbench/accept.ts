import { WikiError } from '../base';
import { allHunks, closeOver, hunksToAccept } from '../change';
import { everyHunk } from '../proposal';
import type { Proposal } from '../proposal';

/** Which part of a proposal to apply: everything that rests on quotes that were found, or the files at these paths. */
export interface ApplyProposalRequest {
  readonly only?: readonly string[];
  /** Take also what rests on a quote that is not in the source. Hunks that are named by their ids need no such word. */
  readonly unfounded?: boolean;
  /** Ids of the accepted hunks; what they need comes with them. Instead of `only`. */
  readonly hunks?: readonly string[];
  /** Why the rest is left out; it steers what is proposed next. */
  readonly reason?: string;
  /** Why single hunks are left out, by their id. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/**
 * The ids of the hunks that a person asked for.
 * @throws WikiError `living-wiki:proposal_file_missing`
 */
export function acceptedHunks(proposal: Proposal, request: ApplyProposalRequest): ReadonlySet<string> {
  const { changeSet } = proposal;
  if (request.hunks !== undefined) return closeOver(changeSet, request.hunks, 'accept');
  const takeable = request.unfounded === true ? everyHunk(changeSet) : hunksToAccept(changeSet);
  return request.only === undefined ? takeable : onlyFiles(proposal, request.only, takeable);
}

/**
 * The hunks of these files alone: a link to a page that is left out is left out as well. What the files cannot be
 * without, so that nothing would be left of one of them, comes with them.
 */
function onlyFiles(
  { id, changeSet }: Proposal,
  only: readonly string[],
  takeable: ReadonlySet<string>,
): ReadonlySet<string> {
  const named = only.map((path) => {
    const edit = changeSet.files.find((candidate) => candidate.path === path || candidate.to === path);
    if (edit) return edit;
    throw new WikiError('living-wiki:proposal_file_missing', `Proposal ${id} does not touch ${path}.`, {
      path,
      remedy: `It touches: ${changeSet.files.map((file) => file.path).join(', ')}.`,
    });
  });
  const wanted = named.map((edit) => edit.hunks.map((hunk) => hunk.id).filter((hunk) => takeable.has(hunk)));
  const unwanted = allHunks(changeSet).flatMap(({ edit, hunk }) =>
    named.includes(edit) && takeable.has(hunk.id) ? [] : [hunk.id],
  );
  const dropped = closeOver(changeSet, unwanted, 'reject');
  if (wanted.some((ids) => ids.every((hunk) => dropped.has(hunk))))
    return closeOver(changeSet, wanted.flat(), 'accept');
  return new Set(wanted.flat().filter((hunk) => !dropped.has(hunk)));
}
