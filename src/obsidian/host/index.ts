/**
 * host: what the core asks of the machine: time, chance, a way to yield to the screen, the network, PDF text, markup and
 * a guess at encodings.
 */
export { guessEncoding } from './encoding';
export { createAppDevice } from './device';
export { createFetch } from './fetch';
export { createAppLock } from './lock';
export { markupReader } from './markup';
export { createPdfReader } from './pdf';
export { appClock, appRandom, appRun, appTimer, yieldToHost, anySignal } from './time';
