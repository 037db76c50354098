import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun } from '../../../src/base';
import { FileBackend } from '../../../src/server/backend';
import { readServerConfig, type ServerConfig } from '../../../src/server/config';
import { Metrics } from '../../../src/server/metrics';
import { openCheckout } from '../../../src/server/ports';
import { ReadPriority } from '../../../src/server/read-priority';
import { ConcurrencyLimit } from '../../../src/server/concurrency-limit';
import { WikiHost } from '../../../src/server/wiki-host';
import { createApp } from '../../../src/server/http/app';
import { TokenFile } from '../../../src/server/tokens';
import { codeOf } from '../../vault/support/contract';
import { TestTeam, write } from './support';

const REEF = '# Reefs\n\nA coral reef is a ridge built by corals.\n';

interface Opened {
  readonly team: TestTeam;
  readonly host: WikiHost;
  readonly config: ServerConfig;
  readonly logged: readonly string[];
}

async function open(review = 'inline'): Promise<Opened> {
  const team = await TestTeam.make();
  const file = path.join(team.root, 'server.yaml');
  writeFileSync(file, `version: 1\nwikis:\n  - { name: wiki, remote: ${team.remote}, review: ${review} }\n`);
  const config = readServerConfig(file, {});
  const [wiki] = config.wikis;
  if (wiki === undefined) throw new Error('no wiki');
  const logged: string[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void logged.push(JSON.stringify(fields)) };
  const backend = new FileBackend(path.join(team.root, 'usage'));
  const { signal } = new AbortController();
  const host = await WikiHost.open(wiki, {
    ...{ environment, backend, log, model: undefined, limits: config.limits, figures: new Metrics().figuresOf('wiki') },
    ...(await openCheckout(config, wiki, { environment, backend, log, run: silentRun })),
    answers: new ConcurrencyLimit(1),
    readPriority: new ReadPriority(),
    stopping: signal,
    stopped: signal,
  });
  return { team, host, config, logged };
}

function serve(host: WikiHost, config: ServerConfig, metrics = new Metrics()): ReturnType<typeof createApp> {
  const { signal } = new AbortController();
  return createApp({
    ...{
      config,
      page: null,
      metrics,
      readPriority: new ReadPriority(),
      stopping: signal,
      stopped: signal,
    },
    log: { info: () => undefined, warn: () => undefined },
    tokens: new TokenFile(config.tokens, environment.clock),
    wikis: new Map([['wiki', host]]),
    now: () => Date.now(),
    check: () => Promise.resolve(),
  });
}

const environment = { clock: { now: () => Date.now() } };

it('while the repository cannot be reached, a queued job still proposes, and nothing is changed', async () => {
  const { team, host, logged } = await open();
  write(host.folder, 'sources/reef.md', REEF);
  await host.change(async (wiki) => {
    const jobs = await wiki.jobs();
    await jobs?.enqueue({ sources: ['sources/reef.md'] }, silentRun);
    return { result: null, event: null };
  }, silentRun);
  renameSync(team.remote, `${team.remote}.away`);
  expect(await host.workFor(AbortSignal.timeout(20_000))).toBe(1);
  expect((await host.workbench.proposals()).map(({ changeSet }) => changeSet.title)).toEqual(['Ingest reef.md']);
  const changed = host.change(() => Promise.resolve({ result: null, event: null }), silentRun);
  expect(await codeOf(changed)).toBe('living-wiki:git_unreachable');
  expect(logged.join()).toContain('living-wiki:git_unreachable');
  await host.close();
});

it('what an agent proposes, or a person tries again, is in the repository before it is queued', async () => {
  const { team, host, config } = await open();
  const app = await serve(host, config);
  const post = async (at: string, payload: object): Promise<string> => {
    const headers = { accept: 'application/json, text/event-stream', host: '127.0.0.1' };
    return (await app.inject({ method: 'POST', url: `/api/v1/wikis/wiki${at}`, headers, payload })).body;
  };
  const params = { name: 'propose_ingest', arguments: {} };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };

  write(host.folder, 'sources/reef.md', REEF);
  await host.workbench.refresh(['sources/reef.md'], silentRun);
  renameSync(team.remote, `${team.remote}.away`);
  expect(await post('/mcp', call)).toContain('(living-wiki:git_unreachable)');
  const jobs = await host.workbench.jobs();
  expect((await jobs?.overview(1, silentRun))?.counts).toMatchObject({ queued: 0 });

  renameSync(`${team.remote}.away`, team.remote);
  expect(await post('/mcp', call)).toContain('\\"queued\\": 1');
  expect(team.fresh()).toHaveProperty(['sources/reef.md']);

  const [job] = (await jobs?.overview(1, silentRun))?.jobs.queued ?? [];
  await jobs?.cancel(job?.id ?? '', silentRun);
  write(host.folder, 'sources/owl.md', '# Owls\n\nA barn owl is a bird that hunts at night.\n');
  expect(await post(`/jobs/${job?.id ?? ''}/retry`, {})).toContain('"state":"queued"');
  expect(team.fresh()).toHaveProperty(['sources/owl.md']);
  await app.close();
  await host.close();
});

it('the list, one proposal, the status, the figures and the log say why a proposal has no branch', async () => {
  const { host, config, logged } = await open('branch');
  const metrics = new Metrics();
  const app = await serve(host, config, metrics);
  const get = async (at: string): Promise<unknown> =>
    (await app.inject({ url: `/api/v1/wikis/wiki${at}`, headers: { host: '127.0.0.1' } })).json();
  const texts = {
    'sources/one.md': '# Owls\n\nA barn owl is a bird that hunts at night. The barn owl nests in towers.\n',
    'sources/two.md': '# The barn owl\n\nA barn owl is a bird that eats mice. The barn owl lays six eggs.\n',
  };
  for (const [name, text] of Object.entries(texts)) write(host.folder, name, text);
  const [below = '', top = ''] = await host.change(async (wiki) => {
    await wiki.refresh(Object.keys(texts), silentRun);
    const proposals = (await wiki.ingest({}, silentRun)).proposals.map(({ id }) => id);
    return { result: proposals, event: { kind: 'proposed', proposals } };
  }, silentRun);
  const none = { why: 'builds-on', proposals: [below] };
  const shown = { id: below, branch: { name: `living-wiki/${below}`, none: null } };
  expect(await get('/proposals')).toMatchObject({ proposals: [shown, { id: top, branch: { name: null, none } }] });
  expect(await get('')).toMatchObject({ proposals: [shown, { id: top, branch: { name: null, none } }] });
  expect(await get(`/proposals/${top}`)).toMatchObject({ id: top, branch: { name: null, none } });
  const figures = async (): Promise<string> => {
    await metrics.lookAt([host], Date.now());
    return metrics.print(() => true);
  };
  const counted = (why: string): string => `living_wiki_proposals_without_branch{wiki="wiki",why="${why}"}`;
  expect(await figures()).toContain(`${counted('builds-on')} 1\n`);

  const headers = { host: '127.0.0.1' };
  const url = `/api/v1/wikis/wiki/proposals/${below}/reject`;
  await app.inject({ method: 'POST', url, headers, payload: { reason: 'No.' } });
  expect(await get(`/proposals/${top}`)).toMatchObject({ branch: { none: { why: 'stale', proposals: [below] } } });
  expect(await figures()).toContain(`${counted('stale')} 1\n`);
  expect(await figures()).toContain(`${counted('builds-on')} 0\n`);
  expect(logged).toEqual([JSON.stringify({ wiki: 'wiki', proposal: top, why: 'stale' })]);
  await app.close();
  await host.close();
});
