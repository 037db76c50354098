import { type ChangeConflict, type FileEdit } from '../../../workbench';

/** A region of the file that was edited and that the proposal changes, too. */
export interface ConflictRegion {
  /** The hunks that change the region. They are resolved together. */
  readonly hunks: readonly string[];
  readonly line: number;
  readonly base: string;
  readonly current: string;
  readonly proposed: string;
}

/** The regions to resolve one by one; none if the conflict is about the whole file. */
export function conflictRegions({ hunks, places }: ChangeConflict, edit: FileEdit): readonly ConflictRegion[] {
  return places.map(({ base, baseLines, proposed, current, currentLines }) => {
    const from = edit.base.split('\n', baseLines.line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    const here = edit.hunks.filter(
      ({ id, start, end }) => hunks.includes(id) && start >= from && end <= from + base.length,
    );
    return { hunks: here.map(({ id }) => id), line: currentLines.line, base, current, proposed };
  });
}

/** Whether the proposed text can replace the current one. The current text can always be kept. */
export function canApplyProposed({ reason }: ChangeConflict): boolean {
  return reason === 'edited' || reason === 'exists';
}
