import { placeOfJob, type Job } from '../../workbench';
import { type QueueState } from '../controller';

/** Fewer sources than that are shown one by one. */
const LEAST = 3;

/** Sources that were queued together, while some of them are left. */
export interface JobGroup {
  /** Names those that were queued together. */
  readonly run: string;
  readonly of: number;
  /** How many of them are over. */
  readonly done: number;
  readonly running: Job | null;
  readonly queued: readonly Job[];
  /** How many more are queued, which were not read. */
  readonly unread: number;
  /** Those whose proposal waits for a person; the latest first. */
  readonly ready: readonly Job[];
}

/** The groups of the queue in its order. */
export function groupsIn({ jobs, counts }: Pick<QueueState, 'jobs' | 'counts'>): readonly JobGroup[] {
  const left = [...jobs.running, ...jobs.queued];
  const runs = new Map<string, number>();
  for (const job of left) {
    const place = placeOfJob(job);
    if (place !== null && place.of >= LEAST) runs.set(place.run, place.of);
  }
  let cut = counts.queued - jobs.queued.length;
  const isCut = cut > 0;
  return [...runs].map(([run, of]) => {
    const own = (list: readonly Job[]): readonly Job[] => list.filter((job) => placeOfJob(job)?.run === run);
    const [running = null] = own(jobs.running);
    const queued = own(jobs.queued);
    const first = Math.min(...own(left).map((job) => placeOfJob(job)?.at ?? of));
    // Of a queue that is read in part, the place of its first job tells more than their number.
    const done = isCut ? first - 1 : of - own(left).length;
    const over = Math.max(0, done);
    const unread = Math.min(cut, Math.max(0, of - over - own(left).length));
    cut -= unread;
    return { run, of, done: over, running, queued, unread, ready: own(jobs.review) };
  });
}

/** Jobs of which nothing is left to do but their review: together where they were queued together. */
export function reviewsTogether(
  jobs: readonly Job[],
  groups: readonly JobGroup[],
): readonly (readonly [first: Job, ...more: Job[]])[] {
  const rows = new Map<string, [Job, ...Job[]]>();
  for (const job of jobs) {
    const run = placeOfJob(job)?.run ?? job.id;
    if (groups.some((group) => group.run === run)) continue;
    const known = rows.get(run);
    if (known === undefined) rows.set(run, [job]);
    else known.push(job);
  }
  const split: (readonly [Job, ...Job[]])[] = [];
  for (const row of rows.values()) {
    if (row.length >= LEAST) split.push(row);
    else for (const job of row) split.push([job]);
  }
  return split;
}
