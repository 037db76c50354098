import { checkpoint, compareText, isWikiError, type Run, WikiError } from '../base';
import { hashBytes, hashText, joinPath, resolveRelative, type Hash } from '../vault';
import { GUIDE_NAME } from './discover';
import { type PackResource } from './fence';
import { type Pack } from './types';

/** A file of a pack. The path is relative to the pack. */
export interface PackFile {
  readonly path: string;
  readonly size: number;
  /** Differs once the file has changed, as far as its size and time tell. */
  readonly stamp: string;
}

/** Folders and files of a pack that are listed; more are named by their number. */
const MAX_FOLDERS = 2_000;
const MAX_FILES = 20_000;

/** Bytes. A longer file is no text for a model. */
const MAX_FILE_SIZE = 2_000_000;

interface PackListing {
  /** By path. */
  readonly files: readonly PackFile[];
  /** Whether a bound was reached. */
  readonly isCut: boolean;
}

/** Every file of a pack but hidden ones. Nothing is read. */
export async function listPack({ vault, folder }: Pack, run: Run): Promise<PackListing> {
  const files: PackFile[] = [];
  const pending = [''];
  let folders = 0;
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    await checkpoint(run);
    if ((folders += 1) > MAX_FOLDERS || files.length >= MAX_FILES) return { files: sorted(files), isCut: true };
    for (const { kind, path, size, mtime } of await listOrNothing({ vault, folder }, next)) {
      const within = folder === '' ? path : path.slice(folder.length + 1);
      if (/(?:^|\/)\.|(?:^|\/)node_modules(?:\/|$)/.test(within)) continue;
      if (kind === 'folder') pending.push(within);
      else files.push({ path: within, size, stamp: `${size} ${mtime}` });
    }
  }
  return { files: sorted(files), isCut: false };
}

async function listOrNothing({ vault, folder }: Pick<Pack, 'vault' | 'folder'>, within: string) {
  try {
    return await vault.list(joinPath(folder, within));
  } catch (error) {
    if (isWikiError(error)) return [];
    throw error;
  }
}

const sorted = (files: PackFile[]): readonly PackFile[] => files.sort((a, b) => compareText(a.path, b.path));

/**
 * The text of a file, with its hash; `null` for one that is gone, too large or no text.
 *
 * @param path relative to the pack
 */
export async function readPackFile(
  { vault, folder }: Pick<Pack, 'vault' | 'folder'>,
  path: string,
): Promise<{ readonly text: string; readonly hash: Hash } | null> {
  const within = resolveRelative('x', path);
  if (within === null || within === '') return null;
  const at = joinPath(folder, within);
  try {
    const stat = await vault.stat(at);
    if (stat?.kind !== 'file' || stat.size > MAX_FILE_SIZE) return null;
    const text = await vault.readText(at);
    // A file may grow between the two.
    return text.length > MAX_FILE_SIZE ? null : { text, hash: hashText(text) };
  } catch (error) {
    if (isWikiError(error)) return null;
    throw error;
  }
}

/** What a file of a pack is for; `null` for one that no model is given. */
export function resourceKind(path: string, primary: string | undefined): PackResource['kind'] | null {
  if (path === primary) return 'primary';
  if (path === 'indexes/source-map.json') return 'evidence';
  const [top] = path.split('/');
  if (!/\.(?:md|markdown|txt)$/i.test(path)) return null;
  if (top === 'compiled') return 'runtime';
  if (top === 'documents') return 'document';
  if (top === 'wiki') return 'wiki';
  return top === 'sources' ? 'evidence' : null;
}

/** Bytes of a pack that are hashed when a person confirms it. */
const MAX_CONFIRMED = 100_000_000;

/**
 * A hash of all that a pack says, so that a confirmation holds for this content alone.
 * @throws WikiError `living-wiki:pack_too_large`
 */
export async function packContentHash(pack: Pack, run: Run): Promise<Hash> {
  const { files, isCut } = await listPack(pack, run);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (isCut || total > MAX_CONFIRMED) {
    throw new WikiError('living-wiki:pack_too_large', `The pack "${pack.item.name}" is too large to be confirmed.`, {
      path: pack.item.location,
      remedy: 'Remove files that the pack does not need, such as raw sources, and try again.',
    });
  }
  const rows: string[] = [];
  for (const { path } of files) {
    await checkpoint(run);
    rows.push(`${path}\n${hashBytes(await pack.vault.readBytes(joinPath(pack.folder, path)))}`);
  }
  return hashText(rows.join('\n'));
}

/** The guide of a pack as it is now, front matter and all. @throws WikiError `living-wiki:pack_missing` */
export async function readGuide(pack: Pack): Promise<{ readonly text: string; readonly hash: Hash }> {
  const read = await readPackFile(pack, GUIDE_NAME);
  if (read !== null) return read;
  throw new WikiError('living-wiki:pack_missing', `The pack "${pack.item.name}" can no longer be read.`, {
    path: pack.item.location,
    remedy: 'Look for packs again, and check that its KNOWLEDGE.md is still there.',
  });
}
