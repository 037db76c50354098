/**
 * base: the small words that every room needs: errors and their codes, places in files, the run (cancellation, progress,
 * yielding), the clock, a queue, an order of text, and how a message quotes and counts.
 *
 * Promises: no I/O, no host, no global state; imports nothing.
 */
export * from './amounts';
export * from './bytes';
export * from './calendar';
export * from './dates';
export * from './edit-distance';
export * from './error';
export * from './file-name';
export * from './json';
export * from './mapping';
export * from './number-words';
export * from './numbers';
export * from './once';
export * from './order';
export * from './memoize-last';
export * from './run';
export * from './serial-queue';
export * from './stem';
export * from './steps';
export * from './text';
export * from './yield-budget';
