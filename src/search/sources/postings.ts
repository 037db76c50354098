/**
 * Where a term stands, as text: for each block the step from the one before, then how often, when it is more than once. Both are
 * written five bits at a time, in printable characters, so that a term is one line of a file. Most steps of a common term take
 * one character.
 */
const FIRST = 48;
const BITS = 5;
const MORE = 2 ** BITS;

/** A block of a segment, and how often it has a term. */
export interface Posting {
  readonly block: number;
  readonly count: number;
}

/** How often a term is counted in one block at most: more changes no score. */
export const MAX_COUNT = 63;

/** @param postings in the order of their blocks, each block once */
export function encodePostings(postings: Iterable<Posting>): string {
  let text = '';
  let last = -1;
  for (const { block, count } of postings) {
    const isRepeated = count > 1;
    text += encodeNumber((block - last - 1) * 2 + (isRepeated ? 1 : 0));
    if (isRepeated) text += encodeNumber(Math.min(count, MAX_COUNT));
    last = block;
  }
  return text;
}

function encodeNumber(value: number): string {
  let text = '';
  let rest = value;
  while (rest >= MORE) {
    text += String.fromCharCode(FIRST + MORE + (rest % MORE));
    rest = Math.floor(rest / MORE);
  }
  return text + String.fromCharCode(FIRST + rest);
}

/**
 * Reads what {@link encodePostings} wrote. What is not well-formed gives other postings, never an error: callers check the blocks.
 *
 * @param from where the postings begin in `text` @param to where they end
 */
export function decodePostings(
  text: string,
  from: number,
  to: number,
  visit: (block: number, count: number) => void,
): void {
  let at = from;
  const readNumber = (): number => {
    let value = 0;
    let unit = 1;
    while (at < to) {
      const digit = text.charCodeAt(at) - FIRST;
      at += 1;
      if (digit < MORE) return value + digit * unit;
      value += (digit - MORE) * unit;
      unit *= MORE;
    }
    return value;
  };
  let block = -1;
  while (at < to) {
    const step = readNumber();
    block += Math.floor(step / 2) + 1;
    visit(block, step % 2 === 1 ? readNumber() : 1);
  }
}
