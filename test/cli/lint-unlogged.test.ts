import path from 'node:path';
import { readFileSync } from 'node:fs';
import { silentRun } from '../../src/base';
import { createNodeLock } from '../../src/node/lock';
import { Bench } from './support';

it('lint shows its findings when the pass cannot be logged, and does not fail for that', async () => {
  const bench = new Bench();
  bench.lockTimeout = 300;
  const wiki = bench.at('wiki');
  await bench.run(bench.folder, 'init', 'wiki');
  const log = (): string => readFileSync(path.join(wiki, '_log.md'), 'utf8');
  const before = log();
  const release = await createNodeLock(wiki).acquire(silentRun);
  try {
    const blocked = await bench.run(wiki, 'lint');
    expect([blocked.exit, blocked.out]).toEqual([0, expect.stringContaining('No problems found')]);
    expect(blocked.err).toContain('The run was not logged: ');
    // What is not to be logged needs no lock, and has nothing to tell.
    expect((await bench.run(wiki, 'lint', '--no-log')).err).not.toContain('not logged');
    expect(log()).toBe(before);
  } finally {
    await release();
  }
  await bench.run(wiki, 'lint');
  expect(log()).not.toBe(before);
  bench.remove();
});
