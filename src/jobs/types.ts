import { type ErrorCode, type JsonObject, type Progress, type Run } from '../base';

/**
 * `review`: its proposal waits for a person. `interrupted`: the program ended while the job ran. `failed` has a code and a
 * reason. Only `queued` and `running` jobs need a worker; a person may retry one that is failed, interrupted or cancelled.
 */
export type JobState = 'queued' | 'running' | 'review' | 'done' | 'failed' | 'interrupted' | 'cancelled';

export const JOB_STATES: readonly JobState[] = [
  'running',
  'queued',
  'review',
  'failed',
  'interrupted',
  'done',
  'cancelled',
];

/** What a program asks for. */
export interface NewJob {
  /** Names the runner that does it. */
  readonly kind: string;
  /** Two jobs with one key are one job, such as the hash of the source that it reads. */
  readonly key: string;
  /** For a person, on one line. */
  readonly title: string;
  /** Waits while the model cannot be asked. */
  readonly usesModel: boolean;
  /** What the runner needs to know; small, because it is written for each job. */
  readonly payload: JsonObject;
}

interface JobFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string | null;
}

/** The program that runs a job. */
export interface JobOwner {
  /** Shown to a person who waits for it. */
  readonly name: string;
  /** Identifies the machine, or whatever has its own process table; `null` where the host does not know. */
  readonly host: string | null;
  readonly process: number | null;
}

/** One unit of long work, as it is stored. Times are milliseconds since the epoch. */
export interface Job extends NewJob {
  readonly id: string;
  readonly state: JobState;
  /** Its place among the queued jobs; the lowest comes first. */
  readonly position: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** How often it was started. */
  readonly attempts: number;
  /** How far it is, or was when it ended. */
  readonly progress: Progress | null;
  readonly failure: JobFailure | null;
  /** What came of it, in one sentence; `null` when the state says it all. */
  readonly note: string | null;
  /** The proposal that it made. */
  readonly proposal: string | null;
  readonly lease: JobLease | null;
  /** A person wants it to stop. */
  readonly isCancelRequested: boolean;
  /** Whether this device queued it. A job of another device never starts by itself. */
  readonly isOwn: boolean;
}

interface JobLease {
  /** Made for one run of the job, so that a program that lost it notices. */
  readonly token: string;
  readonly owner: JobOwner;
  /** When its program last said that it is alive. */
  readonly beat: number;
}

/** How a run of a job ended. */
export type JobEnd =
  | { readonly state: 'done'; readonly note?: string; readonly proposal?: string }
  | { readonly state: 'review'; readonly proposal: string }
  | { readonly state: 'failed'; readonly failure: JobFailure }
  | { readonly state: 'cancelled' }
  | { readonly state: 'interrupted' }
  /** Back to the queue, at its old place: it could not go on and is not to blame. */
  | { readonly state: 'queued' };

/**
 * Why no job that uses a model starts, or none at all (`user`, `approval`). `model`: a person has to change something, such as the key;
 * `approval`: the rules for the model wait for approval.
 */
export interface QueuePause {
  readonly reason: 'rate-limited' | 'daily-limit' | 'offline' | 'model' | 'approval' | 'user';
  /** One sentence for a person. */
  readonly message: string;
  /** When the queue goes on by itself; `null`: when a person resumes it. */
  readonly until: number | null;
  readonly since: number;
}

export interface ClaimRequest {
  readonly owner: JobOwner;
  /** The most jobs that run at the same time, of all programs together. From 1 to 8. */
  readonly parallel: number;
  /** Leaves out jobs that use a model. */
  readonly skipsModels?: boolean;
  /** Takes only these. */
  readonly only?: { has(id: string): boolean };
}

/** `busy`: as many jobs run as may; `empty`: nothing that was asked for is queued. */
export type JobClaim =
  | { readonly kind: 'claimed'; readonly job: Job; readonly token: string }
  | { readonly kind: 'busy'; readonly by: JobOwner | null }
  | { readonly kind: 'empty' };

/** `isNew` is `false` for a job that was queued or running before. */
export interface AddedJob {
  readonly id: string;
  readonly isNew: boolean;
}

export type JobMove = 'first' | 'up' | 'down' | 'last';

export type JobCounts = Readonly<Record<JobState, number>>;

/** A file that was set aside because it is broken or forged. */
export interface SetAside {
  readonly path: string;
  readonly message: string;
}

/**
 * Where jobs are kept. The default is files ({@link openFileJobStore}); every other store passes the same contract test
 * (`test/jobs/store-contract.ts`). Each call is atomic, also against other programs on the same store.
 *
 * Errors: `living-wiki:job_missing`, `living-wiki:job_ambiguous`, `living-wiki:job_state` for what the state of the job does
 * not allow, `living-wiki:job_lost` for a token that no longer counts, `living-wiki:job_too_large`, `living-wiki:queue_full`.
 */
export interface JobStore {
  /**
   * Queues jobs, in this order, after all others. A key that is queued or running is not queued again; a queued job takes the
   * new title and payload. A failed or interrupted one with the key is queued again.
   */
  add(jobs: readonly NewJob[], run: Run): Promise<readonly AddedJob[]>;
  /** Starts the first queued job of this device that may run. A running job whose program is gone becomes `interrupted` first. */
  claim(request: ClaimRequest, run: Run): Promise<JobClaim>;
  /** The first queued jobs of this device, without starting them. */
  next(limit: number, request?: Pick<ClaimRequest, 'skipsModels'>): Promise<readonly Job[]>;
  /** Says that the job is alive. @returns whether a person wants it to stop */
  renew(
    id: string,
    token: string,
    progress: Progress | null,
    run: Run,
  ): Promise<{ readonly isCancelRequested: boolean }>;
  finish(id: string, token: string, end: JobEnd, run: Run): Promise<Job>;
  /** Corrects what is known of a job that does not run: a review that was decided, work that was done before a crash. */
  settle(id: string, end: JobEnd, run: Run): Promise<Job>;
  /** Queues a failed, interrupted or cancelled job again, or one that another device queued. */
  retry(id: string, run: Run): Promise<Job>;
  /** Takes a job out of the queue; asks a running one to stop. */
  cancel(id: string, run: Run): Promise<Job>;
  /** Changes the place of a queued job. */
  move(id: string, to: JobMove, run: Run): Promise<Job>;
  /** Forgets every job in these states. @returns how many. Running jobs stay. */
  clear(states: readonly JobState[], run: Run): Promise<number>;
  /** Makes `interrupted` what a program left running when it ended, and forgets what was done long ago. */
  recover(run: Run): Promise<readonly Job[]>;
  /** A job by its id or the beginning of it. */
  find(id: string): Promise<Job>;
  /** `null` when there is none with exactly this id. */
  get(id: string): Promise<Job | null>;
  counts(): Promise<JobCounts>;
  /** Jobs of one state: queued ones in their order, others the latest first. @param limit at most so many are read */
  list(state: JobState, limit: number): Promise<readonly Job[]>;
  /** Proposals that jobs in review wait for, by job id, without reading the jobs. */
  reviews(): Promise<ReadonlyMap<string, string>>;
  /** The pause that holds now; `null` when none does. */
  pause(): Promise<QueuePause | null>;
  setPause(pause: QueuePause | null): Promise<void>;
  /** What was set aside since the last call. */
  takeNotices(): readonly SetAside[];
}
