/**
 * jobs: the view of the queue: what runs, what needs a person, what is queued, and why the queue waits.
 *
 * Promises: draws what the controller read, and changes the queue only through it.
 */
export { JobsContent } from './jobs-content';
