import { compareText, throwIfCancelled, WikiError, type Run } from '../../base';
import { readFrontmatter } from '../../markdown';
import { hashBytes, hashText, joinPath, parentPath, scopeVault, type Vault } from '../../vault';
import { GUIDE_NAME } from '../discover';
import { type BuiltPack } from './types';

/** What writing a pack did. */
export interface WrittenPack {
  /** Relative to the vault. */
  readonly folder: string;
  /** Paths in the pack. */
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
}

/** Beside the pack, hidden, so that nobody takes them for packs. */
const stagedName = (name: string): string => `.${name}.publishing`;
const formerName = (name: string): string => `.${name}.former`;

/** Folders of a pack that was not made here are not deeper. */
const MAX_DEPTH = 40;

/**
 * Puts a pack in its place, whole: it is made beside the old one and takes its name in one step, so that no reader sees half a
 * pack. Where the host can, files that stay as they are are not written again; where nothing differs, nothing is. A crash leaves the old pack or the new one; the next call removes what it left.
 *
 * @param vault rooted at the folder in which packs are
 * @throws WikiError `living-wiki:pack_exists` when a folder of that name was not published by this program
 */
export async function writePack(vault: Vault, pack: BuiltPack, run: Run): Promise<WrittenPack> {
  const { name } = pack;
  await recover(vault, name);
  const before = await contentOf(vault, name, run);
  await requireOwn(vault, name, before);
  const after = new Map(
    pack.files.map(({ path, content }) => [path, typeof content === 'string' ? hashText(content) : hashBytes(content)]),
  );
  const created = [...after.keys()].filter((path) => !before.has(path));
  const updated = [...after].filter(([path, hash]) => before.has(path) && before.get(path) !== hash);
  const deleted = [...before.keys()].filter((path) => !after.has(path)).sort(compareText);
  const written = { folder: name, created, updated: updated.map(([path]) => path), deleted };
  if (created.length + updated.length + deleted.length > 0) {
    const changed = new Set([...created, ...written.updated]);
    await replace(vault, pack, changed, run);
  }
  return written;
}

async function replace(
  vault: Vault,
  { name, files }: BuiltPack,
  changed: ReadonlySet<string>,
  run: Run,
): Promise<void> {
  const rename = vault.renameFolder?.bind(vault);
  if (rename === undefined) {
    throw new WikiError('living-wiki:pack_not_writable', 'A pack cannot be published to this place.', {
      path: name,
      remedy: 'Choose a folder on the disk of this device.',
    });
  }
  const staged = stagedName(name);
  try {
    for (const { path, content } of files) {
      throwIfCancelled(run);
      const target = joinPath(staged, path);
      const isKept = !changed.has(path) && (await vault.linkFile?.(joinPath(name, path), target)) === true;
      if (!isKept) await vault.write(target, content, { durable: path === GUIDE_NAME });
    }
  } catch (error) {
    await removeFolder(vault, staged);
    throw error;
  }
  // Between the two names, a reader finds no pack at all for a moment, and never half of one.
  if ((await vault.stat(name)) !== null) await rename(name, formerName(name));
  await rename(staged, name);
  await removeFolder(vault, formerName(name));
}

/** Finishes what a crash interrupted. */
async function recover(vault: Vault, name: string): Promise<void> {
  const former = await vault.stat(formerName(name));
  if (former !== null && (await vault.stat(name)) === null) await vault.renameFolder?.(formerName(name), name);
  await removeFolder(vault, formerName(name));
  await removeFolder(vault, stagedName(name));
}

async function contentOf(vault: Vault, name: string, run: Run): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of await filesIn(vault, name)) {
    throwIfCancelled(run);
    found.set(path.slice(name.length + 1), hashBytes(await vault.readBytes(path)));
  }
  return found;
}

/** A folder with somebody else's files is never replaced. */
async function requireOwn(vault: Vault, name: string, files: ReadonlyMap<string, string>): Promise<void> {
  if (files.size === 0) return;
  if (files.has(GUIDE_NAME)) {
    const { data } = readFrontmatter(await vault.readText(joinPath(name, GUIDE_NAME)));
    const { metadata } = data as { readonly metadata?: { readonly producedBy?: { readonly name?: unknown } } };
    if (metadata?.producedBy?.name === PRODUCER) return;
  }
  throw new WikiError('living-wiki:pack_exists', `The folder "${name}" is there already and was not published here.`, {
    path: name,
    remedy: 'Choose another name, or move that folder away.',
  });
}

/** How a pack that was published here says so. */
export const PRODUCER = 'living-wiki';

async function filesIn(vault: Vault, folder: string): Promise<readonly string[]> {
  if ((await vault.stat(folder))?.kind !== 'folder') return [];
  const files: string[] = [];
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { kind, path } of await vault.list(next)) {
      if (kind === 'file') files.push(path);
      else if (path.split('/').length <= MAX_DEPTH) pending.push(path);
    }
  }
  return files.sort(compareText);
}

/** Removes a folder with all files in it. */
async function removeFolder(vault: Vault, folder: string): Promise<void> {
  if ((await vault.stat(folder)) === null) return;
  const scoped = scopeVault(vault, folder);
  const folders = new Set<string>();
  for (const path of await filesIn(vault, folder)) {
    await vault.remove(path);
    for (let at = parentPath(path); at.startsWith(folder); at = parentPath(at)) folders.add(at);
  }
  for (const path of [...folders].sort((a, b) => b.length - a.length)) await vault.remove(path);
  if ((await scoped.list('')).length === 0) await vault.remove(folder);
}
