import { readDay, findDates, type StatedDate } from '../../base';
import { isChangeDate } from '../extract';
import { undatedNotes } from '../source-read';
import { type Unit } from '../units';
import { type Curation } from './curation';
import { type IngestPlan } from './planned-page';
import { oneLine } from './prompt';

/** Of the passage that gives the date, as a reviewer is told it. */
const MAX_SHOWN = 120;

/** Units that a text begins with: the day in its first lines is its own. */
const HEAD_UNITS = 8;

/**
 * A curation that goes on with the day that the plan read in a source without a date, so that the source has its place in time like
 * any other: in prompts, footnotes and the summary, and in the order of what sources say. Only a date that a passage gives counts. One in the
 * head of the text also counts before the date of its last change.
 */
export function withPlannedDate(curation: Curation, plan: IngestPlan, units: readonly Unit[]): Curation {
  const { date, request } = curation;
  const isChange = date !== null && isChangeDate(request.text) && date === request.text.date?.slice(0, 10);
  let dated = curation;
  if (plan.date !== null && date === null) dated = datedBy(curation, plan.date, units);
  else if (plan.date !== null && isChange && plan.date < date) {
    const head = units.slice(0, HEAD_UNITS);
    if (findStated(plan.date, request.text.title, head) !== null) dated = datedBy(curation, plan.date, head);
  }
  curation.notes.push(...undatedNotes(dated.request));
  return dated;
}

/**
 * A plan without the endings of what is newer than its source. Of a source without a date the plan was asked about everything; the day that
 * it read tells which is older, and without one only what it ends itself counts.
 */
export function withOlderEndings(plan: IngestPlan, date: string | null): IngestPlan {
  const isOlder = (each: { readonly date: string }): boolean => date !== null && each.date <= date;
  const pages = plan.pages.map((page) => ({ ...page, ended: date === null ? page.ended : page.ended.filter(isOlder) }));
  return { ...plan, pages, unsettled: plan.unsettled.filter(isOlder) };
}

function datedBy(curation: Curation, planned: string, units: readonly Unit[]): Curation {
  const { request, notes } = curation;
  const found = findStated(planned, request.text.title, units);
  if (found === null) {
    notes.push(`The plan dates the source ${planned}, but no passage gives that date. The source stays undated.`);
    return curation;
  }
  const { date, by } = found;
  notes.push(`The source is dated ${readDay(date)}, as its text says: “${oneLine(by, MAX_SHOWN)}”`);
  return {
    ...curation,
    date,
    isDateFromText: true,
    request: { ...request, text: { ...request.text, date } },
    dateOf: (id) => (id === request.source.id ? date : curation.dateOf(id)),
  };
}

interface StatedBy {
  readonly date: string;
  /** The words that give it. */
  readonly by: string;
}

/** The date as precisely as a passage or the title gives it: a plan may make the first of a month of "March 1998", and "1998" of a day in it. */
function findStated(wanted: string, title: string | null, units: readonly Unit[]): StatedBy | null {
  const texts = [
    ...units.map(({ text, lead, anchor, date }) => ({
      by: text,
      dates: findDates([text, lead ?? '', anchor.heading ?? '', date ?? ''].join('\n')),
    })),
    ...(title === null ? [] : [{ by: title, dates: findDates(title) }]),
  ];
  const [year = 0, month = 0, day = 0] = wanted.split('-').map(Number);
  for (const length of ['YYYY-MM-DD', 'YYYY-MM', 'YYYY'].map((form) => form.length)) {
    if (length > wanted.length) continue;
    const [isMonth, isDay] = [length > 4, length > 7];
    const isExact = (each: StatedDate): boolean =>
      each.year === year && each.month === (isMonth ? month : 0) && (isMonth ? each.day : 0) === (isDay ? day : 0);
    const isWithin = (each: StatedDate): boolean => each.year === year && (!isMonth || each.month === month);
    // What is less precise than the plan has to be given so; a plan may be less precise than what gives it.
    const found =
      texts.find(({ dates }) => dates.some(isExact)) ??
      (length === wanted.length && !isDay ? texts.find(({ dates }) => dates.some(isWithin)) : undefined);
    if (found !== undefined) return { date: wanted.slice(0, length), by: found.by };
  }
  return null;
}
