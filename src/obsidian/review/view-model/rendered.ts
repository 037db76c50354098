import { diffArrays } from 'diff';
import { readFrontmatter, type FileEdit, type Hunk } from '../../../workbench';

/** A stretch of a page as it is drawn: text that stays, or the blocks that one hunk takes away and puts there. */
export type PagePart =
  | { readonly kind: 'context'; readonly text: string }
  | { readonly kind: 'hunk'; readonly hunk: string; readonly pieces: readonly PagePiece[] };

export interface PagePiece {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
}

/** Paragraphs, lists, tables, code: the stretches between blank lines; a fenced block is one, whatever it holds. */
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
 * The body of a page with each hunk's blocks before and after it, in the order of the text. Every hunk is drawn as if
 * it were the only one; frontmatter is left out, and a hunk that changes nothing else has no pieces.
 */
export function pageParts(edit: FileEdit, hunks: readonly Hunk[]): readonly PagePart[] {
  const { base } = edit;
  const bodyStart = readFrontmatter(base).bodyStart;
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
    let first = Math.max(0, Math.min(shown, blocks.length - 1));
    while (first > 0 && (starts[first] ?? 0) > hunk.start) first--;
    while ((starts[first + 1] ?? Infinity) <= hunk.start) first++;
    let last = first;
    while (last < blocks.length && (starts[last] ?? 0) < Math.max(hunk.end, hunk.start + 1)) last++;
    const from = starts[first] ?? bodyStart;
    const before = blocks.slice(first, last);
    const region = before.join('');
    const head = base === '' ? readFrontmatter(hunk.text).bodyStart : 0;
    const text = base === '' ? hunk.text.slice(head) : hunk.text;
    const start = Math.max(0, hunk.start - from);
    const after = splitBlocks(region.slice(0, start) + text + region.slice(Math.max(start, hunk.end - from)));
    const pieces = comparePieces(before, after);
    const [lead] = pieces;
    const until = first + (lead?.kind === 'context' ? lead.count : 0);
    showTo(until);
    const rest = lead?.kind === 'context' ? pieces.slice(1) : pieces;
    if (rest.at(-1)?.kind === 'context') rest.pop();
    parts.push({ kind: 'hunk', hunk: hunk.id, pieces: rest.map(({ kind, text: words }) => ({ kind, text: words })) });
    for (const { kind, count } of rest) if (kind !== 'added') shown = Math.max(shown, until) + count;
  }
  showTo(blocks.length);
  return parts;
}

/** Blocks are the same when their words are: blank lines between them do not count. */
function comparePieces(
  before: readonly string[],
  after: readonly string[],
): (PagePiece & { readonly count: number })[] {
  const pieces: (PagePiece & { readonly count: number })[] = [];
  let [at, to] = [0, 0];
  const trim = (block: string): string => block.trimEnd();
  for (const part of diffArrays(before.map(trim), after.map(trim))) {
    const count = part.value.length;
    const kind = part.added ? 'added' : part.removed ? 'removed' : 'context';
    const blocks = kind === 'added' ? after.slice(to, to + count) : before.slice(at, at + count);
    if (kind !== 'added') at += count;
    if (kind !== 'removed') to += count;
    pieces.push({ kind, text: blocks.join(''), count });
  }
  return pieces;
}
