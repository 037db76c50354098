/** Does work when nobody has asked for it for a while, one at a time, and once more if it was asked for meanwhile. */
export interface Debouncer {
  schedule(): void;
  run(): void;
  /** Forgets what was asked for, and waits for what runs. */
  stop(): Promise<void>;
}

/** Somebody who asks all the time is heard all the same, after so many times the pause. */
const MAX_DELAYS = 8;

/** @param pause milliseconds @param work never rejects */
export function createDebouncer(pause: number, work: () => Promise<void>): Debouncer {
  let timer: number | null = null;
  let since = 0;
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  const forget = (): void => {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
    since = 0;
  };
  const now = (): void => {
    forget();
    if (running !== null) {
      isAskedAgain = true;
      return;
    }
    running = work().finally(() => {
      running = null;
      if (!isAskedAgain) return;
      isAskedAgain = false;
      now();
    });
  };
  return {
    run: now,
    schedule: () => {
      const time = performance.now();
      if (since === 0) since = time;
      if (timer !== null) window.clearTimeout(timer);
      const left = Math.max(0, Math.min(pause, since + pause * MAX_DELAYS - time));
      timer = window.setTimeout(now, left);
    },
    stop: async () => {
      forget();
      isAskedAgain = false;
      await running;
    },
  };
}
