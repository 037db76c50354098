/** Runs work after a pause in the requests for it, never twice at once, and once more if it was requested while it ran. */
interface Debouncer {
  /** Runs the work after the pause. */
  schedule(): void;
  /** Runs the work now. */
  run(): void;
  /** Drops pending requests and waits for the work that runs. */
  stop(): Promise<void>;
}

/** Frequent requests delay the work by at most this many pauses. */
const MAX_DELAYS = 8;

/** @param pause milliseconds @param work never rejects */
export function createDebouncer(pause: number, work: () => Promise<void>): Debouncer {
  let timer: number | null = null;
  let firstRequest = 0;
  let running: Promise<void> | null = null;
  let isRequestedAgain = false;
  const reset = (): void => {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
    firstRequest = 0;
  };
  const run = (): void => {
    reset();
    if (running !== null) {
      isRequestedAgain = true;
      return;
    }
    running = work().finally(() => {
      running = null;
      if (!isRequestedAgain) return;
      isRequestedAgain = false;
      run();
    });
  };
  return {
    run,
    schedule: () => {
      const now = performance.now();
      if (firstRequest === 0) firstRequest = now;
      if (timer !== null) window.clearTimeout(timer);
      const delay = Math.max(0, Math.min(pause, firstRequest + pause * MAX_DELAYS - now));
      timer = window.setTimeout(run, delay);
    },
    stop: async () => {
      reset();
      isRequestedAgain = false;
      await running;
    },
  };
}
