import { type Progress, type Run } from '../../../src/base';

/** What is counted: what every loop of ours comes down to. A text counts for its length where that is what takes time. */
const COUNTED = [
  [Map.prototype, ['get', 'set', 'has', 'delete']],
  [Set.prototype, ['add', 'has', 'delete']],
  [
    String.prototype,
    ['slice', 'indexOf', 'startsWith', 'endsWith', 'includes', 'split', 'trim', 'toLowerCase', 'replace'],
  ],
  [RegExp.prototype, ['exec']],
  [Array.prototype, ['push', 'map', 'filter', 'some', 'find', 'join']],
] as const;

export interface WorkMeter {
  readonly run: Run;
  /** Cancels at the next yield, and says how often it yielded after that. */
  cancelSoon(): void;
  readonly yields: number;
  readonly yieldsAfterCancel: number;
  readonly steps: readonly Progress[];
  /** Does the work. @returns the most that was done between two yields, in calls of built-in functions */
  most(work: (run: Run) => Promise<unknown>): Promise<number>;
}

/**
 * A scheduler that measures how long work goes on between two yields without a clock: it counts the calls of the
 * built-in functions that all loops are made of. The same work gives the same count, whatever the machine is at.
 */
export function createWorkMeter(): WorkMeter {
  const aborter = new AbortController();
  const steps: Progress[] = [];
  let count = 0;
  let most = 0;
  let yields = 0;
  let after = 0;
  let isCancelled = false;
  const endStretch = (): void => {
    most = Math.max(most, count);
    count = 0;
  };
  const run: Run = {
    signal: aborter.signal,
    progress: (step) => void steps.push(step),
    yieldToHost: async () => {
      endStretch();
      yields += 1;
      if (aborter.signal.aborted) after += 1;
      if (isCancelled) aborter.abort();
      await new Promise<void>((resolve) => void setImmediate(resolve));
      endStretch();
    },
  };
  return {
    run,
    cancelSoon: () => {
      isCancelled = true;
    },
    get yields() {
      return yields;
    },
    get yieldsAfterCancel() {
      return after;
    },
    steps,
    most: async (work) => {
      const restore = COUNTED.flatMap(([prototype, names]) =>
        names.map((name) => {
          const methods = prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
          const own = methods[name];
          if (own === undefined) throw new Error(`There is no ${name}.`);
          methods[name] = function counted(this: unknown, ...args: unknown[]) {
            count += 1;
            return own.apply(this, args);
          };
          return () => void (methods[name] = own);
        }),
      );
      [count, most] = [0, 0];
      try {
        await work(run);
      } finally {
        endStretch();
        for (const back of restore) back();
      }
      return most;
    },
  };
}
