import { isWikiError, WikiError } from '../../workbench';
import { fileErrors } from '../../vault';
import { app } from '../locale';

const words = app.files;

/** The `code` of an error of the desktop's file system (`ENOENT`, …); `''` for any other. */
function errnoOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * Converts an error of the app to one of the vault. Errors of the desktop have the system's codes; those of phones are
 * sentences, and the few that name a cause are recognised.
 */
function asVaultError(error: unknown, path: string): WikiError {
  if (isWikiError(error)) return error;
  const details = { path, cause: error };
  const said = error instanceof Error ? error.message : String(error);
  const errno = errnoOf(error);
  if (errno === 'ENOENT') return fileErrors.missing(path);
  if (errno === 'ENOTDIR') return fileErrors.notAFolder(path);
  if (errno === 'EISDIR') return fileErrors.notAFile(path);
  if (errno === 'EEXIST' || /already exists/i.test(said)) return fileErrors.exists(path);
  if (errno === 'ENOTEMPTY') return fileErrors.notEmpty(path);
  if (errno === 'ENOSPC' || errno === 'EDQUOT' || /no space left|disk is full|quota/i.test(said)) {
    // No path, because this file is not the cause.
    return new WikiError('living-wiki:disk_full', words.full, { cause: error, remedy: words.fullRemedy });
  }
  if (errno === 'EBUSY' || /\b(?:locked|resource busy)\b/i.test(said)) {
    return new WikiError('living-wiki:file_system', words.busy, { ...details, remedy: words.busyRemedy });
  }
  if (errno === 'EACCES' || errno === 'EPERM' || errno === 'EROFS') {
    return new WikiError('living-wiki:read_only', words.readOnly, { ...details, remedy: words.readOnlyRemedy });
  }
  return new WikiError('living-wiki:file_system', words.failed(said), { ...details, remedy: words.failedRemedy });
}

/** Does the work, and converts its errors to those of the vault. */
export async function withVaultErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asVaultError(error, path);
  }
}
