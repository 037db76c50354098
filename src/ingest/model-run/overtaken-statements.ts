import { type OvertakenStatement } from '../../wiki';
import { bareMark } from './account';
import { type IngestContent } from './ingest-content';
import { type MarkTarget } from './marks';
import { type WrittenPage } from './read-written';
import { type WriteMaterial } from './write-material';

/** What pages said until this source, so that code can tell what changed: as the plan says, and as those who wrote the pages say. */
export function overtakenBy(
  { plan, units, written, material }: Pick<IngestContent, 'plan' | 'units' | 'written' | 'material'>,
  sourceId: string,
): readonly OvertakenStatement[] {
  const planned = plan.pages.flatMap(({ page, ended }) =>
    ended.map(({ text, units: numbers }) => ({
      path: page?.path ?? '',
      before: text,
      by: numbers.flatMap((number) => {
        const unit = units[number - 1];
        return unit === undefined ? [] : [{ sourceId, quote: unit.text }];
      }),
    })),
  );
  const isPlanned = ({ path, before }: OvertakenStatement): boolean =>
    planned.some((each) => each.path === path && each.before === before);
  return [...planned, ...written.flatMap((page) => droppedFrom(page, material)).filter((each) => !isPlanned(each))];
}

/** The statements that the writer of a page took from it because of a passage that the page cites now. */
function droppedFrom(
  { planned, change, written }: WrittenPage,
  { marks }: Pick<WriteMaterial, 'marks'>,
): readonly OvertakenStatement[] {
  const { page } = planned;
  if (change === null || page === null) return [];
  const { claims } = change.view.ledger;
  return written.dropped.flatMap(({ mark, reason, by }) => {
    const passage = reason === 'superseded_by' ? passageOf(marks.get(bareMark(by))) : null;
    if (passage === null) return [];
    const own = bareMark(mark);
    return claims
      .filter(({ notes }) => notes.some((note) => marks.forNote(note) === own))
      .map(({ text }) => ({ path: page.path, before: text, by: [passage] }));
  });
}

function passageOf(target: MarkTarget | undefined): OvertakenStatement['by'][number] | null {
  const quote = target?.note?.quote ?? null;
  return target === undefined || quote === null ? null : { sourceId: target.sourceId, quote };
}
