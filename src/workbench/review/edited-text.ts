import { nameDrops, type ChangeSet, type Hunk } from '../../change';
import { type HunkDecision } from '../../proposal';

/** The change set with the texts that a person edited. The hunks stay where they are. */
export function withEditedText(changeSet: ChangeSet, decisions: ReadonlyMap<string, HunkDecision>): ChangeSet {
  if ([...decisions.values()].every(({ text }) => text === undefined)) return changeSet;
  const edited = (hunk: Hunk): Hunk => {
    const text = editedText(hunk, decisions);
    return text === null ? hunk : { ...hunk, text };
  };
  const files = changeSet.files.map((edit) => {
    const hunks = edit.hunks.map(edited);
    const byHand = edit.hunks.filter((hunk, at) => hunk !== hunks[at]);
    // A person who writes the text decides what it no longer says.
    return nameDrops({ ...edit, hunks }, new Set(byHand.map(({ id }) => id)));
  });
  return { ...changeSet, files };
}

/** The text that a person put in place of the proposed one; `null` when the hunk was not edited. */
export function editedText(hunk: Hunk, decisions: ReadonlyMap<string, HunkDecision>): string | null {
  const decision = decisions.get(hunk.id);
  return decision?.verdict === 'accepted' && decision.text !== undefined ? decision.text : null;
}
