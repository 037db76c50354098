import { throwIfCancelled, type Run } from '../base';
import { ModelError } from './errors';
import type { EndpointLimits } from './endpoint';
import type { Timer } from './types';

/**
 * Does `work` and gives it up when the run is cancelled, when nothing is heard for the limit of silence (at most twice
 * that), or when the whole takes too long. Also where the host's network does not mind the signal.
 *
 * @throws ModelError `living-wiki:model_timeout`; WikiError `living-wiki:cancelled`; whatever `work` throws
 */
export async function withDeadline<T>(
  limits: EndpointLimits,
  timer: Timer,
  run: Run,
  work: (signal: AbortSignal, pulse: () => void) => Promise<T>,
): Promise<T> {
  throwIfCancelled(run);
  const aborter = new AbortController();
  const over = new AbortController();
  let beats = 0;
  let giveUp: (error: Error) => void = () => undefined;
  const given = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const stop = (error: Error): void => {
    giveUp(error);
    aborter.abort();
  };
  const cancel = (): void => stop(new Error('cancelled'));
  run.signal.addEventListener('abort', cancel, { once: true });
  const listen = async (): Promise<void> => {
    for (;;) {
      const before = beats;
      await timer.sleep(limits.silence, over.signal);
      if (over.signal.aborted) return;
      if (beats === before) {
        stop(tooLate(`The model server was silent for ${minutes(limits.silence)}.`));
        return;
      }
    }
  };
  const whole = async (): Promise<void> => {
    await timer.sleep(limits.answer, over.signal);
    if (!over.signal.aborted) stop(tooLate(`The model took longer than ${minutes(limits.answer)}.`));
  };
  try {
    void listen();
    void whole();
    return await Promise.race([given, work(aborter.signal, () => beats++)]);
  } catch (error) {
    throwIfCancelled(run);
    throw error;
  } finally {
    over.abort();
    run.signal.removeEventListener('abort', cancel);
  }
}

const tooLate = (message: string): ModelError => new ModelError('living-wiki:model_timeout', message);

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
