import { normalizePath } from 'obsidian';
import { WikiError } from '../../base';
import { baseName, checkSafePath } from '../../vault';
import { app } from '../locale';

/** The app normalises names to composed letters and plain spaces. It does not find a file under another form. */
export function isNormalizedPath(path: string): boolean {
  return path === '' || path === normalizePath(path);
}

/** @throws WikiError `living-wiki:path_refused` */
export function checkNewPath(path: string): string {
  if (isNormalizedPath(checkSafePath(path))) return path;
  throw new WikiError('living-wiki:path_refused', app.files.badName, { path, remedy: app.files.badNameRemedy });
}

/** The app hides files and folders whose names start with a dot, and does not list them. */
export function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

export function isVaultPath(path: string): boolean {
  try {
    checkSafePath(path);
    return baseName(path) !== '';
  } catch {
    return false;
  }
}
