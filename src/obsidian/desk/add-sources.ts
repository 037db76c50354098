import { baseName, checkPath, hashBytes } from '../../vault';
import type { Vault } from '../../vault';

/** A file that a person hands over to become a source. */
export interface NewSource {
  readonly name: string;
  bytes(): Promise<Uint8Array>;
}

/** Characters that no name on Windows or Android may hold. */
const UNPORTABLE = /[<>:"|?*\\/]/g;

/**
 * Copies files into a folder, each under a name that is free; a file whose very bytes are there already under its name is
 * left out.
 * @returns the paths of the copies
 * @throws WikiError what the vault throws, and `living-wiki:path_refused` for a name that cannot be made to fit
 */
export async function addSources(vault: Vault, folder: string, files: readonly NewSource[]): Promise<string[]> {
  const added: string[] = [];
  for (const file of files) {
    const bytes = await file.bytes();
    const name = file.name.replace(UNPORTABLE, '-').replace(/^\.+/, '').trim();
    const path = await freePath(vault, checkPath(`${folder}/${name}`), hashBytes(bytes));
    if (path === null) continue;
    await vault.write(path, bytes, { expected: null });
    added.push(path);
  }
  return added;
}

/** `null` where the same file is there already. */
async function freePath(vault: Vault, path: string, hash: string): Promise<string | null> {
  const name = baseName(path);
  const dot = name.lastIndexOf('.') > 0 ? path.lastIndexOf('.') : path.length;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? path : `${path.slice(0, dot)} ${n}${path.slice(dot)}`;
    const stat = await vault.stat(candidate);
    if (stat === null) return candidate;
    if (stat.kind === 'file' && hashBytes(await vault.readBytes(candidate)) === hash) return null;
  }
}
