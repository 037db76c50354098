import { chat } from '../locale';

const t = chat.notes;

/** The name of a conversation's note: its day and first question, without characters that file systems refuse. */
export function noteName(question: string, day: string): string {
  const words = question
    .replace(/[\\/:*?"<>|#^[\]%\p{C}]/gu, ' ')
    .replace(/\.{2,}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|\s+$/g, '');
  const short = words.length <= 60 ? words : words.slice(0, 60).replace(/\s\S*$/, '');
  return `${day} ${short === '' ? t.untitled : short.replace(/[.\s]+$/, '')}`;
}

/** Why conversations cannot be saved in a folder; `null` if they can. @param roots folders of wikis; `''` is the vault */
export function folderProblem(folder: string, roots: readonly string[]): string | null {
  if (folder === '') return null;
  if (/^[./\\]|\\|[:*?"<>|]|(?:^|\/)\.|\/$|\/\//.test(folder)) return t.bad;
  const isInside = roots.some((root) => root === '' || folder === root || folder.startsWith(`${root}/`));
  return isInside ? t.inside : null;
}
