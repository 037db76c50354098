/**
 * jobs: the durable queue of long work. It knows no wiki: what a job does is its runner's, which the workbench brings.
 *
 * Promises:
 * - A job is written before it starts, and ends once: done, waiting for review, failed with a code, interrupted or cancelled.
 * - After a crash, what was queued goes on and what ran is interrupted, for a person to retry.
 * - Two programs never run one job; no more jobs run at the same time than may. What is in memory is only a doorbell.
 * - A key is queued once. A job of another device, or a forged one, never starts by itself.
 * - Starting a job costs the same however many wait.
 */
export { openFileJobStore } from './file-store';
export { failedEnd, JobQueue, waitForNotification, type Interruption, type JobTimer, type RunningTask } from './queue';
export { eachJob, JobWorker, type JobRunner } from './worker';
export {
  JOB_STATES,
  type AddedJob,
  type ClaimRequest,
  type JobClaim,
  type Job,
  type JobCounts,
  type JobEnd,
  type JobMove,
  type JobOwner,
  type JobState,
  type JobStore,
  type NewJob,
  type QueuePause,
  type SetAside,
} from './types';
/** For stores that are not files: the same steps, limits and errors as theirs. */
export { jobAmbiguous, jobLost, jobMissing, jobState, jobTooLarge, queueFull } from './errors';
export { FIRST_POSITION } from './layout';
export {
  ACTIVE,
  afterEnd,
  askedJob,
  busyWith,
  CANCELLED_AT_ONCE,
  isAbandoned,
  MAX_JOB_LENGTH,
  MAX_QUEUED,
  nameOf,
  NEW_JOB,
  RETENTION,
  RETRIED,
  toQueued,
  toRenewed,
  toRunning,
  type LeaseRules,
} from './transitions';
