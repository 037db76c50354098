import * as z from 'zod/mini';
import { once, plural, WikiError, type JsonObject, type Run } from '../../base';
import { failedEnd, type Job, type JobEnd, type NewJob } from '../../jobs';
import { hashText } from '../../vault';
import { type HarvestJob, type HarvestResult } from '../memory/types';
import { runAsJob } from './run-as-job';
import { type WikiSession } from '../wiki-session';

const text = () => z.string().check(z.maxLength(2_000));
const shape = once(() =>
  z.strictObject({
    memory: z.exactOptional(text()),
    paths: z.exactOptional(z.array(text())),
    count: z.exactOptional(z.number()),
    apply: z.boolean(),
    reclaim: z.exactOptional(z.boolean()),
    curator: z.exactOptional(z.enum(['model', 'extractive'])),
    outside: z.exactOptional(z.boolean()),
  }),
);

/**
 * Harvests conversations as a job of the wiki's queue, and waits for it. The memory's ledger knows what is harvested, so a job that was
 * interrupted goes on where it ended.
 * @param work the harvest @throws what it throws
 */
export async function harvestAsJob(
  session: WikiSession,
  request: HarvestJob,
  work: (run: Run) => Promise<HarvestResult>,
  run: Run,
): Promise<HarvestResult> {
  const attempt = async (within: Run): Promise<{ result: HarvestResult; end: JobEnd }> => {
    const result = await work(within);
    return { result, end: await endHere(session, result) };
  };
  return runAsJob(session, jobOf(request), attempt, run);
}

/** Runs a queued harvest, such as one that was interrupted. */
export async function runHarvestJob({ host }: WikiSession, { payload }: Job, run: Run): Promise<JobEnd> {
  const request = shape().safeParse(payload).data;
  if (request === undefined || host.harvest === undefined) {
    return { state: 'done', note: 'Cannot run this job here. Harvest the conversations again.' };
  }
  const result = await host.harvest(request, run);
  if (result === null) throw droppedFilesGone();
  if (result.stopped !== null) throw result.stopped;
  return endOf(result);
}

function jobOf(request: HarvestJob): NewJob {
  const { memory = '', paths = [], count, curator } = request;
  return {
    kind: 'harvest',
    key: `harvest ${hashText(JSON.stringify([memory, ...paths]))}`,
    title: count === undefined ? 'Harvest conversations' : `Harvest ${plural(count, 'conversation')}`,
    usesModel: curator !== 'extractive',
    payload: request as unknown as JsonObject,
  };
}

/** A person sees why it stopped; what is left waits in the queue, which pauses for what passes by itself. */
async function endHere(session: WikiSession, result: HarvestResult): Promise<JobEnd> {
  const { stopped } = result;
  if (stopped === null) return endOf(result);
  const queue = await session.jobs();
  return (await queue?.pauseFor(stopped)) === true ? { state: 'queued' } : failedEnd(stopped);
}

function endOf({ conversations }: HarvestResult): JobEnd {
  const errors = conversations.flatMap(({ error }) => error ?? []);
  const [first] = errors;
  if (first !== undefined) {
    const message = `${errors.length} of ${plural(conversations.length, 'conversation')} failed: ${first.message}`;
    return { state: 'failed', failure: { code: first.code, message, remedy: first.remedy ?? null } };
  }
  if (conversations.length === 0) return { state: 'done', note: 'Nothing was left to harvest.' };
  const waiting = conversations.filter(({ outcome }) => outcome === 'proposed').length;
  const review = waiting === 0 ? '' : ` ${waiting} to review in the memory.`;
  return { state: 'done', note: `${plural(conversations.length, 'conversation')} harvested.${review}` };
}

function droppedFilesGone(): WikiError {
  return new WikiError('living-wiki:conversation_missing', 'The files that were dropped are no longer at hand.', {
    remedy: 'Drop them on the Memory view again. What was harvested before is not paid for again.',
  });
}
