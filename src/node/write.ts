import { type Stats } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { link, lstat, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import nodePath from 'node:path';
import { hashBytes, type Hash } from '../vault';
import { editedError, errnoOf } from './errors';
import { isProcessAlive, makeFolders, statOrNull, syncFolder } from './files';

/** A temporary file beside its target, if the wiki's own folder for them cannot be used: `.living-wiki-PID-….tmp`. */
const TEMPORARY_NAME = /^\.living-wiki-(\d+)-[0-9a-f]+\.tmp$/;

interface Replacement {
  /** The folder for the temporary file; `null` for that of the target. */
  readonly scratch: string | null;
  /** The file that is replaced; `null` for a new file. */
  readonly old: Stats | null;
  readonly durable: boolean;
  /** Hash of the content that the file must have; `null`: it must not exist. Absent: any content is replaced. */
  readonly expected?: Hash | null | undefined;
}

/** Whether a name is that of a temporary file, which listings omit. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY_NAME.test(name);
}

/**
 * Writes a file atomically: a concurrent reader, and a reader after a crash, sees the old or the new bytes. The mode and, if
 * permitted, the owner stay the same. With `expected`, a file that was edited since is kept, and the write is refused.
 */
export async function replaceFile(place: string, bytes: Uint8Array, replacement: Replacement): Promise<void> {
  const { scratch, old, durable } = replacement;
  const folder = nodePath.dirname(place);
  await makeFolders(folder, durable);
  if (scratch !== null) await makeFolders(scratch, false);
  else await removeStaleTemporaries(folder);
  const unfinished = temporaryPlace(scratch, folder);
  try {
    const file = await open(unfinished, 'wx');
    try {
      await file.writeFile(bytes);
      if (old !== null) await copyOwnerAndMode(file, old);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await putInPlace(unfinished, place, bytes, replacement);
  } catch (error) {
    await unlink(unfinished).catch(() => undefined);
    // The target is on another disk than the folder for temporary files.
    if (errnoOf(error) === 'EXDEV' && scratch !== null) {
      await replaceFile(place, bytes, { ...replacement, scratch: null });
      return;
    }
    throw error;
  }
  if (durable) await syncFolder(folder);
}

function temporaryPlace(scratch: string | null, folder: string): string {
  const name = `${process.pid}-${randomBytes(8).toString('hex')}`;
  return nodePath.join(scratch ?? folder, scratch === null ? `.living-wiki-${name}.tmp` : name);
}

async function putInPlace(
  unfinished: string,
  place: string,
  bytes: Uint8Array,
  { scratch, expected }: Replacement,
): Promise<void> {
  if (expected === undefined) return rename(unfinished, place);
  if (expected === null) return moveToFreeName(unfinished, place, editedError);
  const aside = temporaryPlace(scratch, nodePath.dirname(place));
  const isLinked = await linkAside(place, aside);
  try {
    const old = isLinked ? aside : place;
    const before = await readFile(old);
    if (hashBytes(before) !== expected) throw editedError();
    // Last check: an editor may have replaced the file, or be saving into it now.
    if (!before.equals(await readFile(old))) throw editedError();
    if (isLinked && !(await isSameFile(aside, place))) throw editedError();
    await rename(unfinished, place);
    // An editor that has the old file open may have saved into it at the last moment; the second link shows that.
    if (!isLinked || before.equals(await readFile(aside))) return;
    if ((await readFile(place)).equals(bytes)) await rename(aside, place);
    else await keepBeside(aside, place);
    throw editedError();
  } finally {
    await unlink(aside).catch(() => undefined);
  }
}

/**
 * Gives the old file a second name, which survives the replacement.
 *
 * @returns `false` if the disk has no hard links (FAT, exFAT, some network drives, Android); then only the comparison
 *   before the replacement protects an edit
 */
async function linkAside(place: string, aside: string): Promise<boolean> {
  try {
    await link(place, aside);
    return true;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' && (await statOrNull(place)) === null) throw editedError();
    if (code === 'ENOENT' || code === 'EXDEV') throw error;
    return false;
  }
}

/** Moves a file to an unused name. Two steps, because `rename` would replace a file that another program just created. */
async function moveToFreeName(from: string, to: string, taken: () => Error): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') throw taken();
    if (code === 'ENOENT' || code === 'EXDEV') throw error;
    // No hard links: check and move, with a short race between the two.
    if ((await statOrNull(to, lstat)) !== null) throw taken();
    return rename(from, to);
  }
  await unlink(from);
}

