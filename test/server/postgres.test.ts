import { setTimeout as sleep } from 'node:timers/promises';
import { silentRun } from '../../src/base';
import { nodeRandom } from '../../src/node/random';
import { type JobStore } from '../../src/jobs';
import { createBudget, type Budget, type ChargedCall } from '../../src/model';
import { Metrics } from '../../src/server/metrics';
import { createPostgresLock } from '../../src/server/postgres/lock';
import { createPostgresUsage } from '../../src/server/postgres/usage';
import { Database } from '../../src/server/postgres/database';
import { openPostgresJobStore } from '../../src/server/postgres/job-store';
import { wikisWithWork } from '../../src/server/postgres/wikis-with-work';
import { joinPrograms } from '../../src/server/postgres/programs';
import { lockContract, usageContract } from '../jobs/ports-contract';
import { OWNER, jobStoreContract, reads } from '../jobs/store-contract';
import { steppedClock } from '../jobs/support';
import { describePostgres, newSchema } from '../support/postgres';
import { codeOf } from '../vault/support/contract';

describePostgres('the server on PostgreSQL', (url) => {
  const opened: Database[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
  });

  const connect = (schema: string): Database => {
    const database = new Database(url, { schema, connections: 3, patience: 5_000 });
    opened.push(database);
    return database;
  };
  const join = (database: Database, kind: 'server' | 'worker', version = '1.0.0') =>
    joinPrograms(kind, { database, random: nodeRandom, owner: OWNER, version }, silentRun);
  const prepared = async (): Promise<Database> => {
    const database = connect(newSchema());
    await join(database, 'server');
    return database;
  };

  jobStoreContract('PostgreSQL', async () => {
    const database = await prepared();
    const clock = steppedClock();
    const again = (): JobStore => openPostgresJobStore({ database, wiki: 'a wiki', clock, random: nodeRandom });
    return { store: again(), again, clock };
  });

  lockContract('PostgreSQL', async () => {
    const database = await prepared();
    return {
      doors: [
        createPostgresLock(database, 'a wiki', { owner: OWNER }),
        createPostgresLock(connect(database.schema), 'a wiki', { owner: OWNER }),
      ],
    };
  });

  usageContract('PostgreSQL', async () => {
    const database = await prepared();
    return {
      doors: [
        createPostgresUsage({ database, random: nodeRandom }),
        createPostgresUsage({ database: connect(database.schema), random: nodeRandom }),
      ],
    };
  });

  it('keeps the jobs of two wikis apart', async () => {
    const database = await prepared();
    const [one, two] = ['one', 'two'].map((wiki) => openPostgresJobStore({ database, wiki, random: nodeRandom }));
    await one?.add([reads('a')], silentRun);
    await two?.add([reads('a')], silentRun);
    expect((await one?.claim({ owner: OWNER, parallel: 1 }, silentRun))?.kind).toBe('claimed');
    expect((await two?.claim({ owner: OWNER, parallel: 1 }, silentRun))?.kind).toBe('claimed');
  });

  it('names the wikis where a worker can start something', async () => {
    const database = await prepared();
    const at = (wiki: string): JobStore => openPostgresJobStore({ database, wiki, random: nodeRandom });
    const wanted = async (): Promise<string> =>
      [...(await wikisWithWork(database, ['free', 'full', 'held', 'waits', 'none'], 2))].sort().join(' ');
    const pause = { message: '', until: null, since: 0 };
    for (const wiki of ['free', 'full', 'held'])
      await at(wiki).add(
        ['a', 'b', 'c'].map((name) => reads(name)),
        silentRun,
      );
    await at('waits').add([reads('a', { usesModel: true })], silentRun);
    expect(await wanted()).toBe('free full held waits');
    for (const wiki of ['free', 'full', 'full']) await at(wiki).claim({ owner: OWNER, parallel: 2 }, silentRun);
    await at('held').setPause({ ...pause, reason: 'user' });
    await at('waits').setPause({ ...pause, reason: 'offline' });
    expect(await wanted()).toBe('free');
    await at('waits').add([reads('b')], silentRun);
    await at('held').setPause({ ...pause, reason: 'user', until: database.clock.now() - 1 });
    expect(await wanted()).toBe('free held waits');
    // A job whose program gives no sign of life is looked at, before it counts as interrupted.
    await database.read("update jobs set changed_at = changed_at - 10000 where wiki = 'full' and state = 'running'");
    expect(await wanted()).toBe('free full held waits');
  });

  it('stores text that PostgreSQL has no characters for', async () => {
    const database = await prepared();
    const store = openPostgresJobStore({ database, wiki: 'w', random: nodeRandom });
    const strange = reads('a', { payload: { text: '\0 \ud800 "\\' } });
    const [added] = await store.add([strange, strange], silentRun);
    expect(await store.get(added?.id ?? '')).toMatchObject(strange);
  });

  it('tells a holder that lost its lock before another writes', async () => {
    const database = await prepared();
    const options = { owner: OWNER, staleAfter: 300 };
    const first = createPostgresLock(database, 'w', options);
    await first.acquire(silentRun);
    await first.heartbeat?.();
    // Its connection is gone, as when the network fails.
    await database.close();
    opened.splice(opened.indexOf(database), 1);
    const second = createPostgresLock(connect(database.schema), 'w', options);
    const release = await second.acquire(silentRun);
    expect(await codeOf(first.heartbeat?.() ?? Promise.resolve())).toBe('living-wiki:lock_lost');
    await second.heartbeat?.();
    await release();
  });

  it('lets a holder that takes its time between two writes go on', async () => {
    const database = await prepared();
    const lock = createPostgresLock(database, 'w', { owner: OWNER, staleAfter: 3_000 });
    const release = await lock.acquire(silentRun);
    // Long enough for the database to be told again, and before the holder's own timer tells it.
    await sleep(400);
    await lock.heartbeat?.();
    await release();
  });

  it('takes a lock over at once from a program that has died', async () => {
    const database = await prepared();
    const dead = { name: 'dead', host: 'here', process: 7 };
    await createPostgresLock(database, 'w', { owner: dead }).acquire(silentRun);
    const lock = createPostgresLock(database, 'w', {
      owner: OWNER,
      isDead: ({ process: pid }) => pid === 7,
      timeout: 50,
    });
    await (
      await lock.acquire(silentRun)
    )();
    await createPostgresLock(database, 'w', { owner: dead }).acquire(silentRun);
    const other = createPostgresLock(database, 'w', { owner: OWNER, timeout: 50 });
    expect(await codeOf(other.acquire(silentRun))).toBe('living-wiki:locked');
  });

  it('lets two programs together spend no more than the limit of a day', async () => {
    const database = await prepared();
    const budgetOf = (each: Database): Budget =>
      createBudget({
        prices: { currency: 'USD', prices: [] },
        day: { tokens: 1000 },
        // As a server and a worker have it, which count what is spent for their figures.
        days: new Metrics().counting(createPostgresUsage({ database: each, random: nodeRandom })),
        clock: steppedClock(),
      });
    const [one, two] = [budgetOf(database), budgetOf(connect(database.schema))];
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? one : two).reserve('m', { input: 60, output: 40 }),
    );
    const granted = (await Promise.allSettled(asked)).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    expect(granted).toHaveLength(10);
    const usage = { input: 50, output: 10, cached: 0, estimated: false };
    await Promise.all(granted.slice(0, 5).map((each) => each.charge(usage)));
    for (const each of granted.slice(5)) each.release();
    expect((await one.today()).tokens).toBe(300);
    await expect(two.reserve('m', { input: 700, output: 1 })).rejects.toMatchObject({
      code: 'living-wiki:model_budget_exhausted',
    });
    // Nobody waits for what is given back.
    const rest = { input: 700, output: 0 };
    const taken = async (): Promise<unknown> => two.reserve('m', rest).catch(() => sleep(20).then(taken));
    expect(await taken()).toBeDefined();
  });

  it('counts a call once that is written again because its connection broke after the first time', async () => {
    const database = await prepared();
    const usage = createPostgresUsage({ database, random: { id: () => 'same' } });
    const call: ChargedCall = {
      model: 'm',
      at: '2026-04-27T15:00:00Z',
      cost: { usage: { input: 1, output: 1, cached: 0, estimated: false }, money: null },
    };
    const change = database.change.bind(database);
    database.change = async (run, work) => {
      await change(run, (connection) => work(connection, false));
      return change(run, (connection) => work(connection, true));
    };
    await usage.add('2026-04-27', call);
    expect(await usage.read('2026-04-27')).toMatchObject({ calls: 1 });
    const store = openPostgresJobStore({ database, wiki: 'w', random: nodeRandom });
    const [added] = await store.add([reads('a'), reads('a')], silentRun);
    expect(added).toMatchObject({ isNew: true });
    const claim = await store.claim({ owner: OWNER, parallel: 1 }, silentRun);
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    expect(claim.job.attempts).toBe(1);
    expect(await store.finish(claim.job.id, claim.token, { state: 'done' }, silentRun)).toMatchObject({
      state: 'done',
    });
  });

  it('keeps single calls for a month, and what a day cost for good', async () => {
    const database = await prepared();
    const usage = createPostgresUsage({ database, random: nodeRandom });
    const usageOf = { input: 1, output: 1, cached: 0, estimated: false };
    const call: ChargedCall = { model: 'm', at: '2026-04-27T15:00:00Z', cost: { usage: usageOf, money: null } };
    const daysLeft = async (): Promise<readonly string[]> =>
      (await database.read<{ day: string }>('select day from usage_calls order by day')).map(({ day }) => day);
    for (const day of ['2026-01-01', '2026-01-02', '2026-02-02']) await usage.add(day, call);
    expect(await daysLeft()).toEqual(['2026-01-02', '2026-02-02']);
    // Nor does a clock that is far ahead remove what is new.
    const today = new Date().toISOString().slice(0, 10);
    for (const day of [today, '2999-01-01']) await usage.add(day, call);
    expect(await daysLeft()).toEqual([today, '2999-01-01']);
    expect(await usage.read('2026-01-01')).toMatchObject({ calls: 1 });
  });

  it('refuses programs of different versions, and a worker without a server before it', async () => {
    const schema = newSchema();
    const database = connect(schema);
    expect(await codeOf(join(database, 'worker'))).toBe('living-wiki:database_empty');
    const [server] = await Promise.all([join(database, 'server'), join(connect(schema), 'server')]);
    const worker = await join(database, 'worker');
    await expect(join(database, 'worker', '2.0.0')).rejects.toMatchObject({
      code: 'living-wiki:version_mismatch',
      message:
        'This worker has version 2.0.0 of Living Wiki, but a server on the same database (here, process 1) has version 1.0.0.',
    });
    expect(await codeOf(join(database, 'server', '2.0.0'))).toBe('living-wiki:version_mismatch');
    await worker.beat(silentRun);
    await worker.leave();
    await server.leave();
    await database.read('delete from programs');
    await join(database, 'server', '2.0.0');
    expect(await codeOf(worker.beat(silentRun))).toBe('living-wiki:version_mismatch');
    await database.read("insert into migrations (number, name) values (999, 'from the future')");
    expect(await codeOf(join(database, 'server', '2.0.0'))).toBe('living-wiki:database_newer');
  });

  it('tries again what PostgreSQL could not do this time, and names what it cannot do at all', async () => {
    const database = await prepared();
    const raise = (code: string): string =>
      `do $$ begin raise exception 'a private value' using errcode = '${code}'; end $$`;
    const collisions = ['40001', '40P01', '55P03', '57014'];
    const exhausted = ['53000', '53100', '53200', '53300', '53400', '58030'];
    const ended = ['08006', '25006', '25P03', '57P01', '57P03', '57P05'];
    const retried = [...collisions, ...exhausted, ...ended].map((code) =>
      database.change(silentRun, async (connection, isRetry) => {
        if (!isRetry) await connection.query(raise(code));
        return code;
      }),
    );
    expect(await Promise.all(retried)).toEqual([...collisions, ...exhausted, ...ended]);
    for (const code of ['23505', '42P01', 'XX000']) {
      const error: unknown = await database.read(raise(code)).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: 'living-wiki:database_failed' });
      expect(String(error)).toContain(code);
      expect(String(error)).not.toContain('private');
    }
    const impatient = new Database(url, { schema: database.schema, patience: 0 });
    opened.push(impatient);
    expect(await codeOf(impatient.read(raise('57014')))).toBe('living-wiki:database_failed');
    expect(await codeOf(impatient.read(raise('25P03')))).toBe('living-wiki:database_unreachable');
    const unknown = new Database(url.replace('/postgres?', '/no_such_database?'));
    opened.push(unknown);
    expect(String(await unknown.open().catch(String))).toContain('"no_such_database" does not exist');
  });

  it('says where to look when there is no database, without the password', async () => {
    const database = new Database('postgres://someone:secret@127.0.0.1:1/none', { patience: 10 });
    opened.push(database);
    const error: unknown = await database.open().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'living-wiki:database_unreachable' });
    expect(String(error)).not.toContain('secret');
  });
});
