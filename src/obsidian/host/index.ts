/**
 * host: what the core asks of the machine: time, chance, a way to yield to the screen, the network, and PDF text.
 */
export { createFetch } from './fetch';
export { createPdfReader } from './pdf';
export { appClock, appRandom, appRun, appTimer } from './time';
