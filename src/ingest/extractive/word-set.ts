import { once } from '../../base';

/** Words that are looked up, and seldom listed. */
export type WordSet = Pick<ReadonlySet<string>, 'has' | typeof Symbol.iterator>;

/**
 * A set of words out of one text, with white space between them. The build of the plugin packs long texts that stand
 * right where this is called (`scripts/build/lean/words.mjs`): sorted, and each word as the number of letters that it
 * shares with the one before and the letters that follow.
 *
 * @param text no word of it holds a digit
 */
export const wordSet = (text: string): WordSet => wordsOf(() => read(text));

/** A set that is made when a word is first looked up in it: most of what the plugin does never asks. */
export function wordsOf(make: () => ReadonlySet<string>): WordSet {
  const words = once(make);
  return { has: (word) => words().has(word), [Symbol.iterator]: () => words().values() };
}

function read(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  let before = '';
  for (const [, shared = '', rest = ''] of text.matchAll(/(\d?)([^\d\s]+)/gu)) {
    before = before.slice(0, Number(shared)) + rest;
    words.add(before);
  }
  return words;
}
