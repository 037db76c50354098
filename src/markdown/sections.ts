import { readBlocks } from './block-reader';
import { sourceOf } from './blocks';
import { bodyStartOf } from './frontmatter';
import { type Heading, type TextRange, type TextScan } from './types';

/**
 * The form in which Obsidian compares a heading with a link's fragment: punctuation becomes blanks, blanks collapse, case
 * does not count. `_`, `-`, `'` and letters of every script stay. Source: Obsidian's `stripHeading`, as published by third parties.
 */
export function headingKey(text: string): string {
  return text
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\r\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * The index of the heading that a fragment names, or -1. `A#B` names the first `B` below an `A`: each part has to be
 * deeper than the one before.
 */
export function findHeading(headings: readonly Heading[], fragment: string): number {
  const parts = fragment.split('#').filter((part) => part !== '');
  const table = tableOf(headings);
  let index = -1;
  let level = 0;
  for (const part of parts) {
    const levels = table.get(headingKey(part)) ?? [];
    const after = index;
    index = headings.length;
    for (let deeper = level + 1; deeper < levels.length; deeper++)
      index = Math.min(index, firstAfter(levels[deeper] ?? [], after) ?? headings.length);
    const found = headings[index];
    if (found === undefined) return -1;
    level = found.level;
  }
  return index;
}

/** For each key, the indexes of its headings by level, ascending. */
type HeadingTable = ReadonlyMap<string, readonly (readonly number[] | undefined)[]>;

/** The headings of a text never change, and it may have as many links to them. */
const headingTables = new WeakMap<readonly Heading[], HeadingTable>();

function tableOf(headings: readonly Heading[]): HeadingTable {
  const known = headingTables.get(headings);
  if (known !== undefined) return known;
  const table = new Map<string, number[][]>();
  for (const [index, heading] of headings.entries()) {
    for (const key of keysOf(heading)) {
      const levels = table.get(key) ?? [];
      table.set(key, levels);
      (levels[heading.level] ??= []).push(index);
    }
  }
  headingTables.set(headings, table);
  return table;
}

/** Obsidian compares the heading as written; users also write it as displayed. */
function keysOf({ text, raw }: Heading): ReadonlySet<string> {
  return new Set(raw === undefined ? [headingKey(text)] : [headingKey(text), headingKey(raw)]);
}

/** The first of the ascending numbers that is above `limit`. */
function firstAfter(numbers: readonly number[], limit: number): number | undefined {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return numbers[low];
}

/** Whether a page has the heading or block that a fragment names. Block ids ignore case, as in Obsidian. */
export function hasFragment(page: Pick<TextScan, 'headings' | 'blockIds'>, fragment: string): boolean {
  if (!fragment.startsWith('^')) return findHeading(page.headings, fragment) !== -1;
  return foldedIds(page.blockIds).has(fragment.slice(1).toLowerCase());
}

const idSets = new WeakMap<readonly string[], ReadonlySet<string>>();

function foldedIds(blockIds: readonly string[]): ReadonlySet<string> {
  let ids = idSets.get(blockIds);
  if (ids === undefined) idSets.set(blockIds, (ids = new Set(blockIds.map((id) => id.toLowerCase()))));
  return ids;
}

/**
 * The range of a section: a heading with everything below it up to the next heading of its level or above; for `^id`
 * the block that carries the id. `null` where the fragment names nothing.
 *
 * @param text the whole file that `scan` was made from
 * @param fragment as in {@link TextScan.links}: `Heading`, `Heading#Sub` or `^block`
 */
export function findSection(
  text: string,
  scan: Pick<TextScan, 'headings' | 'blockIds'>,
  fragment: string,
): TextRange | null {
  if (fragment.startsWith('^')) return hasFragment(scan, fragment) ? findBlock(text, fragment.slice(1)) : null;
  const index = findHeading(scan.headings, fragment);
  const heading = scan.headings[index];
  if (heading === undefined) return null;
  const next = scan.headings.find((other, at) => at > index && other.level <= heading.level);
  return { start: heading.start, end: next?.start ?? text.length };
}

function findBlock(text: string, id: string): TextRange | null {
  const wanted = `^${id.toLowerCase()}`;
  const { blocks } = readBlocks(text, bodyStartOf(text));
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'code' || block.kind === 'html' || block.kind === 'hidden') continue;
    const source = sourceOf(text, block).trimEnd().toLowerCase();
    if (!source.endsWith(wanted)) continue;
    // An id alone in a paragraph names the block above it (a table, a quote, a code block).
    const above = source.trim() === wanted ? blocks[index - 1] : undefined;
    let first = above;
    for (let i = index - 1; first?.kind === 'row' && blocks[i]?.kind === 'row'; i--) first = blocks[i];
    return { start: (first ?? block).start, end: (above ?? block).end };
  }
  return null;
}
