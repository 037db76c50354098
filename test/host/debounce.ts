import { reportUncaught } from './events';

export interface Debouncer<T extends unknown[], V> {
  (...args: T): Debouncer<T, V>;
  cancel(): Debouncer<T, V>;
  run(): V | undefined;
}

/**
 * d.ts `debounce`: "A standard debounce function. Use this to have a time-delayed function only be called once in a given
 * timeframe." `resetTimer`: "Whether to reset the timeout when the debounce function is called again."
 */
export function debounce<T extends unknown[], V>(
  cb: (...args: T) => V,
  timeout = 0,
  resetTimer = false,
): Debouncer<T, V> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let latest: T | null = null;
  const fire = (): V | undefined => {
    const args = latest;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    latest = null;
    return args === null ? undefined : cb(...args);
  };
  const debounced = (...args: T): Debouncer<T, V> => {
    latest = args;
    if (timer !== null && resetTimer) {
      clearTimeout(timer);
      timer = null;
    }
    timer ??= later(() => {
      const result: unknown = fire();
      if (result instanceof Promise) result.catch(reportUncaught);
    }, timeout);
    return result;
  };
  const result: Debouncer<T, V> = Object.assign(debounced, {
    cancel(): Debouncer<T, V> {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      latest = null;
      return result;
    },
    run: fire,
  });
  return result;
}

/** A timer that does not keep a test run from ending. */
export function later(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(run, ms);
  if (typeof timer === 'object') timer.unref();
  return timer;
}
