import { type DayLimit, type PastLimit, type Settings } from './types';

/** Changes of the limit of a day that are remembered. A picture of a year needs no more. */
const MAX_CHANGES = 100;

/**
 * @param today in UTC
 * @returns the limits that were in force before, with the one that `day` replaces. A limit that was tried for less than a
 *   day was in force on none.
 */
export function withPastLimit(settings: Settings, day: DayLimit, today: string): readonly PastLimit[] {
  const { pastLimits: past } = settings;
  const { money, tokens } = settings.model.day;
  const isSame = money === day.money && tokens === day.tokens;
  if (isSame || past.at(-1)?.until === today) return past;
  return [...past, { until: today, money, tokens }].slice(-MAX_CHANGES);
}

/** @param day in UTC */
export function limitOn({ pastLimits, model }: Pick<Settings, 'pastLimits' | 'model'>, day: string): DayLimit {
  return pastLimits.find(({ until }) => day < until) ?? model.day;
}
