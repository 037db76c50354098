import { silentRun, type JsonObject } from '../../src/base';
import { nodeRandom } from '../../src/node/random';
import { openFileJobStore, type JobStore } from '../../src/jobs';
import { MemoryVault } from '../../src/vault';
import { OWNER, reads } from './store-contract';
import { steppedClock } from './support';

/** Files in `.wiki/jobs/` that this device did not write, or not so. */

const clock = steppedClock();
let vault: MemoryVault;
beforeEach(() => {
  vault = new MemoryVault();
});

const open = (secret: string | null): JobStore =>
  openFileJobStore(vault, { clock, random: nodeRandom, secret: () => secret });
const claim = (store: JobStore) => store.claim({ owner: OWNER, parallel: 1 }, silentRun);

async function queuedFile(): Promise<string> {
  const [bucket] = await vault.list('.wiki/jobs/queued');
  const [file] = await vault.list(bucket?.path ?? '');
  return file?.path ?? '';
}

it('a job of another device does not start until a person takes it over', async () => {
  const [job] = await open('another device').add([reads('a')], silentRun);
  const store = open('this device');
  expect((await claim(store)).kind).toBe('empty');
  expect(await store.next(5)).toEqual([]);
  expect(await store.list('queued', 5)).toMatchObject([{ id: job?.id, isOwn: false }]);
  await store.retry(job?.id ?? '', silentRun);
  expect(await claim(store)).toMatchObject({ kind: 'claimed', job: { id: job?.id, isOwn: true } });
});

it('what is done to a job of another device does not make it start', async () => {
  const other = open('another device');
  const [a, b] = await other.add([reads('a'), reads('b'), reads('c')], silentRun);
  await other.claim({ owner: OWNER, parallel: 1 }, silentRun);
  const store = open('this device');
  await store.move(b?.id ?? '', 'down', silentRun);
  clock.advance(120_000);
  expect(await store.recover(silentRun)).toMatchObject([{ id: a?.id, state: 'interrupted', isOwn: false }]);
  expect((await claim(store)).kind).toBe('empty');
});

it('asking for the same source takes over the job of another device', async () => {
  const [job] = await open('another device').add([reads('a')], silentRun);
  const store = open('this device');
  expect(await store.add([reads('a')], silentRun)).toEqual([{ id: job?.id, isNew: false }]);
  expect((await claim(store)).kind).toBe('claimed');
});

it('without a secret, only jobs of this run of the program start', async () => {
  const store = open(null);
  await store.add([reads('a')], silentRun);
  expect((await claim(open(null))).kind).toBe('empty');
  expect((await claim(store)).kind).toBe('claimed');
});

it('a job that was changed by something else is set aside, and said', async () => {
  const store = open('this device');
  await store.add([reads('a'), reads('b')], silentRun);
  const path = await queuedFile();
  const text = await vault.readText(path);
  await vault.write(path, text.replace('"source":"a"', '"source":"../secret"'));
  expect(await claim(store)).toMatchObject({ kind: 'claimed', job: { title: 'Read b' } });
  const [notice] = store.takeNotices();
  expect(notice?.path).toBe(`${path}.broken-1`);
  expect(notice?.message).toContain('was changed by something else');
  expect(store.takeNotices()).toEqual([]);
  expect(await vault.readText(`${path}.broken-1`)).toContain('../secret');
});

it.each([
  ['no JSON', 'not a record'],
  ['a record of a later version', '{"version":9}\n'],
  ['a file that is too large', `${' '.repeat(70_000)}\n`],
])('%s is set aside and does not stop the queue', async (_, text) => {
  const store = open('this device');
  await store.add([reads('a'), reads('b')], silentRun);
  await vault.write(await queuedFile(), text);
  expect(await claim(store)).toMatchObject({ kind: 'claimed', job: { title: 'Read b' } });
  expect(store.takeNotices()).toHaveLength(1);
});

it('a forged running job cannot hold the queue for ever', async () => {
  const other = open('another device');
  await other.add([reads('forged')], silentRun);
  clock.advance(10 * 86_400_000);
  await other.claim({ owner: OWNER, parallel: 1 }, silentRun);
  clock.advance(-10 * 86_400_000);
  const store = open('this device');
  await store.add([reads('a')], silentRun);
  expect(await claim(store)).toMatchObject({ kind: 'claimed', job: { title: 'Read a' } });
});

it('a forged place at the end of the numbers does not push the queue over', async () => {
  const store = open('this device');
  await store.add([reads('a')], silentRun);
  await vault.write('.wiki/jobs/queued/015624999999/999999999999-zzzzzzzz-n.json', 'x');
  await store.add([reads('b')], silentRun);
  const names: string[] = [];
  for (const job of await store.list('queued', 9)) names.push(job.title);
  expect(names.sort()).toEqual(['Read a', 'Read b']);
});

it('a pause that another device wrote holds nothing', async () => {
  const since = clock.now();
  await open('another device').setPause({ reason: 'user', message: 'Stop.', until: null, since });
  expect(await open('this device').pause()).toBeNull();
});

it('a file that a crash left in the wrong folder goes where it belongs', async () => {
  const store = open('this device');
  await store.add([reads('a'), reads('b')], silentRun);
  // Claimed, and the program ended before the claim was written down.
  const path = await queuedFile();
  const id = path.slice(-15, -7);
  await vault.rename(path, `.wiki/jobs/running/${id}.json`);
  expect(await store.recover(silentRun)).toEqual([]);
  expect(await store.list('queued', 5)).toMatchObject([{ title: 'Read a', state: 'queued' }, { title: 'Read b' }]);
});

it('a job of another device that a person takes over does no more than the host lets it', async () => {
  const [job] = await open('another device').add([{ ...reads('a'), payload: { apply: true } }], silentRun);
  const takeOver = (): JsonObject => ({ apply: false });
  const store = openFileJobStore(vault, { clock, random: nodeRandom, secret: () => 'this device', takeOver });
  expect(await store.retry(job?.id ?? '', silentRun)).toMatchObject({ payload: { apply: false }, isOwn: true });
  const [own] = await store.add([{ ...reads('b'), payload: { apply: true } }], silentRun);
  await store.cancel(own?.id ?? '', silentRun);
  expect(await store.retry(own?.id ?? '', silentRun)).toMatchObject({ payload: { apply: true } });
});

it('forged running jobs by the hundred are not all read before one starts', async () => {
  const other = open('another device');
  const names = Array.from({ length: 300 }, (_, at) => reads(`forged ${at}`));
  await other.add(names, silentRun);
  for (const { path } of await vault.list('.wiki/jobs/queued')) {
    for (const file of await vault.list(path)) {
      const id = /-([a-z0-9]{8})-/.exec(file.path)?.[1] ?? '';
      await vault.rename(file.path, `.wiki/jobs/running/${id}.json`);
    }
  }
  const store = open('this device');
  const read = jest.spyOn(vault, 'readText');
  await claim(store);
  expect(read.mock.calls.length).toBeLessThan(300);
});
