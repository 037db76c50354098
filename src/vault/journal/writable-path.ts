import { WikiError } from '../../base';
import { checkSafePath } from '../paths';

/** Hidden names, and the short names that Windows gives to some: files of hosts and tools, which run code or grant rights. */
const PRIVATE_NAME = /^(?:\..*|(?:wiki|git|obsidi|claude|vscode|github|env)~\d+)$/;
/** What keeps an empty folder of sources in git is the one hidden file that a wiki has. */
const KEEP_FILE = 'sources/.gitkeep';
/** Characters in names that HFS+ and some programs ignore. */
const IGNORED_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Checks that a transaction may write a path: inside the wiki, and neither hidden nor in a hidden folder, where programs
 * keep their own files.
 *
 * @throws `living-wiki:path_refused`
 */
export function checkWritablePath(path: string): void {
  if (path === KEEP_FILE) return;
  for (const name of checkSafePath(path).split('/')) {
    if (!PRIVATE_NAME.test(name.replace(IGNORED_CHARACTERS, '').toLowerCase())) continue;
    throw new WikiError('living-wiki:path_refused', 'Changes to hidden files and folders are not allowed.', {
      path,
      remedy: 'Choose a path among the pages of the wiki.',
    });
  }
}
