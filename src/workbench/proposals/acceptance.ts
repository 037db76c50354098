import { WikiError } from '../../base';
import { allHunks, hunksToAccept, lossesOf, withDependencies, type ChangeSet } from '../../change';
import { allHunkIds, type Proposal } from '../../proposal';

/** Which part of a proposal to apply. By default, everything whose quotes were found in their sources. */
export interface ApplyProposalRequest {
  /** Only the files at these paths. */
  readonly only?: readonly string[];
  /** Also the hunks with a quote that is not in the source. */
  readonly unsupported?: boolean;
  /** Also the hunks after which a page no longer says something. */
  readonly drops?: boolean;
  /**
   * Hunks to leave out with everything that depends on them: the reason, or `''`, by the hunk's id or the beginning of it.
   */
  readonly leaveOut?: Readonly<Record<string, string>>;
  /** Why the rest is left out. It steers later proposals. */
  readonly reason?: string;
}

/** The reason that is recorded when a person gave none. */
export const NOT_IN_SOURCE = 'Its quotes are not in the source.';
/** The reason that is recorded for a part that removes a statement and that nobody decided on. */
export const DROPS_STATEMENTS = 'It removes what the page says. Such a change needs your decision.';

/** What a request accepts, and why the rest is left out. */
export interface Acceptance {
  /** Ids of hunks. */
  readonly accepted: ReadonlySet<string>;
  readonly reason?: string;
  /** By hunk id. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/**
 * @param dropping the hunks that remove statements, with those that need them; `null` if they are to be applied, or there are none
 * @throws WikiError `living-wiki:proposal_file_missing`, `living-wiki:proposal_hunk_missing`
 */
export function resolveAcceptance(
  proposal: Proposal,
  request: ApplyProposalRequest,
  dropping: ChangeSet | null = null,
): Acceptance & {
  /** Hunks that remove statements and that the request says nothing about. They wait. */
  readonly undecided: ReadonlySet<string>;
} {
  const { changeSet } = proposal;
  const { only, reason, leaveOut = {} } = request;
  const all = allHunkIds(changeSet);
  const waiting = dropping === null ? new Set<string>() : allHunkIds(dropping);
  const supported = new Set([...hunksToAccept(changeSet, request)].filter((id) => !waiting.has(id)));
  const named = Object.entries(leaveOut).map(([id, why]) => [findHunk(proposal, id), why.trim()] as const);
  const excluded = withDependencies(
    changeSet,
    named.map(([id]) => id),
    'reject',
  );
  const acceptable = new Set([...supported].filter((id) => !excluded.has(id)));
  const accepted = only === undefined ? acceptable : hunksOfFiles(proposal, only, acceptable);
  const isAsked = (path: string): boolean => only === undefined || only.includes(path);
  const undecided = new Set(
    allHunks(changeSet).flatMap(({ edit, hunk: { id } }) =>
      waiting.has(id) && !excluded.has(id) && isAsked(edit.path) ? [id] : [],
    ),
  );
  const left = [...all].filter((id) => !accepted.has(id) && !undecided.has(id));
  const isOnlyUnsupported = left.length > 0 && left.every((id) => !supported.has(id) && !excluded.has(id));
  if (reason === undefined && isOnlyUnsupported && !left.some((id) => drops(changeSet, id)))
    return { accepted, undecided, reason: NOT_IN_SOURCE };
  const reasons: readonly (readonly [string, string])[] = [
    ...left.flatMap((id) => (supported.has(id) ? [] : [[id, reasonFor(changeSet, id)] as const])),
    ...named.filter(([, why]) => why !== ''),
  ];
  return {
    accepted,
    undecided,
    ...(reason !== undefined && { reason }),
    ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
  };
}

function drops(changeSet: Proposal['changeSet'], id: string): boolean {
  return allHunks(changeSet).some(({ hunk }) => hunk.id === id && lossesOf(hunk).length > 0);
}

function reasonFor(changeSet: Proposal['changeSet'], id: string): string {
  return drops(changeSet, id) ? DROPS_STATEMENTS : NOT_IN_SOURCE;
}

/** The id of the hunk with this id, or of the only hunk whose id starts with it. */
function findHunk({ id, changeSet }: Proposal, name: string): string {
  const found = allHunks(changeSet).filter(({ hunk }) => name !== '' && hunk.id.startsWith(name));
  const [only] = found.filter(({ hunk }) => found.length === 1 || hunk.id === name);
  if (only) return only.hunk.id;
  const count = found.length === 0 ? 'no change' : 'several changes';
  throw new WikiError('living-wiki:proposal_hunk_missing', `Proposal ${id} has ${count} named "${name}".`, {
    remedy: `List the names of its changes: living-wiki proposals show ${id}`,
  });
}

/**
 * The hunks of these files, without links to pages that are left out. When nothing would be left of one of the files,
 * everything they depend on is included instead.
 */
function hunksOfFiles(
  { id, changeSet }: Proposal,
  only: readonly string[],
  acceptable: ReadonlySet<string>,
): ReadonlySet<string> {
  const edits = only.map((path) => {
    const edit = changeSet.files.find((candidate) => candidate.path === path || candidate.to === path);
    if (edit) return edit;
    throw new WikiError('living-wiki:proposal_file_missing', `Proposal ${id} does not change ${path}.`, {
      path,
      remedy: `It changes: ${changeSet.files.map((file) => file.path).join(', ')}.`,
    });
  });
  const wanted = edits.map((edit) => edit.hunks.map((hunk) => hunk.id).filter((hunk) => acceptable.has(hunk)));
  const unwanted = allHunks(changeSet).flatMap(({ edit, hunk }) =>
    edits.includes(edit) && acceptable.has(hunk.id) ? [] : [hunk.id],
  );
  const dropped = withDependencies(changeSet, unwanted, 'reject');
  const isFileLost = wanted.some((ids) => ids.every((hunk) => dropped.has(hunk)));
  if (isFileLost) return withDependencies(changeSet, wanted.flat(), 'accept');
  return new Set(wanted.flat().filter((hunk) => !dropped.has(hunk)));
}
