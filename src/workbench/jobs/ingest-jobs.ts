import { isWikiError, WikiError, type Run } from '../../base';
import { failedEnd, type Job, type JobQueue, type JobRunner } from '../../jobs';
import { ingest } from '../ingest/ingest';
import { type IngestRequest, type IngestStep } from '../ingest/request';
import { ModelJob } from '../model/job';
import { type IngestResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { ingestJob, readIngestPayload, type IngestOptions, type IngestPayload } from './kinds';
import { reconcileJobs } from './reconcile';
import { cancelQueued } from './run-as-job';
import { runSteps } from './run-steps';

/**
 * Ingests as jobs of the queue, and waits for them. Without a queue, just ingests.
 * @throws what `ingest` throws
 */
export async function ingestAsJobs(session: WikiSession, request: IngestRequest, run: Run): Promise<IngestResult> {
  const queue = await session.jobs();
  if (queue === null || request.schedule !== undefined) return ingest(session, request, run);
  await reconcileJobs(session, queue, run);
  // A person asks now, so what the queue waited for may be over.
  const pause = await queue.store.pause();
  if (pause !== null && pause.reason !== 'user') await queue.store.setPause(null);
  const schedule = async (steps: readonly IngestStep[], within: Run): Promise<void> => {
    const { bound, twins } = await enqueue(session, queue, request, steps, within);
    const ids = [...bound.keys()];
    try {
      await runSteps(queue, bound, true, within);
    } finally {
      if (within.signal.aborted && request.dropsCancelled?.() === true) await cancelQueued(queue, ids);
    }
    for (const step of bound.values()) step.skip('It is queued, and the queue is paused.');
    for (const step of twins) await step.run(within);
  };
  try {
    return await ingest(session, { ...request, schedule }, run);
  } catch (error) {
    if (request.queuesUnapproved === true && isWikiError(error) && error.code === 'living-wiki:rules_not_approved') {
      const { jobs } = await queueIngest(session, queue, { ...request, isQueuing: true }, run);
      if (jobs.length > 0) await queue.pauseFor(error);
      throw jobs.length > 0 ? withQueued(error, jobs.length) : error;
    }
    throw error;
  }
}

function withQueued({ code, message, path, remedy }: WikiError, jobs: number): WikiError {
  const waits = jobs === 1 ? '1 source waits in the queue' : `${jobs} sources wait in the queue`;
  const details = { ...(path !== undefined && { path }), ...(remedy !== undefined && { remedy }) };
  return new WikiError(code, `${message} Until then, ${waits}.`, details);
}

/** Queues what `ingest` would read, and returns at once: `jobs` are their ids. The result names what there is nothing to do for. */
export async function queueIngest(
  session: WikiSession,
  queue: JobQueue,
  request: IngestRequest,
  run: Run,
): Promise<IngestResult & { readonly jobs: readonly string[] }> {
  await reconcileJobs(session, queue, run);
  let jobs: readonly string[] = [];
  const schedule = async (steps: readonly IngestStep[], within: Run): Promise<void> => {
    const { bound } = await enqueue(session, queue, request, steps, within);
    jobs = [...bound.keys()];
  };
  const result = await ingest(session, { ...request, schedule }, run);
  return { ...result, jobs };
}

interface Enqueued {
  readonly bound: Map<string, IngestStep>;
  /** Steps with the content of another one. */
  readonly twins: readonly IngestStep[];
}

async function enqueue(
  session: WikiSession,
  queue: JobQueue,
  request: IngestRequest,
  steps: readonly IngestStep[],
  run: Run,
): Promise<Enqueued> {
  const { sources, apply = false, resume = false, units, wishes, lens, curator } = request;
  const options: IngestOptions = {
    run: session.host.random.id(8),
    isNamed: request.isNamed ?? sources !== undefined,
    ...{ apply, resume },
    ...(units !== undefined && { units }),
    ...(wishes !== undefined && { wishes }),
    ...(lens !== undefined && { lens }),
    ...(curator !== undefined && { curator }),
  };
  const added = await queue.enqueue(
    steps.map((step, at) => ingestJob(step, options, { at: at + 1, of: steps.length })),
    run,
  );
  const bound = new Map<string, IngestStep>();
  const twins: IngestStep[] = [];
  for (const [at, step] of steps.entries()) {
    const id = added[at]?.id;
    if (id === undefined || bound.has(id)) twins.push(step);
    else bound.set(id, step);
  }
  return { bound, twins };
}

/** Runs queued ingests, several with the same options in one run, so that the wiki is not looked over anew for each. */
export function createIngestRunner(session: WikiSession): JobRunner {
  /** Jobs that were queued together share the limit of a run. */
  let last: { readonly run: string; readonly job: ModelJob } | null = null;
  return async (jobs, queue, run) => {
    const group = sameOptions(jobs);
    const [first] = group;
    if (first === undefined) {
      if (jobs[0] !== undefined) await queue.store.settle(jobs[0].id, failedEnd(unknownPayload(jobs[0])), run);
      return 'ran';
    }
    const { source: _, place: __, run: runId, ...options } = first.payload;
    const model = options.curator === 'extractive' ? undefined : session.host.model;
    if (model === undefined) last = null;
    else if (last?.run !== runId) last = { run: runId, job: new ModelJob(model, session.vault, session.host) };
    const idOf = new Map(group.map(({ job, payload }) => [payload.source, job.id]));
    const outcome = { isBusy: false };
    const schedule = async (steps: readonly IngestStep[], within: Run): Promise<void> => {
      const bound = new Map(
        steps.flatMap((step) => {
          const id = idOf.get(step.path);
          return id === undefined ? [] : [[id, step] as const];
        }),
      );
      for (const { path } of steps) idOf.delete(path);
      outcome.isBusy = (await runSteps(queue, bound, false, within)).isBusy;
    };
    const request = { ...options, sources: [...idOf.keys()], schedule, job: last?.job ?? null };
    const result = await ingest(session, request, run);
    await settleRest(queue, idOf, result, run);
    return outcome.isBusy ? 'busy' : 'ran';
  };
}

interface QueuedIngest {
  readonly job: Job;
  readonly payload: IngestPayload;
}

/** The first jobs that differ only in their source. Empty if the first is of a kind that this version does not know. */
function sameOptions(jobs: readonly Job[]): readonly QueuedIngest[] {
  const group: QueuedIngest[] = [];
  let options: string | null = null;
  for (const job of jobs) {
    const payload = readIngestPayload(job);
    if (payload === null) break;
    const { source: _, place: __, ...rest } = payload;
    options ??= JSON.stringify(rest);
    if (JSON.stringify(rest) !== options) break;
    group.push({ job, payload });
  }
  return group;
}

/** Ends the jobs whose sources there was nothing to read of: gone, ingested since, or proposed. */
async function settleRest(
  queue: JobQueue,
  idOf: ReadonlyMap<string, string>,
  { skipped, failed: failures }: IngestResult,
  run: Run,
): Promise<void> {
  for (const [path, id] of idOf) {
    if ((await queue.store.get(id))?.state !== 'queued') continue;
    const failure = failures.find((each) => each.path === path);
    const reason = skipped.find((each) => each.path === path)?.reason ?? 'Nothing was left to do.';
    const end =
      failure === undefined ? ({ state: 'done', note: reason } as const) : ({ state: 'failed', failure } as const);
    await queue.store.settle(id, end, run);
  }
}

function unknownPayload({ title }: Job): WikiError {
  return new WikiError('living-wiki:job_kind_unknown', `This version cannot run the job "${title}".`, {
    remedy: 'Update the program, or cancel the job.',
  });
}
