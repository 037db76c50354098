import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentRun } from '../../src/base';
import { createNodeVault, nodeRandom } from '../../src/node';
import { FolderCheckout } from '../../src/server/checkout';
import { readServerConfig } from '../../src/server/config';
import { Metrics } from '../../src/server/metrics';
import { PostgresBackend } from '../../src/server/postgres/backend';
import { type ProgramKind } from '../../src/server/postgres/programs';
import { ReadPriority } from '../../src/server/read-priority';
import { ConcurrencyLimit } from '../../src/server/concurrency-limit';
import { openWikiState } from '../../src/server/state/wiki-state';
import { WikiHost } from '../../src/server/wiki-host';
import { setUpWiki } from '../../src/workbench';
import { describePostgres, newSchema } from '../support/postgres';
import { testDevice } from '../support/wiki';
import { codeOf } from '../vault/support/contract';

describePostgres('several programs on one database', (url) => {
  const folders: string[] = [];
  const backends: PostgresBackend[] = [];
  afterEach(async () => {
    await Promise.all(backends.splice(0).map((each) => each.close()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  const newFolder = (): string => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lw-two-'));
    folders.push(folder);
    return folder;
  };
  const start = async (schema: string, kind: ProgramKind = 'server'): Promise<PostgresBackend> => {
    const options = { kind, schema, version: '1.0.0', random: nodeRandom, onOutdated: () => undefined };
    const backend = await PostgresBackend.open(url, options, silentRun);
    backends.push(backend);
    return backend;
  };

  it('have one folder of each wiki, or are refused', async () => {
    const schema = newSchema();
    const [one, other] = [newFolder(), newFolder()];
    const first = await start(schema);
    const worker = await start(schema, 'worker');
    const opens = (backend: PostgresBackend, folder: string) =>
      codeOf(backend.join({ name: 'wiki', folder, isInGit: false, signingKey: null }, silentRun));
    expect(await opens(worker, one)).toBe('living-wiki:folder_not_shared');
    const second = await start(schema);
    for (const backend of [first, worker, second]) expect(await opens(backend, one)).toBeNull();
    // A clone of its own, or a disk that is not shared.
    for (const backend of [worker, second]) expect(await opens(backend, other)).toBe('living-wiki:folder_not_shared');
    // Moved while nothing ran: the new folder is the right one.
    for (const backend of backends.splice(0)) await backend.close();
    expect(await opens(await start(schema), other)).toBeNull();
    expect(await opens(await start(schema, 'worker'), one)).toBe('living-wiki:folder_not_shared');
  });

  it('of which workers may have folders of their own where the pages are in git, and all have one key', async () => {
    const schema = newSchema();
    const [one, other, third] = [newFolder(), newFolder(), newFolder()];
    const [key, another] = ['a'.repeat(64), 'b'.repeat(64)];
    const server = await start(schema);
    const worker = await start(schema, 'worker');
    const opens = (backend: PostgresBackend, folder: string, signingKey: string | null, isInGit = true) => {
      const way = backend.join({ name: 'wiki', folder, isInGit, signingKey }, silentRun);
      return way.catch((error: unknown) => codeOf(Promise.reject(error as Error)));
    };
    expect(await opens(worker, other, key)).toBe('living-wiki:folder_not_shared');
    expect(await opens(server, one, key)).toBe('shared');
    expect(await opens(worker, one, key)).toBe('shared');
    expect(await opens(worker, other, key)).toBe('own');
    expect(await opens(worker, other, key)).toBe('own');
    expect(await opens(worker, other, key, false)).toBe('living-wiki:folder_not_shared');
    expect(await opens(worker, other, null)).toBe('living-wiki:folder_not_shared');
    for (const folder of [one, other])
      expect(await opens(worker, folder, another)).toBe('living-wiki:signing_key_differs');
    // One that shares the folder would not see what is handed over.
    expect(await opens(worker, one, null)).toBe('living-wiki:signing_key_differs');
    expect(await opens(await start(schema), one, null)).toBe('living-wiki:signing_key_differs');
    expect(await opens(await start(schema), third, key)).toBe('living-wiki:folder_not_shared');
    // The folder of another server is never taken for a copy.
    const schema2 = newSchema();
    expect(await opens(await start(schema2), third, key)).toBe('shared');
    expect(await opens(worker, third, key)).toBe('living-wiki:folder_not_shared');
  });

  it('approve what was approved on the server, and not in the home of a worker that shares its folder', async () => {
    const [schema, folder] = [newSchema(), newFolder()];
    const key = 'a'.repeat(64);
    const hold = async (kind: ProgramKind, approvals: string): Promise<string | undefined> => {
      const store = (await start(schema, kind)).state('wiki');
      const device = testDevice();
      device.saveApprovals(approvals);
      const { inStep } = openWikiState({
        ...{ store, folder, signingKey: key, device, pages: null, notice: () => undefined },
      });
      await inStep.look(silentRun);
      await (
        await inStep.lock().acquire(silentRun)
      )();
      const said = (await store.table.contents(['approvals'], silentRun)).get('approvals');
      return new TextDecoder().decode(said).split('\n')[0];
    };
    expect(await hold('server', 'by Ada')).toBe('by Ada');
    expect(await hold('worker', 'by Bob')).toBe('by Ada');
    expect(await hold('server', 'by Ada, again')).toBe('by Ada, again');
  });

  it('queue a scheduled skill once, and one of them runs it', async () => {
    const folder = newFolder();
    const vault = createNodeVault(folder);
    let now = Date.parse('2026-05-02T04:00:00Z');
    const clock = { now: () => now };
    const deps = { vault, root: '', clock, random: nodeRandom, device: testDevice() };
    await setUpWiki({ ...deps, folderName: 'wiki', adopt: true }, silentRun);
    const file = path.join(folder, 'server.yaml');
    const schedule = "schedules: [{ skill: daily-update, cron: '0 5 * * *' }]";
    writeFileSync(file, `version: 1\nwikis:\n  - { name: wiki, folder: ., ${schedule} }\n`);
    const config = readServerConfig(file, {});
    const [wiki] = config.wikis;
    if (wiki === undefined) throw new Error('no wiki');
    const schema = newSchema();
    const { signal } = new AbortController();
    const log = { info: () => undefined, warn: () => undefined };
    const server = async (): Promise<WikiHost> =>
      WikiHost.open(wiki, {
        ...{ environment: { clock }, log, model: undefined, limits: config.limits },
        backend: await start(schema),
        checkout: await FolderCheckout.open(folder, null),
        figures: new Metrics().figuresOf('wiki'),
        answers: new ConcurrencyLimit(1),
        readPriority: new ReadPriority(),
        ...{ stopping: signal, stopped: signal },
      });
    const servers = [await server(), await server()];
    const schedulers = await Promise.all(servers.map(({ workbench }) => workbench.scheduler()));
    const look = () => Promise.all(schedulers.map(async (each) => each?.look({ wait: null }, silentRun)));
    await look();
    now = Date.parse('2026-05-02T05:00:00Z');
    await look();
    const ended = await Promise.all(servers.map((each) => each.workFor(AbortSignal.timeout(20_000))));
    await look();
    expect(ended.reduce((sum, each) => sum + each, 0)).toBe(1);
    const jobs = await servers[0]?.workbench.jobs();
    expect((await jobs?.overview(10, silentRun))?.counts).toMatchObject({ queued: 0, running: 0, done: 1, failed: 0 });
    await Promise.all(servers.map((each) => each.close()));
  });
});
