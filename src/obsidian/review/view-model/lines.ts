import { unifiedDiff, type FileEdit, type Hunk, type DiffLine } from '../../../workbench';

/** Where the line begins that is `lines` above the one that holds `at`. */
function lineStartAbove(text: string, at: number, lines: number): number {
  let start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  for (let left = lines; left > 0 && start > 0; left--) start = start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

/** Where the line ends, break included, that is `lines` below the one that holds `at`. */
function lineEndBelow(text: string, at: number, lines: number): number {
  let end = at;
  for (let left = lines; left >= 0 && end < text.length; left--) {
    const found = text.indexOf('\n', end);
    end = found < 0 ? text.length : found + 1;
  }
  return end;
}

/**
 * The lines that one hunk changes, as if it were the only one, with a few around them. Lines are numbered in the text
 * before. Only the neighbourhood of the hunk is looked at, so that a hunk of a long page costs no more than another.
 *
 * @param context how many unchanged lines to show around
 */
export function hunkLines(edit: FileEdit, hunk: Hunk, context = 2): readonly DiffLine[] {
  const { base } = edit;
  const from = lineStartAbove(base, hunk.start, context + 2);
  const to = lineEndBelow(base, hunk.end, context + 2);
  const near = { ...hunk, start: hunk.start - from, end: hunk.end - from };
  const view = unifiedDiff({ ...edit, base: base.slice(from, to), hunks: [near] }, context);
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

/** A whole file's change, for files that no person decides on: what was there and what will be. */
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
