import { baseName, checkSafePath, foldName, joinPath } from './paths';
import { type Vault } from './types';

/** The names in one folder, exactly and as a system sees them that ignores case and Unicode form. */
export interface FolderNames {
  readonly exact: ReadonlySet<string>;
  /** By {@link foldName}. */
  readonly folded: ReadonlyMap<string, string>;
}

/** What stands in a folder; the caller may keep the answers. */
export type ReadFolderNames = (folder: string) => Promise<FolderNames>;

/** Reads the names of each folder once. For one look at a vault that stands still, never across changes. */
export function cachedFolderNames(vault: Vault): ReadFolderNames {
  const known = new Map<string, Promise<FolderNames>>();
  const read = async (folder: string): Promise<FolderNames> => {
    const names = (await vault.list(folder)).map((entry) => baseName(entry.path));
    return { exact: new Set(names), folded: new Map(names.map((name) => [foldName(name), name])) };
  };
  return (folder) => {
    const names = known.get(folder) ?? read(folder);
    known.set(folder, names);
    return names;
  };
}

/**
 * Looks for a file or folder that would be the same as a new `path` on a system that ignores case or Unicode form.
 * Every folder on the way is looked at: `Entities/x.md` collides with an existing folder `entities`.
 *
 * @returns the path of what is there, or `null`; a `path` that exists exactly as given collides with nothing
 * @throws `living-wiki:path_refused`; `living-wiki:not_a_folder` where a file stands in the way of a folder
 */
export async function findCollision(vault: Vault, path: string): Promise<string | null> {
  return findCollisionAmong(cachedFolderNames(vault), path);
}

/** {@link findCollision} on names that the caller keeps. */
export async function findCollisionAmong(lookUp: ReadFolderNames, path: string): Promise<string | null> {
  let folder = '';
  for (const name of checkSafePath(path).split('/')) {
    const names = await lookUp(folder);
    if (!names.exact.has(name)) {
      const other = names.folded.get(foldName(name));
      // Below a folder that does not exist there is nothing to collide with.
      return other === undefined ? null : joinPath(folder, other);
    }
    folder = joinPath(folder, name);
  }
  return null;
}
