import { throwIfCancelled, type Run } from '../base';
import { ModelError } from './errors';
import { type EndpointLimits } from './endpoint';
import { type Timer } from './types';

/**
 * Runs `work` until the run is cancelled, nothing arrives for the idle timeout (detected after at most twice that), or the
 * total takes too long. Works even if the host's network ignores the signal.
 *
 * @throws ModelError `living-wiki:model_timeout`; WikiError `living-wiki:cancelled`; whatever `work` throws
 */
export async function withDeadline<T>(
  limits: EndpointLimits,
  timer: Timer,
  run: Run,
  work: (signal: AbortSignal, heartbeat: () => void) => Promise<T>,
): Promise<T> {
  throwIfCancelled(run);
  const aborter = new AbortController();
  const finished = new AbortController();
  let heartbeats = 0;
  let giveUp: (error: Error) => void = () => undefined;
  const abandoned = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const stop = (error: Error): void => {
    giveUp(error);
    aborter.abort();
  };
  const cancel = (): void => stop(new Error('cancelled'));
  run.signal.addEventListener('abort', cancel, { once: true });
  const watchSilence = async (): Promise<void> => {
    for (;;) {
      const before = heartbeats;
      await timer.sleep(limits.idleTimeout, finished.signal);
      if (finished.signal.aborted) return;
      if (heartbeats === before) {
        stop(timeoutError(`The model server sent nothing for ${formatDuration(limits.idleTimeout)}.`));
        return;
      }
    }
  };
  const watchTotal = async (): Promise<void> => {
    await timer.sleep(limits.answerTimeout, finished.signal);
    if (!finished.signal.aborted)
      stop(timeoutError(`The model took longer than ${formatDuration(limits.answerTimeout)}.`));
  };
  try {
    void watchSilence();
    void watchTotal();
    return await Promise.race([abandoned, work(aborter.signal, () => heartbeats++)]);
  } catch (error) {
    throwIfCancelled(run);
    throw error;
  } finally {
    finished.abort();
    run.signal.removeEventListener('abort', cancel);
  }
}

const timeoutError = (message: string): ModelError => new ModelError('living-wiki:model_timeout', message);

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
