import { silentRun, type Run } from '../../src/base';
import { openFileJobStore } from '../../src/jobs';
import { ModelError } from '../../src/model';
import { scopeVault, type Vault } from '../../src/vault';
import {
  harvestAsJob,
  Workbench,
  type HarvestJob,
  type HarvestResult,
  type JobHost,
  type WorkbenchHost,
} from '../../src/workbench';
import { LENS_SOURCE, queueTimer, testDevice, testWiki, TOWER_SOURCE } from '../support/wiki';

/** Several programs on the queue of a wiki, and one that is killed after it proposed and before its job ended. */

const OWNER = { name: 'test', host: 'here', process: 1 } as const;
const JOBS: JobHost = { owner: OWNER, timer: queueTimer(), isDead: () => true };

/** @returns the state of the job once the next program has looked, and once it has run what can be retried */
async function afterKill(apply: boolean): Promise<{ readonly found: string[]; readonly end: string[]; left: number }> {
  const wiki = await testWiki({ 'sources/lenses.md': LENS_SOURCE });
  const host: WorkbenchHost = { ...wiki, root: '' };
  const first = await Workbench.open({ ...host, jobs: JOBS });
  await (await first.jobs())?.enqueue({ apply }, silentRun);
  const { vault, clock, random, device } = wiki;
  const store = openFileJobStore(vault, { clock, random, secret: () => device.secret() });
  expect(await store.claim({ owner: OWNER, parallel: 1 }, silentRun)).toMatchObject({ kind: 'claimed' });
  const proposing = await Workbench.open(host);
  await proposing.ingest({});

  const next = await Workbench.open({ ...host, jobs: JOBS });
  const jobs = await next.jobs();
  if (jobs === null) throw new Error('The host has a queue.');
  const states = async (): Promise<string[]> =>
    Object.entries((await jobs.overview(1, silentRun)).counts).flatMap(([state, count]) => (count > 0 ? [state] : []));
  const found = await states();
  await jobs.retryAll(silentRun);
  await jobs.drain(false, silentRun);
  return { found, end: await states(), left: (await next.proposals()).length };
}

it('as many programs work at once as the setting says', async () => {
  const wiki = await testWiki({ 'sources/lenses.md': LENS_SOURCE, 'sources/towers.md': TOWER_SOURCE });
  let parallel = 1;
  const isDead = (): boolean => false;
  const queue: JobHost = {
    ...{ owner: OWNER, isDead },
    timer: queueTimer(() => void (parallel = 2)),
    get parallel() {
      return parallel;
    },
  };
  const workbench = await Workbench.open({ ...wiki, root: '', jobs: queue });
  const jobs = await workbench.jobs();
  await jobs?.enqueue({}, silentRun);
  const store = openFileJobStore(wiki.vault, { ...wiki, isDead, secret: () => wiki.device.secret() });
  await store.claim({ owner: { ...OWNER, process: 2 }, parallel: 1 }, silentRun);
  // It waits for the other program until the setting allows a second one.
  await jobs?.drain(false, silentRun);
  expect((await jobs?.overview(1, silentRun))?.counts).toMatchObject({ running: 1, review: 1, queued: 0 });
});

it('a job that was to apply its proposal applies it when it is retried', async () => {
  expect(await afterKill(true)).toEqual({ found: ['interrupted'], end: ['done'], left: 0 });
});

it('a job that only proposes waits for review with the proposal that it had made', async () => {
  expect(await afterKill(false)).toEqual({ found: ['review'], end: ['review'], left: 1 });
});

/** A wiki with something to fix, on a queue. */
async function withQueue() {
  const wiki = await testWiki({ 'sources/lenses.md': LENS_SOURCE });
  const workbench = await Workbench.open({ ...wiki, root: '', jobs: JOBS });
  const jobs = await workbench.jobs();
  if (jobs === null) throw new Error('The host has a queue.');
  const counts = async (): Promise<Record<string, number>> => (await jobs.overview(1, silentRun)).counts;
  return { workbench, jobs, counts };
}

it('what a person breaks off is cancelled, and is not started again', async () => {
  const { workbench, jobs, counts } = await withQueue();
  const stopper = new AbortController();
  const run: Run = { ...silentRun, signal: stopper.signal };
  jobs.onChange(() => stopper.abort());
  await expect(workbench.lint({ fix: true }, run)).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
  expect(await counts()).toMatchObject({ cancelled: 1, queued: 0 });
  await jobs.drain(false, silentRun);
  expect(await counts()).toMatchObject({ cancelled: 1, done: 0 });
});

it('what a person does while the queue is paused is not done a second time', async () => {
  const { workbench, jobs, counts } = await withQueue();
  await jobs.hold();
  await workbench.lint({ fix: true });
  expect(await counts()).toMatchObject({ done: 1, queued: 0 });
});

