import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun } from '../../../src/base';
import { FileBackend } from '../../../src/server/backend';
import { readServerConfig } from '../../../src/server/config';
import { Metrics } from '../../../src/server/metrics';
import { openCheckout } from '../../../src/server/ports';
import { ReadPriority } from '../../../src/server/read-priority';
import { ConcurrencyLimit } from '../../../src/server/concurrency-limit';
import { WikiHost } from '../../../src/server/wiki-host';
import { codeOf } from '../../vault/support/contract';
import { TestTeam, write } from './support';

it('while the repository cannot be reached, a queued job still proposes, and nothing is changed', async () => {
  const team = await TestTeam.make();
  const file = path.join(team.root, 'server.yaml');
  writeFileSync(file, `version: 1\nwikis:\n  - { name: wiki, remote: ${team.remote} }\n`);
  const config = readServerConfig(file, {});
  const [wiki] = config.wikis;
  if (wiki === undefined) throw new Error('no wiki');
  const logged: string[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void logged.push(JSON.stringify(fields)) };
  const environment = { clock: { now: () => Date.now() } };
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
  write(host.folder, 'sources/reef.md', '# Reefs\n\nA coral reef is a ridge built by corals.\n');
  await host.change(async (open) => {
    const jobs = await open.jobs();
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
