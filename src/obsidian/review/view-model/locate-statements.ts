import { wordsOf } from '../../../workbench';

/** A part of a text and the index of the statement that it is; `null` between statements. */
interface StatementPiece {
  readonly text: string;
  readonly statement: number | null;
}

/** What a statement is found by. */
export function soughtWords(statement: string): readonly string[] {
  return wordsOf(statement).map((word) => word.toLowerCase());
}

/** Of the places that begin with the first word of a statement, so many are looked at. */
const MAX_PLACES = 200;

/**
 * Finds statements in the text of a rendered page by their words, whatever is between these. Each is searched for after the one before it
 * first; one that is not found is left out.
 *
 * @param statements their {@link soughtWords}
 * @returns pieces that add up to the text
 */
export function locateStatements(text: string, statements: readonly (readonly string[])[]): readonly StatementPiece[] {
  const words = placedWords(text);
  const places = placesByWord(words);
  /** Indexes of words that are part of a statement already. */
  const taken = new Set<number>();
  const found: { start: number; end: number; statement: number }[] = [];
  let from = 0;
  for (const [statement, sought] of statements.entries()) {
    const at = sought.length === 0 ? null : indexOf(words, places, sought, from);
    if (at === null) continue;
    const [first, last] = [words[at], words[at + sought.length - 1]];
    if (first === undefined || last === undefined) continue;
    from = at + sought.length;
    if (sought.some((_, offset) => taken.has(at + offset))) continue;
    sought.forEach((_, offset) => taken.add(at + offset));
    const end = last.end + (/^\n?\p{P}+/u.exec(text.slice(last.end, last.end + 3))?.[0].length ?? 0);
    found.push({ start: first.start, end, statement });
  }
  const pieces: StatementPiece[] = [];
  let at = 0;
  for (const { start, end, statement } of found.sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    pieces.push({ text: text.slice(at, start), statement: null }, { text: text.slice(start, end), statement });
    at = end;
  }
  return [...pieces, { text: text.slice(at), statement: null }].filter((piece) => piece.text !== '');
}

interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function placedWords(text: string): readonly PlacedWord[] {
  let at = 0;
  return wordsOf(text).map((word) => {
    const start = text.indexOf(word, at);
    at = start + word.length;
    return { word: word.toLowerCase(), start, end: at };
  });
}

function placesByWord(words: readonly PlacedWord[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { word }] of words.entries()) {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  }
  return places;
}

/** The first place from `from` on, else the first one of all; `null` for none. */
function indexOf(
  words: readonly PlacedWord[],
  places: ReadonlyMap<string, readonly number[]>,
  sought: readonly string[],
  from: number,
): number | null {
  const starts = places.get(sought[0] ?? '') ?? [];
  const next = firstAtLeast(starts, from);
  const fits = (at: number): boolean => sought.every((word, offset) => words[at + offset]?.word === word);
  for (const some of [starts.slice(next, next + MAX_PLACES), starts.slice(0, Math.min(next, MAX_PLACES))]) {
    const at = some.find(fits);
    if (at !== undefined) return at;
  }
  return null;
}

/** Index of the first number in a rising list that is not below `least`. */
function firstAtLeast(list: readonly number[], least: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
