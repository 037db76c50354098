import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bench, shippedCli } from './support';

/** Real processes on a real disk: a queue whose program is killed at any moment, and two programs on one queue. */

/** As many as ten kills need to hit a queue that still has work; more would only repeat what these show. */
const COUNT = 40;
const KILLS = 10;

interface ListedJob {
  readonly id: string;
  readonly title: string;
  readonly attempts: number;
}

interface Listed {
  readonly counts: Record<string, number>;
  readonly jobs: readonly ListedJob[];
}

let bench: Bench;
let wiki: string;

beforeEach(async () => {
  bench = new Bench().configured();
  await bench.run(bench.folder, 'init', 'wiki', '--yes');
  wiki = bench.at('wiki');
});
afterEach(() => bench.remove());

function addSources(count: number): void {
  mkdirSync(path.join(wiki, 'sources'), { recursive: true });
  for (let n = 0; n < count; n++) {
    const name = `house-${String(n).padStart(3, '0')}`;
    const text = `# The ${name}\n\nThe ${name} is a house by the river. It was built in ${1700 + n} by the harbour trust.\n`;
    writeFileSync(path.join(wiki, 'sources', `${name}.md`), text);
  }
}

/** Starts the program as it is shipped. */
function start(...argv: string[]): { readonly ended: Promise<string>; kill(): void } {
  const child = spawn(process.execPath, [shippedCli(), ...argv], { cwd: wiki, env: { ...process.env, ...bench.env } });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => void (out += String(piece)));
  const ended = new Promise<string>((resolve) => void child.on('close', () => resolve(out)));
  return { ended, kill: () => void child.kill('SIGKILL') };
}

async function list(): Promise<Listed> {
  return (await bench.run(wiki, 'jobs', 'list', '--limit', '1000', '--json')).json<Listed>();
}

/** Numbers between 0 and 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function untilQueued(): Promise<void> {
  const folder = path.join(wiki, '.wiki', 'jobs');
  for (let tries = 0; tries < 1000; tries++) {
    try {
      if (readdirSync(path.join(folder, 'running')).length > 0) return;
    } catch {
      // Nothing is queued yet.
    }
    await pause(10);
  }
}

it('killed ten times at any moment, a queue does each job once and loses no source', async () => {
  addSources(COUNT);
  const random = seeded(7);
  for (let n = 0; n < KILLS; n++) {
    if (n > 0) await bench.run(wiki, 'jobs', 'retry', '--all');
    const program = n === 0 ? start('ingest', '--apply') : start('jobs', 'run');
    await untilQueued();
    await pause(random() * 400);
    program.kill();
    await program.ended;
  }
  await bench.run(wiki, 'jobs');
  await bench.run(wiki, 'jobs', 'retry', '--all');
  await start('jobs', 'run').ended;
  const { counts, jobs } = await list();
  expect(counts).toEqual({ running: 0, queued: 0, review: 0, failed: 0, interrupted: 0, done: COUNT, cancelled: 0 });
  expect(new Set(jobs.map(({ title }) => title)).size).toBe(COUNT);
  const status = (await bench.run(wiki, 'status', '--json')).json<{
    sources: { ingested: number; pending: readonly string[] };
    proposals: unknown[];
  }>();
  expect([status.sources.ingested, status.sources.pending, status.proposals]).toEqual([COUNT, [], []]);
  const checked = await bench.run(wiki, 'verify');
  expect([checked.exit, checked.err]).toEqual([0, '']);
}, 600_000);

it('two programs on one queue never run a job twice, and share the work', async () => {
  addSources(16);
  const first = start('ingest');
  await untilQueued();
  first.kill();
  await first.ended;
  await bench.run(wiki, 'jobs', 'retry', '--all');
  const before = new Map((await list()).jobs.map(({ id, attempts }) => [id, attempts]));
  const both = [start('jobs', 'run', '--json'), start('jobs', 'run', '--json')];
  const outputs = await Promise.all(both.map(({ ended }) => ended));
  const ran = outputs.map((out) => (JSON.parse(out) as Listed).jobs.map(({ id }) => id));
  expect(new Set(ran.flat()).size).toBe(ran.flat().length);
  const { counts, jobs } = await list();
  expect(counts).toMatchObject({ review: 16, queued: 0, running: 0, failed: 0, interrupted: 0 });
  for (const { id, attempts } of jobs) expect(attempts).toBeLessThanOrEqual((before.get(id) ?? 0) + 1);
}, 300_000);
