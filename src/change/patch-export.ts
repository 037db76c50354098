import { quoteName } from './patch-path';
import { diffRegions } from './regions';
import { diffBlocksOf, editScriptOf, type ScriptLine } from './edit-script';

/** One file before and after; `null` where it is not there. */
export interface PatchFile {
  /** Where it is after, or was before a deletion. Relative to the wiki's root. */
  readonly path: string;
  /** Where it was, when that differs. */
  readonly from?: string;
  readonly before: string | null;
  readonly after: string | null;
}

const CONTEXT_LINES = 3;

/**
 * A unified diff with git's headers, as `git apply` reads it: new, deleted and renamed files, names quoted where they must
 * be, line endings as they are, `\ No newline at end of file`. Files that do not differ are left out.
 *
 * @returns `''` when nothing differs
 */
export function exportPatch(files: readonly PatchFile[]): string {
  return files.map(patchOf).join('');
}

function patchOf(file: PatchFile): string {
  const { path, before, after } = file;
  const from = file.from ?? path;
  if ((before === null && after === null) || (from === path && before === after)) return '';
  const oldName = quoteName(`a/${before === null ? path : from}`);
  const newName = quoteName(`b/${after === null ? from : path}`);
  const head = [`diff --git ${oldName} ${newName}`];
  if (before === null) head.push('new file mode 100644');
  else if (after === null) head.push('deleted file mode 100644');
  else if (from !== path) {
    head.push(`similarity index ${before === after ? 100 : 50}%`);
    head.push(`rename from ${quoteName(from)}`, `rename to ${quoteName(path)}`);
  }
  const hunks = hunksOf(before ?? '', after ?? '');
  if (hunks !== '') {
    head.push(`--- ${before === null ? '/dev/null' : terminated(oldName)}`);
    head.push(`+++ ${after === null ? '/dev/null' : terminated(newName)}`);
  }
  return `${head.join('\n')}\n${hunks}`;
}

/** A name with blanks is followed by a tab, so that a reader knows where it ends. */
function terminated(name: string): string {
  return name.includes(' ') ? `${name}\t` : name;
}

function hunksOf(before: string, after: string): string {
  const regions = diffRegions(before, after).map((region) => ({ ...region, by: null }));
  return diffBlocksOf(editScriptOf(before, regions), CONTEXT_LINES).map(hunkText).join('');
}

const SIGNS = { context: ' ', removed: '-', added: '+' } as const;

function hunkText(block: readonly ScriptLine<null>[]): string {
  const first = block[0];
  if (!first) return '';
  const oldCount = block.filter((line) => line.kind !== 'added').length;
  const newCount = block.filter((line) => line.kind !== 'removed').length;
  const lines = block.map((line) => {
    const text = SIGNS[line.kind] + line.raw;
    return line.raw.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`;
  });
  return `@@ -${hunkRange(first.oldLine, oldCount)} +${hunkRange(first.newLine, newCount)} @@\n${lines.join('')}`;
}

/** A side without lines is named by the line before it. */
function hunkRange(line: number, count: number): string {
  return `${count === 0 ? line - 1 : line},${count}`;
}
