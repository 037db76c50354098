import { type Run } from '../../base';
import { type SyncBase } from './base-file';
import { type KnownFile, type LocalChanges, type LocalFiles } from './local-files';
import { isGeneratedFile, isSame, mergeFile, textOf } from './merge-file';
import { isDisputesFile } from '../../wiki';
import { type Repository } from './repository';
import { type TreeFile, type WikiTree } from './tree';

/** What is put in a file: bytes, the content of a blob by its id, or nothing, and then it goes. */
export type NewContent = Buffer | { readonly blob: string; readonly size: number } | null;

/** What a merge makes of the folder. Nothing is written yet. */
interface MergedFolder {
  readonly writes: ReadonlyMap<string, NewContent>;
  /** What the folder and the commit then have in common. */
  readonly now: Map<string, KnownFile>;
  readonly conflicts: readonly string[];
  /** What changed in the folder and is not in the commit. */
  readonly local: LocalChanges;
  /** Whether the index or the manifest was changed on both sides, so that it has to be written again from the pages. */
  readonly isIndexStale: boolean;
}

interface FolderRequest {
  readonly repository: Pick<Repository, 'blobs'>;
  readonly files: LocalFiles;
  readonly base: Pick<SyncBase, 'files'>;
  /** Of the commit that is taken in. */
  readonly tree: WikiTree;
  /** Of the commit towards which the folder was being moved when a program ended. */
  readonly moving: WikiTree | null;
}

/** Merges what others made of the wiki with what changed in its folder. */
export async function mergeFolder(request: FolderRequest, run: Run): Promise<MergedFolder> {
  const { repository, files, tree, moving } = request;
  const { changes, now: onDisk } = await files.changes(request.base.files, run);
  const before = new Map<string, string>([...request.base.files].map(([path, { blob }]) => [path, blob]));
  const local = new Map(changes);
  for (const [path, file] of changes) {
    const target = moving?.files.get(path)?.blob;
    // Written by a move that a crash ended: not a change of ours.
    if (moving === null || target !== file?.blob) continue;
    local.delete(path);
    if (target === undefined) before.delete(path);
    else before.set(path, target);
  }
  const writes = new Map<string, NewContent>();
  const conflicts: string[] = [];
  let isIndexStale = false;
  for (const path of new Set([...before.keys(), ...tree.files.keys()])) {
    const [was, theirs, own] = [before.get(path), tree.files.get(path), local.get(path)];
    if (was === theirs?.blob || (local.has(path) && own?.blob === theirs?.blob)) continue;
    if (!local.has(path)) {
      if (theirs?.blob !== onDisk.get(path)?.blob) writes.set(path, contentOf(theirs));
      continue;
    }
    const contents = await repository.blobs(
      [was, theirs?.blob].filter((id) => id !== undefined),
      run,
    );
    const content = (id: string | undefined): Buffer | null => (id === undefined ? null : (contents.get(id) ?? null));
    const ours = own?.content ?? null;
    const merged = mergeFile(path, { base: content(was), own: ours, theirs: content(theirs?.blob) });
    if (merged === 'conflict') conflicts.push(path);
    else if (!isSame(merged.content, ours)) writes.set(path, merged.content);
    isIndexStale ||= isGeneratedFile(path) || isDisputesFile(path, textOf(ours));
  }
  return { writes, now: commonFiles(tree.files, onDisk), conflicts, local, isIndexStale };
}

/** For a conflict that nobody can be asked about: the file of the repository, and ours beside it. Nothing is lost. @returns also the names of ours */
export function setAside(
  { writes, conflicts, local, ...side }: MergedFolder,
  tree: WikiTree,
): MergedFolder & { readonly beside: readonly string[] } {
  const beside: string[] = [];
  const all = new Map(writes);
  const isTaken = (path: string): boolean =>
    tree.files.has(path) || tree.kept.has(path) || all.has(path) || local.has(path);
  for (const path of conflicts) {
    const theirs = tree.files.get(path);
    const own = local.get(path)?.content;
    // Removed by others, and changed here: it stays. Unless others put something there that the server does not touch.
    if (theirs === undefined && !tree.kept.has(path)) continue;
    all.set(path, contentOf(theirs));
    if (own === undefined) continue;
    const name = freeName(path, isTaken);
    all.set(name, own);
    beside.push(name);
  }
  return { ...side, local, writes: all, conflicts: [], beside };
}

function freeName(path: string, isTaken: (path: string) => boolean): string {
  const [, stem = path, ending = ''] = /^(.*?)((?:\.[^./]+)*)$/.exec(path) ?? [];
  for (let n = 1; ; n += 1) {
    const name = `${stem} (from the server${n === 1 ? '' : ` ${n}`})${ending}`;
    if (!isTaken(name)) return name;
  }
}

function contentOf(file: TreeFile | undefined): NewContent {
  return file === undefined ? null : { blob: file.blob, size: file.size };
}

/** Files of a commit, with what is known of those that the folder holds unchanged. */
export function commonFiles(
  tree: ReadonlyMap<string, TreeFile>,
  onDisk: ReadonlyMap<string, KnownFile>,
): Map<string, KnownFile> {
  const common = new Map<string, KnownFile>();
  for (const [path, { blob, size }] of tree) {
    const known = onDisk.get(path);
    common.set(path, known?.blob === blob ? known : { blob, size, mtime: 0 });
  }
  return common;
}
