import { WikiError } from '../base';
import { checkSafePath, checkPortablePath } from '../vault';
import { buildCreation, buildDeletion, buildRename, buildUpdate, type EditNotes, type SpliceSpec } from './build-edit';
import { lineStarts, splitLines } from './lines';
import { parsePatch, type PatchEntry, type PatchHunk } from './patch-parse';
import { splitParts } from './parts';
import { diffRegions, trimRegion } from './regions';
import { type FileEdit } from './types';

/**
 * A unified diff, git's or plain, as file edits on the texts that the files have now. Applied without fuzz: every line
 * that the patch names must stand exactly where it says. A patch is refused as a whole or read as a whole.
 *
 * @param readBase the text that a file has now; `null` where there is none
 * @param notes what each hunk says of itself
 * @throws WikiError `living-wiki:patch_invalid`, `living-wiki:patch_unsupported`, `living-wiki:patch_too_large` (see
 *   `parsePatch`), `living-wiki:patch_mismatch` when the files are not as the patch expects, `living-wiki:path_refused` for a path that
 *   leaves the wiki; all with the line of the patch
 */
export async function importPatch(
  text: string,
  readBase: (path: string) => Promise<string | null>,
  notes: EditNotes = { reason: 'Imported from a patch.' },
): Promise<readonly FileEdit[]> {
  const entries = parsePatch(text);
  const seen = new Set<string>();
  for (const { from, to, at } of entries) {
    for (const path of new Set([from, to])) {
      if (path === null) continue;
      checkName(path, at, path === from ? checkSafePath : checkPortablePath);
      if (seen.has(path)) throw mismatch(`The patch changes "${path}" twice.`, path, at);
      seen.add(path);
    }
  }
  const edits: FileEdit[] = [];
  for (const entry of entries) {
    const edit = await editOf(entry, readBase, notes);
    if (edit.hunks.length > 0) edits.push(edit);
  }
  return edits;
}

async function editOf(
  entry: PatchEntry,
  readBase: (path: string) => Promise<string | null>,
  notes: EditNotes,
): Promise<FileEdit> {
  const { from, to, at, hunks } = entry;
  const why = ['A patch changes it.'];
  if (to !== null && to !== from && (await readBase(to)) !== null) {
    throw mismatch(`The patch creates "${to}", which is there already.`, to, at);
  }
  if (from === null) {
    const path = to ?? '';
    const text = applied('', hunks, path);
    return buildCreation({ path, parts: splitParts(text).map((part) => ({ ...notes, text: part })), why });
  }
  const base = await readBase(from);
  if (base === null) throw mismatch(`The patch changes "${from}", which is not there.`, from, at);
  const next = applied(base, hunks, from);
  if (to === null) {
    if (next !== '') throw mismatch(`The patch deletes "${from}" but leaves some of its lines.`, from, at);
    return buildDeletion({ ...notes, path: from, base, why });
  }
  const splices = diffRegions(base, next).map((region): SpliceSpec => ({ ...notes, ...trimRegion(base, region) }));
  if (to === from) return buildUpdate({ path: from, base, splices, why });
  return buildRename({ ...notes, path: from, to, base, splices, why });
}

/** The text after the hunks, each at its line. */
function applied(base: string, hunks: readonly PatchHunk[], path: string): string {
  const starts = lineStarts(splitLines(base));
  const out: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    // A hunk without old lines is named by the line before it.
    const index = hunk.oldText === '' ? hunk.oldLine : hunk.oldLine - 1;
    const start = starts[index];
    if (start === undefined || start < at || !base.startsWith(hunk.oldText, start)) {
      throw mismatch(
        `The lines that the patch expects at line ${hunk.oldLine} of "${path}" are not there.`,
        path,
        hunk.at,
      );
    }
    const end = start + hunk.oldText.length;
    // Without its line break, an old line must be the last one; new text without one must be, too.
    if (end !== base.length && [hunk.oldText, hunk.newText].some((text) => text !== '' && !text.endsWith('\n'))) {
      throw mismatch(`The patch expects "${path}" to end after line ${hunk.oldLine}.`, path, hunk.at);
    }
    out.push(base.slice(at, start), hunk.newText);
    at = end;
  }
  out.push(base.slice(at));
  return out.join('');
}

function checkName(path: string, line: number, check: (path: string) => string): void {
  try {
    check(path);
  } catch (cause) {
    throw new WikiError('living-wiki:path_refused', `The patch names "${path}", which is no path inside the wiki.`, {
      path,
      line,
      remedy: 'Leave that file out of the patch.',
      cause,
    });
  }
}

function mismatch(message: string, path: string, line: number): WikiError {
  return new WikiError('living-wiki:patch_mismatch', message, {
    path,
    line,
    remedy: 'Make the patch again from the files as they are now.',
  });
}
