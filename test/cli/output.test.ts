import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createNodeVault } from '../../src/node/vault';
import { Bench, shippedCli } from './support';

/** What the shipped program does when it cannot print, and what it sees of files whose times were set back. */

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
  bench.copyExample();
});
afterEach(() => bench.remove());

(existsSync('/dev/full') ? it : it.skip)(
  'ends with a status and one sentence when the disk of its output is full',
  () => {
    const full = openSync('/dev/full', 'w');
    const args = [shippedCli(), 'status', '--wiki', bench.at('vault', 'lighthouse')];
    const toFull = spawnSync(process.execPath, args, { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    expect(toFull.status).toBe(2);
    expect(toFull.stderr).toMatch(/^The output cannot be written: ENOSPC.*\n$/);
    const allFull = spawnSync(process.execPath, args, { stdio: ['ignore', full, full] });
    closeSync(full);
    expect(allFull.status).toBe(2);
  },
);

it('ends quietly when the reader closes the pipe', () => {
  const command = `"${process.execPath}" "${shippedCli()}" lint --json --wiki "${bench.at('vault', 'lighthouse')}"`;
  const script = `{ ${command}; echo "status $?" >&2; } | true`;
  const { stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('status 0\n');
});

it('a change that keeps size and time is noticed', async () => {
  const file = bench.at('source.txt');
  writeFileSync(file, 'one');
  const vault = createNodeVault(bench.folder);
  const before = await vault.stat('source.txt');
  const { atime, mtime } = statSync(file);
  await new Promise((resolve) => setTimeout(resolve, 20));
  writeFileSync(file, 'two');
  utimesSync(file, atime, mtime);
  expect(statSync(file).mtimeMs).toBeCloseTo(mtime.getTime(), -1);
  expect((await vault.stat('source.txt'))?.mtime).toBeGreaterThan(before?.mtime ?? Infinity);
});
