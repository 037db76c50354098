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
  if (parts.length === 0) return -1;
  let part = 0;
  let level = 0;
  for (const [index, heading] of headings.entries()) {
    const key = headingKey(parts[part] ?? '');
    if (heading.level <= level || !matchesKey(heading, key)) continue;
    level = heading.level;
    part++;
    if (part === parts.length) return index;
  }
  return -1;
}

/** Obsidian compares the heading as written; users also write it as displayed. */
function matchesKey(heading: Heading, key: string): boolean {
  return keysOf(heading).includes(key);
}

/** A heading never changes, and many links name the same one. */
const keysByHeading = new WeakMap<Heading, readonly string[]>();

function keysOf(heading: Heading): readonly string[] {
  const { text, raw } = heading;
  let keys = keysByHeading.get(heading);
  if (keys === undefined) {
    keys = raw === undefined ? [headingKey(text)] : [headingKey(text), headingKey(raw)];
    keysByHeading.set(heading, keys);
  }
  return keys;
}

/** Whether a page has the heading or block that a fragment names. Block ids ignore case, as in Obsidian. */
export function hasFragment(page: Pick<TextScan, 'headings' | 'blockIds'>, fragment: string): boolean {
  if (!fragment.startsWith('^')) return findHeading(page.headings, fragment) !== -1;
  const id = fragment.slice(1).toLowerCase();
  return page.blockIds.some((blockId) => blockId.toLowerCase() === id);
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
  const next = scan.headings.slice(index + 1).find((other) => other.level <= heading.level);
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
