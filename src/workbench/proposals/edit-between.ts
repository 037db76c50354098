import {
  buildCreation,
  buildDeletion,
  buildRename,
  buildUpdate,
  diffToHunks,
  type EditNotes,
  type FileEdit,
} from '../../change';

/** The edit that turns one text of a file into another. A text is `null` when the file does not exist. */
export function editBetween(
  from: string,
  to: string,
  before: string | null,
  after: string | null,
  notes: EditNotes,
): FileEdit {
  const why: readonly string[] = [];
  if (after === null) return buildDeletion({ ...notes, path: from, base: before ?? '', why });
  if (before === null) return buildCreation({ path: to, parts: [{ ...notes, text: after }], why });
  const splices = diffToHunks(before, after, from, notes).map(({ start, end, text, title }) => ({
    ...notes,
    title,
    start,
    end,
    text,
  }));
  if (from === to) return buildUpdate({ path: from, base: before, splices, why });
  return buildRename({ ...notes, path: from, to, base: before, splices, why });
}
