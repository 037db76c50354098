import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentRun } from '../../src/base';
import { createNodeVault } from '../../src/node';
import { FileBackend, type WikiPlace } from '../../src/server/backend';
import { readServerConfig } from '../../src/server/config';
import { Metrics } from '../../src/server/metrics';
import { runWorker } from '../../src/server/worker';
import { setUpWiki } from '../../src/workbench';
import { countingRandom } from '../support/wiki';

/** Says which wikis have work, once each time that it is told so, and which are opened. */
class ToldBackend extends FileBackend {
  readonly opened: string[] = [];
  wanted = new Set<string>();
  looks = 0;
  #wake: () => void = () => undefined;

  override jobs(wiki: WikiPlace): ReturnType<FileBackend['jobs']> {
    this.opened.push(wiki.name);
    return super.jobs(wiki);
  }

  override onNotify(...asked: readonly (string | (() => void))[]): () => void {
    for (const each of asked) if (typeof each === 'function') this.#wake = each;
    return super.onNotify();
  }

  override withWork(): Promise<ReadonlySet<string>> {
    const wanted = this.wanted;
    this.wanted = new Set();
    this.looks += 1;
    return Promise.resolve(wanted);
  }

  /** Has the worker look again, until it found nothing to do and looked once more: then it has done what it does between two looks. */
  async settle(wanted: string, given: AbortSignal): Promise<'settled'> {
    this.wanted = new Set([wanted]);
    for (let round = 0; round < 3; round += 1) {
      const { looks } = this;
      this.#wake();
      while (this.looks === looks) await sleep(5, undefined, { signal: given });
    }
    return 'settled';
  }
}

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lw-worker-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const wiki = path.join(folder, 'wiki');
  const clock = { now: () => Date.now() };
  const deps = { vault: createNodeVault(wiki), root: '', clock, random: countingRandom() };
  await setUpWiki({ ...deps, folderName: 'wiki', adopt: true }, silentRun);
  writeFileSync(path.join(folder, 'server.yaml'), 'version: 1\nwikis:\n  - { name: wiki, folder: wiki }\n');
});

it.each([
  ['closes a wiki without work once its time is over, and opens it again for the next job', 0, ['wiki', 'wiki']],
  ['keeps it open until then', 60_000, ['wiki']],
])('a worker %s', async (_, idle, opened) => {
  const backend = new ToldBackend(path.join(folder, 'usage'));
  const stopping = new AbortController();
  const worker = runWorker({
    config: readServerConfig(path.join(folder, 'server.yaml'), {}),
    ...{ backend, idle, metrics: new Metrics(), model: undefined },
    environment: { clock: { now: () => Date.now() } },
    log: { info: () => undefined, warn: (fields) => void backend.opened.push(JSON.stringify(fields)) },
    ...{ stopping: stopping.signal, stopped: new AbortController().signal },
  });
  const ended = worker.then(() => 'ended');
  try {
    // A worker that fails looks no more, and would be waited for without end.
    for (let job = 0; job < 2; job += 1) {
      expect(await Promise.race([backend.settle('wiki', stopping.signal), ended])).toBe('settled');
    }
    expect(backend.opened).toEqual(opened);
  } finally {
    // Otherwise a failure leaves its timers, its pool of wikis and their locks, and the run does not end.
    stopping.abort();
    await Promise.allSettled([ended]);
  }
});
