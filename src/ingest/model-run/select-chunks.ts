import { estimateTokens } from '../../model';
import { wordsOf } from '../../markdown';
import { type Unit } from '../units';
import { type PageView } from './page-view';

/** Tokens of a page that are sent to have it changed. Of a longer page, its outline and the blocks that the units concern. */
export const MAX_SHOWN_PAGE_TOKENS = 6000;
/** Shorter words tell nothing about a subject. */
const MIN_WORD_LENGTH = 4;

/** A page as numbered blocks, as far as it fits in a prompt. What is not shown is said. */
export function selectChunks(view: PageView, units: readonly Unit[]): string {
  const sizes = view.chunks.map(({ shown }) => estimateTokens(shown) + 4);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= MAX_SHOWN_PAGE_TOKENS) return view.chunks.map(({ id, shown }) => `[${id}] ${shown}`).join('\n\n');
  const wanted = new Set(units.flatMap(({ text }) => contentWords(text)));
  const scores = view.chunks.map(({ shown }, at) => {
    if (at === 0 || shown.startsWith('#')) return Infinity;
    const words = new Set(contentWords(shown));
    return [...words].filter((word) => wanted.has(word)).length / Math.sqrt(words.size + 1);
  });
  const order = scores.map((score, at) => ({ score, at })).sort((a, b) => b.score - a.score || a.at - b.at);
  const chosen = new Set<number>();
  let left = MAX_SHOWN_PAGE_TOKENS;
  for (const { at } of order) {
    left -= sizes[at] ?? 0;
    if (left < 0) break;
    chosen.add(at);
  }
  return view.chunks
    .map(({ id, shown }, at) =>
      chosen.has(at) ? `[${id}] ${shown}` : `[${id}] (not shown; give edits, and leave it as it is)`,
    )
    .join('\n\n');
}

/** Whether all of a page fits in a prompt, so that it can be composed. */
export function fitsInPrompt(view: PageView): boolean {
  return view.chunks.reduce((sum, { shown }) => sum + estimateTokens(shown) + 4, 0) <= MAX_SHOWN_PAGE_TOKENS;
}

function contentWords(text: string): readonly string[] {
  return wordsOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH || /\p{N}/u.test(word));
}
