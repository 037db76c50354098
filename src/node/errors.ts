import { isWikiError, WikiError } from '../base';
import { fileErrors } from '../vault';

/** The `code` of an error of the file system (`ENOENT`, …); `''` for any other. */
export function errnoOf(error: unknown): string {
  // Not `instanceof`, because errors of the file system may come from another realm.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

const EDITED = 'EDITED';

/** A file does not have the expected content. {@link asVaultError} converts it to an error that names the path. */
export function editedError(): Error {
  return Object.assign(new Error('The file has changed in the meantime.'), { code: EDITED });
}

/** Converts an error of the system to one of the vault. */
export function asVaultError(error: unknown, path: string): WikiError {
  if (isWikiError(error)) return error;
  const details = { path, cause: error };
  switch (errnoOf(error)) {
    case EDITED:
      return fileErrors.edited(path);
    case 'ENOENT':
      return fileErrors.missing(path);
    case 'ENOTDIR':
      return fileErrors.notAFolder(path);
    case 'EISDIR':
      return fileErrors.notAFile(path);
    case 'EEXIST':
      return fileErrors.exists(path);
    case 'ENOTEMPTY':
      return fileErrors.notEmpty(path);
    case 'ENOSPC':
    case 'EDQUOT':
      return new WikiError('living-wiki:disk_full', 'The disk is full.', {
        ...details,
        remedy: 'Free some space and try again.',
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new WikiError('living-wiki:read_only', 'The file or its folder cannot be read or written by this user.', {
        ...details,
        remedy: 'Check the permissions of the file and of its folder.',
      });
    case 'ENAMETOOLONG':
    case 'ELOOP':
      return new WikiError('living-wiki:path_refused', 'This path is too long, or its links form a loop.', {
        ...details,
        remedy: 'Choose a shorter name, or remove the link.',
      });
    default:
      return new WikiError('living-wiki:file_system', error instanceof Error ? error.message : String(error), {
        ...details,
        remedy: 'Check the disk and try again.',
      });
  }
}
