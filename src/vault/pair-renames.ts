import { compareText } from '../base';
import { decodeText } from './text';
import { type FileChange, type Hash } from './types';

/** A file at a path where the base has none. */
export interface AddedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly hash: Hash;
  /** The path in the base of the file that was renamed to this one. */
  readonly origin: string | undefined;
}

/** Turns created and removed files into renames where they match, and sorts all changes by path. */
export function pairRenames(
  created: readonly AddedFile[],
  updated: readonly FileChange[],
  removed: ReadonlyMap<string, Hash>,
): readonly FileChange[] {
  const changes = [...updated];
  const unpaired = new Map(removed);
  const rename = (file: AddedFile, from: string, expected: Hash): void => {
    unpaired.delete(from);
    changes.push({ op: 'rename', from, path: file.path, expected, text: decodeText(file.bytes, file.path) });
  };
  const withoutOrigin: AddedFile[] = [];
  for (const file of created) {
    const expected = file.origin === undefined ? undefined : unpaired.get(file.origin);
    if (file.origin !== undefined && expected !== undefined) rename(file, file.origin, expected);
    else withoutOrigin.push(file);
  }
  for (const file of withoutOrigin) {
    // All empty files are equal: equality says nothing about where one came from.
    const matches = file.bytes.length === 0 ? [] : [...unpaired].filter(([, hash]) => hash === file.hash);
    const [match] = matches;
    if (match !== undefined && matches.length === 1) rename(file, match[0], match[1]);
    else changes.push({ op: 'create', path: file.path, text: decodeText(file.bytes, file.path) });
  }
  for (const [path, expected] of unpaired) changes.push({ op: 'delete', path, expected });
  return changes.sort((a, b) => compareText(a.path, b.path));
}
