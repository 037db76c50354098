import { MemoryVault, OverlayVault, scopeVault } from '../../src/vault';
import { vaultContract } from './support/contract';

vaultContract('memory', async () => ({ vault: new MemoryVault() }));

vaultContract('an overlay over memory', async () => ({ vault: new OverlayVault(new MemoryVault()) }));

vaultContract('an overlay whose base was emptied through it', async () => {
  const base = new MemoryVault({
    'a.md': 'old',
    'd/a.md': 'old',
    'd/e/a.md': 'old',
    'file.md': 'old',
    'page.md': 'old',
  });
  const vault = new OverlayVault(base);
  for (const path of ['a.md', 'd/a.md', 'd/e/a.md', 'file.md', 'page.md', 'd/e', 'd']) await vault.remove(path);
  return { vault };
});

vaultContract('an overlay over an overlay', async () => ({
  vault: new OverlayVault(new OverlayVault(new MemoryVault())),
}));

vaultContract('a folder of a vault', async () => {
  const outer = new MemoryVault({ 'a.md': 'outside', 'folder/a.md': 'a neighbour', 'folder/wiki-2/a.md': 'another' });
  return { vault: scopeVault(outer, 'folder/wiki') };
});

vaultContract('a folder of a folder of an overlay', async () => {
  const outer = new OverlayVault(new MemoryVault({ 'a/a.md': 'outside' }));
  return { vault: scopeVault(scopeVault(outer, 'a'), 'b/c') };
});
