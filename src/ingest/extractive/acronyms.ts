import { type Sentence } from './parse-source';

/** A short form and its long form: `Retrieval-Augmented Generation (RAG)`, in either order. */
export interface Expansion {
  readonly short: string;
  readonly long: string;
  readonly sentence: number;
  /** Offset of the long form in the sentence. */
  readonly start: number;
}

const BRACKETED_TEXT = /\(([^()]{2,80})\)/g;
const SHORT_FORM = /^[\p{Lu}][\p{L}\p{N}.&-]{1,9}$/u;

/**
 * Finds the shortest run of words before the bracket whose letters spell the short form in order, the first letter at the
 * start of a word. Source: A. S. Schwartz and M. A. Hearst, "A simple algorithm for identifying abbreviation
 * definitions in biomedical text", 2003.
 */
function findLongForm(before: string, short: string): { long: string; start: number } | null {
  const letters = short
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/s$/, short.endsWith('s') ? '' : 's');
  let at = before.length - 1;
  for (let next = letters.length - 1; next >= 0; next -= 1) {
    const letter = letters[next] ?? '';
    while (
      at >= 0 &&
      (before[at]?.toLowerCase() !== letter || (next === 0 && /[\p{L}\p{N}]/u.test(before[at - 1] ?? ' ')))
    )
      at -= 1;
    if (at < 0) return null;
    at -= 1;
  }
  const start = at + 1;
  const long = before.slice(start).trim();
  const words = long.split(/[\s-]+/).length;
  if (long.length <= short.length || words < 2 || words > Math.min(letters.length + 4, letters.length * 2 + 1))
    return null;
  if (/[.;:!?,"“”]/.test(long)) return null;
  return { long: long.replace(/\s+/g, ' '), start };
}

/** Whether the letters of a short form spell all of a longer one. */
export function isSpelledBy(short: string, long: string): boolean {
  const found = findLongForm(long, short);
  return found?.start === 0;
}

/** Finds the short forms that a sentence spells out. */
export function findExpansions(sentence: Sentence): readonly Expansion[] {
  const found: Expansion[] = [];
  for (const match of sentence.text.matchAll(BRACKETED_TEXT)) {
    const inner = (match[1] ?? '').replace(/^["“'‘]|["”'’]$/gu, '').trim();
    const before = sentence.text.slice(Math.max(0, match.index - 120), match.index).trimEnd();
    const offset = Math.max(0, match.index - 120);
    if (SHORT_FORM.test(inner) && /\p{Lu}/u.test(inner.slice(1))) {
      const long = findLongForm(before, inner);
      if (long !== null) {
        found.push({
          short: inner.replace(/s$/, ''),
          long: long.long,
          sentence: sentence.index,
          start: offset + long.start,
        });
      }
      continue;
    }
    const word = sentence.words.findLast((candidate) => candidate.end <= match.index);
    if (word === undefined || sentence.text.slice(word.end, match.index).trim() !== '') continue;
    if (SHORT_FORM.test(word.text) && word.shape === 'upper' && isSpelledBy(word.text, inner)) {
      found.push({ short: word.text, long: inner, sentence: sentence.index, start: word.start });
    }
  }
  return found;
}
