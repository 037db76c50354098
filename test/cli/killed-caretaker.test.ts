import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isReview, verdict } from '../maintenance/support';
import { says } from '../model/server/behaviours';
import { ModelServer, type Behaviour, type Heard } from '../model/server/server';
import { LENS_SOURCE, TOWER_SOURCE } from '../support/wiki';
import { approveRules, Bench, bytesBelow, shippedCli } from './support';

/** Real processes on a real disk: `watch`, a harvest and the run of a skill, killed without a word. */

interface Listed {
  readonly counts: Record<string, number>;
  readonly jobs: readonly { readonly title: string; readonly proposal: string | null }[];
}
interface Status {
  readonly sources: { readonly pending: readonly string[] };
  readonly proposals: readonly { readonly id: string; readonly title: string }[];
}

let bench: Bench;
let wiki: string;
let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.start();
  bench = new Bench().configured();
  await bench.run(bench.folder, 'init', 'wiki', '--yes');
  wiki = bench.at('wiki');
});
afterEach(async () => {
  await server.close();
  bench.remove();
});

interface Started {
  readonly ended: Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the program as it is shipped. */
function start(...argv: string[]): Started {
  const child = spawn(process.execPath, [shippedCli(), ...argv], { cwd: wiki, env: { ...process.env, ...bench.env } });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => void (out += String(piece)));
  const ended = new Promise<string>((resolve) => void child.on('close', () => resolve(out)));
  return { ended, kill: (signal) => void child.kill(signal) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

/** How many jobs or proposals a folder of the hidden state holds: a look that waits for nobody. */
function entriesOf(...folder: string[]): number {
  try {
    return readdirSync(path.join(wiki, '.wiki', ...folder)).length;
  } catch {
    return 0;
  }
}

const isRunning = (): boolean => entriesOf('jobs', 'running') > 0;

const list = async (): Promise<Listed> => (await bench.run(wiki, 'jobs', 'list', '--json')).json<Listed>();
const status = async (): Promise<Status> => (await bench.run(wiki, 'status', '--json')).json<Status>();

const house = (n: number): string => `house-${String(n).padStart(2, '0')}`;

function addHouses(from: number, to: number): void {
  for (let n = from; n < to; n++) {
    const text = `# The ${house(n)}\n\nThe ${house(n)} is a house by the river. It was built in ${1700 + n} by the harbour trust.\n`;
    writeFileSync(path.join(wiki, 'sources', `${house(n)}.md`), text);
  }
}

it('watch, killed twice while files arrive, ends with one proposal for each of them', async () => {
  const COUNT = 12;
  // The first kill hits the first job, and the second one a queue of which a part is done.
  for (const [from, to, done] of [
    [0, 6, 0],
    [6, 9, 2],
  ] as const) {
    const watching = start('watch');
    addHouses(from, to);
    await until(() => isRunning() && entriesOf('jobs', 'review') >= done);
    // The rest of the files arrive while the program dies.
    addHouses(to, to + 1);
    watching.kill('SIGKILL');
    await watching.ended;
    const { interrupted = 0, queued = 0 } = (await list()).counts;
    expect(interrupted + queued).toBeGreaterThan(0);
  }
  expect((await status()).proposals.length).toBeGreaterThan(0);
  const watching = start('watch');
  addHouses(9, COUNT);
  await until(async () => (await status()).proposals.length >= COUNT && (await list()).counts.queued === 0);
  await until(() => !isRunning());
  watching.kill('SIGTERM');
  expect(await watching.ended).toContain('Stopped.');
  const { counts, jobs } = await list();
  const { proposals, sources } = await status();
  // One for each source, whether the kill came before its proposal was written or after.
  expect(proposals).toHaveLength(COUNT);
  const named = proposals.map(({ title }) => /house-\d\d/.exec(title)?.[0]);
  expect(named.sort()).toEqual(Array.from({ length: COUNT }, (_, n) => house(n)));
  expect(sources.pending).toHaveLength(COUNT);
  const waiting = jobs.flatMap(({ proposal }) => proposal ?? []);
  expect(new Set(waiting).size).toBe(waiting.length);
  expect(counts).toMatchObject({ queued: 0, running: 0, failed: 0 });
}, 120_000);

/** Lines of a list of the memory, `[from: …]` left out. */
function bulletsIn(file: string): readonly string[] {
  const at = path.join(wiki, 'knowledge', file);
  const lines = existsSync(at) ? readFileSync(at, 'utf8').split('\n') : [];
  return lines.filter((line) => line.startsWith('- ')).map((line) => line.replace(/ \[from: .*/, ''));
}

it('a harvest, killed twice and then run twice at once, keeps each conversation once and reclaims what it kept', async () => {
  const COUNT = 10;
  const conversations = path.join(wiki, 'knowledge', 'conversations');
  mkdirSync(conversations, { recursive: true });
  for (let n = 0; n < COUNT; n++) {
    const file = path.join(conversations, `talk-${n}.md`);
    writeFileSync(file, `User: What now?\n\nAssistant: This.\n\nDecision: use log ${n}.\n\n- [ ] Ask for log ${n}\n`);
    utimesSync(file, 1_700_000_000 + n, 1_700_000_000 + n);
  }
  const ledger = async (): Promise<readonly { status: string }[]> =>
    (await bench.run(wiki, 'memory', 'ledger', '--json')).json<{ entries: { status: string }[] }>().entries;
  for (const kept of [1, 4]) {
    const harvest = start('harvest', '--apply', '--reclaim');
    await until(() => bulletsIn('decisions.md').length >= kept);
    await pause(Math.random() * 60);
    harvest.kill('SIGKILL');
    await harvest.ended;
    // What the ledger calls harvested is in the lists, whatever the kill hit.
    const entries = (await ledger()).length;
    expect([bulletsIn('decisions.md'), bulletsIn('tasks.md')].map(({ length }) => length)).toEqual([entries, entries]);
  }
  expect((await list()).counts.interrupted).toBe(1);
  const both = [start('harvest', '--apply', '--reclaim'), start('harvest', '--apply', '--reclaim')];
  for (const { ended } of both) expect(await ended).not.toContain('living-wiki:');
  expect((await ledger()).map(({ status }) => status)).toEqual(Array.from({ length: COUNT }, () => 'harvested'));
  for (const [file, what] of [
    ['decisions.md', 'use log'],
    ['tasks.md', 'Ask for log'],
  ] as const) {
    const wanted = Array.from({ length: COUNT }, (_, n) => `- ${what} ${n}${what.startsWith('use') ? '.' : ''}`);
    expect([...bulletsIn(file)].sort()).toEqual(wanted.sort());
  }
  expect(readdirSync(conversations)).toEqual([]);
  expect(readdirSync(path.join(wiki, '.trash'))).toHaveLength(COUNT);
  expect((await list()).counts).toMatchObject({ queued: 0, running: 0, interrupted: 0, failed: 0, done: 1 });
}, 120_000);

const LENS = 'concepts/fresnel-lens.md';
const EDIT = {
  path: LENS,
  old: '[^tower-3]\n\n[^lens-1]',
  new: '[^tower-3] The tower stands in the mouth of the Gironde.[^tower-9]\n\n[^tower-9]: [tower], line 3: “in the mouth of the Gironde”\n[^lens-1]',
  reason: 'It says where the lens is.',
};

/** How far the conversation of a request is: the answers that it holds. */
function turnOf({ body }: Heard): number {
  return (body.messages as readonly { role: string }[]).filter(({ role }) => role === 'assistant').length;
}

/** A caretaker that edits a page and says so, and a reviewer who agrees. */
const caretaker: Behaviour = (heard, response) => {
  if (isReview(heard)) return says(verdict())(heard, response);
  if (turnOf(heard) > 0) return says('I added where the lens is.')(heard, response);
  return says('', { tools: [{ name: 'edit', arguments: JSON.stringify(EDIT) }] })(heard, response);
};

it('the run of a skill, killed before its edit, after it and in its review, leaves nothing and then one proposal', async () => {
  writeFileSync(path.join(wiki, 'sources', 'lens.md'), LENS_SOURCE);
  writeFileSync(path.join(wiki, 'sources', 'tower.md'), TOWER_SOURCE);
  await bench.run(wiki, 'ingest', '--apply');
  mkdirSync(path.join(wiki, 'skills', 'tidy'), { recursive: true });
  const skill = '---\nname: tidy\ndescription: Tidies the pages.\n---\n\n# Tidy\n\nFix the pages with Edit.\n';
  writeFileSync(path.join(wiki, 'skills', 'tidy', 'SKILL.md'), skill);
  await approveRules(bench, wiki);
  bench.env = {
    ...bench.env,
    LIVING_WIKI_BASE_URL: server.url,
    LIVING_WIKI_MODEL: 'small',
    LIVING_WIKI_API_KEY: 'sk-test',
  };
  const before = await bytesBelow(wiki);
  const moments: readonly ((heard: Heard) => boolean)[] = [
    (heard) => !isReview(heard) && turnOf(heard) === 0,
    (heard) => !isReview(heard) && turnOf(heard) === 1,
    isReview,
  ];
  for (const [n, isDue] of moments.entries()) {
    let asked = 0;
    const running: { program: Started | null } = { program: null };
    server.script((heard, response) => {
      if (!isDue(heard)) return caretaker(heard, response);
      asked += 1;
      running.program?.kill('SIGKILL');
    });
    if (n > 0) await bench.run(wiki, 'jobs', 'retry', '--all');
    running.program = n === 0 ? start('maintain', 'tidy') : start('jobs', 'run');
    await running.program.ended;
    // It was killed where this round means it to be, and not before or after.
    expect(asked).toBe(1);
    expect((await list()).counts).toMatchObject({ interrupted: 1, review: 0, done: 2 });
    expect([(await status()).proposals, await bytesBelow(wiki)]).toEqual([[], before]);
  }
  server.script(caretaker);
  await bench.run(wiki, 'jobs', 'retry', '--all');
  await start('jobs', 'run').ended;
  const { counts } = await list();
  expect(counts).toMatchObject({ interrupted: 0, running: 0, queued: 0, failed: 0, review: 1 });
  expect((await status()).proposals).toHaveLength(1);
  const after = await bytesBelow(wiki);
  // The log has its entry; every page is as it was.
  expect({ ...after, '_log.md': '' }).toEqual({ ...before, '_log.md': '' });
}, 120_000);
