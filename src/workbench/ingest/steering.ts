import { type SteeringNote } from '../../ingest';
import { type Proposal } from '../../proposal';

/** Only the newest reasons steer. */
const MAX_NOTES = 20;

/**
 * What people rejected before, and why: in proposals from this source, and from other sources for pages that still exist.
 * @param decided oldest first
 * @param hasPage whether the wiki has a page at a path
 * @returns newest first
 */
export function steeringNotesFor(
  decided: readonly Proposal[],
  source: string,
  hasPage: (path: string) => boolean,
): readonly SteeringNote[] {
  const notes = decided.flatMap((proposal) =>
    notesOf(proposal).filter((note) => readsSource(proposal, source) || (note.path !== null && hasPage(note.path))),
  );
  return notes.slice(-MAX_NOTES).reverse();
}

function readsSource({ changeSet }: Proposal, source: string): boolean {
  return changeSet.sources.some(({ path }) => path === source);
}

/** One note for a proposal that was rejected as a whole, else one for each hunk that was left out. */
function notesOf({ id, state, decision, changeSet }: Proposal): readonly SteeringNote[] {
  const left = new Set(decision?.rejectedHunks);
  if (!decision || left.size === 0) return [];
  const whole = decision.reason?.trim() ?? '';
  if (state === 'rejected' && whole !== '' && decision.reasons === undefined) {
    return [{ proposal: id, path: null, hunkTitle: null, reason: whole }];
  }
  return changeSet.files.flatMap((edit) =>
    edit.hunks.flatMap((hunk) => {
      const reason = decision.reasons?.[hunk.id] ?? whole;
      if (!left.has(hunk.id) || reason === '') return [];
      return [{ proposal: id, path: edit.to ?? edit.path, hunkTitle: hunk.title, reason }];
    }),
  );
}
