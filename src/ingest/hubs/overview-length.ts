import { countWords } from '../../markdown';

/** Words of an overview for each page that it links: it names the page and says what matters most about it. */
const WORDS_PER_PAGE = { from: 10, to: 16 } as const;
const MIN_WORDS = { from: 200, to: 400 } as const;
/** Beyond its limit by this factor, an overview is too long. */
const TOLERANCE = 1.25;

/** Words of an overview: of forty pages, each linked where it is named, it cannot be as short as of ten. */
export function overviewWords(pages: number): { readonly from: number; readonly to: number } {
  const words = (least: number, each: number): number => Math.max(least, Math.round((pages * each) / 50) * 50);
  return { from: words(MIN_WORDS.from, WORDS_PER_PAGE.from), to: words(MIN_WORDS.to, WORDS_PER_PAGE.to) };
}

/** The words that a reader reads of the content of a page: without marks, footnotes, link targets and the line of further pages. */
export function readWords(content: string): number {
  const read = content
    .replace(/^\[\^[^\s[\]]+\]:.*$/gm, '')
    .replace(/\[\^[^\s[\]]+\]|\{[^{}\n]*\}/g, '')
    .replace(/\[\[[^\]|]*\|([^\]]*)\]\]/g, '$1')
    .replace(/^(?:#{1,6} .*|See also: .*)$/gm, '');
  return countWords(read);
}

/** Whether an overview is longer than it should be by so much that it is worth a word. */
export function isTooLong(words: number, pages: number): boolean {
  return words > overviewWords(pages).to * TOLERANCE;
}
