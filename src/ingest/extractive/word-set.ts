/**
 * A set of words out of one text, with white space between them. The build of the plugin packs long texts that stand
 * right where this is called (`scripts/build/lean/words.mjs`): sorted, and each word as the number of letters that it
 * shares with the one before and the letters that follow.
 *
 * @param text no word of it holds a digit
 */
export function wordSet(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  let before = '';
  for (const [, shared = '', rest = ''] of text.matchAll(/(\d?)([^\d\s]+)/gu)) {
    before = before.slice(0, Number(shared)) + rest;
    words.add(before);
  }
  return words;
}
