import { WikiError } from '../base';

/** The errors of the file port, worded the same in every adapter. */
export const fileErrors = {
  missing: (path: string) =>
    new WikiError('living-wiki:file_missing', 'The file does not exist.', {
      path,
      remedy: 'Check the name, or create the file.',
    }),
  notAFile: (path: string) =>
    new WikiError('living-wiki:not_a_file', 'This is a folder or a device, not a file.', {
      path,
      remedy: 'Choose a file.',
    }),
  notAFolder: (path: string) =>
    new WikiError('living-wiki:not_a_folder', 'This is a file, not a folder.', { path, remedy: 'Choose a folder.' }),
  exists: (path: string) =>
    new WikiError('living-wiki:file_exists', 'A file with this name already exists.', {
      path,
      remedy: 'Choose another name, or move the existing file.',
    }),
  edited: (path: string) =>
    new WikiError('living-wiki:edited_meanwhile', 'The file has changed in the meantime.', {
      path,
      remedy: 'Review the change again on the current text.',
    }),
  notEmpty: (path: string) =>
    new WikiError('living-wiki:folder_not_empty', 'The folder is not empty.', {
      path,
      remedy: 'Remove its files first.',
    }),
} as const;
