import { allHunks } from '../../change';
import {
  allHunkIds,
  type HunkDecision,
  type HunkDecisions,
  type Proposal,
  type ProposalDecision,
} from '../../proposal';
import { type ReviewSelection } from './backend';
import { acceptedHunks, toDecisionMap } from './decisions';
import { editedText, withEditedText } from './edited-text';
import { type RebasedChangeSet } from './rebased-change-set';

/** What the decisions of a review accept. */
export function selectAccepted(
  { changeSet: proposed }: Proposal,
  { changeSet, satisfied, joined }: RebasedChangeSet,
  decisions: HunkDecisions,
): { readonly selection: ReviewSelection; readonly decision: ProposalDecision } {
  const map = toDecisionMap(decisions);
  const accepted = acceptedHunks(changeSet, map);
  const isTaken = (id: string): boolean => accepted.has(joined.get(id) ?? id) || satisfied.has(id);
  const rejectedHunks = [...allHunkIds(proposed)].filter((id) => !isTaken(id));
  const reasons = entries(rejectedHunks, (id) => map.get(joined.get(id) ?? id)?.reason);
  const edited = editedTexts(changeSet, accepted, map);
  return {
    selection: { changeSet: withEditedText(changeSet, map), accepted, whole: rejectedHunks.length === 0 },
    decision: { rejectedHunks, reason: null, ...(reasons && { reasons }), ...(edited && { edited }) },
  };
}

function editedTexts(
  changeSet: RebasedChangeSet['changeSet'],
  accepted: ReadonlySet<string>,
  decisions: ReadonlyMap<string, HunkDecision>,
): Readonly<Record<string, string>> | null {
  const hunks = new Map(allHunks(changeSet).map(({ hunk }) => [hunk.id, hunk]));
  return entries([...accepted], (id) => {
    const hunk = hunks.get(id);
    return hunk && (editedText(hunk, decisions) ?? undefined);
  });
}

/** A record of the ids that have a value; `null` when none has. */
function entries(
  ids: readonly string[],
  valueOf: (id: string) => string | undefined,
): Readonly<Record<string, string>> | null {
  const found = ids.flatMap((id) => {
    const value = valueOf(id);
    return value === undefined ? [] : [[id, value] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
