import { type Clock, type ModelTimer, type Progress, type Random, type Run } from '../../workbench';

export const appClock: Clock = { now: () => Date.now() };

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of the alphabet's length that a byte can hold: bytes above it would favour its first letters. */
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

/** How long work may keep the screen waiting before it lets it draw. Milliseconds. */
const SLICE = 10;

/** One stretch of time for everything that runs: two pieces of work together must not take two slices. */
let sliceEnds = 0;

/** Lets the screen draw, where it has waited for long enough. */
export async function yieldToHost(): Promise<void> {
  if (performance.now() < sliceEnds) return;
  await nextTask();
  sliceEnds = performance.now() + SLICE;
}

/** A message comes as soon as the screen is served; a timer waits for four milliseconds more, and for a second in a hidden window. */
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

/** A run that lets the screen draw. */
export function appRun(signal: AbortSignal, progress: (step: Progress) => void = () => undefined): Run {
  return { signal, progress, yieldToHost };
}

/** Aborts with the first of the two. */
export function anySignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  const aborter = new AbortController();
  const abort = (): void => aborter.abort();
  for (const signal of [first, second]) {
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: aborter.signal });
  }
  return aborter.signal;
}
