import { wordKey } from '../../wiki';
import { isSlight, saysNothingAlone } from '../units';
import { replaceMarks, type MarkTable } from './marks';

/** Points of a summary. */
const MAX_POINTS = 10;

/**
 * The points of a summary as list items: each once, without those that rest only on greetings, letterheads and sentences that say nothing by
 * themselves. Each part of a long source has its say.
 *
 * @param parts as the model wrote them for each part of the source, with marks, the weightiest first
 */
export function mainPoints(parts: readonly (readonly string[])[], marks: MarkTable): readonly string[] {
  const seen = new Set<string>();
  const told = parts.map((points) =>
    points.filter((point) => {
      const key = wordKey(replaceMarks(point, () => ''));
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew && restsOnMatter(point, marks);
    }),
  );
  const deepest = Math.max(0, ...told.map(({ length }) => length));
  const turns = Array.from({ length: deepest }, (_, turn) => told.flatMap((points) => points.slice(turn, turn + 1)));
  const chosen = new Set(turns.flat().slice(0, MAX_POINTS));
  return told
    .flat()
    .filter((point) => chosen.has(point))
    .map((point) => `- ${point.replace(/\s+/g, ' ').replace(/^[\s>#*+`~|-]+/, '')}`);
}

/** A point without a mark is left out elsewhere. */
function restsOnMatter(point: string, marks: MarkTable): boolean {
  const units = new Set<boolean>();
  // A lead-in to a list may well be told as a whole sentence.
  const text = replaceMarks(point, () => '').trim();
  const isScrap = saysNothingAlone({ kind: 'sentence', text, lead: null });
  replaceMarks(point, (group) => {
    for (const each of group) {
      const target = each.kind === 'unit' ? marks.get(each.mark) : undefined;
      if (target === undefined) continue;
      const { unit } = target;
      units.add(unit === null || !(marks.isFrame(target) || isSlight(unit) || (isScrap && saysNothingAlone(unit))));
    }
    return '';
  });
  return units.size === 0 || units.has(true);
}
