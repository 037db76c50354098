import type { ChangeConflict, FileEdit } from '../../../workbench';

/** One stretch that two sides have written: the file as the person has it, and the change. */
export interface Clash {
  readonly line: number;
  readonly base: string;
  readonly mine: string;
  readonly change: string;
}

/** What a person can do about a conflict. */
export interface ConflictChoices {
  /** Keep the file as it is; the hunks that collide are dropped. Always possible. */
  readonly keep: true;
  /** Put the change in the place of what was written there. */
  readonly take: boolean;
  /** The one hunk whose text can be written by hand for it; `null` where there is none, or several. */
  readonly edit: string | null;
  readonly clashes: readonly Clash[];
}

export function conflictChoices(conflict: ChangeConflict, edit: FileEdit): ConflictChoices {
  const collides = conflict.reason === 'edited' || conflict.reason === 'exists';
  const hunks = edit.hunks.filter(({ id }) => conflict.hunks.includes(id));
  const [only] = hunks;
  return {
    keep: true,
    take: collides,
    edit: conflict.reason === 'edited' && hunks.length === 1 && conflict.places.length === 1 && only ? only.id : null,
    clashes: conflict.places.map(({ base, ours, theirs, theirsLines }) => ({
      line: theirsLines.line,
      base,
      mine: theirs,
      change: ours,
    })),
  };
}
