import type { ChangeConflict, FileEdit } from '../../../workbench';

/** One stretch that two sides have written: the file as the person has it, and the change. */
export interface Clash {
  /** The hunks of the change that write there; they are settled together. */
  readonly hunks: readonly string[];
  readonly line: number;
  readonly base: string;
  readonly mine: string;
  readonly change: string;
}

/** Each stretch that is to be settled by itself; none where the whole file is in the way. */
export function clashesOf({ hunks, places }: ChangeConflict, edit: FileEdit): readonly Clash[] {
  return places.map(({ base, baseLines, ours, theirs, theirsLines }) => {
    const from = edit.base.split('\n', baseLines.line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    const here = edit.hunks.filter(
      ({ id, start, end }) => hunks.includes(id) && start >= from && end <= from + base.length,
    );
    return { hunks: here.map(({ id }) => id), line: theirsLines.line, base, mine: theirs, change: ours };
  });
}

/** Whether the change can be put in the place of what is there; to keep what is there is always possible. */
export function canTake({ reason }: ChangeConflict): boolean {
  return reason === 'edited' || reason === 'exists';
}
