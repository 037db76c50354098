import { compareText, throwIfCancelled, type Run } from '../base';
import { baseName, listKinds, type Vault } from '../vault';

/** Every file of a vault, sorted by path, without hidden files and folders and without `node_modules`. */
export async function listFiles(vault: Vault, run: Run): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    throwIfCancelled(run);
    for (const { path, kind } of await listKinds(vault, folder)) {
      const name = baseName(path);
      if (name.startsWith('.') || name === 'node_modules') continue;
      if (kind === 'folder') folders.push(path);
      else found.push(path);
    }
    await run.yieldToHost();
  }
  return found.sort(compareText);
}
