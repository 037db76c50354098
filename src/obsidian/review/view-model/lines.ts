import {
  unifiedDiff,
  unifiedDiffAsync,
  type DiffLine,
  type FileEdit,
  type Hunk,
  type Run,
  type UnifiedDiff,
} from '../../../workbench';

/** Start of the line that is `lines` above the one at offset `at`. */
function lineStartAbove(text: string, at: number, lines: number): number {
  let start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  for (let left = lines; left > 0 && start > 0; left--) start = start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

/** End, including the line break, of the line that is `lines` below the one at offset `at`. */
function lineEndBelow(text: string, at: number, lines: number): number {
  let end = at;
  for (let left = lines; left >= 0 && end < text.length; left--) {
    const found = text.indexOf('\n', end);
    end = found < 0 ? text.length : found + 1;
  }
  return end;
}

/** How many unchanged lines are shown around a change. */
const CONTEXT = 2;

/**
 * The lines that one hunk changes, as if it were the only one, with some context. Lines are numbered as in the old text.
 * Only the surroundings of the hunk are compared, so that hunks of long pages cost no more than others.
 *
 * @param context how many unchanged lines to show around
 */
export function hunkLines(edit: FileEdit, hunk: Hunk, context = CONTEXT): readonly DiffLine[] {
  const { local, above } = surroundingsOf(edit, hunk, context);
  return linesBelow(unifiedDiff(local, context), above);
}

/** {@link hunkLines}, but yields to the host and can be cancelled. */
export async function hunkLinesAsync(edit: FileEdit, hunk: Hunk, run: Run): Promise<readonly DiffLine[]> {
  const { local, above } = surroundingsOf(edit, hunk, CONTEXT);
  return linesBelow(await unifiedDiffAsync(local, CONTEXT, run), above);
}

/** @returns an edit of the text around the hunk alone, and how many lines are above that text */
function surroundingsOf(
  edit: FileEdit,
  hunk: Hunk,
  context: number,
): { readonly local: FileEdit; readonly above: number } {
  const { base } = edit;
  const from = lineStartAbove(base, hunk.start, context + 2);
  const to = lineEndBelow(base, hunk.end, context + 2);
  const local = { ...hunk, start: hunk.start - from, end: hunk.end - from };
  let above = 0;
  for (let at = base.indexOf('\n'); at >= 0 && at < from; at = base.indexOf('\n', at + 1)) above++;
  return { local: { ...edit, base: base.slice(from, to), hunks: [local] }, above };
}

function linesBelow({ blocks }: UnifiedDiff, above: number): readonly DiffLine[] {
  return blocks.flatMap(({ lines }) =>
    lines.map((line) => ({
      ...line,
      oldLine: line.oldLine === null ? null : line.oldLine + above,
      newLine: line.newLine === null ? null : line.newLine + above,
    })),
  );
}

/** The diff of a whole file, for generated files. */
export function fileLines(path: string, before: string | null, after: string): readonly DiffLine[] {
  return linesBelow(unifiedDiff(wholeEdit(path, before, after), CONTEXT), 0);
}

/** {@link fileLines}, but yields to the host and can be cancelled. */
export async function fileLinesAsync(
  path: string,
  before: string | null,
  after: string,
  run: Run,
): Promise<readonly DiffLine[]> {
  return linesBelow(await unifiedDiffAsync(wholeEdit(path, before, after), CONTEXT, run), 0);
}

function wholeEdit(path: string, before: string | null, after: string): FileEdit {
  const base = before ?? '';
  const hunk: Hunk = {
    id: path,
    start: 0,
    end: base.length,
    text: after,
    title: '',
    reason: '',
    evidence: [],
    needs: [],
    declares: [],
  };
  return { kind: before === null ? 'created' : 'updated', path, base, hunks: [hunk], why: [] };
}
