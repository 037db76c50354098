import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createNodeVault } from '../../src/node/vault';
import { OverlayVault, scopeVault } from '../../src/vault';
import { vaultContract, type Subject } from '../vault/support/contract';

async function onDisk(): Promise<Subject> {
  const folder = await mkdtemp(path.join(tmpdir(), 'node-vault-'));
  return { vault: createNodeVault(folder), close: () => rm(folder, { recursive: true }) };
}

vaultContract('a folder on disk', onDisk);

vaultContract('a folder on disk that does not exist yet', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'node-vault-'));
  return { vault: createNodeVault(path.join(folder, 'not/yet')), close: () => rm(folder, { recursive: true }) };
});

vaultContract('an overlay over a folder on disk', async () => {
  const { vault, close } = await onDisk();
  return { vault: new OverlayVault(vault), close: close! };
});

vaultContract('a folder of a folder on disk', async () => {
  const { vault, close } = await onDisk();
  await vault.write('a.md', 'outside');
  return { vault: scopeVault(vault, 'folder/wiki'), close: close! };
});
