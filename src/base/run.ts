import { WikiError } from './error';

/** The time of day. A parameter everywhere, so that a run can be repeated to the byte. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

/** A source of unguessable identifiers. */
export interface Random {
  /** `length` lower-case letters and digits. */
  id(length: number): string;
}

/** One step of long work. `total` is 0 while it is unknown. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly detail?: string;
  /** What the work has cost so far, for people; absent where nothing is paid for. */
  readonly cost?: string;
}

/** What long work is given: how to be cancelled, how to tell how far it is, and how to let others run. */
export interface Run {
  readonly signal: AbortSignal;
  progress(step: Progress): void;
  /** Lets the host draw and react; returns at once on a host that has nothing else to do. */
  yieldToHost(): Promise<void>;
}

const NEVER_ABORTED = new AbortController().signal;

/** A run that cannot be cancelled and reports to nobody. */
export const silentRun: Run = {
  signal: NEVER_ABORTED,
  progress: () => undefined,
  yieldToHost: () => Promise.resolve(),
};

/** A run for work that must be finished once it has begun: it yields as `run` does, and cannot be cancelled. */
export function uncancellable(run: Run): Run {
  return { ...silentRun, yieldToHost: () => run.yieldToHost() };
}

/** Throws `living-wiki:cancelled` once the run was cancelled. */
export function throwIfCancelled(run: Run): void {
  if (run.signal.aborted) {
    throw new WikiError('living-wiki:cancelled', 'The work was cancelled. Nothing more was written.');
  }
}

/** For long work, between two steps: lets the host have its turn. Throws `living-wiki:cancelled` once the run is cancelled. */
export async function checkpoint(run: Run): Promise<void> {
  throwIfCancelled(run);
  await run.yieldToHost();
  throwIfCancelled(run);
}

/** `now` as an ISO 8601 time in UTC, to the second, as every file of a wiki writes it: `2026-04-27T15:00:00Z`. */
export function isoTime(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}
