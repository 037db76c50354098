import { joinPath, parentPath, type Vault } from '../../vault';
import { marksWiki } from '../../wiki';
import { MANIFEST_NAME, parseManifest } from '../../workspace';

/**
 * The wiki that a folder belongs to: the nearest folder upward that holds a workspace root.
 * @returns its path in the vault; `null` when there is none
 */
export async function findWikiRoot(vault: Vault, folder: string): Promise<string | null> {
  for (let current = folder; ; current = parentPath(current)) {
    const path = joinPath(current, MANIFEST_NAME);
    if ((await vault.stat(path))?.kind === 'file') {
      const parsed = parseManifest(await vault.readText(path), path);
      // A broken manifest still marks the wiki: opening it reports the problem.
      if (parsed.kind === 'invalid' || (await marksWiki(vault, current, parsed))) return current;
    }
    if (current === '') return null;
  }
}
