import { type ChangeSet, type Hunk } from '../../change';
import { type HunkDecision } from '../../proposal';

/** The change set with the texts that a person edited. The hunks stay where they are. */
export function withEditedText(changeSet: ChangeSet, decisions: ReadonlyMap<string, HunkDecision>): ChangeSet {
  if ([...decisions.values()].every(({ text }) => text === undefined)) return changeSet;
  const edited = (hunk: Hunk): Hunk => {
    const text = editedText(hunk, decisions);
    return text === null ? hunk : { ...hunk, text };
  };
  return { ...changeSet, files: changeSet.files.map((edit) => ({ ...edit, hunks: edit.hunks.map(edited) })) };
}

/** The text that a person put in place of the proposed one; `null` when the hunk was not edited. */
export function editedText(hunk: Hunk, decisions: ReadonlyMap<string, HunkDecision>): string | null {
  const decision = decisions.get(hunk.id);
  return decision?.verdict === 'accepted' && decision.text !== undefined ? decision.text : null;
}
