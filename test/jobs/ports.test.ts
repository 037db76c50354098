import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodeRandom } from '../../src/node/random';
import { createNodeLock } from '../../src/node/lock';
import { createNodeVault } from '../../src/node/vault';
import { createUsageLog } from '../../src/node/usage-log';
import { createMemoryDailyUsage, type DailyUsage } from '../../src/model';
import { createVaultLock, MemoryVault, type WriteLock } from '../../src/vault';
import { stateVault } from '../../src/workbench/model/stores';
import { UsageLog } from '../../src/workbench/model/usage-log';
import { lockContract, usageContract } from './ports-contract';

const scratch = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'ports-'));
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms / 10));

lockContract('the memory vault', async () => {
  const vault = new MemoryVault();
  const door = (): WriteLock => createVaultLock(vault, { clock: Date, random: nodeRandom, sleep });
  return { doors: [door(), door()] };
});

lockContract('the disk', async () => {
  const folder = await scratch();
  const door = (): WriteLock => createNodeLock(folder);
  return { doors: [door(), door()], close: () => rm(folder, { recursive: true }) };
});

usageContract('memory', async () => {
  const usage = createMemoryDailyUsage();
  return { doors: [usage, usage] };
});

usageContract('the memory vault', async () => {
  const state = stateVault(new MemoryVault());
  const door = (): DailyUsage => new UsageLog(state, nodeRandom.id(8));
  return { doors: [door(), door()] };
});

usageContract('the files of a wiki', async () => {
  const folder = await scratch();
  const door = (): DailyUsage => new UsageLog(stateVault(createNodeVault(folder)), nodeRandom.id(8));
  return { doors: [door(), door()], close: () => rm(folder, { recursive: true }) };
});

usageContract('the file of a user', async () => {
  const folder = await scratch();
  return { doors: [createUsageLog(folder), createUsageLog(folder)], close: () => rm(folder, { recursive: true }) };
});