it('a pack is published as a job, and where another device published it is not this device’s choice', async () => {
  const targets: string[] = [];
  const wiki = await testWiki({ 'sources/lenses.md': LENS_SOURCE });
  const target = (folder: string): Vault => {
    targets.push(folder);
    return scopeVault(wiki.vault, folder);
  };
  const packs = { scopes: () => Promise.resolve([]), target };
  await (await wiki.open()).ingest({ apply: true });
  const other = await Workbench.open({ ...wiki, root: '', jobs: JOBS, packs, device: testDevice('another device') });
  const published = await other.publishPack({ to: 'elsewhere', follow: false });
  expect(published?.written.created).not.toEqual([]);
  const queued = await other.jobs();
  const [done] = (await queued?.overview(9, silentRun))?.jobs.done.filter(({ kind }) => kind === 'export') ?? [];
  expect(done?.note).toBe('Published to elsewhere/test-wiki.');
  const stopped = new AbortController();
  queued?.onChange(() => stopped.abort());
  const cancelled = other.publishPack({ to: 'elsewhere', name: 'again' }, { ...silentRun, signal: stopped.signal });
  await expect(cancelled).rejects.toMatchObject({ code: 'living-wiki:cancelled' });

  const own = await Workbench.open({ ...wiki, root: '', jobs: JOBS, packs });
  const jobs = await own.jobs();
  const [job] = (await jobs?.overview(1, silentRun))?.jobs.cancelled ?? [];
  targets.length = 0;
  await jobs?.retry(job?.id ?? '', silentRun);
  await jobs?.drain(false, silentRun);
  expect((await jobs?.find(job?.id ?? ''))?.note).toBe('Published to .agents/knowledge/again.');
  expect(new Set(targets)).toEqual(new Set(['.agents/knowledge']));
});

it('a source that rules without an approval stop waits in the queue, and is read once they are approved', async () => {
  const wiki = await testWiki({ 'sources/lenses.md': LENS_SOURCE });
  const device = testDevice('another device');
  const workbench = await Workbench.open({ ...wiki, root: '', jobs: JOBS, device });
  const jobs = await workbench.jobs();
  const request = { apply: true, queuesUnapproved: true };
  await expect(workbench.ingest(request)).rejects.toMatchObject({
    code: 'living-wiki:rules_not_approved',
    message: expect.stringContaining('Until then, 1 source waits in the queue.') as string,
  });
  await expect(workbench.ingest(request)).rejects.toMatchObject({ code: 'living-wiki:rules_not_approved' });
  await jobs?.drain(false, silentRun);
  const waiting = await jobs?.overview(9, silentRun);
  expect([waiting?.counts.queued, waiting?.pause?.reason]).toEqual([1, 'approval']);
  await workbench.confirmChanges(await workbench.unconfirmedChanges());
  await jobs?.drain(false, silentRun);
  expect((await jobs?.overview(9, silentRun))?.counts).toMatchObject({ queued: 0, failed: 0, done: 1 });
});

describe('a harvest', () => {
  const nothing = { conversations: [], reclaimed: [], cost: null, stopped: null } as unknown as HarvestResult;

  it('is a job that a retry hands to the host as it was asked for', async () => {
    const wiki = await testWiki();
    const asked: HarvestJob[] = [];
    const harvest = (job: HarvestJob): Promise<HarvestResult> => {
      asked.push(job);
      return Promise.resolve(nothing);
    };
    const workbench = await Workbench.open({ ...wiki, root: '', jobs: JOBS, harvest });
    const request: HarvestJob = { paths: ['talks'], count: 2, apply: false, reclaim: true };
    const broken = harvestAsJob(workbench, request, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    const jobs = await workbench.jobs();
    await jobs?.retryAll(silentRun);
    await jobs?.drain(false, silentRun);
    expect(asked).toEqual([request]);
    const [done] = (await jobs?.overview(9, silentRun))?.jobs.done ?? [];
    expect(done).toMatchObject({ title: 'Harvest 2 conversations', note: 'Nothing was left to harvest.' });
  });

  it('that a limit stops goes back to the queue, and what another device asked for reads no path of its choice', async () => {
    const wiki = await testWiki();
    const asked: HarvestJob[] = [];
    const harvest = (job: HarvestJob): Promise<HarvestResult> => {
      asked.push(job);
      return Promise.resolve(nothing);
    };
    const other = await Workbench.open({ ...wiki, root: '', jobs: JOBS, device: testDevice('another device') });
    const stopped = new ModelError('living-wiki:model_network', 'Nothing answers.');
    const request: HarvestJob = { memory: '/home', paths: ['/etc'], apply: true, reclaim: true };
    await harvestAsJob(other, request, () => Promise.resolve({ ...nothing, stopped }));
    const first = await (await other.jobs())?.overview(9, silentRun);
    expect([first?.counts.queued, first?.pause?.reason]).toEqual([1, 'offline']);
    const workbench = await Workbench.open({ ...wiki, root: '', jobs: JOBS, harvest });
    const jobs = await workbench.jobs();
    await jobs?.retry(first?.jobs.queued[0]?.id ?? '', silentRun);
    await jobs?.resume();
    await jobs?.drain(false, silentRun);
    expect(asked).toEqual([{ apply: false }]);
  });
});
