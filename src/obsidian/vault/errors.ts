import { asWikiError, isWikiError, WikiError } from '../../workbench';
import { fileErrors } from '../../vault';

/** The `code` of an error of the desktop's file system (`ENOENT`, …); `''` for any other. */
function errnoOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * What the app says, in the vault's words. The desktop's errors carry the system's codes; those of phones are sentences,
 * of which the few that tell more than "it failed" are looked for.
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
    return new WikiError('living-wiki:disk_full', 'There is no space left on this device.', {
      ...details,
      remedy: 'Free some space and try again.',
    });
  }
  if (errno === 'EBUSY' || /\b(?:locked|resource busy)\b/i.test(said)) {
    return new WikiError('living-wiki:file_system', 'Another program holds the file, such as one that syncs it.', {
      ...details,
      remedy: 'Wait until it is done, and try again.',
    });
  }
  if (errno === 'EACCES' || errno === 'EPERM' || errno === 'EROFS') {
    return new WikiError('living-wiki:read_only', 'The file or its folder may not be written here.', {
      ...details,
      remedy: 'Check the permissions of the file and of its folder.',
    });
  }
  return asWikiError(error, 'living-wiki:file_system', { ...details, remedy: 'Try again.' });
}

/** Does the work, and tells its errors in the vault's words. */
export async function told<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asVaultError(error, path);
  }
}
