import { WikiError } from '../../base';
import { moveTask, notedPath, withNotedPath } from '../../harvest';
import { isNotes, type MemoryFiles } from './memory-files';
import { type MemoryItem } from './types';

type Texts = ReadonlyMap<string, string>;

/**
 * A task below the other heading.
 * @throws WikiError `living-wiki:edited_meanwhile` when the list no longer has it
 */
export async function taskMoved(
  files: MemoryFiles,
  { path, bullet }: Pick<MemoryItem, 'path' | 'bullet'>,
  to: 'Open' | 'Done',
): Promise<Texts> {
  const text = await files.read(path);
  const moved = text === null ? null : moveTask(text, bullet, to);
  if (moved !== null) return new Map([[path, moved]]);
  throw new WikiError('living-wiki:edited_meanwhile', `"${path}" no longer has this task.`, {
    path,
    remedy: 'Open the note and look.',
  });
}

/** The notes about a file that has another path now. */
export async function notesRenamed(files: MemoryFiles, from: string, to: string): Promise<Texts> {
  const notes = [...(await files.texts())].filter(([path, text]) => isNotes(path) && notedPath(text) === from);
  return new Map(notes.map(([path, text]) => [path, withNotedPath(text, to)]));
}

/** The file of notes about this path, by its heading; `null` if there is none. */
export async function notesAbout(files: MemoryFiles, path: string): Promise<string | null> {
  const found = [...(await files.texts())].find(([note, text]) => isNotes(note) && notedPath(text) === path);
  return found?.[0] ?? null;
}
