import { plural, type Random, type Run, throwIfCancelled } from '../base';
import { type ModelError } from './errors';
import { type EndpointLimits, type ModelDeps } from './endpoint';

/** Milliseconds before the first retry; doubled each time. */
const FIRST_DELAY = 1000;

/** A random number from 0 to 1, from a source of identifiers. */
function randomFraction(random: Random): number {
  const value = Number.parseInt(random.id(6), 36);
  return Number.isFinite(value) ? value / 36 ** 6 : 0.5;
}

/**
 * Milliseconds to wait before retry `attempt` (from 0): what the server asks for plus jitter, otherwise exponential backoff
 * with jitter. `null` if the server asks for longer than the limit.
 */
export function retryDelay(attempt: number, error: ModelError, limits: EndpointLimits, random: Random): number | null {
  if (error.retryAfter !== undefined) {
    if (error.retryAfter > limits.maxRetryDelay) return null;
    return error.retryAfter + Math.round(randomFraction(random) * 250);
  }
  const full = Math.min(FIRST_DELAY * 2 ** attempt, limits.maxRetryDelay);
  return Math.round(full / 2 + (randomFraction(random) * full) / 2);
}

/** Waits before a retry, reports progress, and can be cancelled. */
export async function waitForRetry(ms: number, error: ModelError, deps: ModelDeps, run: Run): Promise<void> {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const why = error.retryAfter === undefined ? error.message : 'The model server asked to wait.';
  run.progress({
    stage: 'Waiting for the model server',
    // Waiting is no progress.
    done: 0,
    total: 0,
    detail: `${why} Next try in ${plural(seconds, 'second')}.`,
  });
  await deps.timer.sleep(ms, run.signal);
  throwIfCancelled(run);
}
