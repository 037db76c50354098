import { compareText } from '../base';
import { decodeText } from './text';
import { type FileChange, type Hash } from './types';

/** A file that stands where the base has none. */
export interface AddedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly hash: Hash;
  /** Where the base holds the file that was renamed to this one. */
  readonly origin: string | undefined;
}

/** Pairs new files with removed ones, and puts all changes in the order of their paths. */
export function pairRenames(
  created: readonly AddedFile[],
  updated: readonly FileChange[],
  removed: ReadonlyMap<string, Hash>,
): readonly FileChange[] {
  const changes = [...updated];
  const left = new Map(removed);
  const rename = (file: AddedFile, from: string, expected: Hash): void => {
    left.delete(from);
    changes.push({ op: 'rename', from, path: file.path, expected, text: decodeText(file.bytes, file.path) });
  };
  const unexplained: AddedFile[] = [];
  for (const file of created) {
    const expected = file.origin === undefined ? undefined : left.get(file.origin);
    if (file.origin !== undefined && expected !== undefined) rename(file, file.origin, expected);
    else unexplained.push(file);
  }
  for (const file of unexplained) {
    // An empty file says nothing about where it came from.
    const twins = file.bytes.length === 0 ? [] : [...left].filter(([, hash]) => hash === file.hash);
    const [twin] = twins;
    if (twin !== undefined && twins.length === 1) rename(file, twin[0], twin[1]);
    else changes.push({ op: 'create', path: file.path, text: decodeText(file.bytes, file.path) });
  }
  for (const [path, expected] of left) changes.push({ op: 'delete', path, expected });
  return changes.sort((a, b) => compareText(a.path, b.path));
}
