import { type Stats } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import nodePath from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from './errors';

const RETRIES = 5;

/** Whether a process of this machine is running. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/**
 * Makes a folder and its parents, synced if requested. Step by step, because Node's recursive call reports a missing
 * folder when the disk is read-only.
 */
export async function makeFolders(folder: string, durable: boolean): Promise<void> {
  const missing: string[] = [];
  for (let next = folder; ; next = nodePath.dirname(next)) {
    const there = await statOrNull(next);
    if (there?.isDirectory() === true) break;
    if (there !== null) throw Object.assign(new Error('A file is in the way.'), { code: 'ENOTDIR' });
    missing.push(next);
  }
  for (const next of missing.reverse()) {
    try {
      await mkdir(next);
    } catch (error) {
      // Another program has just created it.
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    if (durable) await syncFolder(nodePath.dirname(next));
  }
}

/** Syncs the names in a folder. Windows has no such call and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network and FUSE file systems do not support it.
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(errnoOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** The file or folder at a path; `null` for none. */
export async function statOrNull(place: string, ask: (place: string) => Promise<Stats> = stat): Promise<Stats | null> {
  try {
    return await ask(place);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/**
 * Retries what fails only temporarily: on Windows, a file that a virus scanner or an indexer has open; everywhere, a
 * folder or a temporary file that another program removed as a leftover.
 */
export async function withRetries(work: () => Promise<void>, before?: () => void): Promise<void> {
  for (let retry = 1; ; retry++) {
    try {
      await work();
      return;
    } catch (error) {
      const code = errnoOf(error);
      const isHeld = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
      const isCleared = code === 'ENOENT' && before !== undefined;
      if (retry > RETRIES || (!isHeld && !isCleared)) throw error;
      before?.();
      if (isHeld) await sleep(20 * 2 ** retry);
    }
  }
}
