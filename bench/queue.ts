import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentRun, type Random } from '../src/base';
import { createNodeLock } from '../src/node/lock';
import { createNodeVault } from '../src/node/vault';
import { eachJob, JobQueue, JobWorker, openFileJobStore, type NewJob } from '../src/jobs';
import { numbers } from './generate';

/** What a job costs beside its work, from the first hundred of a queue to the last. */
export interface QueueFigures {
  readonly jobs: number;
  /** To queue one job. Processor time, like all that follow. */
  readonly queueMs: number;
  /** To start and end one job, of each hundred. */
  readonly runMsByHundred: readonly number[];
  readonly lastToFirstHundred: number;
  /** Memory in use after each hundred, from the first. */
  readonly heapMB: { readonly first: number; readonly last: number };
  readonly lastToFirstHeap: number;
  /** To count and show the queue with fifty jobs of each state. */
  readonly listMs: number;
}

/** @param count how many jobs are queued at once */
export async function measureQueue(count: number): Promise<QueueFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-queue-'));
  try {
    const next = numbers(3);
    const random: Random = {
      id: (length) => Array.from({ length }, () => Math.floor(next() * 36).toString(36)).join(''),
    };
    const clock = { now: () => Date.now() };
    const lock = createNodeLock(folder, { folder: '.wiki/jobs/lock' });
    const store = openFileJobStore(createNodeVault(folder), { clock, random, lock, secret: () => 'a secret' });
    const timer = {
      sleep: (_: number, signal: AbortSignal): Promise<void> =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    };
    const queue = new JobQueue({ store, clock, timer, owner: { name: 'bench', host: null, process: null } });
    const start = processorMs();
    await queue.enqueue(
      Array.from({ length: count }, (_, n) => job(n)),
      silentRun,
    );
    const queueMs = (processorMs() - start) / count;
    const times: number[] = [];
    const heaps: number[] = [];
    let begun = processorMs();
    let done = 0;
    queue.onEnd(() => {
      done += 1;
      if (done % 100 !== 0) return;
      times.push((processorMs() - begun) / 100);
      globalThis.gc?.();
      heaps.push(process.memoryUsage().heapUsed / 1e6);
      begun = processorMs();
    });
    await new JobWorker(queue, { ingest: eachJob(() => Promise.resolve({ state: 'done' })) }).drain(silentRun);
    const listed = processorMs();
    await store.counts();
    await store.list('done', 50);
    const [first = 0, last = 0] = [heaps[0], heaps.at(-1)];
    return {
      jobs: count,
      queueMs,
      runMsByHundred: times,
      lastToFirstHundred: (times.at(-1) ?? 0) / (times[0] ?? 1),
      heapMB: { first, last },
      lastToFirstHeap: last / first,
      listMs: processorMs() - listed,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function job(n: number): NewJob {
  const source = `sources/${String(n).padStart(6, '0')}.md`;
  return { kind: 'ingest', key: `ingest ${n}`, title: source, usesModel: false, payload: { source } };
}
