import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, unlink } from 'node:fs/promises';
import nodePath from 'node:path';
import { WikiError } from '../base';
import { checkPortablePath, joinPath, STATE_FOLDER } from '../vault';
import { asVaultError, errnoOf } from './errors';
import { makeFolders, syncFolder } from './files';
import { NodePaths } from './paths';

/** `isNew` is `false` if the very same bytes were there before. */
interface ReceivedFile {
  readonly bytes: number;
  readonly isNew: boolean;
}

/**
 * Writes what arrives into a new file of a wiki, piece by piece, never over another file. A reader sees the whole file or none.
 * @param root absolute path of the wiki's folder @param path of the file in it @param limit bytes
 * @throws WikiError `living-wiki:path_refused`, `living-wiki:file_exists`, `living-wiki:request_too_large`, or what the disk refuses
 */
export async function receiveFile(
  root: string,
  path: string,
  content: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<ReceivedFile> {
  const paths = new NodePaths(root);
  const place = await paths.resolveEntry(checkPortablePath(path));
  const folder = await paths.resolveEntry(joinPath(STATE_FOLDER, 'uploads'));
  await mkdir(folder, { recursive: true });
  const unfinished = nodePath.join(folder, `${process.pid}-${randomBytes(8).toString('hex')}`);
  try {
    const { bytes, hash } = await writeTo(unfinished, content, limit);
    await makeFolders(nodePath.dirname(place), true);
    const isNew = await giveName(unfinished, place);
    if (!isNew && (await hashOfFile(place)) !== hash) throw taken(path);
    await syncFolder(nodePath.dirname(place));
    return { bytes, isNew };
  } catch (error) {
    throw asVaultError(error, path);
  } finally {
    await unlink(unfinished).catch(() => undefined);
  }
}

/** A second name for a finished file appears at once. @returns `false` where that name is taken */
async function giveName(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function writeTo(
  place: string,
  content: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ readonly bytes: number; readonly hash: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(place, 'wx', 0o644);
  try {
    for await (const piece of content) {
      bytes += piece.byteLength;
      if (bytes > limit) {
        throw new WikiError('living-wiki:request_too_large', `The file is larger than ${limit} bytes.`, {
          remedy: 'The owner of the server may raise "limits.upload".',
        });
      }
      hash.update(piece);
      await file.write(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, hash: hash.digest('hex') };
}

async function hashOfFile(place: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(place)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

function taken(path: string): WikiError {
  return new WikiError('living-wiki:file_exists', 'Another file has this name. Sources are never replaced.', {
    path,
    remedy: 'Send it under another name.',
  });
}
