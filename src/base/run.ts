import { WikiError } from './error';

/** The time of day. Always a parameter, so that the same run gives the same bytes. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

/** A source of identifiers that cannot be guessed. */
export interface Random {
  /** `length` lower-case letters and digits. */
  id(length: number): string;
}

/** How far long work is. `total` is 0 while it is unknown. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly detail?: string;
  /** What the work has cost so far, as text to show; absent for work that costs nothing. */
  readonly cost?: string;
}

/** What long work gets from its caller: cancellation, a place to report progress, and a way to yield. */
export interface Run {
  readonly signal: AbortSignal;
  progress(step: Progress): void;
  /** Lets the host draw and react. Returns at once on a host that has nothing else to do. */
  yieldToHost(): Promise<void>;
}

const NEVER_ABORTED = new AbortController().signal;

/** A run that cannot be cancelled, reports nothing and never yields. */
export const silentRun: Run = {
  signal: NEVER_ABORTED,
  progress: () => undefined,
  yieldToHost: () => Promise.resolve(),
};

/** A run for work that must be finished once it has begun: it yields as `run` does, and cannot be cancelled. */
export function uncancellable(run: Run): Run {
  return { ...silentRun, yieldToHost: () => run.yieldToHost() };
}

/** Throws `living-wiki:cancelled` once the run is cancelled. */
export function throwIfCancelled(run: Run): void {
  if (run.signal.aborted) {
    throw new WikiError('living-wiki:cancelled', 'Cancelled. Nothing more was written.');
  }
}

/** To be awaited between two steps of long work: lets the host have its turn. Throws `living-wiki:cancelled` once the run is cancelled. */
export async function checkpoint(run: Run): Promise<void> {
  throwIfCancelled(run);
  await run.yieldToHost();
  throwIfCancelled(run);
}

/** `now` in ISO 8601, UTC, to the second, as all files of a wiki write it: `2026-04-27T15:00:00Z`. */
export function isoTime(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}
