import { type Clock, type ModelTimer, type Progress, type Random, type Run } from '../../workbench';

export const appClock: Clock = { now: () => Date.now() };

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of the alphabet's length in a byte. Larger bytes are dropped, or the first letters were likelier. */
const UNBIASED_LIMIT = 256 - (256 % ALPHABET.length);

export const appRandom: Random = {
  id(length) {
    let id = '';
    while (id.length < length) {
      for (const byte of window.crypto.getRandomValues(new Uint8Array(length * 2))) {
        if (byte < UNBIASED_LIMIT && id.length < length) id += ALPHABET.charAt(byte % ALPHABET.length);
      }
    }
    return id;
  },
};

export const appTimer: ModelTimer = {
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        window.clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = window.setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
    }),
};

/** How long work may block the screen before it yields. Milliseconds. */
const SLICE = 10;

/** Shared by all work, so that two jobs together do not take two slices. */
let sliceEnds = 0;

/** Lets the screen draw if the slice is used up. */
export async function yieldToHost(): Promise<void> {
  if (performance.now() < sliceEnds) return;
  await nextTask();
  sliceEnds = performance.now() + SLICE;
}

/** A message arrives right after the screen is drawn; a timer adds four milliseconds, and a second in a hidden window. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** A run that yields so that the screen can draw. */
export function appRun(signal: AbortSignal, progress: (step: Progress) => void = () => undefined): Run {
  return { signal, progress, yieldToHost };
}

/** Aborts when either of the two does. */
export function anySignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  const aborter = new AbortController();
  const abort = (): void => aborter.abort();
  for (const signal of [first, second]) {
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: aborter.signal });
  }
  return aborter.signal;
}
