import { silentRun, type Clock } from '../../src/base';
import { JOB_STATES, type JobClaim, type JobOwner, type JobStore, type NewJob } from '../../src/jobs';
import { codeOf } from '../vault/support/contract';

/** An empty store, a second door to the same one as another program has it, and what to do when the test is over. */
export interface StoreSubject {
  readonly store: JobStore;
  /** The store as another program of this device opens it. */
  readonly again: () => JobStore;
  readonly clock: Clock & { advance(ms: number): void };
  readonly close?: () => Promise<void>;
}

export const OWNER: JobOwner = { name: 'a test', host: 'here', process: 1 };

export const reads = (name: string, more: Partial<NewJob> = {}): NewJob => ({
  kind: 'ingest',
  key: `hash of ${name}`,
  title: `Read ${name}`,
  usesModel: false,
  payload: { source: name },
  ...more,
});

const failure = { code: 'living-wiki:source_empty', message: 'The file is empty.', remedy: null } as const;

/** What every store of jobs promises: files, or the tables of a server. */
export function jobStoreContract(name: string, open: () => Promise<StoreSubject>): void {
  describe(`a job store on ${name}`, () => {
    let subject: StoreSubject;
    let store: JobStore;
    beforeEach(async () => {
      subject = await open();
      store = subject.store;
    });
    afterEach(() => subject.close?.());

    const claim = (from = store, more = {}): Promise<JobClaim> =>
      from.claim({ owner: OWNER, parallel: 1, ...more }, silentRun);
    const claimed = async (from = store, more = {}): Promise<Extract<JobClaim, { kind: 'claimed' }>> => {
      const found = await claim(from, more);
      if (found.kind !== 'claimed') throw new Error(`expected a job, not ${found.kind}`);
      return found;
    };
    const add = async (...names: string[]): Promise<string[]> =>
      (
        await store.add(
          names.map((each) => reads(each)),
          silentRun,
        )
      ).map(({ id }) => id);
    const titles = async (state: (typeof JOB_STATES)[number]): Promise<string[]> =>
      (await store.list(state, 1000)).map(({ title }) => title);

    it('gives jobs in the order in which they were queued, across calls', async () => {
      await add('a', 'b');
      await add('c');
      const order: string[] = [];
      for (let next = await claim(); next.kind === 'claimed'; next = await claim()) {
        order.push(next.job.title);
        await store.finish(next.job.id, next.token, { state: 'done' }, silentRun);
      }
      expect(order).toEqual(['Read a', 'Read b', 'Read c']);
      expect(await store.counts()).toMatchObject({ queued: 0, running: 0, done: 3 });
    });

    it('keeps every field of a job, for another program too', async () => {
      const [id = ''] = await add('a');
      const { job, token } = await claimed();
      const progress = { stage: 'Writing', done: 2, total: 5, detail: 'a page', cost: '$0.02' };
      await store.renew(id, token, progress, silentRun);
      expect(await subject.again().get(id)).toMatchObject({
        ...reads('a'),
        state: 'running',
        attempts: 1,
        progress,
        isOwn: true,
      });
      await store.finish(id, token, { state: 'failed', failure }, silentRun);
      const after = await subject.again().get(id);
      expect(after).toMatchObject({ state: 'failed', failure, lease: null, startedAt: job.startedAt });
      expect(after?.endedAt).not.toBeNull();
    });

    it('queues a key once while its job is queued or runs, and again when it is over', async () => {
      const [first] = await store.add([reads('a')], silentRun);
      const [second, third] = await store.add([reads('a', { title: 'Read it anew' }), reads('a')], silentRun);
      expect([second?.id, third?.id]).toEqual([first?.id, first?.id]);
      expect([first?.isNew, second?.isNew]).toEqual([true, false]);
      const { job, token } = await claimed();
      expect(await store.add([reads('a')], silentRun)).toEqual([{ id: job.id, isNew: false }]);
      await store.finish(job.id, token, { state: 'done' }, silentRun);
      const [again] = await store.add([reads('a')], silentRun);
      expect(again).toMatchObject({ isNew: true });
      expect(again?.id).not.toBe(job.id);
      expect((await store.counts()).queued).toBe(1);
    });

    it('queues a failed or interrupted job again when its key is asked for again', async () => {
      const [id = ''] = await add('a');
      const { token } = await claimed();
      await store.finish(id, token, { state: 'failed', failure }, silentRun);
      expect(await store.add([reads('a')], silentRun)).toEqual([{ id, isNew: true }]);
      expect(await store.get(id)).toMatchObject({ state: 'queued', failure: null, attempts: 1 });
    });

    it('lets no more jobs run than may, whichever program asks', async () => {
      await add('a', 'b', 'c');
      const other = subject.again();
      const first = await claimed();
      expect(await claim(other)).toEqual({ kind: 'busy', by: OWNER });
      const second = await claimed(other, { parallel: 2 });
      expect(second.job.id).not.toBe(first.job.id);
      expect((await claim(store, { parallel: 2 })).kind).toBe('busy');
    });

    it('gives a job to one of many programs that ask at once', async () => {
      await add('a', 'b', 'c');
      const programs = Array.from({ length: 6 }, () => subject.again());
      const found = await Promise.all(programs.map((each) => claim(each, { parallel: 8 })));
      const ids = found.flatMap((each) => (each.kind === 'claimed' ? [each.job.id] : []));
      expect(new Set(ids).size).toBe(3);
      expect(ids).toHaveLength(3);
    });

    it('skips jobs that use a model, and those that were not asked for', async () => {
      const [, b = '', c = ''] = (
        await store.add([reads('a', { usesModel: true }), reads('b'), reads('c')], silentRun)
      ).map(({ id }) => id);
      expect((await store.next(5, { skipsModels: true })).map(({ id }) => id)).toEqual([b, c]);
      expect((await claimed(store, { skipsModels: true, only: new Set([c]) })).job.id).toBe(c);
      expect((await claim(store, { parallel: 2, only: new Set(['nothing1']) })).kind).toBe('empty');
    });

    it('interrupts a running job whose program gave no sign of life, once', async () => {
      const [id = ''] = await add('a', 'b');
      const { token } = await claimed();
      subject.clock.advance(45_000);
      await store.renew(id, token, null, silentRun);
      subject.clock.advance(45_000);
      const other = subject.again();
      expect(await other.recover(silentRun)).toEqual([]);
      subject.clock.advance(60_000);
      expect((await other.recover(silentRun)).map((job) => [job.id, job.state])).toEqual([[id, 'interrupted']]);
      expect(await other.recover(silentRun)).toEqual([]);
      expect(await codeOf(store.renew(id, token, null, silentRun))).toBe('living-wiki:job_lost');
      expect(await codeOf(store.finish(id, token, { state: 'done' }, silentRun))).toBe('living-wiki:job_lost');
      expect((await claimed(other)).job.title).toBe('Read b');
      await other.retry(id, silentRun);
      expect(await titles('queued')).toEqual(['Read a']);
    });

    it('cancels a queued job at once, and asks a running one to stop', async () => {
      const [a = '', b = ''] = await add('a', 'b');
      await store.cancel(b, silentRun);
      const { token } = await claimed();
      await subject.again().cancel(a, silentRun);
      expect(await store.renew(a, token, null, silentRun)).toEqual({ isCancelRequested: true });
      await store.finish(a, token, { state: 'cancelled' }, silentRun);
      expect(await store.counts()).toMatchObject({ queued: 0, running: 0, cancelled: 2 });
      expect(await codeOf(store.cancel(a, silentRun))).toBe('living-wiki:job_state');
      await store.retry(b, silentRun);
      expect((await claimed()).job.id).toBe(b);
    });

    it('changes the order of queued jobs', async () => {
      const [, b = '', c = '', d = ''] = await add('a', 'b', 'c', 'd');
      await store.move(d, 'first', silentRun);
      expect(await titles('queued')).toEqual(['Read d', 'Read a', 'Read b', 'Read c']);
      await store.move(c, 'up', silentRun);
      await store.move(d, 'last', silentRun);
      await store.move(b, 'down', silentRun);
      expect(await titles('queued')).toEqual(['Read a', 'Read c', 'Read d', 'Read b']);
      await store.move(b, 'down', silentRun);
      expect((await titles('queued')).at(-1)).toBe('Read b');
    });

    it('puts a job that could not go on back to its old place', async () => {
      const [id = ''] = await add('a', 'b');
      const { token } = await claimed();
      await store.finish(id, token, { state: 'queued' }, silentRun);
      expect(await titles('queued')).toEqual(['Read a', 'Read b']);
      expect(await store.get(id)).toMatchObject({ attempts: 0, state: 'queued' });
    });

    it('keeps a job in review with its proposal until that is settled', async () => {
      const [id = ''] = await add('a');
      const { token } = await claimed();
      await store.finish(id, token, { state: 'review', proposal: '0007-ab12' }, silentRun);
      expect([...(await subject.again().reviews())]).toEqual([[id, '0007-ab12']]);
      await store.settle(id, { state: 'done', note: 'Applied.' }, silentRun);
      expect(await store.get(id)).toMatchObject({ state: 'done', note: 'Applied.', proposal: '0007-ab12' });
      expect((await store.reviews()).size).toBe(0);
    });

    it('forgets what is cleared, and never a running job', async () => {
      const [a = ''] = await add('a', 'b', 'c');
      const { token } = await claimed();
      await store.finish(a, token, { state: 'failed', failure }, silentRun);
      await claimed();
      expect(await store.clear([...JOB_STATES], silentRun)).toBe(2);
      expect(await store.counts()).toEqual({
        running: 1,
        queued: 0,
        review: 0,
        failed: 0,
        interrupted: 0,
        done: 0,
        cancelled: 0,
      });
      expect(await store.add([reads('a')], silentRun)).toMatchObject([{ isNew: true }]);
    });

    it('finds a job by the beginning of its id, and says when it cannot', async () => {
      const [id = ''] = await add('a');
      expect((await store.find(id.slice(0, 5))).id).toBe(id);
      expect(await codeOf(store.find('zzzzzzz'))).toBe('living-wiki:job_missing');
      expect(await codeOf(store.retry(id, silentRun))).toBe('living-wiki:job_state');
      expect(await store.get('zzzzzzzz')).toBeNull();
    });

    it('pauses until a time, or until it is resumed', async () => {
      const since = subject.clock.now();
      const pause = { reason: 'offline', message: 'No network.', until: since + 1000, since } as const;
      await store.setPause(pause);
      expect(await subject.again().pause()).toEqual(pause);
      subject.clock.advance(1001);
      expect(await store.pause()).toBeNull();
      await store.setPause({ ...pause, reason: 'user', until: null });
      expect((await store.pause())?.reason).toBe('user');
      await store.setPause(null);
      expect(await store.pause()).toBeNull();
    });

    it('refuses a job that is too large', async () => {
      const large = reads('a', { payload: { text: 'x'.repeat(60_000) } });
      expect(await codeOf(store.add([large], silentRun))).toBe('living-wiki:job_too_large');
    });
  });
}
