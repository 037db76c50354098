import { isWikiError } from '../../base';
import { type ShardStore } from '../../search';
import { baseName, joinPath, type Vault } from '../../vault';

const INDEX = '.wiki/cache/search';
/** Files of earlier versions. */
const OUTDATED = ['.wiki/cache/search.json', '.wiki/cache/search.jsonl'];

/**
 * The files of a wiki's search index, or of another cache in `folder`. An unreadable file counts as missing.
 * @param vault scoped to the wiki's root
 */
export function shardsIn(vault: Vault, folder = INDEX): ShardStore {
  const orElse = <T>(value: T, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (isWikiError(error)) return value;
      throw error;
    });
  const at = (name: string): string => joinPath(folder, name);
  return {
    names: async () => (await orElse([], vault.list(folder))).map(({ path }) => baseName(path)),
    read: (name) => orElse<string | null>(null, vault.readText(at(name))),
    write: (name, text) => vault.write(at(name), text),
    remove: (name) => vault.remove(at(name)),
  };
}

/** Removes the index; it is built again when it is needed. @param vault scoped to the wiki's root */
export async function removeIndex(vault: Vault): Promise<void> {
  for (const { path } of await vault.list(INDEX)) await vault.remove(path);
}

/** Removes the large index files of earlier versions. @param vault scoped to the wiki's root */
export async function removeOldIndexes(vault: Vault): Promise<void> {
  for (const path of OUTDATED) if ((await vault.stat(path)) !== null) await vault.remove(path);
}
