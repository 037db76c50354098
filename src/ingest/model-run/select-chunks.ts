import { estimateTokens } from '../../model';
import { isOfRows } from '../../wiki';
import { type Unit } from '../units';
import { type PageView } from './page-view';
import { contentWords, selectRows } from './select-rows';

/**
 * Tokens of a page that are sent to have it written anew, and to have it edited. Of a longer page, its outline and the blocks that
 * the units concern are sent.
 */
const MAX_SHOWN_PAGE_TOKENS = { compose: 6000, edit: 1200 } as const;
/** An edit for few units sees less of its page: so many tokens, and so many more for each token of its units. */
const MIN_SHOWN_TOKENS = 200;
const SHOWN_PER_UNIT_TOKEN = 1.1;
/** Of each unit, so many blocks that share most with it count. */
const BLOCKS_PER_UNIT = 2;
/** A block that leaves something open counts more often than the words that it shares with a unit: the unit may settle it. */
const OPEN_FACTOR = 3;
/** A contradiction that waits, or a sentence that says that something is not known. */
const LEAVES_OPEN =
  /^> \[!warning\]|\b(?:unknown|undecided|unresolved|unsettled|open question|(?:not|never) (?:yet )?(?:known|decided|settled|agreed|confirmed|announced))\b/im;
/** Headings behind this block of a page are shown only if there is room. */
const MAX_OUTLINED_BLOCKS = 120;

/**
 * A page as numbered blocks, as far as it fits in a prompt. What is not shown is said.
 *
 * @param needed keys of statements whose blocks are shown in any case
 */
export function selectChunks(
  view: PageView,
  units: readonly Unit[],
  op: 'compose' | 'edit',
  needed: ReadonlySet<string> = new Set(),
): string {
  const limit = op === 'compose' ? MAX_SHOWN_PAGE_TOKENS.compose : shownForEdit(tokensOf(units));
  const sizes = view.chunks.map(({ shown }) => estimateTokens(shown) + 4);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= limit) return view.chunks.map(({ id, shown }) => `[${id}] ${shown}`).join('\n\n');
  const isNeeded = neededChunks(view, needed);
  const scores = scoreChunks(view, units).map((score, at) => (isNeeded[at] === true ? Infinity : score));
  const order = scores.map((score, at) => ({ score, at })).sort((a, b) => b.score - a.score || a.at - b.at);
  const chosen = new Set<number>();
  let left: number = limit;
  // What the units concern most is shown even where it is long, such as the table that one row of goes into.
  const likeliest = order.find(({ score }) => score > 0 && score < Infinity)?.at;
  for (const { at, score } of order) {
    const size = sizes[at] ?? 0;
    const isAffordable =
      size <= left ||
      isNeeded[at] === true ||
      (isHeading(view, at) && at < MAX_OUTLINED_BLOCKS) ||
      (at === likeliest && size <= MAX_SHOWN_PAGE_TOKENS.edit);
    if (score === 0 || !isAffordable) continue;
    // The outline of the page is shown whole, or an edit could not name its sections; it leaves room for blocks.
    left -= isHeading(view, at) ? size / 2 : size;
    chosen.add(at);
  }
  // A table that gathers what other pages say is changed row by row.
  const isTable = isOfRows(view.page);
  const lines: string[] = [];
  for (const [at, { id, shown, rows }] of view.chunks.entries()) {
    if (chosen.has(at)) lines.push(`[${id}] ${shown}`);
    else if (at === 0 || chosen.has(at - 1)) lines.push(`(${runName(view, chosen, at)})`);
    const head = chosen.has(at) ? null : tableHead(shown);
    if (head !== null)
      lines.push([`(${id} is a table: ${head})`, ...(isTable ? selectRows(rows, units) : [])].join('\n'));
  }
  return lines.join('\n\n');
}

/**
 * How much the units concern each block. A block counts as much as the unit that shares most with it does, so that what one
 * unit corrects is not hidden behind blocks that share a little with all. Words that many blocks have count little; those of the
 * heading above count for a block. Of the blocks that leave something open, the one that shares most with a unit counts besides.
 */
