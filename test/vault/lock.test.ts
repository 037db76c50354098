import fc from 'fast-check';
import { silentRun, type Run } from '../../src/base';
import { createVaultLock, MemoryVault, type Vault, type VaultLockOptions } from '../../src/vault';
import { codeOf } from './support/contract';
import { countingRandom } from './support/transaction';

/** A clock that stands still until it is told otherwise. */
function handClock(): { now: () => number; time: number } {
  const clock = { time: 1_000_000, now: () => clock.time };
  return clock;
}

function lockOn(
  vault: Vault,
  name: string,
  options: Partial<VaultLockOptions> = {},
): ReturnType<typeof createVaultLock> {
  return createVaultLock(vault, {
    clock: handClock(),
    random: countingRandom(name),
    owner: { name, host: null, process: null },
    ...options,
  });
}

it('one program at a time holds the lock, in whatever order their steps come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 4 }), async (scheduler, contenders) => {
      const memory = new MemoryVault();
      // Every step on the vault is taken when the scheduler says so.
      const shuffled = new Proxy<Vault>(memory, {
        get(target, name: 'list' | 'stat' | 'readText' | 'write' | 'remove') {
          const method = target[name].bind(target) as (...args: unknown[]) => Promise<unknown>;
          return (...args: unknown[]) => scheduler.schedule(Promise.resolve(), name).then(() => method(...args));
        },
      });
      let inside = 0;
      let most = 0;
      let passed = 0;
      const work = async (name: string): Promise<void> => {
        const lock = lockOn(shuffled, name);
        for (let i = 0; i < 2; i++) {
          const release = await lock.acquire(silentRun);
          most = Math.max(most, ++inside);
          await scheduler.schedule(Promise.resolve(), 'work');
          await lock.heartbeat?.();
          inside--;
          passed++;
          await release();
        }
      };
      await scheduler.waitFor(Promise.all(Array.from({ length: contenders }, (_, i) => work(`abcd`.charAt(i)))));
      expect(most).toBe(1);
      expect(passed).toBe(contenders * 2);
      expect(await memory.list('.wiki/lock')).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

it('a program that waits too long learns who holds the lock, and leaves no file', async () => {
  const vault = new MemoryVault();
  const release = await lockOn(vault, 'first').acquire(silentRun);
  const clock = handClock();
  const sleep = async (milliseconds: number): Promise<void> => void (clock.time += milliseconds);
  const waiting = lockOn(vault, 'second', { clock, sleep, timeout: 500 }).acquire(silentRun);
  await expect(waiting).rejects.toMatchObject({
    code: 'living-wiki:locked',
    message: 'The wiki is being written by first. Nothing was changed.',
  });
  expect(await vault.list('.wiki/lock')).toHaveLength(1);
  await release();
  expect(await vault.list('.wiki/lock')).toEqual([]);
});

it('a program that waits can be cancelled', async () => {
  const vault = new MemoryVault();
  await lockOn(vault, 'first').acquire(silentRun);
  const stop = new AbortController();
  const run: Run = { ...silentRun, signal: stop.signal, yieldToHost: async () => stop.abort() };
  expect(await codeOf(lockOn(vault, 'second').acquire(run))).toBe('living-wiki:cancelled');
  expect(await vault.list('.wiki/lock')).toHaveLength(1);
});

it('the lock of a dead program is taken over: known to be dead, or silent for too long by its clock or by ours', async () => {
  const dead = async (vault: Vault, beatsAhead = 0): Promise<void> => {
    const clock = handClock();
    clock.time += beatsAhead;
    await lockOn(vault, 'dead', { clock }).acquire(silentRun);
  };

  const known = new MemoryVault();
  await dead(known);
  await lockOn(known, 'next', { isDead: (owner) => owner.name === 'dead' }).acquire(silentRun);

  const silent = new MemoryVault();
  await dead(silent);
  const later = handClock();
  later.time += 10_001;
  await lockOn(silent, 'next', { clock: later }).acquire(silentRun);

  const wrongClock = new MemoryVault();
  await dead(wrongClock, 86_400_000);
  const clock = handClock();
  const sleep = async (milliseconds: number): Promise<void> => void (clock.time += milliseconds);
  await lockOn(wrongClock, 'next', { clock: clock, sleep }).acquire(silentRun);
  expect(clock.time - 1_000_000).toBeGreaterThan(10_000);
  for (const vault of [known, silent, wrongClock]) expect(await vault.list('.wiki/lock')).toHaveLength(1);
});

it('a lock file that cannot be read counts until it is stale', async () => {
  const vault = new MemoryVault({
    '.wiki/lock/future.json': '{"version":2}',
    '.wiki/lock/note.txt': 'not a lock file',
  });
  expect(await codeOf(lockOn(vault, 'hasty', { timeout: 0 }).acquire(silentRun))).toBe('living-wiki:locked');
  const clock = handClock();
  const sleep = async (milliseconds: number): Promise<void> => void (clock.time += milliseconds);
  await lockOn(vault, 'patient', { clock, sleep }).acquire(silentRun);
  expect((await vault.list('.wiki/lock')).map((entry) => entry.path)).not.toContain('.wiki/lock/future.json');
});

it('a holder with a heartbeat keeps the lock, and one that lost it learns so', async () => {
  const vault = new MemoryVault();
  const clock = handClock();
  const holder = lockOn(vault, 'holder', { clock });
  const release = await holder.acquire(silentRun);
  clock.time += 9_000;
  await holder.heartbeat?.();
  clock.time += 9_000;
  expect(await codeOf(lockOn(vault, 'other', { clock, timeout: 0 }).acquire(silentRun))).toBe('living-wiki:locked');
  clock.time += 2_000;
  const releaseOther = await lockOn(vault, 'other', { clock, timeout: 0 }).acquire(silentRun);
  expect(await codeOf(holder.heartbeat!())).toBe('living-wiki:lock_lost');
  await release();
  // What the one that was taken over gives back is not the other's.
  expect(await vault.list('.wiki/lock')).toHaveLength(1);
  await releaseOther();
  expect(await vault.list('.wiki/lock')).toEqual([]);
});
