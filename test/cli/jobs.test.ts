import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bench } from './support';

/** `living-wiki jobs`, and what `ingest` and `lint --fix` leave in the queue. */

interface ListedJob {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly state: string;
  readonly proposal: string | null;
  readonly failure: { readonly code: string } | null;
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

function source(
  name: string,
  text = `# ${name}\n\nThe ${name} is a house by the river. It was built in 1874.\n`,
): void {
  mkdirSync(path.join(wiki, 'sources'), { recursive: true });
  writeFileSync(path.join(wiki, 'sources', `${name}.md`), text);
}

async function list(...options: string[]): Promise<Listed> {
  return (await bench.run(wiki, 'jobs', 'list', '--json', ...options)).json<Listed>();
}

it('each source that ingest reads is a job, which waits for review until its proposal is decided', async () => {
  source('mill');
  source('lock');
  await bench.run(wiki, 'ingest', '--json');
  const { counts, jobs } = await list();
  expect(counts).toMatchObject({ review: 2, queued: 0, running: 0 });
  expect(jobs.map(({ title }) => title).sort()).toEqual(['sources/lock.md', 'sources/mill.md']);
  const [first] = jobs;
  await bench.run(wiki, 'proposals', 'apply', first?.proposal ?? '');
  expect((await list()).counts).toMatchObject({ review: 1, done: 1 });
  const shown = await bench.run(wiki, 'jobs', 'show', (first?.id ?? '').slice(0, 6));
  expect(shown.out).toMatch(/^state +done$/m);
  expect((await bench.run(wiki, 'jobs', 'clear', '--json')).json()).toEqual({ cleared: 1 });
  expect((await list()).counts).toMatchObject({ done: 0, review: 1 });
});

it('ingest --apply and lint --fix leave jobs that are done', async () => {
  source('mill');
  await bench.run(wiki, 'ingest', '--apply');
  await bench.run(wiki, 'lint', '--fix');
  const { jobs } = await list('--state', 'done');
  expect(jobs.map(({ kind }) => kind).sort()).toEqual(['fix', 'ingest']);
});

it('a source that fails is a failed job with its code, which can be retried once the file is mended', async () => {
  source('mill');
  writeFileSync(path.join(wiki, 'sources', 'broken.pdf'), 'not a PDF');
  const ran = await bench.run(wiki, 'ingest');
  expect(ran.exit).toBe(1);
  const [broken] = (await list('--state', 'failed')).jobs;
  expect(broken).toMatchObject({ title: 'sources/broken.pdf' });
  expect(broken?.failure?.code).toMatch(/^living-wiki:source_/);
  const unnamed = await bench.run(wiki, 'jobs', 'retry');
  expect([unnamed.exit, unnamed.err]).toEqual([2, expect.stringContaining('or add --all')]);
  expect((await bench.run(wiki, 'jobs', 'retry', '--all')).out).toContain('1 job queued again.');
  const again = await bench.run(wiki, 'jobs', 'run');
  expect(again.exit).toBe(1);
  expect(again.out).toContain('sources/broken.pdf');
  expect((await list()).counts).toMatchObject({ failed: 1, queued: 0 });
});

it('a queued job can be moved, cancelled and run', async () => {
  for (const name of ['a', 'b', 'c']) source(name);
  await bench.run(wiki, 'ingest');
  for (const { proposal } of (await list()).jobs)
    await bench.run(wiki, 'proposals', 'reject', proposal ?? '', '--reason', 'no');
  await bench.run(wiki, 'jobs', 'clear');
  // Named and broken off: the queue is all that is left of it.
  for (const name of ['a', 'b', 'c']) writeFileSync(path.join(wiki, 'sources', `${name}.pdf`), `not a PDF ${name}`);
  await bench.run(wiki, 'ingest');
  await bench.run(wiki, 'jobs', 'retry', '--all');
  const queued = (await list('--state', 'queued')).jobs;
  expect(queued).toHaveLength(3);
  const last = queued.at(-1);
  expect((await bench.run(wiki, 'jobs', 'move', last?.id ?? '', 'first')).exit).toBe(0);
  expect((await list('--state', 'queued')).jobs[0]?.id).toBe(last?.id);
  await bench.run(wiki, 'jobs', 'cancel', last?.id ?? '');
  const ran = (await bench.run(wiki, 'jobs', 'run', '--json')).json<Listed>();
  expect(ran.jobs).toHaveLength(2);
  expect((await list()).counts).toMatchObject({ cancelled: 1, failed: 2, queued: 0 });
});

it('says what does not exist or cannot be done', async () => {
  expect((await bench.run(wiki, 'jobs')).out).toBe('No jobs.\n');
  const missing = await bench.run(wiki, 'jobs', 'show', 'zzzz', '--json');
  expect(missing.json<{ error: { code: string } }>().error.code).toBe('living-wiki:job_missing');
  expect(missing.exit).toBe(2);
  source('mill');
  await bench.run(wiki, 'ingest', '--apply');
  const [job] = (await list()).jobs;
  expect((await bench.run(wiki, 'jobs', 'retry', job?.id ?? '')).err).toContain('is done, so it cannot be retried');
});

it('a second ingest of the same sources queues nothing', async () => {
  source('mill');
  await bench.run(wiki, 'ingest');
  await bench.run(wiki, 'ingest');
  await bench.run(wiki, 'ingest', '--apply');
  expect((await list()).counts).toMatchObject({ review: 0, queued: 0 });
  const keys = readdirSync(path.join(wiki, '.wiki', 'jobs', 'keys'), { recursive: true });
  expect(keys.filter((name) => String(name).endsWith('.json'))).toEqual([]);
});
