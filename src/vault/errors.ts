import { WikiError } from '../base';

/** The errors of the port, in one wording for every adapter. */
export const fileErrors = {
  missing: (path: string) =>
    new WikiError('living-wiki:file_missing', 'The file is not there.', {
      path,
      remedy: 'Check the name, or create it.',
    }),
  notAFile: (path: string) =>
    new WikiError('living-wiki:not_a_file', 'This is a folder or a device, not a file.', {
      path,
      remedy: 'Name a file.',
    }),
  notAFolder: (path: string) =>
    new WikiError('living-wiki:not_a_folder', 'This is a file, not a folder.', { path, remedy: 'Name a folder.' }),
  exists: (path: string) =>
    new WikiError('living-wiki:file_exists', 'A file of this name is already there.', {
      path,
      remedy: 'Choose another name, or move the other file away.',
    }),
  edited: (path: string) =>
    new WikiError('living-wiki:edited_meanwhile', 'Somebody changed the file meanwhile.', {
      path,
      remedy: 'Look at the change again on the text that is there now.',
    }),
  notEmpty: (path: string) =>
    new WikiError('living-wiki:folder_not_empty', 'The folder is not empty.', {
      path,
      remedy: 'Remove what it holds first.',
    }),
} as const;
