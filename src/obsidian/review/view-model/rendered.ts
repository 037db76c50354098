import { diffArrays } from 'diff';
import { readFrontmatter, type FileEdit, type Hunk } from '../../../workbench';

/** A part of a rendered page: unchanged text, or the blocks that one hunk removes and adds. */
export type PagePart =
  | { readonly kind: 'context'; readonly text: string }
  | { readonly kind: 'hunk'; readonly hunk: string; readonly pieces: readonly PagePiece[] };

export interface PagePiece {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
}

/** Splits text at blank lines into paragraphs, lists and tables. A fenced block stays in one piece. */
export function splitBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let fence = '';
  let block = '';
  let blank = false;
  for (const line of text.match(/[^\n]*\n|[^\n]+/g) ?? []) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '' && blank && line.trim() !== '' && !/^[ \t]/.test(line)) {
      blocks.push(block);
      block = '';
    }
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    block += line;
    blank = fence === '' && line.trim() === '';
  }
  if (block !== '') blocks.push(block);
  return blocks;
}

/**
 * The body of a page with the old and new blocks of each hunk, in text order. Each hunk is drawn as if it were the only one.
 * Frontmatter is left out, and a hunk that changes only frontmatter has no pieces.
 */
export function pageParts(edit: FileEdit, hunks: readonly Hunk[]): readonly PagePart[] {
  const { base } = edit;
  const { bodyStart } = readFrontmatter(base);
  const blocks = splitBlocks(base.slice(bodyStart));
  const starts: number[] = [];
  let offset = bodyStart;
  for (const block of blocks) {
    starts.push(offset);
    offset += block.length;
  }
  const parts: PagePart[] = [];
  let shown = 0;
  const showTo = (index: number): void => {
    const text = blocks.slice(shown, index).join('');
    if (text.trim() !== '') parts.push({ kind: 'context', text });
    shown = Math.max(shown, index);
  };
  for (const hunk of hunks) {
    if (base !== '' && hunk.end <= bodyStart && hunk.start < bodyStart) {
      parts.push({ kind: 'hunk', hunk: hunk.id, pieces: [] });
      continue;
    }
    const [first, last] = blocksOf(starts, hunk, Math.max(0, Math.min(shown, blocks.length - 1)));
    const before = blocks.slice(first, last);
    const pieces = comparePieces(before, blocksAfter(base, hunk, before.join(''), starts[first] ?? bodyStart));
    const [lead] = pieces;
    const until = first + (lead?.kind === 'context' ? lead.count : 0);
    showTo(until);
    const rest = lead?.kind === 'context' ? pieces.slice(1) : pieces;
    if (rest.at(-1)?.kind === 'context') rest.pop();
    parts.push({ kind: 'hunk', hunk: hunk.id, pieces: rest.map(({ kind, text }) => ({ kind, text })) });
    for (const { kind, count } of rest) if (kind !== 'added') shown = Math.max(shown, until) + count;
  }
  showTo(blocks.length);
  return parts;
}

/** Indexes of the first block that a hunk touches and of the one after the last. @param from where to start searching */
function blocksOf(starts: readonly number[], hunk: Hunk, from: number): readonly [first: number, last: number] {
  let first = from;
  while (first > 0 && (starts[first] ?? 0) > hunk.start) first--;
  while ((starts[first + 1] ?? Infinity) <= hunk.start) first++;
  let last = first;
  while (last < starts.length && (starts[last] ?? 0) < Math.max(hunk.end, hunk.start + 1)) last++;
  return [first, last];
}

/** The blocks of a region with a hunk applied. @param from offset of the region in the page */
function blocksAfter(base: string, hunk: Hunk, region: string, from: number): readonly string[] {
  const text = base === '' ? hunk.text.slice(readFrontmatter(hunk.text).bodyStart) : hunk.text;
  const start = Math.max(0, hunk.start - from);
  return splitBlocks(region.slice(0, start) + text + region.slice(Math.max(start, hunk.end - from)));
}

function kindOf({ added, removed }: { added?: boolean; removed?: boolean }): PagePiece['kind'] {
  if (added === true) return 'added';
  return removed === true ? 'removed' : 'context';
}

/** Two texts with more changed blocks than this are shown one after the other. */
const MAX_CHANGED_BLOCKS = 1_000;

/** Compares blocks; trailing blank lines do not count. */
function comparePieces(
  before: readonly string[],
  after: readonly string[],
): (PagePiece & { readonly count: number })[] {
  const pieces: (PagePiece & { readonly count: number })[] = [];
  let [at, to] = [0, 0];
  const trim = (block: string): string => block.trimEnd();
  const [left, right] = [before.map(trim), after.map(trim)];
  const compared = diffArrays(left, right, { maxEditLength: MAX_CHANGED_BLOCKS }) as
    { value: string[]; added?: boolean; removed?: boolean }[] | undefined;
  const replaced = [
    { value: left, removed: true },
    { value: right, added: true },
  ].filter(({ value }) => value.length > 0);
  for (const part of compared ?? replaced) {
    const count = part.value.length;
    const kind = kindOf(part);
    const blocks = kind === 'added' ? after.slice(to, to + count) : before.slice(at, at + count);
    if (kind !== 'added') at += count;
    if (kind !== 'removed') to += count;
    pieces.push({ kind, text: blocks.join(''), count });
  }
  return pieces;
}
