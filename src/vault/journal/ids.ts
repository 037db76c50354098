import { type Random } from '../../base';

/**
 * The id of a new transaction: its time, to the millisecond, and a random part. Ids sort by time, even when two share a
 * millisecond or the clock was set back.
 *
 * @param last id of the newest transaction; `''` when there is none
 */
export function nextTransactionId(last: string, now: number, random: Random): string {
  const time = new Date(Math.max(now, timeOfId(last) + 1)).toISOString().replace(/[-:.]/g, '');
  return `${time}-${random.id(6)}`;
}

/** Milliseconds since the epoch; 0 for an id that names no time. */
export function timeOfId(id: string): number {
  const [, date, time, ms] = /^(\d{8})T(\d{6})(\d{3})Z/.exec(id) ?? [];
  if (date === undefined || time === undefined || ms === undefined) return 0;
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  const parsed = Date.parse(`${day}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}.${ms}Z`);
  return Number.isNaN(parsed) ? 0 : parsed;
}
