import { unifiedDiff, type FileEdit, type Hunk, type DiffLine } from '../../../workbench';

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

/**
 * The lines that one hunk changes, as if it were the only one, with some context. Lines are numbered as in the old text.
 * Only the surroundings of the hunk are compared, so that hunks of long pages cost no more than others.
 *
 * @param context how many unchanged lines to show around
 */
export function hunkLines(edit: FileEdit, hunk: Hunk, context = 2): readonly DiffLine[] {
  const { base } = edit;
  const from = lineStartAbove(base, hunk.start, context + 2);
  const to = lineEndBelow(base, hunk.end, context + 2);
  const local = { ...hunk, start: hunk.start - from, end: hunk.end - from };
  const view = unifiedDiff({ ...edit, base: base.slice(from, to), hunks: [local] }, context);
  let above = 0;
  for (let at = base.indexOf('\n'); at >= 0 && at < from; at = base.indexOf('\n', at + 1)) above++;
  return view.blocks.flatMap(({ lines }) =>
    lines.map((line) => ({
      ...line,
      oldLine: line.oldLine === null ? null : line.oldLine + above,
      newLine: line.newLine === null ? null : line.newLine + above,
    })),
  );
}

/** The diff of a whole file, for generated files. */
export function fileLines(path: string, before: string | null, after: string): readonly DiffLine[] {
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
  const kind = before === null ? 'created' : 'updated';
  return unifiedDiff({ kind, path, base, hunks: [hunk], why: [] }, 2).blocks.flatMap(({ lines }) => lines);
}
