import { readDay, findDates } from '../../base';
import { undatedNotes } from '../source-read';
import { type Unit } from '../units';
import { type Curation } from './curation';
import { type IngestPlan } from './planned-page';
import { oneLine } from './prompt';

/** Of the passage that gives the date, as a reviewer is told it. */
const MAX_SHOWN = 120;

/**
 * A curation that goes on with the day that the plan read in a source without a date, so that the source has its place in time like
 * any other: in prompts, footnotes and the summary, and in the order of what sources say. Only a date that a passage gives counts.
 */
export function withPlannedDate(curation: Curation, plan: IngestPlan, units: readonly Unit[]): Curation {
  const dated = curation.date === null && plan.date !== null ? datedBy(curation, plan.date, units) : curation;
  curation.notes.push(...undatedNotes(dated.request));
  return dated;
}

function datedBy(curation: Curation, planned: string, units: readonly Unit[]): Curation {
  const { request, notes } = curation;
  const found = findStated(planned, units);
  if (found === null) {
    notes.push(`The plan dates the source ${planned}, but no passage gives that date. The source stays undated.`);
    return curation;
  }
  const { date, unit } = found;
  notes.push(`The source is dated ${readDay(date)}, as its text says: “${oneLine(unit.text, MAX_SHOWN)}”`);
  return {
    ...curation,
    date,
    isDateFromText: true,
    request: { ...request, text: { ...request.text, date } },
    dateOf: (id) => (id === request.source.id ? date : curation.dateOf(id)),
  };
}

/** The date as precisely as a passage gives it: a plan may make the first of a month of "March 1998". */
function findStated(wanted: string, units: readonly Unit[]): { readonly date: string; readonly unit: Unit } | null {
  const [year = 0, month = 0, day = 0] = wanted.split('-').map(Number);
  for (const length of ['YYYY-MM-DD', 'YYYY-MM', 'YYYY'].map((form) => form.length)) {
    if (length > wanted.length) continue;
    const [isMonth, isDay] = [length > 4, length > 7];
    const unit = units.find(({ text, lead, anchor, date }) =>
      findDates([text, lead ?? '', anchor.heading ?? '', date ?? ''].join('\n')).some(
        (each) =>
          each.year === year && each.month === (isMonth ? month : 0) && (isMonth ? each.day : 0) === (isDay ? day : 0),
      ),
    );
    if (unit !== undefined) return { date: wanted.slice(0, length), unit };
  }
  return null;
}
