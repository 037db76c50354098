import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVaultLock, type LockOwner, type WriteLock } from '../vault';
import { createNodeVault } from './vault';
import { isProcessAlive } from './files';

/** Settings that tests shorten. Milliseconds; see `VaultLockOptions` of the vault room. */
interface NodeLockTimings {
  readonly staleAfter?: number;
  readonly timeout?: number;
  /** The folder of the lock's files; see `VaultLockOptions`. */
  readonly folder?: string;
}

/**
 * The write lock of a wiki on Node. In addition to the vault's lock, it sleeps while it waits, renews itself with a timer,
 * and takes over at once from a process of this machine that has died.
 *
 * @param folder the wiki's root on disk
 */
export function createNodeLock(folder: string, times: NodeLockTimings = {}): WriteLock {
  const owner = nodeOwner();
  return createVaultLock(createNodeVault(folder), {
    ...times,
    owner,
    clock: { now: () => Date.now() },
    random: { id: (length) => randomBytes(length).toString('hex').slice(0, length) },
    sleep: async (milliseconds) => sleep(milliseconds),
    isDead: isOwnerGone,
    keepAlive: (beat, every) => {
      const timer = setInterval(() => void beat(), every);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
}

/** This program, as others see it in locks and jobs. */
export function nodeOwner(): LockOwner {
  return { name: 'living-wiki', host: machineId(), process: process.pid };
}

/** Whether it is known that a program has ended: one of this machine without its process. */
export function isOwnerGone({ host, process: pid }: LockOwner): boolean {
  return host === machineId() && pid !== null && !isProcessAlive(pid);
}

/**
 * Identifies the scope of process ids, within which an id tells whether a process is alive: this machine since its last
 * boot, or the container.
 */
function machineId(): string {
  return [hostname(), readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())]
    .concat(readOrEmpty(() => readlinkSync('/proc/self/ns/pid')))
    .filter((part) => part !== '')
    .join(' ');
}

/** These files exist on Linux; elsewhere the host name must do. */
function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
