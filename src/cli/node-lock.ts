import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVaultLock, type LockOwner, type WriteLock } from '../vault';
import { createNodeVault } from './node-vault';
import { isProcessAlive } from './node-write';

/** Settings that tests shorten. Milliseconds; see `VaultLockOptions` of the vault room. */
export interface NodeLockTimings {
  readonly staleAfter?: number;
  readonly patience?: number;
}

/**
 * The write lock of a wiki for programs on Node: as the vault's own, and besides it sleeps while it waits, says by a
 * timer that it is alive, and takes over at once from a process of this machine that is dead.
 *
 * @param folder the wiki's root on disk
 */
export function createNodeLock(folder: string, times: NodeLockTimings = {}): WriteLock {
  const owner: LockOwner = { name: 'living-wiki', host: machineId(), process: process.pid };
  return createVaultLock(createNodeVault(folder), {
    ...times,
    owner,
    clock: { now: () => Date.now() },
    random: { id: (length) => randomBytes(length).toString('hex').slice(0, length) },
    sleep: async (milliseconds) => sleep(milliseconds),
    isDead: ({ host, process: pid }) => host === owner.host && pid !== null && !isProcessAlive(pid),
    keepAlive: (beat, every) => {
      const timer = setInterval(() => void beat(), every);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
}

/**
 * What shares one table of processes, and so can tell by number whether a process lives: this machine since it was
 * started, and in a container that container.
 */
function machineId(): string {
  return [hostname(), readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())]
    .concat(readOrEmpty(() => readlinkSync('/proc/self/ns/pid')))
    .filter((part) => part !== '')
    .join(' ');
}

/** These places are Linux's; elsewhere the name of the host has to do. */
function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
