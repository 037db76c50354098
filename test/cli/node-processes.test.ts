import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentRun } from '../../src/base';
import { createNodeLock } from '../../src/node/lock';
import { createNodeVault } from '../../src/node/vault';
import { openJournal } from '../../src/vault';
import { codeOf } from '../vault/support/contract';
import { bothTrees, unfinishedFiles, type Tree } from '../vault/support/crash';
import { bundle, outputOf, saysLine, type Program } from '../vault/support/processes';
import { countingRandom, fill, oldFiles, openAlone, testSecret, tickingClock } from '../vault/support/transaction';
import { wikiTree } from '../vault/support/trees';

/** Real processes on a real disk: killed at any moment, or two at once. */

let program: Program;
let folder: string;
let trees: { old: Tree; new: Tree };

beforeAll(async () => {
  program = await bundle('writer');
  trees = await bothTrees();
});
afterAll(() => program.remove());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'processes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Numbers between 0 and 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Starts the twelve changes and kills the process after `wait` milliseconds from where it says that it begins. */
async function killed(wiki: string, wait: number): Promise<void> {
  const child = program.start([wiki, 'twelve']);
  const ended = outputOf(child);
  await saysLine(child, 'ready');
  await new Promise((resolve) => setTimeout(resolve, wait));
  child.kill('SIGKILL');
  await ended;
}

async function fullRun(): Promise<number> {
  await fill(createNodeVault(folder));
  const child = program.start([folder, 'twelve']);
  await saysLine(child, 'ready');
  const start = performance.now();
  await saysLine(child, 'done');
  await outputOf(child);
  await rm(folder, { recursive: true });
  return performance.now() - start;
}

it('a process killed with SIGKILL at any moment leaves the old or the new tree', async () => {
  // Aims at the time that the whole takes here, so that the kills fall all over it.
  const duration = await fullRun();
  const random = seeded(20260427);
  const ends = { old: 0, new: 0 };
  for (let round = 0; round < 48; round++) {
    const wiki = path.join(folder, String(round));
    const moved = path.join(folder, `${round} moved`);
    await fill(createNodeVault(wiki));
    await killed(wiki, random() * duration * 1.1);
    // Every other wiki is moved away before anybody opens it again.
    const place = round % 2 === 0 ? wiki : moved;
    if (place === moved) await rename(wiki, moved);
    const vault = createNodeVault(place);
    const journal = await openJournal(vault, {
      clock: { now: () => Date.now() },
      random: countingRandom(),
      lock: createNodeLock(place),
      secret: testSecret,
    });
    const tree = await wikiTree(vault);
    const state = (await journal.list()).length > 0 ? 'new' : 'old';
    ends[state]++;
    expect(tree).toEqual(trees[state]);
    expect(await unfinishedFiles(vault)).toEqual([]);
    // What the vault does not list is looked for on the disk itself.
    const names = await readdir(place, { recursive: true });
    expect(names.filter((name) => /\.tmp$|[\\/]tmp[\\/]/.test(name))).toEqual([]);
  }
  expect(ends.old).toBeGreaterThan(0);
  expect(ends.new).toBeGreaterThan(0);
}, 120_000);

it('a process killed in its recovery leaves the work to the next one', async () => {
  const random = seeded(7);
  for (let round = 0; round < 8; round++) {
    const wiki = path.join(folder, String(round));
    await fill(createNodeVault(wiki));
    await killed(wiki, 8 + random() * 20);
    const second = program.start([wiki, 'open']);
    setTimeout(() => second.kill('SIGKILL'), 45 + random() * 30);
    await outputOf(second);
    const vault = createNodeVault(wiki);
    const journal = await openJournal(vault, {
      clock: { now: () => Date.now() },
      random: countingRandom(),
      lock: createNodeLock(wiki),
      secret: testSecret,
    });
    expect(await wikiTree(vault)).toEqual(trees[(await journal.list()).length > 0 ? 'new' : 'old']);
    expect(await unfinishedFiles(vault)).toEqual([]);
  }
}, 120_000);

it('processes that commit at once lose nothing and never interleave', async () => {
  const vault = createNodeVault(folder);
  await fill(vault, { 'a.txt': '0', 'b.txt': '0', 'c.txt': '0' });
  const results = await Promise.all([0, 1, 2].map(() => program.run([folder, 'count', '12'])));
  expect(results).toEqual(results.map(() => ({ code: 0, output: 'ready\ndone\n' })));
  for (const file of ['a.txt', 'b.txt', 'c.txt']) expect(await vault.readText(file)).toBe('36');
  const journal = await openAlone(vault);
  const done = [...(await journal.list())].reverse();
  expect(done).toHaveLength(36);
  for (const [index, { id }] of done.entries()) {
    const { files } = await journal.read(id);
    expect(files.map((file) => [file.before, file.after])).toEqual(files.map(() => [String(index), String(index + 1)]));
  }
  expect(await unfinishedFiles(vault)).toEqual([]);
});

