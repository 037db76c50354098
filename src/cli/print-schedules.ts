import { plainTimes, type ScheduledSkill } from '../workbench';
import { painter, printable, type Terminal } from './terminal';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** What runs by itself: when, next and last. */
export function printSchedules(terminal: Terminal, scheduled: readonly ScheduledSkill[]): void {
  if (scheduled.length === 0) return;
  const paint = painter(terminal);
  terminal.out(`${paint.bold('Scheduled')} ${paint.dim('(only while `living-wiki watch` runs)')}\n`);
  for (const { skill, cron, timeZone, onStart, next, last, problem } of scheduled) {
    const missed = onStart ? ', at the next start if missed' : '';
    const when = next === null ? 'never' : timeIn(timeZone, next);
    const before = last === null ? 'never' : `${timeIn(timeZone, last.at)}, ${last.outcome}`;
    terminal.out(`  ${printable(skill)}  ${printable(describeTimes(cron))}, ${printable(timeZone)}${missed}\n`);
    if (problem === null) terminal.out(`    next ${when}; last ${before}\n`);
    else terminal.out(`    ${paint.red(printable(problem))}\n`);
  }
}

function describeTimes(cron: string): string {
  const plain = plainTimes(cron);
  if (plain === null) return `cron "${cron}"`;
  const { days, hour, minute } = plain;
  const named = { 'every-day': 'every day', 'working-days': 'Monday to Friday' } as const;
  const day = typeof days === 'number' ? `every ${DAYS[days] ?? ''}` : named[days];
  return `${day} at ${pad(hour)}:${pad(minute)}`;
}

const pad = (n: number): string => String(n).padStart(2, '0');

/** In the time zone of the schedule, which a person knows. A zone that this computer does not know is told in UTC. */
function timeIn(timeZone: string, at: number): string {
  const options = { dateStyle: 'short', timeStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone }).format(at);
  } catch {
    return `${new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: 'UTC' }).format(at)} UTC`;
  }
}
