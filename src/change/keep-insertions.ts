import { type Region } from './regions';

/**
 * What one side deletes while the other only adds text against its edge: the addition stays, and nobody has to say
 * which comes first. `null` when the stretch is anything else, an addition within the deleted lines included.
 *
 * @returns the text of the stretch from the deletion's start to its end
 */
export function keepInsertions(base: string, proposed: readonly Region[], current: readonly Region[]): string | null {
  return keptBy(base, proposed, current) ?? keptBy(base, current, proposed);
}

function keptBy(base: string, deleting: readonly Region[], inserting: readonly Region[]): string | null {
  const [deletion, ...others] = deleting;
  if (!deletion || others.length > 0 || deletion.text !== '' || deletion.end === deletion.start) return null;
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
 * The text of an insertion moved to `edge`, where it means the same there: lines that it passes are the ones it ends (or begins)
 * with, as when a blank line is added above one. `null` when it does not get there.
 */
function slideTo(base: string, insertion: Region, edge: number, direction: 'up' | 'down'): string | null {
  let { start, text } = insertion;
  while (direction === 'up' ? start > edge : start < edge) {
    if (direction === 'up') {
      const from = base.lastIndexOf('\n', start - 2) + 1;
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
