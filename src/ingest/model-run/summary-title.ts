import { fileStem } from '../../base';
import { titleFromFileName } from '../extractive/context';
import { chooseTitle } from '../extractive/curator';
import { withSourceSpelling } from '../extractive/source-spelling';
import { type CurateRequest } from '../types';

const MAX_TITLE_LENGTH = 100;
const MIN_TITLE_WORDS = 2;
/** "15 January 2024", "January 15, 2024", "2024-01-15": when it is from, and not what it is. */
const DATE_ONLY = /^(?:\d{1,2}\.? \p{L}+ \d{4}|\p{L}+ \d{1,2},? \d{4}|\p{L}+ \d{4}|[\d./-]{6,10})$/u;

/** What a summary is called: as its source calls itself, also where that is only its first line; else after its file. */
export function summaryTitle({ source, text }: Pick<CurateRequest, 'source' | 'text'>): string {
  const stem = fileStem(source.path);
  if (source.title !== stem) return chooseTitle({ source, text });
  const own = chooseTitle({ source, text });
  const opening = text.title === null || DATE_ONLY.test(own) ? openingTitle(text) : null;
  if (opening !== null) return opening;
  return DATE_ONLY.test(own) ? withSourceSpelling(titleFromFileName(stem), text) : own;
}

/** The line that stands alone at the top of a text, above what it heads. */
function openingTitle({ passages }: CurateRequest['text']): string | null {
  const [first, second, ...rest] = passages;
  if (first?.kind !== 'paragraph' || second?.kind !== 'paragraph' || rest.length === 0) return null;
  const title = first.text.trim();
  const isTitle =
    title.length <= MAX_TITLE_LENGTH &&
    title.split(/\s+/).length >= MIN_TITLE_WORDS &&
    /^["“'‘]?[\p{Lu}\p{Lo}\p{N}]/u.test(title) &&
    !/\n|[.!?…:,;]["”’)]*$/.test(title) &&
    !DATE_ONLY.test(title);
  return isTitle && second.text.length > title.length ? title : null;
}