it('a process waits a limited time for the lock of a living one, and names its owner', async () => {
  const vault = createNodeVault(folder);
  await fill(vault);
  const holder = program.start([folder, 'hold']);
  const ended = outputOf(holder);
  await saysLine(holder, 'held');
  const impatient = createNodeLock(folder, { timeout: 200 });
  const refusal = await impatient.acquire(silentRun).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'living-wiki:locked' });
  expect((refusal as Error).message).toContain(String(holder.pid));
  // It dies without a word, and its lock is taken over at once.
  holder.kill('SIGKILL');
  await ended;
  const release = await impatient.acquire(silentRun);
  await release();
  expect(await vault.list('.wiki/lock')).toEqual([]);
});

it('the lock of a frozen holder is taken over, and the holder notices when it wakes up', async () => {
  const vault = createNodeVault(folder);
  await fill(vault, { 'a.txt': '0', 'b.txt': '0', 'c.txt': '0' });
  const holder = program.start([folder, 'hold']);
  const ended = outputOf(holder);
  await saysLine(holder, 'held');
  holder.kill('SIGSTOP');
  const release = await createNodeLock(folder, { staleAfter: 300, timeout: 5000 }).acquire(silentRun);
  await release();
  holder.kill('SIGKILL');
  await ended;

  const lost = createNodeLock(folder, { staleAfter: 60_000 });
  await lost.acquire(silentRun);
  await rm(path.join(folder, '.wiki/lock'), { recursive: true });
  expect(await codeOf(lost.heartbeat!())).toBe('living-wiki:lock_lost');
});

it('the lock of a holder with a heartbeat is not taken over', async () => {
  const times = { staleAfter: 1000, timeout: 1800 };
  const release = await createNodeLock(folder, times).acquire(silentRun);
  expect(await codeOf(createNodeLock(folder, times).acquire(silentRun))).toBe('living-wiki:locked');
  await release();
  await (
    await createNodeLock(folder, times).acquire(silentRun)
  )();
});

it('a wiki that was moved between the crash and the next start recovers', async () => {
  const vault = createNodeVault(path.join(folder, 'here'));
  await fill(vault, oldFiles);
  const { tryTwelve, countOperations } = await import('../vault/support/crash');
  const operations = await countOperations(createNodeVault(path.join(folder, 'here')));
  expect(operations).toBeGreaterThan(50);
  const other = path.join(folder, 'a second');
  await fill(createNodeVault(other), oldFiles);
  await tryTwelve(createNodeVault(other), { at: Math.floor(operations * 0.7), when: 'after', then: 'crash' });
  await rename(other, path.join(folder, 'elsewhere'));
  const moved = createNodeVault(path.join(folder, 'elsewhere'));
  const journal = await openJournal(moved, { clock: tickingClock(), random: countingRandom(), secret: testSecret });
  expect(journal.recovered.map((note) => note.code)).toEqual(['living-wiki:recovered_forward']);
  expect(await wikiTree(moved)).toEqual(trees.new);
});

/** The user that runs the program. Root ignores permissions, so a test that runs as root uses another user. */
const plainUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

it.each([
  ['a folder', 'entities', 0o555],
  ['a file', '_log.md', 0o444],
  ['the private folder', '.wiki', 0o555],
  ['the whole wiki', '', 0o555],
])('what the user may not write is told as such, and nothing was changed: %s', async (_name, locked, mode) => {
  const vault = createNodeVault(folder);
  await fill(vault);
  await mkdir(path.join(folder, '.wiki'), { recursive: true });
  if ('uid' in plainUser) execFileSync('chown', ['-R', `${plainUser.uid}:${plainUser.gid}`, folder]);
  await chmod(path.join(folder, locked), mode);
  expect(await program.run([folder, 'twelve'], plainUser)).toEqual({
    code: 1,
    output: expect.stringContaining('ready\nliving-wiki:read_only') as string,
  });
  expect(await wikiTree(vault)).toEqual(trees.old);
  expect(await unfinishedFiles(vault)).toEqual([]);
  await chmod(path.join(folder, locked), 0o755);
  expect(await program.run([folder, 'twelve'], plainUser)).toEqual({ code: 0, output: 'ready\ndone\n' });
  expect(await wikiTree(vault)).toEqual(trees.new);
});
