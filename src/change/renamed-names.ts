import { foldName } from '../vault';
import { type GuardedFile } from './guard-file';
import { fileTitle } from './title';

/** Old and new names of renamed pages to the new name; names of deleted pages to `null`. */
export type RenamedNames = ReadonlyMap<string, string | null>;

export function renamedNames(files: readonly GuardedFile[]): RenamedNames {
  const names = new Map<string, string | null>();
  for (const { edit, path } of files) {
    const old = foldName(fileTitle(edit.path));
    const now = foldName(fileTitle(path));
    if (edit.kind === 'deleted') names.set(old, null);
    else if (old !== now) names.set(old, now).set(now, now);
  }
  return names;
}

/** The name of the page that a link leads to, for comparison. */
export function linkedName(link: string): string {
  const target = link.replace(/^!/, '').split('#', 1)[0] ?? '';
  return foldName(fileTitle(target));
}
