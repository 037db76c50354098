import { diffArrays } from 'diff';

/** A piece of a text that was replaced: where it began in the old text, in UTF-16 units; what it was; what it became. */
export type TextEdit = readonly [at: number, removed: string, inserted: string];

/** Lines that may differ before the texts are simply taken as different from there on. */
const MAX_EDITED_LINES = 400;

/** What turns one text into the other, in both directions, in order. Whole lines, since they are found quickly. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let same = 0;
  const rest = Math.min(a.length, b.length) - start;
  while (same < rest && a[a.length - 1 - same] === b[b.length - 1 - same]) same += 1;
  const [oldLines, newLines] = [a.slice(start, a.length - same), b.slice(start, b.length - same)];
  let at = a.slice(0, start).reduce((sum, line) => sum + line.length, 0);
  const parts = diffArrays(oldLines, newLines, { maxEditLength: MAX_EDITED_LINES });
  if (parts === undefined) return [[at, oldLines.join(''), newLines.join('')]];
  const edits: TextEdit[] = [];
  let removed = '';
  let inserted = '';
  const flush = (): void => {
    if (removed !== '' || inserted !== '') edits.push([at, removed, inserted]);
    at += removed.length;
    [removed, inserted] = ['', ''];
  };
  for (const part of parts) {
    const text = part.value.join('');
    if (part.removed) removed += text;
    else if (part.added) inserted += text;
    else {
      flush();
      at += text.length;
    }
  }
  flush();
  return edits;
}

/** The new text; `null` when the edits do not fit the old one. */
export function applyEdits(before: string, edits: readonly TextEdit[]): string | null {
  return replaceAll(before, edits);
}

/** The old text; `null` when the edits do not fit the new one. */
export function revertEdits(after: string, edits: readonly TextEdit[]): string | null {
  let shift = 0;
  const reverse = edits.map(([at, removed, inserted]): TextEdit => {
    const edit: TextEdit = [at + shift, inserted, removed];
    shift += inserted.length - removed.length;
    return edit;
  });
  return replaceAll(after, reverse);
}

/** How much the edits hold, in UTF-16 units. */
export function sizeOfEdits(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, [, removed, inserted]) => sum + removed.length + inserted.length, 0);
}

function replaceAll(text: string, edits: readonly TextEdit[]): string | null {
  const pieces: string[] = [];
  let done = 0;
  for (const [at, removed, inserted] of edits) {
    if (at < done || !text.startsWith(removed, at)) return null;
    pieces.push(text.slice(done, at), inserted);
    done = at + removed.length;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/** Each line with its end. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
