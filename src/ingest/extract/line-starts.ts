/** Words; scripts without spaces letter by letter, since their lines are joined without one. */
const WORD = /[\u2e80-\u9fff\uf900-\ufaff]|(?:(?![\u2e80-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+/gu;

/** Words of the source, such as the address of a link, that may stand between two words of the text. */
const MAX_HIDDEN_WORDS = 40;

/**
 * Where the lines of a source begin in the text that was made of them.
 *
 * @param text one line, without the markup of the source
 * @param lines of the source, from the one on which the text begins
 * @returns offsets in `text` of the first word of the second line, the third and so on, rising; `undefined` if there is one line
 */
export function findLineStarts(text: string, lines: readonly string[]): readonly number[] | undefined {
  if (lines.length < 2) return undefined;
  const words = lines.flatMap((line, at) => [...line.matchAll(WORD)].map(([word]) => ({ word, line: at })));
  const starts: number[] = [];
  let next = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const found = words.slice(next, next + MAX_HIDDEN_WORDS).findIndex((each) => each.word === word);
    const place = words[next + found];
    // A word that the source writes otherwise, such as one with an entity in it.
    if (found === -1 || place === undefined) continue;
    while (starts.length < place.line) starts.push(index);
    next += found + 1;
  }
  while (starts.length < lines.length - 1) starts.push(text.length);
  return starts;
}
