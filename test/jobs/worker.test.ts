import { silentRun, WikiError, type Run } from '../../src/base';
import { nodeRandom } from '../../src/node/random';
import {
  eachJob,
  JobQueue,
  JobWorker,
  openFileJobStore,
  type Interruption,
  type Job,
  type JobEnd,
  type JobTimer,
} from '../../src/jobs';
import { MemoryVault } from '../../src/vault';
import { type IngestStep } from '../../src/workbench/ingest/request';
import { runSteps } from '../../src/workbench/jobs/run-steps';
import { OWNER, reads } from './store-contract';
import { steppedClock } from './support';

const clock = steppedClock();
/** Time passes only while the queue waits for a pause; signs of life wait until the work is over. */
const timer: JobTimer = {
  sleep: async (ms, signal) => {
    if (ms === 3000) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      return;
    }
    if (ms >= 60_000) {
      // Nothing is queued: the wait ends with the notification.
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      return;
    }
    waits.push(ms);
    clock.advance(ms);
  },
};
let waits: number[];
let queue: JobQueue;
let vault: MemoryVault;

const interruptionOf = ({ code, message }: WikiError, attempt: number): Interruption | null =>
  code === 'living-wiki:model_network'
    ? { reason: 'offline', message, until: clock.now() + 1000 * attempt + (attempt > 2 ? 1 : 0) }
    : null;

function open(): JobQueue {
  const store = openFileJobStore(vault, { clock, random: nodeRandom, secret: () => 'a secret' });
  return new JobQueue({ store, clock, timer, owner: OWNER, interruptionOf });
}

beforeEach(() => {
  waits = [];
  vault = new MemoryVault();
  queue = open();
});

const worker = (work: (job: Job, run: Run) => Promise<JobEnd>): JobWorker =>
  new JobWorker(queue, { ingest: eachJob(work) });
const done = (): Promise<JobEnd> => Promise.resolve({ state: 'done' });
const offline = (): WikiError => new WikiError('living-wiki:model_network', 'The server cannot be reached.');

it('runs jobs in their order, one at a time, and records how each ended', async () => {
  await queue.enqueue([reads('a'), reads('b'), reads('c')], silentRun);
  const seen: string[] = [];
  let running = 0;
  await worker(async ({ title }) => {
    expect(++running).toBe(1);
    await Promise.resolve();
    seen.push(title);
    running -= 1;
    if (title === 'Read b') throw new WikiError('living-wiki:source_empty', 'The file is empty.');
    return { state: 'done' };
  }).drain(silentRun);
  expect(seen).toEqual(['Read a', 'Read b', 'Read c']);
  expect(await queue.store.counts()).toMatchObject({ done: 2, failed: 1, queued: 0, running: 0 });
  expect(await queue.store.list('failed', 1)).toMatchObject([{ failure: { code: 'living-wiki:source_empty' } }]);
});

it('a failure that passes puts the job back and pauses; jobs without a model go on, and the queue by itself', async () => {
  await queue.enqueue([reads('a', { usesModel: true }), reads('b', { usesModel: true }), reads('c')], silentRun);
  let failures = 3;
  const seen: string[] = [];
  const drained = worker(({ title, usesModel }) => {
    seen.push(title);
    return usesModel && failures-- > 0 ? Promise.reject(offline()) : done();
  });
  await drained.drain(silentRun);
  expect(seen).toEqual(['Read a', 'Read c']);
  expect(await queue.store.pause()).toMatchObject({ reason: 'offline', message: 'The server cannot be reached.' });
  expect(await queue.store.list('queued', 9)).toMatchObject([{ title: 'Read a', attempts: 0 }, { title: 'Read b' }]);
  await drained.drainThroughPauses(silentRun);
  expect(await queue.store.counts()).toMatchObject({ done: 3, queued: 0 });
  // Each try that fails in a row waits longer.
  expect(waits).toEqual([1000, 2000, 3001]);
  expect(await queue.store.pause()).toBeNull();
});

it('starts nothing while a person holds the queue', async () => {
  await queue.enqueue([reads('a')], silentRun);
  await queue.hold('Paused by you.');
  const drained = worker(done);
  await drained.drain(silentRun);
  expect((await queue.store.counts()).queued).toBe(1);
  await queue.resume();
  await drained.drain(silentRun);
  expect((await queue.store.counts()).done).toBe(1);
});

it('when the program stops, the job goes back to the queue; when a person cancels it, it is cancelled', async () => {
  const [a = '', b = ''] = (await queue.enqueue([reads('a'), reads('b')], silentRun)).map(({ id }) => id);
  const stop = new AbortController();
  const cancelled = (run: Run): void => {
    if (run.signal.aborted) throw new WikiError('living-wiki:cancelled', 'Cancelled.');
  };
  const run: Run = { ...silentRun, signal: stop.signal };
  const stopped = worker(async (_, within) => {
    stop.abort();
    cancelled(within);
    return done();
  }).drain(run);
  await expect(stopped).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
  expect(await queue.store.get(a)).toMatchObject({ state: 'queued', attempts: 0 });
  await worker(async ({ id }, within) => {
    if (id === a) queue.running[0]?.cancel();
    cancelled(within);
    return done();
  }).drain(silentRun);
  expect((await queue.store.get(a))?.state).toBe('cancelled');
  expect((await queue.store.get(b))?.state).toBe('done');
});

it('an ingest that stops in its last source says that it was cancelled, and not that there was nothing to read', async () => {
  const [job] = await queue.enqueue([reads('a')], silentRun);
  const stop = new AbortController();
  const step: IngestStep = {
    ...{ path: 'a', hash: null, usesModel: false, skip: () => undefined, retry: () => undefined },
    run: () => {
      stop.abort();
      return Promise.reject(new WikiError('living-wiki:cancelled', 'Cancelled.'));
    },
  };
  const running = runSteps(queue, new Map([[job?.id ?? '', step]]), true, { ...silentRun, signal: stop.signal });
  await expect(running).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
  expect((await queue.store.counts()).queued).toBe(1);
});

it('a job of an unknown kind, or one that its runner leaves alone, fails with a name', async () => {
  const [other = '', left = ''] = (
    await queue.enqueue([reads('a', { kind: 'dance' }), reads('b', { kind: 'lazy' })], silentRun)
  ).map(({ id }) => id);
  await new JobWorker(queue, { lazy: () => Promise.resolve('ran') }).drain(silentRun);
  expect((await queue.store.get(other))?.failure?.code).toBe('living-wiki:job_kind_unknown');
  expect((await queue.store.get(left))?.failure?.code).toBe('living-wiki:job_not_run');
});

it('serves what is queued later, and ends when it is cancelled', async () => {
  const stop = new AbortController();
  const served = worker(done).serve({
    ...silentRun,
    signal: stop.signal,
    yieldToHost: () => new Promise((r) => void setTimeout(r, 0)),
  });
  await queue.enqueue([reads('a')], silentRun);
  while ((await queue.store.counts()).done === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();
  await expect(served).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
});
