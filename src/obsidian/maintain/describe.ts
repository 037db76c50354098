import { plainTimes, type SkillPreview, type SkillSchedule } from '../../workbench';
import { maintain as words, dateText } from '../locale';

/** When a skill runs by itself, as short as it can be said. */
export function describeSchedule(schedule: SkillSchedule | null): string {
  if (schedule === null) return words.byHand;
  const plain = plainTimes(schedule.cron);
  if (plain === null) return schedule.cron;
  const time = `${twoDigits(plain.hour)}:${twoDigits(plain.minute)}`;
  const { days } = plain;
  return typeof days === 'number' ? words.times.day(dayName(days), time) : words.times[days](time);
}

/** @param day of the week, from Sunday, which is 0 */
export function dayName(day: number): string {
  // A week that begins on a Sunday.
  const date = new Date(Date.UTC(2026, 0, 4 + day));
  return dateText(date, { weekday: 'long', timeZone: 'UTC' });
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** What a skill may write without a person. */
export function describeGate(gate: SkillPreview['gate']): string {
  return gate === null ? words.gates.none : words.gates[gate.kind](gate.lines);
}

export function describeLast(last: SkillPreview['last']): string {
  if (last === null) return words.never;
  const day = dateText(Date.parse(last.at), { dateStyle: 'medium' });
  return words.last(day, words.outcomes[last.outcome]);
}
