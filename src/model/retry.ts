import { plural, type Random, type Run, throwIfCancelled } from '../base';
import { type ModelError } from './errors';
import { type EndpointLimits, type ModelDeps } from './endpoint';

/** Milliseconds before the first repeat; doubled each time. */
const FIRST_DELAY = 1000;

/** A fraction from 0 to 1, out of a source of identifiers. */
export function randomFraction(random: Random): number {
  const value = Number.parseInt(random.id(6), 36);
  return Number.isFinite(value) ? value / 36 ** 6 : 0.5;
}

/**
 * How long to wait before repeat number `attempt` (from 0), milliseconds: as long as the server says and a little more, so
 * that not all come back at once; else doubling, the last half of it by chance. `null`: longer than anyone wants to wait.
 */
export function retryDelay(attempt: number, error: ModelError, limits: EndpointLimits, random: Random): number | null {
  if (error.retryAfter !== undefined) {
    if (error.retryAfter > limits.maxRetryDelay) return null;
    return error.retryAfter + Math.round(randomFraction(random) * 250);
  }
  const full = Math.min(FIRST_DELAY * 2 ** attempt, limits.maxRetryDelay);
  return Math.round(full / 2 + (randomFraction(random) * full) / 2);
}

/** Waits, says so, and can be cancelled. */
export async function waitForRetry(
  ms: number,
  error: ModelError,
  at: { readonly attempt: number; readonly of: number },
  deps: ModelDeps,
  run: Run,
): Promise<void> {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const why = error.retryAfter === undefined ? error.message : 'The model server asked to wait.';
  run.progress({
    stage: 'Waiting for the model server',
    done: at.attempt,
    total: at.of,
    detail: `${why} Next try in ${plural(seconds, 'second')}.`,
  });
  await deps.timer.sleep(ms, run.signal);
  throwIfCancelled(run);
}
