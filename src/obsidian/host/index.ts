/**
 * host: the services that the core needs: time, randomness, yielding to the user interface, the network, PDF text,
 * markup and encoding detection.
 */
export { guessEncoding } from './encoding';
export { createAppDevice } from './device';
export { createFetch } from './fetch';
export { appOwner, createAppLock, isEarlierSession } from './lock';
export { markupReader } from './markup';
export { createPdfReader } from './pdf';
export { appClock, appRandom, appRun, appTimer, yieldToHost } from './time';
