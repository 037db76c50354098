import { WikiError } from '../../base';

/** The file is damaged: it says what it is, and is not readable as that. */
export function sourceBroken(path: string, what: string, cause?: unknown): WikiError {
  return new WikiError('living-wiki:source_broken', `The source "${path}" is damaged: ${what}`, {
    path,
    remedy: 'Open the file in the program that made it, save it again, and put the new file in its place.',
    cause,
  });
}

/** The file is protected by a password or by rights management. */
export function sourceEncrypted(path: string, what: string, cause?: unknown): WikiError {
  return new WikiError('living-wiki:source_encrypted', `The source "${path}" cannot be read: ${what}`, {
    path,
    remedy: 'Save a copy without protection, and add that copy as the source.',
    cause,
  });
}

/** There is no text to read in the file. */
export function sourceEmpty(path: string, what: string, remedy = 'Add a file that holds text.'): WikiError {
  return new WikiError('living-wiki:source_empty', `The source "${path}" holds no text: ${what}`, { path, remedy });
}

/** The file, or what it unpacks to, is beyond a limit of `limits.ts`. */
export function sourceTooLarge(path: string, what: string): WikiError {
  return new WikiError('living-wiki:source_too_large', `The source "${path}" is too large: ${what}`, {
    path,
    remedy: 'Split the file into smaller parts, and add the parts that matter.',
  });
}

/** The file's name promises a format that its bytes do not keep. */
export function sourceMislabelled(path: string, what: string): WikiError {
  return new WikiError('living-wiki:source_mislabelled', `The source "${path}" is not what its name says: ${what}`, {
    path,
    remedy:
      'Rename the file so that its ending fits its content, or save it again in the format that the ending names.',
  });
}

/** A format that this product does not read. `remedy` names what would be needed. */
export function sourceUnsupported(path: string, what: string, remedy: string): WikiError {
  return new WikiError(
    'living-wiki:source_unsupported',
    `The source "${path}" is ${what}, which is not read. ${remedy}`,
    { path, remedy },
  );
}
