import { wordsOf } from '../../../workbench';

/** A part of a text and the index of the statement that it is; `null` between statements. */
export interface StatementPiece {
  readonly text: string;
  readonly statement: number | null;
}

/**
 * Finds statements in the text of a rendered page by their words, whatever is between these. Each is searched for after the one before it
 * first; one that is not found is left out.
 *
 * @returns pieces that add up to the text
 */
export function locateStatements(text: string, statements: readonly string[]): readonly StatementPiece[] {
  const words = placedWords(text);
  const found: { start: number; end: number; statement: number }[] = [];
  let from = 0;
  for (const [statement, wanted] of statements.entries()) {
    const sought = wordsOf(wanted).map((word) => word.toLowerCase());
    const at = sought.length === 0 ? -1 : (indexOf(words, sought, from) ?? indexOf(words, sought, 0) ?? -1);
    const [first, last] = [words[at], words[at + sought.length - 1]];
    if (first === undefined || last === undefined) continue;
    from = at + sought.length;
    const end = last.end + (/^\n?\p{P}+/u.exec(text.slice(last.end, last.end + 3))?.[0].length ?? 0);
    if (found.every((other) => other.end <= first.start || other.start >= end)) {
      found.push({ start: first.start, end, statement });
    }
  }
  const pieces: StatementPiece[] = [];
  let at = 0;
  for (const { start, end, statement } of found.sort((a, b) => a.start - b.start)) {
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

function indexOf(words: readonly PlacedWord[], sought: readonly string[], from: number): number | null {
  for (let at = from; at + sought.length <= words.length; at += 1) {
    if (sought.every((word, offset) => words[at + offset]?.word === word)) return at;
  }
  return null;
}
