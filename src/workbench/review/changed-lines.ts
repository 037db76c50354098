import { unifiedDiff, type FileEdit } from '../../change';

/** Lines that all hunks of an edit together add and remove. */
export function countChangedLines(edit: FileEdit): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const { lines } of unifiedDiff(edit, 0).blocks) {
    for (const { kind } of lines) {
      if (kind === 'added') added += 1;
      else if (kind === 'removed') removed += 1;
    }
  }
  return { added, removed };
}
