import { listKinds } from './list-kinds';
import { baseName, checkSafePath, foldName, joinPath } from './paths';
import { type Vault } from './types';

/** The names in one folder: as written, and as a file system compares them that ignores case and Unicode form. */
interface FolderNames {
  readonly exact: ReadonlySet<string>;
  /** Names by their {@link foldName}. */
  readonly folded: ReadonlyMap<string, string>;
}

/** Reads the names in a folder. */
export type ReadFolderNames = (folder: string) => Promise<FolderNames>;

/** Reads the names of each folder once. Valid only while the vault does not change. */
export function cachedFolderNames(vault: Vault): ReadFolderNames {
  const known = new Map<string, Promise<FolderNames>>();
  const read = async (folder: string): Promise<FolderNames> => {
    const names = (await listKinds(vault, folder)).map((entry) => baseName(entry.path));
    return { exact: new Set(names), folded: new Map(names.map((name) => [foldName(name), name])) };
  };
  return (folder) => {
    const names = known.get(folder) ?? read(folder);
    known.set(folder, names);
    return names;
  };
}

/**
 * Finds a file or folder that would be the same as a new `path` on a system that ignores case or Unicode form. Checks
 * every folder on the way: `Entities/x.md` collides with an existing folder `entities`.
 *
 * @returns the path of what exists, or `null`; a `path` that exists exactly as given collides with nothing
 * @throws `living-wiki:path_refused`; `living-wiki:not_a_folder` when the path leads through a file
 */
export async function findCollision(readNames: ReadFolderNames, path: string): Promise<string | null> {
  let folder = '';
  for (const name of checkSafePath(path).split('/')) {
    const names = await readNames(folder);
    if (!names.exact.has(name)) {
      const other = names.folded.get(foldName(name));
      // A folder that does not exist holds nothing to collide with.
      return other === undefined ? null : joinPath(folder, other);
    }
    folder = joinPath(folder, name);
  }
  return null;
}
