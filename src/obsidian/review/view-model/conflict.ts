import { type ChangeConflict, type FileEdit } from '../../../workbench';

/** One stretch that two sides have written: the file as the person has it, and the change. */
export interface ConflictRegion {
  /** The hunks of the change that write there; they are settled together. */
  readonly hunks: readonly string[];
  readonly line: number;
  readonly base: string;
  readonly current: string;
  readonly proposed: string;
}

/** Each stretch that is to be settled by itself; none where the whole file is in the way. */
export function conflictRegions({ hunks, places }: ChangeConflict, edit: FileEdit): readonly ConflictRegion[] {
  return places.map(({ base, baseLines, proposed, current, currentLines }) => {
    const from = edit.base.split('\n', baseLines.line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    const here = edit.hunks.filter(
      ({ id, start, end }) => hunks.includes(id) && start >= from && end <= from + base.length,
    );
    return { hunks: here.map(({ id }) => id), line: currentLines.line, base, current, proposed };
  });
}

/** Whether the change can be put in the place of what is there; to keep what is there is always possible. */
export function canApplyProposed({ reason }: ChangeConflict): boolean {
  return reason === 'edited' || reason === 'exists';
}