function scoreChunks(view: PageView, units: readonly Unit[]): readonly number[] {
  const words = view.chunks.map(({ shown }, at) => new Set(contentWords(`${headingAbove(view, at)} ${shown}`)));
  const blocksWith = new Map<string, number>();
  for (const word of words.flatMap((each) => [...each])) blocksWith.set(word, (blocksWith.get(word) ?? 0) + 1);
  const weight = (word: string): number => Math.log(1 + words.length / (blocksWith.get(word) ?? 1)) ** 2;
  const isOpen = view.chunks.map(({ shown }) => LEAVES_OPEN.test(shown));
  const scores = view.chunks.map((_, at) => (at === 0 || isHeading(view, at) ? Infinity : 0));
  for (const { text, lead, replyTo } of units) {
    const wanted = new Set(contentWords([text, lead, replyTo].join(' ')));
    const shares = words.map((own, at) => {
      const shared = scores[at] === Infinity ? [] : [...own].filter((word) => wanted.has(word));
      return { at, share: shared.reduce((sum, word) => sum + weight(word), 0) / Math.sqrt(own.size + 1) };
    });
    const best = shares.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share || a.at - b.at);
    for (const { at, share } of best.slice(0, BLOCKS_PER_UNIT)) scores[at] = Math.max(scores[at] ?? 0, share);
    const open = best.find(({ at }) => isOpen[at] === true);
    if (open !== undefined) scores[open.at] = Math.max(scores[open.at] ?? 0, open.share * OPEN_FACTOR);
  }
  return scores;
}

/** A unit and a block that share less of the unit by weight are about different things. */
const MIN_NEARBY_SHARE = 0.25;

/** Which blocks that a prompt shows speak of the same things as units: `3, 5 in b7; 8 in b2`. */
export function nearbyBlocks(view: PageView, units: readonly Unit[], shownBlocks: string): string {
  const words = view.chunks.map(({ shown }, at) =>
    at > 0 && isHeading(view, at) ? new Set<string>() : new Set(contentWords(`${headingAbove(view, at)} ${shown}`)),
  );
  const blocksWith = new Map<string, number>();
  for (const word of words.flatMap((each) => [...each])) blocksWith.set(word, (blocksWith.get(word) ?? 0) + 1);
  const weight = (word: string): number => Math.log(1 + words.length / (blocksWith.get(word) ?? 1)) ** 2;
  const near = new Map<string, number[]>();
  for (const { number, text, lead } of units) {
    const wanted = [...new Set(contentWords(`${text} ${lead ?? ''}`))];
    const all = wanted.reduce((sum, word) => sum + weight(word), 0);
    const shares = words.map((own) => wanted.reduce((sum, word) => sum + (own.has(word) ? weight(word) : 0), 0) / all);
    const best = Math.max(0, ...shares);
    const id = view.chunks[shares.indexOf(best)]?.id;
    if (id !== undefined && best >= MIN_NEARBY_SHARE && shownBlocks.includes(`[${id}]`))
      near.set(id, [...(near.get(id) ?? []), number]);
  }
  return [...near].map(([id, numbers]) => `${numbers.join(', ')} in ${id}`).join('; ');
}

/** Whether each block has one of these statements. */
function neededChunks({ chunks, ledger }: PageView, keys: ReadonlySet<string>): readonly boolean[] {
  if (keys.size === 0) return [];
  const places = ledger.claims.filter(({ key }) => keys.has(key)).map(({ start }) => start);
  return chunks.map(({ start, end }) => places.some((place) => place >= start && place < end));
}

function headingAbove(view: PageView, at: number): string {
  for (let above = at - 1; above >= 0; above -= 1) if (isHeading(view, above)) return view.chunks[above]?.shown ?? '';
  return '';
}

function isHeading({ chunks }: PageView, at: number): boolean {
  return chunks[at]?.shown.startsWith('#') === true;
}

/** The columns of a table, which a new row needs. */
function tableHead(shown: string): string | null {
  const [head = '', rule = ''] = shown.split('\n');
  return head.startsWith('|') && /^\|[\s:|-]+$/.test(rule) ? head : null;
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
