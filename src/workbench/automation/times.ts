import { clip, WikiError } from '../../base';
import { type SkillSchedule } from './settings';

type When = Pick<SkillSchedule, 'cron' | 'timeZone'>;

/**
 * The first time after another at which a schedule is due; `null` if there is none any more.
 * @param after milliseconds since the epoch @throws WikiError `living-wiki:schedule_invalid`
 */
export async function nextTime(when: When, after: number): Promise<number | null> {
  const { Cron } = await import('croner');
  try {
    const job = new Cron(when.cron, { timezone: when.timeZone, mode: '5-part', paused: true });
    return job.nextRun(new Date(after))?.getTime() ?? null;
  } catch (error) {
    throw scheduleInvalid(when, error);
  }
}

function scheduleInvalid({ cron, timeZone }: When, cause: unknown): WikiError {
  const message = `The schedule "${clip(cron, 60)}" in the time zone "${clip(timeZone, 60)}" cannot be used.`;
  return new WikiError('living-wiki:schedule_invalid', message, {
    cause,
    remedy: 'Write five fields, such as "0 7 * * *" for every day at 7, and a time zone such as Europe/Berlin.',
  });
}

/** A schedule in a form that reads well: at one time every day, on working days, or on one day of the week. */
interface PlainTimes {
  readonly days: 'every-day' | 'working-days' | number;
  readonly hour: number;
  readonly minute: number;
}

/** `null` for what only cron says. Days of the week count from Sunday, which is 0. */
export function plainTimes(cron: string): PlainTimes | null {
  const [, minute, hour, days] = /^\s*(\d{1,2}) +(\d{1,2}) +\* +\* +(\*|1-5|[0-6])\s*$/.exec(cron) ?? [];
  if (minute === undefined || hour === undefined || Number(minute) > 59 || Number(hour) > 23) return null;
  const named = { '*': 'every-day', '1-5': 'working-days' } as const;
  return {
    days: days === '*' || days === '1-5' ? named[days] : Number(days),
    hour: Number(hour),
    minute: Number(minute),
  };
}

export function cronOf({ days, hour, minute }: PlainTimes): string {
  const day = typeof days === 'number' ? String(days) : { 'every-day': '*', 'working-days': '1-5' }[days];
  return `${minute} ${hour} * * ${day}`;
}
