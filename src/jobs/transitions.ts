import { clip, type Progress } from '../base';
import {
  type ClaimRequest,
  type Job,
  type JobClaim,
  type JobEnd,
  type JobOwner,
  type JobState,
  type NewJob,
} from './types';

/** UTF-16 units of a new job as JSON, so that its record has room for what becomes of it. */
export const MAX_JOB_LENGTH = 16_384;
export const MAX_QUEUED = 100_000;
/** How long done and cancelled jobs are kept. Milliseconds. */
export const RETENTION = 30 * 86_400_000;

/** A sign of life from the future by more than this was not written by a clock that works. Milliseconds. */
const MAX_AHEAD = 60_000;

/** When a running job counts as left by its program. */
export interface LeaseRules {
  /** Whether a program is known to be gone, so that its job need not go stale first. */
  readonly isDead?: (owner: JobOwner) => boolean;
  /** A running job that gives no sign of life for so long is interrupted. Milliseconds; 60,000 by default. */
  readonly staleAfter?: number;
}

export function isAbandoned({ lease }: Job, now: number, { isDead, staleAfter = 60_000 }: LeaseRules): boolean {
  if (lease === null) return true;
  const age = now - lease.beat;
  return age > staleAfter || age < -MAX_AHEAD || isDead?.(lease.owner) === true;
}

export const ACTIVE: ReadonlySet<JobState> = new Set(['queued', 'running']);
/** A job in one of these states is the job of its key. */
export const KEEPS_KEY: ReadonlySet<JobState> = new Set(['queued', 'running', 'failed', 'interrupted']);
export const RETRIED: ReadonlySet<JobState> = new Set(['failed', 'interrupted', 'cancelled']);
export const CANCELLED_AT_ONCE: ReadonlySet<JobState> = new Set(['queued', 'interrupted', 'failed']);

export const NEW_JOB = {
  state: 'queued',
  startedAt: null,
  endedAt: null,
  attempts: 0,
  progress: null,
  failure: null,
  note: null,
  proposal: null,
  lease: null,
  isCancelRequested: false,
  isOwn: true,
} as const;

export function toQueued(job: Job, position: number): Job {
  const { id, kind, key, title, usesModel, payload, createdAt, attempts, isOwn } = job;
  return { ...NEW_JOB, id, kind, key, title, usesModel, payload, createdAt, attempts, isOwn, position };
}

/** What a job is as it was asked for, within the limits of a record. */
export function askedJob({ kind, key, title, usesModel, payload }: NewJob): NewJob {
  return { kind, key: clip(key, 300), title: clip(title, 300), usesModel, payload };
}

/** `null` where one more job may run beside those that do. */
export function busyWith(running: readonly Job[], { parallel }: ClaimRequest): JobClaim | null {
  if (running.length < Math.min(8, Math.max(1, parallel))) return null;
  return { kind: 'busy', by: running[0]?.lease?.owner ?? null };
}

/** @param token of the lease, which the program that runs the job names from now on */
export function toRunning(job: Job, token: string, owner: JobOwner, now: number): Job {
  return {
    ...job,
    state: 'running',
    startedAt: now,
    endedAt: null,
    attempts: job.attempts + 1,
    failure: null,
    note: null,
    isCancelRequested: false,
    lease: { token, owner, beat: now },
  };
}

/** A running job after a sign of life. */
export function toRenewed(job: Job, progress: Progress | null, now: number): Job {
  return { ...job, lease: job.lease && { ...job.lease, beat: now }, progress: progress && clippedProgress(progress) };
}

export function afterEnd(job: Job, end: JobEnd, now: number): Job {
  const over = { ...job, state: end.state, lease: null, isCancelRequested: false, failure: null, note: null };
  switch (end.state) {
    case 'queued':
      return { ...toQueued(job, job.position), attempts: Math.max(0, job.attempts - 1) };
    case 'failed': {
      const { code, message, remedy } = end.failure;
      const failure = { code, message: clip(message, 4000), remedy: remedy === null ? null : clip(remedy, 2000) };
      return { ...over, endedAt: now, failure };
    }
    case 'review':
      return { ...over, endedAt: now, proposal: end.proposal };
    case 'done':
      return {
        ...over,
        endedAt: now,
        note: end.note === undefined ? null : clip(end.note, 2000),
        proposal: end.proposal ?? job.proposal,
      };
    case 'cancelled':
    case 'interrupted':
      return { ...over, endedAt: now };
  }
}

function clippedProgress({ stage, done, total, detail, cost }: Progress): Progress {
  const text = {
    ...(detail !== undefined && { detail: clip(detail, 500) }),
    ...(cost !== undefined && { cost: clip(cost, 100) }),
  };
  return { stage: clip(stage, 200), done, total, ...text };
}

export const nameOf = (state: JobState): string => (state === 'review' ? 'waiting for review' : state);
