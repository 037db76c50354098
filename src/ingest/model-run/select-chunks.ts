import { estimateTokens } from '../../model';
import { wordsOf } from '../../markdown';
import { type Unit } from '../units';
import { type PageView } from './page-view';

/**
 * Tokens of a page that are sent to have it written anew, and to have it edited. Of a longer page, its outline and the blocks that
 * the units concern are sent.
 */
const MAX_SHOWN_PAGE_TOKENS = { compose: 6000, edit: 1200 } as const;
/** An edit for few units sees less of its page: so many tokens, and so many more for each token of its units. */
const MIN_SHOWN_TOKENS = 200;
const SHOWN_PER_UNIT_TOKEN = 1.4;
/** Shorter words tell nothing about a subject. */
const MIN_WORD_LENGTH = 4;

/** A page as numbered blocks, as far as it fits in a prompt. What is not shown is said. */
export function selectChunks(view: PageView, units: readonly Unit[], op: 'compose' | 'edit'): string {
  const limit = op === 'compose' ? MAX_SHOWN_PAGE_TOKENS.compose : shownForEdit(tokensOf(units));
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
  // What the units concern most is shown even where it is long, such as the table that one row of goes into.
  const likeliest = order.find(({ score }) => score > 0 && score < Infinity)?.at;
  for (const { at, score } of order) {
    const size = sizes[at] ?? 0;
    const isAffordable = size <= left || (at === likeliest && size <= MAX_SHOWN_PAGE_TOKENS.edit);
    if (score === 0 || !isAffordable) continue;
    left -= size;
    chosen.add(at);
  }
  const lines: string[] = [];
  for (const [at, { id, shown }] of view.chunks.entries()) {
    if (chosen.has(at)) lines.push(`[${id}] ${shown}`);
    else if (at === 0 || chosen.has(at - 1)) lines.push(`(${runName(view, chosen, at)})`);
  }
  return lines.join('\n\n');
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}

/** Tokens of a page that are shown to have it edited. @param tokens of the units for it */
export function shownForEdit(tokens: number): number {
  return Math.min(MAX_SHOWN_PAGE_TOKENS.edit, MIN_SHOWN_TOKENS + SHOWN_PER_UNIT_TOKEN * tokens);
}

/** `b4-b9`: the blocks from one that is not shown to the last before one that is. */
function runName({ chunks }: PageView, chosen: ReadonlySet<number>, from: number): string {
  let to = from;
  while (to + 1 < chunks.length && !chosen.has(to + 1)) to += 1;
  const [first = '', last = ''] = [chunks[from]?.id, chunks[to]?.id];
  return first === last ? first : `${first}-${last}`;
}

/** Tokens of a page that {@link selectChunks} shows at most. */
export function shownTokens(view: PageView, units: readonly Unit[], op: 'compose' | 'edit'): number {
  const total = view.chunks.reduce((sum, { shown }) => sum + estimateTokens(shown) + 4, 0);
  return op === 'compose' ? total : Math.min(total, shownForEdit(tokensOf(units)));
}

/** Whether all of a page fits in a prompt, so that it can be composed. */
export function fitsInPrompt(view: PageView): boolean {
  return shownTokens(view, [], 'compose') <= MAX_SHOWN_PAGE_TOKENS.compose;
}

function contentWords(text: string): readonly string[] {
  return wordsOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH || /\p{N}/u.test(word));
}
