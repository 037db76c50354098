import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Bytes that are read. A larger file is looked at no further. */
const MAX_SIZE = 200_000;

/**
 * The name of the repository that a folder is a clone of, as `guides` of `git@host:team/guides.git`: the folder has any name.
 * @returns `null` for a folder that is no clone, or whose `origin` has no such name
 */
export function nameOfClone(folder: string): string | null {
  const config = readConfig(path.join(folder, '.git', 'config'));
  const [, origin = ''] = /^\[remote "origin"\]\s*\n((?:[ \t].*(?:\n|$))*)/m.exec(config ?? '') ?? [];
  const [, address = ''] = /^\s*url\s*=\s*(\S+)\s*$/m.exec(origin) ?? [];
  const [, name = ''] = /([^/:\\]+?)(?:\.git)?\/*$/.exec(address) ?? [];
  return name === '' ? null : name;
}

function readConfig(file: string): string | null {
  try {
    const found = lstatSync(file);
    return found.isFile() && found.size <= MAX_SIZE ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}
