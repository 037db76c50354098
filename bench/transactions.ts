import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../src/server/postgres/database';
import { startCluster } from '../test/support/postgres';
import { Team } from '../test/support/team';
import { numbers, sentence } from './generate';

/** What the queue asks of PostgreSQL. */
interface TransactionFigures {
  readonly jobs: number;
  /** To queue a source that is uploaded already, do its job and propose, beside what is done without jobs. */
  readonly perJob: number;
  /** Of a server or a worker with nothing to do, a second. */
  readonly idlePerProcess: number;
  readonly secondsPerJob: number;
}

const JOBS = 30;
/** Seconds. */
const IDLE = 30;

/** Counts transactions of one server and one worker. @throws Error without PostgreSQL */
export async function measureTransactions(say: (what: string) => void): Promise<TransactionFigures> {
  const { cluster, reason } = startCluster(true);
  if (cluster === null) throw new Error(reason);
  const database = new Database(cluster.url, { connections: 1 });
  const count = async (): Promise<number> => {
    // PostgreSQL adds them up a second late.
    await sleep(2_000);
    const [row] = await database.read<{ count: string }>(
      "select sum(xact_commit + xact_rollback) as count from pg_stat_database where datname like 'team%'",
    );
    return Number(row?.count);
  };
  const team = await Team.start({ url: cluster.url, wikis: 1 });
  try {
    const worker = team.work();
    while (worker.log.length === 0) await sleep(100);
    const texts = Object.fromEntries(Array.from({ length: JOBS }, (_, n) => [`report-${n}.md`, text(n)]));
    await team.upload('wiki-1', texts);
    say(`transactions: nothing to do for ${IDLE} s`);
    const before = await count();
    await sleep(IDLE * 1_000);
    const idle = ((await count()) - before) / (IDLE + 2);
    say(`transactions: ${JOBS} jobs`);
    const start = await count();
    const began = performance.now();
    await team.ingest('wiki-1');
    while (worker.log.filter((line) => line.includes('"kind":"ingest"')).length < JOBS) await sleep(50);
    const seconds = (performance.now() - began) / 1000;
    const all = (await count()) - start;
    return {
      ...{ jobs: JOBS, perJob: (all - idle * (seconds + 2)) / JOBS },
      ...{ idlePerProcess: idle / 2, secondsPerJob: seconds / JOBS },
    };
  } finally {
    await team.close();
    await database.close();
    cluster.stop();
  }
}

function text(n: number): string {
  const next = numbers(n + 1);
  return `# Report ${n}\n\n${Array.from({ length: 40 }, () => sentence(next)).join(' ')}\n`;
}
