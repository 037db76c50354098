import { throwIfCancelled, type Run } from '../base';
import { ModelError } from './errors';
import { type EndpointLimits } from './endpoint';
import { type Timer } from './types';

/** Called for every piece of data that arrives; without `bytes` for the headers of the answer. */
export type Heartbeat = (bytes?: Uint8Array) => void;

/** Less than this is silence: a server that drips must not hold a job for ever. */
const MIN_BYTES_PER_SECOND = 1;

/**
 * Runs `work` until the run is cancelled, less than a byte a second arrives for the idle timeout (detected after at most
 * twice that), or the total takes too long. Works even if the host's network ignores the signal.
 *
 * @throws ModelError `living-wiki:model_timeout`; WikiError `living-wiki:cancelled`; whatever `work` throws
 */
export async function withDeadline<T>(
  limits: EndpointLimits,
  timer: Timer,
  run: Run,
  work: (signal: AbortSignal, heartbeat: Heartbeat) => Promise<T>,
): Promise<T> {
  throwIfCancelled(run);
  const aborter = new AbortController();
  const finished = new AbortController();
  const minBytes = (limits.idleTimeout / 1000) * MIN_BYTES_PER_SECOND;
  let received = 0;
  const heartbeat: Heartbeat = (bytes) => {
    received += bytes?.length ?? minBytes;
  };
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
      const before = received;
      await timer.sleep(limits.idleTimeout, finished.signal);
      if (finished.signal.aborted) return;
      if (received - before < minBytes) {
        const amount = received === before ? 'nothing' : 'almost nothing';
        stop(timeoutError(`The model server sent ${amount} for ${formatDuration(limits.idleTimeout)}.`));
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
    return await Promise.race([abandoned, work(aborter.signal, heartbeat)]);
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
