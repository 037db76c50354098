import { normalizePath } from 'obsidian';
import { WikiError } from '../../base';
import { baseName, checkSafePath } from '../../vault';
import { app } from '../locale';

/** The app has one form for each name: composed letters, and plain spaces. In another form nothing can be had from it. */
export function isNormalizedPath(path: string): boolean {
  return path === '' || path === normalizePath(path);
}

/** @throws WikiError `living-wiki:path_refused` */
export function checkNewPath(path: string): string {
  if (isNormalizedPath(checkSafePath(path))) return path;
  throw new WikiError('living-wiki:path_refused', app.files.badName, { path, remedy: app.files.badNameRemedy });
}

/** The app keeps files and folders whose names begin with a dot from its users and from its own list. */
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
