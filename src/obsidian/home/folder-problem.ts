import { type TFile } from 'obsidian';
import { checkPortablePath } from '../../vault';
import { type WikiController } from '../controller';
import { coreText, home } from '../locale';

const words = home.setUp;

/** What is wrong with the folder of a new wiki, or `null`. If notes are kept, `''` means the whole vault. */
export function folderProblem({ app: { vault }, roots }: WikiController, root: string, adopt: boolean): string | null {
  if (roots.includes(root)) return words.isWiki;
  if (root === '') return adopt ? null : words.needsFolder;
  if (vault.getFileByPath(root) !== null) return words.isFile;
  if (/(?:^|\/)\.(?!\.)/.test(root)) return words.isHidden;
  try {
    checkPortablePath(root);
  } catch (error) {
    return coreText(error instanceof Error ? error.message : String(error));
  }
  const isNote = ({ path }: TFile): boolean => path.startsWith(`${root}/`) && !path.startsWith(`${root}/sources/`);
  return !adopt && vault.getMarkdownFiles().some(isNote) ? words.hasNotes : null;
}