/** Removes a file only if it has the expected content; otherwise it is restored. */
export async function removeExpected(place: string, expected: Hash, scratch: string | null): Promise<void> {
  const before = await readExpected(place, expected);
  const aside = await moveAside(place, scratch);
  if (before.equals(await readFile(aside))) return unlink(aside);
  await putBack(aside, place);
  throw editedError();
}

/**
 * Moves a file only if it has the expected content, and only to an unused name; otherwise it stays or is restored. The new
 * name is created first, so that a crash leaves the file under both names, never under none.
 */
export async function moveExpected(
  source: string,
  target: string,
  expected: Hash,
  { scratch, taken }: { readonly scratch: string | null; readonly taken: () => Error },
): Promise<void> {
  const before = await readExpected(source, expected);
  try {
    await link(source, target);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') throw taken();
    if (code === 'ENOENT' || code === 'EXDEV') throw error;
    return moveWithoutLinks(source, target, before, taken);
  }
  const aside = await moveAside(source, scratch).catch(async (error: unknown) => {
    await unlink(target);
    throw error;
  });
  const isSame = await isSameFile(aside, target);
  if (isSame && before.equals(await readFile(aside))) return unlink(aside);
  await putBack(aside, source);
  if (isSame || before.equals(await readFile(target))) await unlink(target);
  throw editedError();
}

async function moveWithoutLinks(source: string, target: string, before: Buffer, taken: () => Error): Promise<void> {
  if ((await statOrNull(target, lstat)) !== null) throw taken();
  await rename(source, target);
  if (before.equals(await readFile(target))) return;
  await putBack(target, source);
  throw editedError();
}

async function readExpected(place: string, expected: Hash): Promise<Buffer> {
  const bytes = await readFile(place);
  if (hashBytes(bytes) !== expected) throw editedError();
  return bytes;
}

/** Moves the current file away in one step. */
async function moveAside(place: string, scratch: string | null): Promise<string> {
  if (scratch !== null) await makeFolders(scratch, false);
  const aside = temporaryPlace(scratch, nodePath.dirname(place));
  try {
    await rename(place, aside);
    return aside;
  } catch (error) {
    if (errnoOf(error) === 'EXDEV' && scratch !== null) return moveAside(place, null);
    throw error;
  }
}

async function putBack(aside: string, place: string): Promise<void> {
  const isFree = await moveToFreeName(aside, place, editedError).then(
    () => true,
    () => false,
  );
  if (!isFree) await keepBeside(aside, place);
}

/** The last resort if a newer file has taken the name: keeps the text under a visible name. */
async function keepBeside(aside: string, place: string): Promise<void> {
  const { dir, name, ext } = nodePath.parse(place);
  await rename(aside, nodePath.join(dir, `${name} (edited meanwhile ${randomBytes(4).toString('hex')})${ext}`));
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = [await statOrNull(a), await statOrNull(b)];
  return one !== null && other !== null && one.ino === other.ino && one.dev === other.dev;
}

async function copyOwnerAndMode(file: Awaited<ReturnType<typeof open>>, old: Stats): Promise<void> {
  const own = await file.stat();
  if (own.uid !== old.uid || own.gid !== old.gid) {
    // Only an administrator can change the owner.
    await file.chown(old.uid, old.gid).catch(() => undefined);
  }
  if (own.mode !== old.mode) await file.chmod(old.mode & 0o7777);
}

/** Removes temporary files beside a target whose processes have ended. */
async function removeStaleTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const writer = TEMPORARY_NAME.exec(name)?.[1];
    if (writer === undefined || isProcessAlive(Number(writer))) continue;
    await unlink(nodePath.join(folder, name)).catch(() => undefined);
  }
}
