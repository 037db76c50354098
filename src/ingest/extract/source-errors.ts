import { WikiError } from '../../base';

/** The file claims a format but cannot be read as that. */
export function sourceBroken(path: string, what: string, cause?: unknown): WikiError {
  return new WikiError('living-wiki:source_broken', `The source "${path}" is damaged: ${what}`, {
    path,
    remedy: 'Open the file in the program that made it, save it again, and replace the source with the new file.',
    cause,
  });
}

/** The file is protected by a password or by rights management. */
export function sourceEncrypted(path: string, what: string, cause?: unknown): WikiError {
  return new WikiError('living-wiki:source_encrypted', `The source "${path}" cannot be read: ${what}`, {
    path,
    remedy: 'Save a copy without protection and add that copy as the source.',
    cause,
  });
}

/** The file has no readable text. */
export function sourceEmpty(path: string, what: string, remedy = 'Add a file that contains text.'): WikiError {
  return new WikiError('living-wiki:source_empty', `The source "${path}" contains no text: ${what}`, { path, remedy });
}

/** The file, or what it unpacks to, exceeds a limit of `limits.ts`. */
export function sourceTooLarge(path: string, what: string): WikiError {
  return new WikiError('living-wiki:source_too_large', `The source "${path}" is too large: ${what}`, {
    path,
    remedy: 'Split the file into smaller parts and add the parts that matter.',
  });
}

/** The file's extension does not match its content. */
export function sourceMislabelled(path: string, what: string): WikiError {
  return new WikiError('living-wiki:source_mislabelled', `The source "${path}" is not what its name says: ${what}`, {
    path,
    remedy: 'Rename the file so that its extension matches its content, or save it in the format of its extension.',
  });
}

/** The format is not supported. `remedy` says what to add instead. */
export function sourceUnsupported(path: string, what: string, remedy: string): WikiError {
  return new WikiError(
    'living-wiki:source_unsupported',
    `The source "${path}" is ${what}, which is not supported. ${remedy}`,
    { path, remedy },
  );
}
