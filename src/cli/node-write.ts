import { type Stats } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import nodePath from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from './node-errors';

/** An unfinished file beside its target, where no wiki's own folder for such files will do: `.living-wiki-PID-….tmp`. */
const TEMPORARY_NAME = /^\.living-wiki-(\d+)-[0-9a-f]+\.tmp$/;
const RETRIES = 5;

export interface Replacement {
  /** The folder for the unfinished file; `null` for the target's own. */
  readonly scratch: string | null;
  /** What is replaced; `null` for a new file. */
  readonly old: Stats | null;
  readonly durable: boolean;
}

/** Whether a name is that of an unfinished file, which no listing shows. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY_NAME.test(name);
}

/**
 * Writes a file as a whole: whoever reads meanwhile, and whoever reads after a crash, sees the old or the new bytes.
 * Mode and, where allowed, owner stay as they were.
 */
export async function replaceFile(place: string, bytes: Uint8Array, replacement: Replacement): Promise<void> {
  const { scratch, old, durable } = replacement;
  const folder = nodePath.dirname(place);
  await makeFolders(folder, durable);
  if (scratch !== null) await makeFolders(scratch, false);
  else await removeStaleTemporaries(folder);
  const name = `${process.pid}-${randomBytes(8).toString('hex')}`;
  const unfinished = nodePath.join(scratch ?? folder, scratch === null ? `.living-wiki-${name}.tmp` : name);
  try {
    const file = await open(unfinished, 'wx');
    try {
      await file.writeFile(bytes);
      if (old !== null) await copyOwnerAndMode(file, old);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, place);
  } catch (error) {
    await unlink(unfinished).catch(() => undefined);
    // The target lies on another disk than the wiki's own folder.
    if (errnoOf(error) === 'EXDEV' && scratch !== null) {
      await replaceFile(place, bytes, { ...replacement, scratch: null });
      return;
    }
    throw error;
  }
  if (durable) await syncFolder(folder);
}

async function copyOwnerAndMode(file: Awaited<ReturnType<typeof open>>, old: Stats): Promise<void> {
  const own = await file.stat();
  if (own.uid !== old.uid || own.gid !== old.gid) {
    // Only the administrator may give a file away.
    await file.chown(old.uid, old.gid).catch(() => undefined);
  }
  if (own.mode !== old.mode) await file.chmod(old.mode & 0o7777);
}

/** Removes unfinished files beside a target whose writers are dead. */
async function removeStaleTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const writer = TEMPORARY_NAME.exec(name)?.[1];
    if (writer === undefined || isProcessAlive(Number(writer))) continue;
    await unlink(nodePath.join(folder, name)).catch(() => undefined);
  }
}

/** Whether a process of this machine runs. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/**
 * Makes a folder and those above it, so that they survive a power cut where asked. Step by step: the recursive call of
 * Node says that something is missing where the disk cannot be written.
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
      // Somebody else was faster.
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    if (durable) await syncFolder(nodePath.dirname(next));
  }
}

/** Makes the names in a folder survive a power cut. Windows has no such call and does it by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network and FUSE file systems do not know it.
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(errnoOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** What is at a place; `null` for nothing. */
export async function statOrNull(place: string, ask: (place: string) => Promise<Stats> = stat): Promise<Stats | null> {
  try {
    return await ask(place);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/**
 * Tries again what fails only for the moment: on Windows, a file that a virus scanner or an indexer holds open;
 * everywhere, a folder or an unfinished file that another program cleared away as a leftover.
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
