import { type Region } from './regions';

/**
 * Merges a deletion on one side with insertions at its edges on the other: the insertions stay.
 *
 * @returns the new text of the deleted range; `null` in any other case, including an insertion within the deleted lines
 */
export function keepInsertions(base: string, proposed: readonly Region[], current: readonly Region[]): string | null {
  return deletionWithInsertions(base, proposed, current) ?? deletionWithInsertions(base, current, proposed);
}

function deletionWithInsertions(
  base: string,
  deleting: readonly Region[],
  inserting: readonly Region[],
): string | null {
  const [deletion, ...rest] = deleting;
  if (!deletion || rest.length > 0 || deletion.text !== '' || deletion.end === deletion.start) return null;
  const before: string[] = [];
  const after: string[] = [];
  for (const insertion of inserting) {
    if (insertion.start !== insertion.end) return null;
    const up = slideTo(base, insertion, deletion.start, 'up');
    const down = slideTo(base, insertion, deletion.end, 'down');
    if (up !== null) before.push(up);
    else if (down !== null) after.push(down);
    else return null;
  }
  return before.join('') + after.join('');
}

/**
 * The text of an insertion moved to `edge`, with the same result: the lines that it passes must equal the lines that it
 * ends (or begins) with, as for a blank line added above another. `null` when it cannot be moved there.
 */
function slideTo(base: string, insertion: Region, edge: number, direction: 'up' | 'down'): string | null {
  let { start, text } = insertion;
  while (direction === 'up' ? start > edge : start < edge) {
    if (direction === 'up') {
      // A negative position counts as 0, so an empty first line would be found again and again.
      const from = start < 2 ? 0 : base.lastIndexOf('\n', start - 2) + 1;
      const line = base.slice(from, start);
      if (from < edge || !text.endsWith(`\n${line}`)) return null;
      text = line + text.slice(0, text.length - line.length);
      start = from;
    } else {
      const to = base.indexOf('\n', start) + 1;
      const line = base.slice(start, to);
      if (to === 0 || to > edge || !text.startsWith(line) || text === line) return null;
      text = text.slice(line.length) + line;
      start = to;
    }
  }
  return start === edge ? text : null;
}
