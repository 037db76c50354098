import { type WikiError } from '../../base';
import { JobQueue, openFileJobStore, type Interruption, type JobStore } from '../../jobs';
import { isModelError } from '../../model';
import { type Vault } from '../../vault';
import { stopsIngest } from '../model/job';
import { type JobHost, type WorkbenchHost } from '../types';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The first and the longest wait, which doubles in between. Milliseconds. */
const RATE_LIMIT_WAIT = { first: 30 * SECOND, longest: 15 * MINUTE };
const OFFLINE_WAIT = { first: 15 * SECOND, longest: 5 * MINUTE };

/** The queue of a wiki, in its `.wiki/jobs/` unless the host keeps it elsewhere. @param vault scoped to the wiki */
export function openQueue(host: WorkbenchHost, jobs: JobHost, vault: Vault): JobQueue {
  return new JobQueue({
    store: jobs.store ?? openFiles(host, jobs, vault),
    clock: host.clock,
    ...{ timer: jobs.timer, owner: jobs.owner },
    isStopping: () => jobs.isStopping?.() === true,
    parallel: () => jobs.parallel ?? 1,
    interruptionOf: (error, attempt) => interruptionOf(error, attempt, host.clock.now()),
  });
}

function openFiles({ clock, random, device }: WorkbenchHost, { lock, isDead }: JobHost, vault: Vault): JobStore {
  return openFileJobStore(vault, {
    ...{ clock, random },
    ...(lock && { lock }),
    ...(isDead && { isDead }),
    secret: () => device?.secret() ?? null,
    // What another device queued may be tried again, but only a person of this one lets it write pages.
    // What another device wanted to be written without a person is only proposed here.
    // Where another device published the wiki is no place that this one chose, nor are its conversations and its memory.
    takeOver: ({ write: _, to: __, follow: ___, memory: ____, paths: _____, reclaim: ______, ...payload }) =>
      payload.apply === true ? { ...payload, apply: false } : payload,
  });
}

/**
 * Why no model can be asked at present, and when to try again.
 * @param attempt how often in a row, from 1 @param now milliseconds since the epoch
 */
function interruptionOf(error: WikiError, attempt: number, now: number): Interruption | null {
  if (error.code === 'living-wiki:rules_not_approved')
    return { reason: 'approval', message: error.message, until: null };
  if (!isModelError(error)) return null;
  const { code, message, limit, retryAfter } = error;
  if (code === 'living-wiki:model_rate_limited') {
    return { reason: 'rate-limited', message, until: now + (retryAfter ?? doubled(RATE_LIMIT_WAIT, attempt)) };
  }
  if (code === 'living-wiki:model_network') {
    return { reason: 'offline', message, until: now + doubled(OFFLINE_WAIT, attempt) };
  }
  // The daily limits count days in UTC.
  if (limit === 'day') return { reason: 'daily-limit', message, until: (Math.floor(now / DAY) + 1) * DAY };
  // Whatever else stops a run needs a person: a key, a limit of the run, credit.
  return stopsIngest(error) ? { reason: 'model', message, until: null } : null;
}

function doubled({ first, longest }: typeof OFFLINE_WAIT, attempt: number): number {
  return Math.min(longest, first * 2 ** Math.min(attempt - 1, 20));
}
