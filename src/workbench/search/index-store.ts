import { isWikiError } from '../../base';
import { type ShardStore } from '../../search';
import { baseName, joinPath, type Vault } from '../../vault';
import { SealedFiles } from '../sealed-files';
import { type WorkbenchHost } from '../types';

const INDEX = '.wiki/cache/search';
/** Files of earlier versions. */
const OUTDATED = ['.wiki/cache/search.json', '.wiki/cache/search.jsonl'];

/**
 * The files of a wiki's search index, or of another cache in `folder`. A file that is unreadable, or that another device wrote,
 * counts as missing.
 * @param vault scoped to the wiki's root
 */
export function shardsIn(host: Pick<WorkbenchHost, 'device'>, vault: Vault, folder = INDEX): ShardStore {
  const files = new SealedFiles(vault, host);
  const orElse = <T>(value: T, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (isWikiError(error)) return value;
      throw error;
    });
  const at = (name: string): string => joinPath(folder, name);
  return {
    names: async () => (await orElse([], vault.list(folder))).map(({ path }) => baseName(path)),
    read: (name) => files.read(at(name)),
    write: (name, text) => files.write(at(name), text),
    remove: (name) => vault.remove(at(name)),
  };
}

/** The same files, those that the device cannot keep in memory: the vault is read-only, or there is no secret to seal them with. */
export function shardsInOrMemory(host: Pick<WorkbenchHost, 'device'>, vault: Vault, folder: string): ShardStore {
  const store = shardsIn(host, vault, folder);
  const held = new Map<string, string>();
  return {
    names: async () => [...new Set([...held.keys(), ...(await store.names())])],
    read: async (name) => held.get(name) ?? (await store.read(name)),
    async write(name, text) {
      const isSealed = (host.device?.secret() ?? null) !== null;
      if (isSealed && (await succeeds(store.write(name, text)))) held.delete(name);
      else held.set(name, text);
    },
    async remove(name) {
      if (!held.delete(name)) await succeeds(store.remove(name));
    },
  };
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isWikiError(error)) return false;
    throw error;
  }
}

/** Removes the large index files of earlier versions. @param vault scoped to the wiki's root */
export async function removeOldIndexes(vault: Vault): Promise<void> {
  for (const path of OUTDATED) if ((await vault.stat(path)) !== null) await vault.remove(path);
}
