import { isWikiError, type Run } from '../../base';
import { readLedger, type Claim } from '../../wiki';
import { type WikiSession } from '../wiki-session';

/** Changes of a page that are read to learn who wrote a sentence. */
const MAX_CHANGES = 20;

/**
 * Tells which statements of a page a person wrote or edited. A sentence without a source is a person's if no known change of the
 * program brought it; where the history does not go back far enough to know, nothing is said of it.
 */
export async function handWritten(
  session: WikiSession,
  path: string,
  text: string,
  run: Run,
): Promise<(claim: Claim) => boolean> {
  const edited = (await session.handEdits([path], run)).get(path) ?? new Set<string>();
  const isEdited = ({ key, support }: Claim): boolean => support.length > 0 && edited.has(key);
  if (!readLedger(text).claims.some(({ support }) => support.length === 0)) return isEdited;
  const made = await madeByProgram(session, path, run);
  return (claim) => isEdited(claim) || (made !== null && claim.support.length === 0 && !made.has(claim.key));
}

/** The statements that the program brought to a page; `null` if that is not known. */
async function madeByProgram({ journal }: WikiSession, path: string, run: Run): Promise<ReadonlySet<string> | null> {
  const changes = (await journal.list()).filter(({ files }) =>
    files.some((file) => file.path === path && file.op !== 'delete'),
  );
  if (changes.length === 0 || changes.length > MAX_CHANGES) return null;
  const made = new Set<string>();
  try {
    for (const { id, undoes } of changes) {
      const { files } = await journal.read(id, run, (each) => each === path);
      // What an undo brings back was there before.
      if (undoes !== undefined) continue;
      for (const { before, after } of files) {
        const had = new Set(keysOf(before));
        for (const key of keysOf(after)) if (!had.has(key)) made.add(key);
      }
    }
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    return null;
  }
  return made;
}

const keysOf = (text: string | null): readonly string[] =>
  text === null ? [] : readLedger(text).claims.map(({ key }) => key);
