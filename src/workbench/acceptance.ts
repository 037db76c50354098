import { WikiError } from '../base';
import { allHunks, withDependencies, hunksToAccept } from '../change';
import { allHunkIds, type Proposal } from '../proposal';

/** Which part of a proposal to apply: everything that rests on quotes that were found, or the files at these paths. */
export interface ApplyProposalRequest {
  readonly only?: readonly string[];
  /** Take also what rests on a quote that is not in the source. Hunks that are named by their ids need no such word. */
  readonly unsupported?: boolean;
  /** Ids of the accepted hunks; what they need comes with them. Instead of `only`. */
  readonly hunks?: readonly string[];
  /** Hunks to leave out, by their ids or the beginnings of these, with the reason or `''`; what needs them goes with them. */
  readonly leaveOut?: Readonly<Record<string, string>>;
  /** Why the rest is left out; it steers what is proposed next. */
  readonly reason?: string;
  /** Why single hunks are left out, by their id. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** What is recorded where nobody gave a reason. */
export const NOT_IN_SOURCE = 'Its quotes are not in the source.';

/** What a person asked for: the ids of the accepted hunks, and why the others are left out. */
export interface Acceptance extends Pick<ApplyProposalRequest, 'reason' | 'reasons'> {
  readonly accepted: ReadonlySet<string>;
}

/** @throws WikiError `living-wiki:proposal_file_missing`, `living-wiki:proposal_hunk_missing` */
export function resolveAcceptance(proposal: Proposal, request: ApplyProposalRequest): Acceptance {
  const { changeSet } = proposal;
  const { hunks, only, reason, unsupported: unfounded, leaveOut = {} } = request;
  if (hunks !== undefined) return { ...request, accepted: withDependencies(changeSet, hunks, 'accept') };
  const all = allHunkIds(changeSet);
  const founded = unfounded === true ? all : hunksToAccept(changeSet);
  const named = Object.entries(leaveOut).map(([id, why]) => [findHunk(proposal, id), why.trim()] as const);
  const gone = withDependencies(
    changeSet,
    named.map(([id]) => id),
    'reject',
  );
  const takeable = new Set([...founded].filter((id) => !gone.has(id)));
  const accepted = only === undefined ? takeable : hunksOfFiles(proposal, only, takeable);
  const left = [...all].filter((id) => !accepted.has(id));
  if (reason === undefined && left.length > 0 && left.every((id) => !founded.has(id) && !gone.has(id))) {
    return { accepted, reason: NOT_IN_SOURCE };
  }
  const own: readonly (readonly [string, string])[] = [
    ...left.flatMap((id) => (founded.has(id) ? [] : [[id, NOT_IN_SOURCE] as const])),
    ...Object.entries(request.reasons ?? {}),
    ...named.filter(([, why]) => why !== ''),
  ];
  return {
    accepted,
    ...(reason !== undefined && { reason }),
    ...(own.length > 0 && { reasons: Object.fromEntries(own) }),
  };
}

/** The hunk of this id, or of the only id that begins so. */
function findHunk({ id, changeSet }: Proposal, name: string): string {
  const found = allHunks(changeSet).filter(({ hunk }) => name !== '' && hunk.id.startsWith(name));
  const [hit] = found.filter(({ hunk }) => found.length === 1 || hunk.id === name);
  if (hit) return hit.hunk.id;
  const what = found.length === 0 ? 'has no change' : 'has several changes';
  throw new WikiError('living-wiki:proposal_hunk_missing', `Proposal ${id} ${what} "${name}".`, {
    remedy: `See the names of its changes: living-wiki proposals show ${id}`,
  });
}

/**
 * The hunks of these files alone: a link to a page that is left out is left out as well. What the files cannot be
 * without, so that nothing would be left of one of them, comes with them.
 */
function hunksOfFiles(
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
  const dropped = withDependencies(changeSet, unwanted, 'reject');
  if (wanted.some((ids) => ids.every((hunk) => dropped.has(hunk))))
    return withDependencies(changeSet, wanted.flat(), 'accept');
  return new Set(wanted.flat().filter((hunk) => !dropped.has(hunk)));
}
