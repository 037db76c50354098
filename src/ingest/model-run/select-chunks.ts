import { estimateTokens } from '../../model';
import { wordsOf } from '../../markdown';
import { type Unit } from '../units';
import { type PageView } from './page-view';

/**
 * Tokens of a page that are sent to have it written anew, and to have it edited. Of a longer page, its outline and the blocks that
 * the units concern are sent.
 */
export const MAX_SHOWN_PAGE_TOKENS = { compose: 6000, edit: 2000 } as const;
/** Shorter words tell nothing about a subject. */
const MIN_WORD_LENGTH = 4;

/** A page as numbered blocks, as far as it fits in a prompt. What is not shown is said. */
export function selectChunks(view: PageView, units: readonly Unit[], op: 'compose' | 'edit'): string {
  const limit = MAX_SHOWN_PAGE_TOKENS[op];
  const sizes = view.chunks.map(({ shown }) => estimateTokens(shown) + 4);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= limit) return view.chunks.map(({ id, shown }) => `[${id}] ${shown}`).join('\n\n');
  const wanted = new Set(units.flatMap(({ text }) => contentWords(text)));
  const scores = view.chunks.map(({ shown }, at) => {
    if (at === 0 || shown.startsWith('#')) return Infinity;
    const words = new Set(contentWords(shown));
    return [...words].filter((word) => wanted.has(word)).length / Math.sqrt(words.size + 1);
  });
  const order = scores.map((score, at) => ({ score, at })).sort((a, b) => b.score - a.score || a.at - b.at);
  const chosen = new Set<number>();
  let left: number = limit;
  for (const { at } of order) {
    left -= sizes[at] ?? 0;
    if (left < 0) break;
    chosen.add(at);
  }
  const lines: string[] = [];
  for (const [at, { id, shown }] of view.chunks.entries()) {
    if (chosen.has(at)) lines.push(`[${id}] ${shown}`);
    else if (at === 0 || chosen.has(at - 1)) lines.push(`(${runName(view, chosen, at)} not shown; leave it as it is)`);
  }
  return lines.join('\n\n');
}

/** `b4-b9`: the blocks from one that is not shown to the last before one that is. */
function runName({ chunks }: PageView, chosen: ReadonlySet<number>, from: number): string {
  let to = from;
  while (to + 1 < chunks.length && !chosen.has(to + 1)) to += 1;
  const [first = '', last = ''] = [chunks[from]?.id, chunks[to]?.id];
  return first === last ? first : `${first}-${last}`;
}

/** Whether all of a page fits in a prompt, so that it can be composed. */
export function fitsInPrompt(view: PageView): boolean {
  return view.chunks.reduce((sum, { shown }) => sum + estimateTokens(shown) + 4, 0) <= MAX_SHOWN_PAGE_TOKENS.compose;
}

function contentWords(text: string): readonly string[] {
  return wordsOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH || /\p{N}/u.test(word));
}
