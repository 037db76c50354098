import { type Run } from '../../base';
import { unifiedDiffAsync, type FileEdit } from '../../change';

/** Lines that all hunks of an edit together add and remove. */
export async function countChangedLines(
  edit: FileEdit,
  run: Run,
): Promise<{ readonly added: number; readonly removed: number }> {
  const { blocks } = await unifiedDiffAsync(edit, 0, run);
  const lines = blocks.flatMap((block) => block.lines);
  const count = (wanted: string): number => lines.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed') };
}
