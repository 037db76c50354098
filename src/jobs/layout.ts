import { baseName, hashText, STATE_FOLDER } from '../vault';
import { JOB_ID } from './record';
import { type Job, type JobState } from './types';

/**
 * Where the file of a job is. The folder is its state, so that counting and ordering jobs reads none of them:
 *
 * - `queued/BUCKET/POSITION-ID-m.json`: `m` uses a model, `n` does not; a bucket holds 64 positions, so that the first job is
 *   found by listing two short folders
 * - `running/ID.json`, `failed/ID.json`, `interrupted/ID.json`
 * - `review/PROPOSAL.ID.json`
 * - `done/DAY/ID.json`, `cancelled/DAY/ID.json`
 * - `keys/XX/HASH.json`: the job that has a key
 * - `pause-DEVICE.json`: why the queue waits
 */
export const JOBS_FOLDER = `${STATE_FOLDER}/jobs`;

const BUCKET = 64;
/** Where numbering starts, so that jobs can be moved to the front. */
export const FIRST_POSITION = 500_000_000_000;
const DIGITS = 12;

export const folderOf = (state: JobState): string => `${JOBS_FOLDER}/${state}`;

function bucketOf(position: number): string {
  return String(Math.floor(position / BUCKET)).padStart(DIGITS, '0');
}

/** Where the file of a job belongs. */
export function pathOf(job: Pick<Job, 'id' | 'state' | 'position' | 'usesModel' | 'proposal' | 'endedAt'>): string {
  const { id, state, position } = job;
  const folder = folderOf(state);
  switch (state) {
    case 'queued':
      return `${folder}/${bucketOf(position)}/${String(position).padStart(DIGITS, '0')}-${id}-${job.usesModel ? 'm' : 'n'}.json`;
    case 'review':
      return `${folder}/${job.proposal ?? 'none'}.${id}.json`;
    case 'done':
    case 'cancelled':
      return `${folder}/${dayOf(job.endedAt ?? 0)}/${id}.json`;
    case 'running':
    case 'failed':
    case 'interrupted':
      return `${folder}/${id}.json`;
  }
}

/** The day in UTC, such as `2026-04-27`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export interface QueuedName {
  readonly position: number;
  readonly id: string;
  readonly usesModel: boolean;
}

/** What the name of a queued job says; `null` for another file. */
export function parseQueuedName(path: string): QueuedName | null {
  const [, position = '', id = '', model] = /^(\d{12})-([a-z0-9]{8})-([mn])\.json$/.exec(baseName(path)) ?? [];
  return id === '' ? null : { position: Number(position), id, usesModel: model === 'm' };
}

/** The id in the name of a job's file, whatever its state; `null` for another file. */
export function idOf(path: string): string | null {
  const queued = parseQueuedName(path);
  if (queued !== null) return queued.id;
  const name = baseName(path);
  const id = name.slice(Math.max(0, name.length - 13), -5);
  return name.endsWith('.json') && JOB_ID.test(id) && /^(?:[a-z0-9-]{1,40}\.)?[a-z0-9]{8}\.json$/.test(name)
    ? id
    : null;
}

/** The proposal in the name of a job in review. */
export function proposalOf(path: string): string {
  return baseName(path).split('.')[0] ?? '';
}

export function keyPath(key: string): string {
  const hash = hashText(key);
  return `${JOBS_FOLDER}/keys/${hash.slice(0, 2)}/${hash}.json`;
}
