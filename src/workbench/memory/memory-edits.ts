import { WikiError, type Run } from '../../base';
import { DIGEST_FILE, digestChange, moveTask, notedPath, withNotedPath } from '../../harvest';
import { type JournalWriter } from '../../vault';
import { isNotes, type MemoryFiles } from './memory-files';
import { type MemoryItem } from './types';

type Texts = ReadonlyMap<string, string>;

/** Does one change of a memory after the other. */
type Exclusively = (run: Run, work: (writer: JournalWriter) => Promise<void>) => Promise<void>;

/** Changes of a memory that a person makes in a list: of tasks, notes about files and the digest. */
export class MemoryEditor {
  readonly #files: MemoryFiles;
  readonly #exclusively: Exclusively;

  constructor(files: MemoryFiles, exclusively: Exclusively) {
    this.#files = files;
    this.#exclusively = exclusively;
  }

  /**
   * Moves a task below "Done", or back below "Open".
   * @throws WikiError `living-wiki:edited_meanwhile` when the list no longer has it
   */
  setTask(task: Pick<MemoryItem, 'path' | 'bullet'>, isDone: boolean, run: Run): Promise<void> {
    const [title, to] = isDone ? (['Tick a task', 'Done'] as const) : (['Reopen a task', 'Open'] as const);
    return this.#edit(title, run, () => taskMoved(this.#files, task, to));
  }

  /** Switches the digest off. A harvest brings it back. */
  deleteDigest(run: Run): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const changes = await this.#files.changes(new Map([[DIGEST_FILE, null]]));
      if (changes.length === 0) return;
      const facts = { event: 'edit', subject: 'Delete the digest', proposal: null };
      await writer.commit({ title: 'Delete the digest', changes, facts }, run);
    });
  }

  /** Lets the notes about a file follow it. Where it has no notes, nothing happens. */
  renameNoted(from: string, to: string, run: Run): Promise<void> {
    return this.#edit('Follow a renamed file', run, () => notesRenamed(this.#files, from, to));
  }

  /** The file of notes about this path, by its heading; `null` if there is none. */
  notesAbout(path: string): Promise<string | null> {
    return findNotes(this.#files, path);
  }

  /** Changes files other than the ledger; the digest follows while it is on. */
  #edit(title: string, run: Run, work: () => Promise<ReadonlyMap<string, string>>): Promise<void> {
    return this.#exclusively(run, async (writer) => {
      const changed = new Map<string, string | null>(await work());
      const texts = await this.#files.texts();
      if (texts.has(DIGEST_FILE)) for (const [path, text] of digestChange(texts, changed)) changed.set(path, text);
      const changes = await this.#files.changes(changed);
      if (changes.length === 0) return;
      await writer.commit({ title, changes, facts: { event: 'edit', subject: title, proposal: null } }, run);
    });
  }
}

/**
 * A task below the other heading.
 * @throws WikiError `living-wiki:edited_meanwhile` when the list no longer has it
 */
async function taskMoved(
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
async function notesRenamed(files: MemoryFiles, from: string, to: string): Promise<Texts> {
  const notes = [...(await files.texts())].filter(([path, text]) => isNotes(path) && notedPath(text) === from);
  return new Map(notes.map(([path, text]) => [path, withNotedPath(text, to)]));
}

async function findNotes(files: MemoryFiles, path: string): Promise<string | null> {
  const found = [...(await files.texts())].find(([note, text]) => isNotes(note) && notedPath(text) === path);
  return found?.[0] ?? null;
}
