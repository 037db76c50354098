/**
 * A program that commits to a wiki on disk, for tests that kill it or run two of it: bundled and started as a process
 * of its own. Arguments: the wiki's folder, what to do, and for `count` how often.
 */
import { randomBytes } from 'node:crypto';
import { silentRun, type Clock, type Random } from '../../../src/base';
import { createNodeLock } from '../../../src/node/lock';
import { createNodeVault } from '../../../src/node/vault';
import { hashText, openJournal, type Journal, type Vault } from '../../../src/vault';
import { testSecret, twelve } from './transaction';

const clock: Clock = { now: () => Date.now() };
const random: Random = { id: (length) => randomBytes(length).toString('hex').slice(0, length) };

/** Adds one to each of several counters, as one change. Two programs at once must not lose any. */
async function count(vault: Vault, journal: Journal): Promise<void> {
  for (;;) {
    const changes = [];
    for (const path of ['a.txt', 'b.txt', 'c.txt']) {
      const text = await vault.readText(path);
      changes.push({ op: 'update', path, expected: hashText(text), text: `${Number(text) + 1}` } as const);
    }
    try {
      await journal.commit({ title: 'Count', changes, facts: { process: process.pid } }, silentRun);
      return;
    } catch (error) {
      // The other one was faster between the reading and the lock: read again.
      if ((error as { code?: string }).code !== 'living-wiki:edited_meanwhile') throw error;
    }
  }
}

async function main(folder: string, action: string, times: number): Promise<void> {
  const vault = createNodeVault(folder);
  const journal = await openJournal(vault, { clock, random, lock: createNodeLock(folder), secret: testSecret });
  process.stdout.write('ready\n');
  if (action === 'twelve') await journal.commit(twelve, silentRun);
  for (let i = 0; action === 'count' && i < times; i++) await count(vault, journal);
  process.stdout.write('done\n');
  if (action === 'hold') {
    await createNodeLock(folder).acquire(silentRun);
    process.stdout.write('held\n');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
}

const [, , folder = '', action = '', times = '0'] = process.argv;
main(folder, action, Number(times)).catch((error: unknown) => {
  process.stderr.write(`${String((error as { code?: string }).code)} ${String(error)}\n`);
  process.exitCode = 1;
});
