import { WikiError } from '../../base';
import { checkSafePath } from '../paths';

/** Folders of hosts and tools, whose files run code or grant rights: `.wiki`, `.git`, `.obsidian`, in any spelling. */
const PRIVATE_FOLDER = /^(?:\.(?:wiki|git|obsidian)[. ]*|(?:wiki|git|obsidi)~\d+)$/;
/** Characters in names that HFS+ and some programs ignore. */
const IGNORED_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Checks that a transaction may write a path: inside the wiki, and in no folder where programs keep their own files.
 *
 * @throws `living-wiki:path_refused`
 */
export function checkWritablePath(path: string): void {
  for (const name of checkSafePath(path).split('/')) {
    if (!PRIVATE_FOLDER.test(name.replace(IGNORED_CHARACTERS, '').toLowerCase())) continue;
    throw new WikiError('living-wiki:path_refused', 'Programs keep their own settings in this folder.', {
      path,
      remedy: 'Choose a path among the pages of the wiki.',
    });
  }
}
