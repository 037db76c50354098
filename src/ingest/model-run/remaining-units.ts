import { readLedger, supportKey, type Page } from '../../wiki';
import { readUnitRanges, type Unit } from '../units';
import { type CurateRequest } from '../types';
import { quotedUnit } from './marks';
import { FURTHER_HEADING } from './summary';

/**
 * The units of a source that a person names, else those that no page uses and no earlier ingest left with a reason. What the summary lists under "Further details"
 * has no page yet.
 *
 * @param summary the summary of the source
 */
export async function remainingUnits(
  { snapshot, source, resume }: CurateRequest,
  units: readonly Unit[],
  summary: Page,
): Promise<readonly Unit[]> {
  if (resume?.units !== undefined) {
    const wanted = new Set(readUnitRanges([resume.units], 1, units.length).numbers);
    return units.filter(({ number }) => wanted.has(number));
  }
  const { numbers } = readUnitRanges([resume?.left ?? ''], 1, units.length);
  const done = new Set(numbers);
  const cited = new Set<string>();
  const slugs = snapshot.provenance.sources[source.path]?.slugs ?? [];
  for (const page of new Set(slugs.flatMap((slug) => snapshot.pagesBySlug(slug)))) {
    const text = await snapshot.text(page.path);
    for (const { support, heading } of readLedger(text ?? '').claims) {
      if (page.path === summary.path && heading === FURTHER_HEADING) continue;
      for (const key of support) cited.add(key);
    }
  }
  return units.filter((unit, at) => {
    const texts = [unit.text, quotedUnit(unit, units[at - 1]).text];
    return !done.has(unit.number) && !texts.some((text) => isCited(cited, source.id, text));
  });
}

/** Whether a footnote quotes a unit: a long one perhaps in part. */
function isCited(cited: ReadonlySet<string>, sourceId: string, text: string): boolean {
  const key = supportKey(sourceId, text);
  if (cited.has(key)) return true;
  if (text.length < 400) return false;
  const before = `${sourceId} `;
  return [...cited].some(
    (each) => each.length > 200 && each.startsWith(before) && key.includes(each.slice(sourceId.length)),
  );
}
