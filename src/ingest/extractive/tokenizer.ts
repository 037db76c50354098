export { stem } from '../../base';

/** How a word is written. `plain`: in a script without letter case. */
type WordShape = 'lower' | 'capital' | 'upper' | 'mixed' | 'number' | 'plain';

/** A word with its place. Offsets in UTF-16 units. */
export interface Word {
  readonly text: string;
  /** In lower case, without a possessive ending. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly shape: WordShape;
}

// Each joiner must be followed by a letter, so that no input makes this backtrack.
const WORD_PATTERN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[.'’&_‐‑-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const CASELESS_WORD = /^[\p{Lo}\p{Lm}\p{N}\p{M}ー々]+$/u;

/** Scripts that are written without spaces between words. */
export const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

function classifyShape(text: string): WordShape {
  // Most words by far; skips the slower tests.
  if (/^[a-z]+$/.test(text)) return 'lower';
  if (/^[\p{N}.]+$/u.test(text)) return 'number';
  if (CASELESS_WORD.test(text)) return 'plain';
  const letters = text.replace(/[^\p{L}]/gu, '');
  const first = letters.slice(0, 1);
  if (letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) return 'upper';
  if (letters === letters.toLowerCase()) return text.includes('_') ? 'mixed' : 'lower';
  // `Franco-German` and `O'Brien` are capitalised words, `camelCase` and `MiniSearch` are not.
  const parts = text.split(/[.'’&‐‑-]/u);
  const innerCapital = parts.some(
    (part) => /^\p{L}+\p{Lu}/u.test(part) && /\p{Ll}/u.test(part) && !/^(Mac|Mc|De|Van|La|Le)\p{Lu}/u.test(part),
  );
  if (innerCapital || text.includes('_')) return 'mixed';
  return first !== first.toLowerCase() ? 'capital' : 'lower';
}

/** The word without a possessive ending: `Lincoln's` is `Lincoln`. */
function stripPossessive(word: string): string {
  return word.replace(/['’](?:s|S)$/u, '');
}

/** Splits a text into words. The cost is proportional to the text. */
export function tokenize(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD_PATTERN)) words.push(createWord(match[0], match.index));
  return words;
}

/** Characters per chunk. */
export const CHUNK_LENGTH = 16_000;

/** Splits a long text into words chunk by chunk, so that the caller can yield between chunks. */
export function* tokenizeInChunks(text: string): Generator<readonly Word[], void> {
  let words: Word[] = [];
  let next = CHUNK_LENGTH;
  for (const match of text.matchAll(WORD_PATTERN)) {
    words.push(createWord(match[0], match.index));
    if (match.index < next) continue;
    yield words;
    words = [];
    next = match.index + CHUNK_LENGTH;
  }
  yield words;
}

function createWord(found: string, at: number): Word {
  let start = at;
  let word = found;
  if (/['’]/.test(word)) {
    // French and Italian elisions (`l'Assemblée`, `dell'Arte`) are articles, not part of the name.
    const elision = /^(?:[cdjlmnstCDJLMNST]|qu|Qu|dell|nell|all|dall|un)['’](?=\p{L}{2})/u.exec(word);
    if (elision !== null && !/^[DO]['’]\p{Lu}/u.test(word)) {
      start += elision[0].length;
      word = word.slice(elision[0].length);
    }
    word = stripPossessive(word);
  }
  return { text: word, key: word.toLowerCase(), start, end: start + word.length, shape: classifyShape(word) };
}

/** Splits a text into words and hyphenated words into their parts, so that `neural-network` matches `neural network`. */
export function tokenizeParts(text: string): readonly Word[] {
  return splitHyphens(tokenize(text));
}

/** Splits hyphenated words into their parts. */
export function splitHyphens(words: readonly Word[]): readonly Word[] {
  return words.flatMap((word) => {
    if (!/[‐‑-]/u.test(word.text)) return [word];
    const parts: Word[] = [];
    for (const match of word.text.matchAll(/[^‐‑-]+/gu)) {
      const start = word.start + match.index;
      const [part] = match;
      parts.push({ text: part, key: part.toLowerCase(), start, end: start + part.length, shape: classifyShape(part) });
    }
    return parts;
  });
}
