import { contentWords } from '../../markdown';
import { readDay } from '../../base';
import { replaceMarks, type MarkTable, type MarkTarget, type TextMark } from './marks';

const MARK_RUN = /(?:\{[^{}\n]{1,300}\}[ \t]?)+/g;

/**
 * Removes from a model's text the marks of letterheads and lines of dates that add nothing to the other marks of their sentence. What they
 * tell, the day and the title of the source, each of its footnotes tells too.
 */
export function withoutFrameMarks(raw: string, marks: MarkTable, dateOf: (sourceId: string) => string | null): string {
  if (marks.frame.size === 0) return raw;
  return raw
    .split('\n')
    .map((line) => {
      let from = 0;
      return line.replace(MARK_RUN, (run: string, at: number) => {
        const said = line.slice(from, at);
        from = at + run.length;
        return withoutPadding(run, said, marks, dateOf);
      });
    })
    .join('\n');
}

function withoutPadding(
  run: string,
  said: string,
  marks: MarkTable,
  dateOf: (sourceId: string) => string | null,
): string {
  const targets = targetsIn(run, marks);
  const padding = new Set(
    targets.filter((target) => isPadding(target, said, targets, marks, dateOf)).map(({ mark }) => mark),
  );
  if (padding.size === 0) return run;
  return replaceMarks(run, (group) => {
    const kept = group.filter((each) => each.kind === 'own' || !padding.has(each.mark));
    return kept.length === 0 ? '' : `{${kept.map(printMark).join(', ')}}`;
  });
}

const printMark = (mark: TextMark): string =>
  mark.kind === 'own' ? mark.id : `${mark.mark}${mark.isVerbatim ? '!' : ''}`;

function targetsIn(run: string, marks: MarkTable): readonly MarkTarget[] {
  const found: MarkTarget[] = [];
  replaceMarks(run, (group) => {
    for (const each of group) {
      const target = each.kind === 'unit' ? marks.get(each.mark) : undefined;
      if (target !== undefined) found.push(target);
    }
    return '';
  });
  return found;
}

function isPadding(
  target: MarkTarget,
  said: string,
  all: readonly MarkTarget[],
  marks: MarkTable,
  dateOf: (sourceId: string) => string | null,
): boolean {
  if (target.unit === null || !marks.isFrame(target)) return false;
  const others = all.filter((each) => !marks.isFrame(each));
  if (!others.some(({ sourceId }) => sourceId === target.sourceId)) return false;
  const day = dateOf(target.sourceId);
  const known = new Set(
    contentWords(
      [day === null ? '' : readDay(day), ...others.map(({ unit, note }) => unit?.text ?? note?.quote ?? '')].join(' '),
    ),
  );
  const own = new Set(contentWords(target.unit.text));
  return contentWords(said).every((word) => !own.has(word) || known.has(word));
}
