import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createNodeLock } from '../../src/node/lock';
import { createNodeVault } from '../../src/node/vault';
import { nodeRandom } from '../../src/node/random';
import { openFileJobStore, type JobStore } from '../../src/jobs';
import { createVaultLock, MemoryVault, type Vault, type WriteLock } from '../../src/vault';
import { steppedClock } from './support';
import { jobStoreContract } from './store-contract';

const SECRET = 'a secret of this device, kept outside the vault';
const LOCK = '.wiki/jobs/lock';

jobStoreContract('the memory vault', async () => {
  const vault = new MemoryVault();
  const clock = steppedClock();
  // A lock waits by real time; the store's clock is the test's.
  const lock = (): WriteLock => createVaultLock(vault, { clock: Date, random: nodeRandom, folder: LOCK, sleep: pause });
  const again = (): JobStore => open(vault, clock, lock());
  return { store: again(), again, clock };
});

jobStoreContract('the disk', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'jobs-'));
  const clock = steppedClock();
  const again = (): JobStore => open(createNodeVault(folder), clock, createNodeLock(folder, { folder: LOCK }));
  return { store: again(), again, clock, close: () => rm(folder, { recursive: true, force: true }) };
});

function open(vault: Vault, clock: { now(): number }, lock: WriteLock): JobStore {
  return openFileJobStore(vault, { clock, random: nodeRandom, lock, secret: () => SECRET });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms / 10));
