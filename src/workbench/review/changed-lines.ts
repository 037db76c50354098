import { unifiedDiff, type FileEdit } from '../../change';

/** Lines that all hunks of an edit together add and remove. */
export function countChangedLines(edit: FileEdit): { readonly added: number; readonly removed: number } {
  const lines = unifiedDiff(edit, 0).blocks.flatMap((block) => block.lines);
  const count = (wanted: string): number => lines.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed') };
}
