import { type FastifyRateLimitStore } from '@fastify/rate-limit';

interface Window {
  readonly startedAt: number;
  readonly count: number;
}

type Counted = Parameters<FastifyRateLimitStore['incr']>[1];

/** Callers that are remembered; beyond that, the one that was quiet longest is forgotten. */
const MOST = 5_000;

/**
 * Counts the requests of each caller in windows of time. The store that comes with the plugin gives all requests that arrive at once the
 * count of the last of them, and so refuses those that are within the limit, too.
 */
export class RateWindows implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(caller: string, counted: Counted, timeWindow = 60_000): void {
    const now = Date.now();
    const known = this.#windows.get(caller);
    const isOpen = known !== undefined && now - known.startedAt < timeWindow;
    const next: Window = isOpen ? { ...known, count: known.count + 1 } : { startedAt: now, count: 1 };
    this.#windows.delete(caller);
    this.#windows.set(caller, next);
    const [quietest] = this.#windows.keys();
    if (this.#windows.size > MOST && quietest !== undefined) this.#windows.delete(quietest);
    counted(null, { current: next.count, ttl: timeWindow - (now - next.startedAt) });
  }

  child(): RateWindows {
    return new RateWindows();
  }
}
