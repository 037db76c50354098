import { WikiError } from '../../base';
import { checkSafePath } from '../paths';

/** Folders of hosts and tools, whose files run code or decide what may: `.wiki`, `.git`, `.obsidian`, in any spelling. */
const PRIVATE_FOLDER = /^(?:\.(?:wiki|git|obsidian)[. ]*|(?:wiki|git|obsidi)~\d+)$/;
/** Characters that HFS+ and some programs ignore in names. */
const IGNORED_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Checks that a path may be written by a transaction at all: inside the wiki, and not where programs keep their own.
 *
 * @throws `living-wiki:path_refused`
 */
export function checkWritablePath(path: string): void {
  for (const name of checkSafePath(path).split('/')) {
    if (!PRIVATE_FOLDER.test(name.replace(IGNORED_CHARACTERS, '').toLowerCase())) continue;
    throw new WikiError('living-wiki:path_refused', 'This is a place where programs keep their own settings.', {
      path,
      remedy: 'Choose a place among the pages of the wiki.',
    });
  }
}
