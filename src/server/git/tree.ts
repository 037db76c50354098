import { isWikiError } from '../../base';
import { checkSafePath, foldName, parentPaths } from '../../vault';

/** A regular file of a commit. */
export interface TreeFile {
  /** Relative to the wiki's folder. */
  readonly path: string;
  /** Id of its content. */
  readonly blob: string;
  /** Bytes. */
  readonly size: number;
}

export interface WikiTree {
  readonly files: ReadonlyMap<string, TreeFile>;
  /** Paths that a person may miss: they are in the commit, and the server leaves them as they are. */
  readonly skipped: readonly string[];
  /** Every path that stays as it is: {@link skipped}, and hidden files. */
  readonly kept: ReadonlySet<string>;
}

export const EMPTY_TREE: WikiTree = { files: new Map(), skipped: [], kept: new Set() };

export interface TreeLimits {
  /** Bytes of one file. */
  readonly file: number;
  readonly files: number;
}

/** What `git ls-tree -r -z -l` prints. */
const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t([^]*)$/;
/** Characters that some file systems leave out of a name. Source: git, `utf8.c`, `next_hfs_char`. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * The files of a commit that the server takes in. A link, a submodule, a hidden file, a name that another system reads as a different
 * one and a huge file are left in the repository as they are, and never appear on this machine.
 */
export function readTree(listing: Buffer, folder: string, limits: TreeLimits): WikiTree {
  const files = new Map<string, TreeFile>();
  const skipped: string[] = [];
  const kept = new Set<string>();
  const folded = new Map<string, string>();
  const prefix = folder === '' ? '' : `${folder}/`;
  for (const line of listing.toString('utf8').split('\0')) {
    const [, mode = '', kind = '', blob = '', size = '', whole = ''] = ENTRY.exec(line) ?? [];
    if (whole === '' || !whole.startsWith(prefix)) continue;
    const path = whole.slice(prefix.length);
    if (isHidden(path)) {
      kept.add(path);
      continue;
    }
    const file = { path, blob, size: Number(size) };
    const isTaken = isPlainFile(file, mode, kind, limits) && isFree(path, folded) && files.size < limits.files;
    if (isTaken) files.set(path, file);
    else skipped.push(path);
  }
  for (const path of skipped) kept.add(path);
  return { files, skipped, kept };
}

function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

function isPlainFile({ path, size }: TreeFile, mode: string, kind: string, limits: TreeLimits): boolean {
  // Not a link, and not a submodule.
  if (kind !== 'blob' || !mode.startsWith('100')) return false;
  // A name that is not UTF-8 could not be written back.
  return Number.isSafeInteger(size) && size <= limits.file && !path.includes('\ufffd') && isPlainName(path);
}

/** Whether a file of a wiki in a repository may have a path. */
export function isPlainName(path: string): boolean {
  if (path.split('/').some(isGitName)) return false;
  try {
    checkSafePath(path);
    return true;
  } catch (error) {
    if (isWikiError(error)) return false;
    throw error;
  }
}

/** Whether a system could read a name as `.git`, or as a hidden file. */
function isGitName(name: string): boolean {
  const plain = name.replace(IGNORED, '').replace(/[. ]+$/, '');
  return plain.startsWith('.') || plain === '' || /^git~\d+$/i.test(plain) || name.includes(':');
}

/** Of two paths that are one file where case or the form of letters does not count, the first is taken. */
function isFree(path: string, folded: Map<string, string>): boolean {
  return [...parentPaths(path), path].every((part) => {
    const key = foldName(part);
    const known = folded.get(key);
    if (known === undefined) folded.set(key, part);
    return known === undefined || (known === part && part !== path);
  });
}

/** Tells which paths would replace something in a commit that the server must leave as it is. */
export function keptPaths({ files, kept }: WikiTree): (path: string) => boolean {
  const above = new Set([...kept].flatMap(parentPaths));
  return (path) =>
    !files.has(path) && (kept.has(path) || above.has(path) || parentPaths(path).some((each) => kept.has(each)));
}
