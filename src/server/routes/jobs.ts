import * as z from 'zod/mini';
import { JOB_STATES, WikiError, type IngestRequest, type Job, type Run, type WikiJobs } from '../../workbench';
import { route } from '../http/route';
import { type WikiHost } from '../wiki-host';
import { counted, job, lens, queued, text } from './shapes';

/** Long work: what is queued, and how it goes. */
export const jobRoutes = [
  route({
    method: 'POST',
    path: '/ingest',
    role: 'propose',
    id: 'ingest',
    summary:
      'Queues sources to be read; each becomes a proposal that waits for a review. All new ones when none is named.',
    body: z.strictObject({
      sources: z.optional(z.array(text(1_000)).check(z.minLength(1), z.maxLength(1_000))),
      lens: lens(),
      curator: z.optional(z.enum(['extractive', 'model'])),
    }),
    status: 202,
    answer: z.extend(queued(), {
      skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
      failed: z.array(z.looseObject({ path: z.string(), code: z.string(), message: z.string() })),
    }),
    handle: async ({ wiki, body: { sources, lens: through, curator }, lasting }) => {
      const request = {
        apply: false,
        ...(sources && { sources }),
        ...(curator && { curator }),
        ...wiki.lensFor(through),
      };
      const { jobs, skipped, failed } = await queueSources(wiki, request, lasting);
      return { jobs: jobs.length, queued: jobs, skipped, failed };
    },
  }),
  route({
    method: 'GET',
    path: '/jobs',
    role: 'propose',
    id: 'listJobs',
    summary: 'The newest jobs of each state.',
    query: z.strictObject({ limit: counted(500) }),
    answer: z.object({
      counts: z.record(z.string(), z.int()),
      jobs: z.array(job()),
      pause: z.nullable(z.looseObject({ reason: z.string(), message: z.string() })),
    }),
    handle: async ({ wiki, query: { limit = 50 }, run }) => {
      const { counts, jobs, pause } = await (await jobsOf(wiki)).overview(limit, run);
      return { counts, jobs: JOB_STATES.flatMap((state) => jobs[state].map(jobJson)), pause };
    },
  }),
  route({
    method: 'GET',
    path: '/jobs/{job}',
    role: 'propose',
    id: 'showJob',
    summary: 'One job, by its id or the beginning of it.',
    answer: job(),
    handle: async ({ wiki, params }) => jobJson(await (await jobsOf(wiki)).find(params.job ?? '')),
  }),
  route({
    method: 'POST',
    path: '/jobs/{job}/retry',
    role: 'propose',
    id: 'retryJob',
    summary: 'Queues a failed, interrupted or cancelled job again.',
    answer: job(),
    handle: ({ wiki, params, lasting }) =>
      wiki.change(async (workbench) => {
        const jobs = await queueOf(workbench.jobs());
        const job = await jobs.retry((await jobs.find(params.job ?? '')).id, lasting);
        return { result: jobJson(job), event: null };
      }, lasting),
  }),
  route({
    method: 'POST',
    path: '/jobs/{job}/cancel',
    role: 'propose',
    id: 'cancelJob',
    summary: 'Takes a job out of the queue, or stops it.',
    answer: job(),
    handle: async ({ wiki, params, lasting }) => {
      const jobs = await jobsOf(wiki);
      return jobJson(await jobs.cancel((await jobs.find(params.job ?? '')).id, lasting));
    },
  }),
];

/** Queues sources once the repository has them: a worker with a folder of its own finds them nowhere else. */
export function queueSources(wiki: WikiHost, request: IngestRequest, run: Run): ReturnType<WikiJobs['enqueue']> {
  return wiki.change(async (workbench) => {
    const result = await (await queueOf(workbench.jobs())).enqueue(request, run);
    return { result, event: null };
  }, run);
}

const jobsOf = (wiki: WikiHost): Promise<WikiJobs> => queueOf(wiki.workbench.jobs());

async function queueOf(found: Promise<WikiJobs | null>): Promise<WikiJobs> {
  const jobs = await found;
  if (jobs === null) throw new WikiError('living-wiki:unexpected', 'The wiki has no queue.');
  return jobs;
}

/** Without what only the worker needs. */
function jobJson({ id, kind, title, state, progress, failure, note, proposal, attempts, ...times }: Job): object {
  const { createdAt, startedAt, endedAt } = times;
  return { id, kind, title, state, progress, failure, note, proposal, attempts, createdAt, startedAt, endedAt };
}
