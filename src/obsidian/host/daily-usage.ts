import { type App } from 'obsidian';
import { addCall, EMPTY_USAGE_TOTAL, type DailyUsage, type UsageTotal } from '../../workbench';

const USAGE = 'living-wiki-usage';
/** Two, because a call that starts before midnight (UTC) ends after it. */
const DAYS_RETAINED = 2;

/**
 * What this device used on each day, in the app's local storage for the vault. The daily limit counts this and not the files in
 * `.wiki/usage`, which come with the vault: a forged one would block the model, and a deleted one would lift the limit.
 */
export function createAppUsage(app: App): DailyUsage {
  const stored = (): ReadonlyMap<string, UsageTotal> => {
    const value: unknown = app.loadLocalStorage(USAGE);
    return new Map(
      typeof value === 'object' && value !== null ? (Object.entries(value) as [string, UsageTotal][]) : [],
    );
  };
  const totalOf = (day: string): UsageTotal => ({ ...EMPTY_USAGE_TOTAL, ...stored().get(day) });
  return {
    read: (day) => Promise.resolve(totalOf(day)),
    add: (day, call) => {
      const days = new Map(stored()).set(day, addCall(totalOf(day), call));
      const newest = [...days.keys()].sort().slice(-DAYS_RETAINED);
      app.saveLocalStorage(USAGE, Object.fromEntries(newest.map((each) => [each, days.get(each)])));
      return Promise.resolve();
    },
  };
}
