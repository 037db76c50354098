/**
 * base: the few words that every room speaks: the error type and its codes, the place in a file, the run
 * (cancellation, progress, breathing), the clock, and an order of text that is the same everywhere.
 *
 * Promises: no state, no I/O, no host; imports nothing.
 */
export * from './error';
export * from './json';
export * from './once';
export * from './order';
export * from './run';
