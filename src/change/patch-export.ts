import { finish } from '../base';
import { diffRegions } from './regions';
import { diffBlocksOf, editScriptOf, type ScriptLine } from './edit-script';

/** One file before and after; `null` when it does not exist. */
export interface PatchFile {
  /** The path after or, for a deletion, before. Relative to the root of the wiki. */
  readonly path: string;
  /** The path before, if it differs. */
  readonly from?: string;
  readonly before: string | null;
  readonly after: string | null;
}

const CONTEXT_LINES = 3;

/** C-style escapes in file names. Source: git, `quote.c`; git-apply(1). */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\u0007', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['"', '"'],
  ['\\', '\\'],
]);

/**
 * A unified diff with git's headers, readable by `git apply`. Line endings are kept, and files without changes are left out.
 *
 * @returns `''` when nothing changed
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

/** A name as git writes it: quoted if it contains a quote, a backslash or a control character. */
function quoteName(name: string): string {
  let quoted = '';
  let needed = false;
  for (const char of name) {
    const letter = ESCAPES.get(char);
    const code = char.codePointAt(0) ?? 0;
    if (letter !== undefined) quoted += `\\${letter}`;
    else if (code < 0x20 || code === 0x7f) quoted += `\\${code.toString(8).padStart(3, '0')}`;
    else {
      quoted += char;
      continue;
    }
    needed = true;
  }
  return needed ? `"${quoted}"` : name;
}

/** A name with spaces is followed by a tab, which marks its end. */
function terminated(name: string): string {
  return name.includes(' ') ? `${name}\t` : name;
}

function hunksOf(before: string, after: string): string {
  const regions = diffRegions(before, after).map((region) => ({ ...region, origin: null }));
  return diffBlocksOf(finish(editScriptOf(before, regions)), CONTEXT_LINES)
    .map(hunkText)
    .join('');
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
