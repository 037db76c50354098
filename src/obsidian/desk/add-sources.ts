import { Notice } from 'obsidian';
import { baseName, checkPath, hashBytes } from '../../vault';
import type { Vault } from '../../vault';
import { app as words } from '../locale';
import type { Desk } from './types';

/** A file that a person hands over to become a source. */
export interface NewSource {
  readonly name: string;
  bytes(): Promise<Uint8Array>;
}

/** Characters that no name on Windows or Android may hold. */
const UNPORTABLE = /[<>:"|?*\\/]/g;

/** Copies files that a person hands over into `sources/` of the open wiki, and says so. */
export async function addSources(desk: Desk, vault: Vault, files: readonly NewSource[]): Promise<void> {
  await desk.work(words.jobs.copying, async (run, workbench) => {
    const added = await copyInto(vault, desk.inVault('sources'), files);
    await workbench.refresh(
      added.flatMap((path) => desk.inWiki(path) ?? []),
      run,
    );
    new Notice(words.notice.copied(added.length));
  });
}

/**
 * Copies files into a folder, each under a name that is free; a file whose very bytes are there already under its name is
 * left out.
 * @returns the paths of the copies
 * @throws WikiError what the vault throws, and `living-wiki:path_refused` for a name that cannot be made to fit
 */
async function copyInto(vault: Vault, folder: string, files: readonly NewSource[]): Promise<string[]> {
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
