import { type Evidence } from '../../change';
import { isSuperseded, type Snapshot } from '../../wiki';
import { type MarkTable, type MarkTarget } from './marks';

/** One line for each source behind marks of pages: `{2.…} is 2026-05-02-survey, primary`. */
export function markSourceLines(
  marks: MarkTable,
  snapshot: Snapshot,
  isShown: (number: number) => boolean = () => true,
): readonly string[] {
  return marks
    .sources()
    .filter(({ id, number }) => id !== '' && isShown(number))
    .map(({ number, id }) => {
      const source = snapshot.source(id);
      const day = source?.date?.slice(0, 10) ?? 'no date';
      const isOld = source !== undefined && isSuperseded(source, (each) => snapshot.source(each));
      const date = id.includes(day) ? '' : `, ${day}`;
      return `{${number}.…} is ${id}${date}${source === undefined ? '' : `, ${source.authority}`}${isOld ? ', superseded' : ''}`;
    });
}

/** What text rests on that cites what pages cite. That the quotes are in their sources is checked when it is proposed. */
export function quotedEvidence(marks: readonly MarkTarget[], snapshot: Snapshot): readonly Evidence[] {
  const { sources } = snapshot.provenance;
  return marks.flatMap(({ note, sourceId }) => {
    const path = snapshot.source(sourceId)?.path;
    if (path === undefined || typeof note?.quote !== 'string') return [];
    const sourceHash = Object.hasOwn(sources, path) ? (sources[path]?.contentHash ?? '') : '';
    return [{ source: path, sourceHash, quote: note.quote, anchor: note.anchor, verdict: 'unchecked' as const }];
  });
}
