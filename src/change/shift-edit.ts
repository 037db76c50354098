import { hashText } from '../vault';
import { type FileEdit, type Hunk } from './types';

/**
 * Moves an edit past other hunks of the same base that were applied, also where they touch.
 *
 * @returns `null` when the current text does not have the expected text in its places
 */
export function shiftEdit(edit: FileEdit, applied: readonly Hunk[], current: string): FileEdit | null {
  const hunks = edit.hunks.map((hunk) => {
    const by = applied
      .filter(({ end, start }) => end <= hunk.start && start <= hunk.start)
      .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
    return { ...hunk, start: hunk.start + by, end: hunk.end + by };
  });
  const fits = hunks.every(({ start, end }, at) => {
    const old = edit.hunks[at];
    return old !== undefined && current.slice(start, end) === edit.base.slice(old.start, old.end);
  });
  return fits ? { ...edit, base: current, baseHash: hashText(current), hunks } : null;
}
