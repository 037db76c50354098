import { type Run } from '../../base';
import {
  buildCreation,
  buildDeletion,
  buildRename,
  buildUpdate,
  diffToHunksAsync,
  type EditNotes,
  type FileEdit,
} from '../../change';

/** The edit that turns one text of a file into another. A text is `null` when the file does not exist. */
export async function editBetween(
  from: string,
  to: string,
  before: string | null,
  after: string | null,
  notes: EditNotes,
  run: Run,
): Promise<FileEdit> {
  const why: readonly string[] = [];
  if (after === null) return buildDeletion({ ...notes, path: from, base: before ?? '', why });
  if (before === null) return buildCreation({ path: to, parts: [{ ...notes, text: after }], why });
  const hunks = await diffToHunksAsync(before, after, { ...notes, path: from }, run);
  const splices = hunks.map(({ start, end, text, title }) => ({
    ...notes,
    title,
    start,
    end,
    text,
  }));
  if (from === to) return buildUpdate({ path: from, base: before, splices, why });
  return buildRename({ ...notes, path: from, to, base: before, splices, why });
}
