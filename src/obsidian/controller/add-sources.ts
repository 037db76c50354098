import { Notice } from 'obsidian';
import { asWikiError } from '../../workbench';
import { baseName, checkPortablePath, hashBytes, type Vault } from '../../vault';
import { app as words } from '../locale';
import { showProblem } from './notices';
import { type NewSource, type WikiController } from './types';

/** Not allowed in file names on Windows or Android. */
const FORBIDDEN_CHARACTERS = /[<>:"|?*\\/]/g;

/** Copies files into the folder of sources of the open wiki. A file that cannot be copied is reported and does not stop the others. */
export async function addSources(controller: WikiController, vault: Vault, files: readonly NewSource[]): Promise<void> {
  await controller.runWikiJob(words.jobs.copying, async (run, workbench) => {
    const added: string[] = [];
    for (const [done, file] of files.entries()) {
      if (run.signal.aborted) break;
      run.progress({ stage: words.jobs.copying, done, total: files.length, detail: file.name });
      try {
        added.push(...(await copyInto(vault, controller.toVaultPath(workbench.snapshot.layout.sources), file)));
      } catch (error) {
        showProblem(asWikiError(error, 'living-wiki:unexpected', { path: file.name }));
      }
    }
    await workbench.refresh(
      added.flatMap((path) => controller.toWikiPath(path) ?? []),
      run,
    );
    if (added.length > 0) new Notice(words.notice.copied(added.length));
  });
}

/**
 * Copies a file under a free name, unless the same bytes are there already.
 * @returns the path of the copy, if one was made
 * @throws WikiError what the vault throws, and `living-wiki:path_refused` for a name that cannot be used
 */
async function copyInto(vault: Vault, folder: string, file: NewSource): Promise<string[]> {
  const name = file.name.replace(FORBIDDEN_CHARACTERS, '-').replace(/^\.+/, '').trim();
  const wanted = checkPortablePath(`${folder}/${name}`);
  const bytes = await file.bytes();
  const path = await freePath(vault, wanted, hashBytes(bytes));
  if (path === null) {
    new Notice(words.notice.isThere(name));
    return [];
  }
  await vault.write(path, bytes, { expected: null });
  return [path];
}

/** `null` if the same file is there already. */
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
