import { diffArrays } from 'diff';
import { finish, type Steps } from '../base';
import { lineStarts, splitLines } from './lines';

/** A replacement of whole lines: `[start, end)` of the base text, offsets in UTF-16 units, becomes `text`. */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Runs of lines: `[a0, a1)` of one text corresponds to `[b0, b1)` of the other. */
interface Block {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/**
 * A range between two anchors with more edited lines than this is replaced as a whole instead of being diffed exactly.
 * It limits the time to a few hundred milliseconds for any input and, unlike a timeout, gives the same result everywhere.
 */
const MAX_EDITED_LINES = 600;

/** Below this number of lines, the diff runs without anchors. */
const SMALL_STRETCH = 64;

const LINES_PER_STEP = 1_000;

/** What it takes to look at a line, in characters of text that take as long to read. */
const WORK_PER_LINE = 10;

/**
 * The replacements of whole lines that turn `base` into `next`, in order and never adjacent. Applying all of them gives
 * `next` exactly. Lines that occur once in both texts anchor the comparison, as in patience diff, so that a moved or
 * rewritten passage does not scatter into many small changes; between anchors, the edit script is the shortest.
 */
export function diffRegions(base: string, next: string): readonly Region[] {
  return finish(diffRegionsInSteps(base, next));
}

/** {@link diffRegions} for long texts, in steps between which others can run. */
export function* diffRegionsInSteps(base: string, next: string): Steps<readonly Region[]> {
  if (base === next) return [];
  const a = splitLines(base);
  yield base.length;
  const b = splitLines(next);
  yield next.length;
  const starts = lineStarts(a);
  const nextStarts = lineStarts(b);
  const blocks = yield* changedBlocks(a, b);
  return blocks.map((block) => ({
    start: starts[block.a0] ?? 0,
    end: starts[block.a1] ?? 0,
    text: next.slice(nextStarts[block.b0], nextStarts[block.b1]),
  }));
}

function* changedBlocks(a: readonly string[], b: readonly string[]): Steps<readonly Block[]> {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > head && bEnd > head && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const blocks: Block[] = [];
  let a0 = head;
  let b0 = head;
  const anchors = yield* findAnchors(a, b, head, aEnd, bEnd);
  for (const [a1, b1] of [...anchors, [aEnd, bEnd] as const]) {
    const range = { a0, a1, b0, b1 };
    for (const block of diffStretch(a, b, range)) blocks.push(block);
    yield workOf(range);
    a0 = a1;
    b0 = b1;
  }
  return joinAdjacent(blocks);
}

/** Pairs of equal lines that occur once in each text: the longest sequence that has the same order in both. */
function* findAnchors(
  a: readonly string[],
  b: readonly string[],
  from: number,
  aEnd: number,
  bEnd: number,
): Steps<readonly (readonly [number, number])[]> {
  if (aEnd - from < SMALL_STRETCH && bEnd - from < SMALL_STRETCH) return [];
  const inB = yield* uniqueLines(b, from, bEnd);
  const pairs: (readonly [number, number])[] = [];
  for (const [line, at] of yield* uniqueLines(a, from, aEnd)) {
    const other = inB.get(line);
    if (other !== undefined) pairs.push([at, other]);
  }
  pairs.sort((left, right) => left[0] - right[0]);
  return longestIncreasing(pairs);
}

function* uniqueLines(lines: readonly string[], from: number, to: number): Steps<Map<string, number>> {
  const seen = new Map<string, number>();
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? '';
    seen.set(line, seen.has(line) ? -1 : at);
    if (at % LINES_PER_STEP === 0) yield LINES_PER_STEP * WORK_PER_LINE;
  }
  for (const [line, at] of seen) if (at < 0) seen.delete(line);
  return seen;
}

/** The longest subsequence of pairs whose second numbers increase; patience sorting, O(n log n). */
function longestIncreasing(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const tops: number[] = [];
  const before = new Array<number>(pairs.length).fill(-1);
  pairs.forEach(([, value], index) => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = tops[low - 1] ?? -1;
    tops[low] = index;
  });
  const run: (readonly [number, number])[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) run.push(pair);
  }
  return run.reverse();
}

/** What it takes to compare a stretch: with many edits, up to a few hundred thousand comparisons of lines. */
function workOf({ a0, a1, b0, b1 }: Block): number {
  const edits = Math.min(a1 - a0 + (b1 - b0), MAX_EDITED_LINES);
  return (a1 - a0 + (b1 - b0)) * WORK_PER_LINE + edits * edits;
}

function diffStretch(a: readonly string[], b: readonly string[], range: Block): readonly Block[] {
  const { a0, a1, b0, b1 } = range;
  if (a0 === a1 && b0 === b1) return [];
  if (a0 === a1 || b0 === b1) return [range];
  const parts = diffArrays(a.slice(a0, a1), b.slice(b0, b1), { maxEditLength: MAX_EDITED_LINES });
  if (parts === undefined) return [range];
  const blocks: Block[] = [];
  let atA = a0;
  let atB = b0;
  for (const part of parts) {
    const inA = part.added ? 0 : part.count;
    const inB = part.removed ? 0 : part.count;
    if (part.added || part.removed) blocks.push({ a0: atA, a1: atA + inA, b0: atB, b1: atB + inB });
    atA += inA;
    atB += inB;
  }
  return blocks;
}

function joinAdjacent(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.a1 === block.a0 && last.b1 === block.b0)
      joined[joined.length - 1] = { ...block, a0: last.a0, b0: last.b0 };
    else joined.push(block);
  }
  return joined;
}

/**
 * The same replacement without the characters that old and new text share at either end. Never splits a surrogate pair
 * or a Windows line break.
 */
export function trimRegion(base: string, region: Region): Region {
  const { text } = region;
  const old = base.slice(region.start, region.end);
  const limit = Math.min(old.length, text.length);
  let head = 0;
  while (head < limit && old.charCodeAt(head) === text.charCodeAt(head)) head++;
  while (head > 0 && (splitsCharacter(old, head) || splitsCharacter(text, head))) head--;
  let tail = 0;
  while (tail < limit - head && old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail))
    tail++;
  while (tail > 0 && (splitsCharacter(old, old.length - tail) || splitsCharacter(text, text.length - tail))) tail--;
  return { start: region.start + head, end: region.end - tail, text: text.slice(head, text.length - tail) };
}

function splitsCharacter(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const left = text.charCodeAt(at - 1);
  const right = text.charCodeAt(at);
  const inPair = left >= 0xd800 && left <= 0xdbff && right >= 0xdc00 && right <= 0xdfff;
  return inPair || (left === 0x0d && right === 0x0a);
}
