import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '../test/support/postgres';
import { Team, type TeamWorker } from '../test/support/team';
import { houses, processorMs } from './workers-sources';

interface MemoryStep {
  /** Proposals that wait, of all wikis. */
  readonly waiting: number;
  /** What the worker keeps in its heap after a collection. MB. */
  readonly liveMB: number;
  /** Resident, the highest in the second half of the step. MB. */
  readonly residentMB: number;
  readonly seconds: number;
  /** Processor time of the worker for a job of this step. */
  readonly processorMsPerJob: number;
  readonly loadAverage: number;
}

/** What is asked of the worker from outside: how much is live. */
const PROBE = `
const { writeFileSync, renameSync } = require('node:fs');
require('node:v8').setFlagsFromString('--expose-gc');
const gc = require('node:vm').runInNewContext('gc');
const told = (process.env.LW_PROBE ?? '') + '/' + process.pid;
process.on('SIGUSR2', () => {
  for (let n = 0; n < 3; n += 1) gc();
  writeFileSync(told + '.part', JSON.stringify(process.memoryUsage()));
  renameSync(told + '.part', told);
});
`;

/**
 * What one worker keeps while proposals wait that nobody decides, and after its jobs ended, without a model.
 * @param steps how many sources were read by the end of each step
 * @param rest how long nothing is to be done before it is measured a last time. Milliseconds
 */
export async function measureWaiting(
  say: (what: string) => void,
  wikis: number,
  steps: readonly number[],
  rest: number,
): Promise<readonly MemoryStep[]> {
  const { cluster, reason } = startCluster(true);
  if (cluster === null) throw new Error(reason);
  const folder = mkdtempSync(path.join(tmpdir(), 'lw-memory-'));
  const probe = path.join(folder, 'probe.cjs');
  writeFileSync(probe, PROBE);
  mkdirSync(path.join(folder, 'told'));
  const team = await Team.start({ url: cluster.url, wikis });
  process.env.LW_PROBE = path.join(folder, 'told');
  process.env.NODE_OPTIONS = `--require ${probe}`;
  try {
    const worker = team.work();
    while (worker.log.length === 0) await sleep(100);
    const all = [...houses(team.wikis, Math.max(...steps), 6)]
      .flatMap(([wiki, texts]) => Object.entries(texts).map(([name, text]) => ({ wiki, name, text })))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const measured: MemoryStep[] = [];
    let known = 0;
    for (const waiting of steps) {
      for (const { wiki, name, text } of all.slice(known, waiting)) await team.upload(wiki, { [name]: text });
      measured.push(await step(team, worker, known, waiting));
      say(JSON.stringify(measured.at(-1)));
      known = waiting;
    }
    await sleep(rest);
    const { liveMB, residentMB } = await memoryOf(worker);
    const end = { waiting: known, liveMB, residentMB, seconds: rest / 1000, processorMsPerJob: 0 };
    measured.push({ ...end, loadAverage: loadavg()[0] ?? 0 });
    say(JSON.stringify(measured.at(-1)));
    return measured;
  } finally {
    delete process.env.NODE_OPTIONS;
    await team.close();
    cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function step(team: Team, worker: TeamWorker, known: number, waiting: number): Promise<MemoryStep> {
  const start = performance.now();
  const processor = processorMs(worker);
  for (const wiki of team.wikis) await team.ingest(wiki);
  let [ended, resident] = [known, 0];
  while (ended < waiting) {
    await sleep(200);
    ended = (await team.counts()).review ?? 0;
    if (ended > (known + waiting) / 2) resident = Math.max(resident, Team.memoryOf(worker).now);
  }
  const seconds = (performance.now() - start) / 1000;
  const processorMsPerJob = (processorMs(worker) - processor) / (waiting - known);
  const { liveMB } = await memoryOf(worker);
  return { waiting, liveMB, residentMB: resident, seconds, processorMsPerJob, loadAverage: loadavg()[0] ?? 0 };
}

/** After a collection. MB. */
async function memoryOf({ pid }: TeamWorker): Promise<{ readonly liveMB: number; readonly residentMB: number }> {
  const told = path.join(process.env.LW_PROBE ?? '', String(pid));
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(told)) await sleep(50);
  const { heapUsed, rss } = JSON.parse(readFileSync(told, 'utf8')) as Readonly<Record<'heapUsed' | 'rss', number>>;
  rmSync(told);
  return { liveMB: heapUsed / 2 ** 20, residentMB: rss / 2 ** 20 };
}
