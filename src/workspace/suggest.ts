import { editDistance } from '../base';
/** Only so much of a word is compared: a longer one was not just misspelt. */
const MAX_LENGTH = 80;

/**
 * The words of `known` that `word` may have meant, at most `limit`: first those that contain it as a part of a path, then
 * similar spellings. Ties keep the order of `known`.
 */
export function suggest(word: string, known: Iterable<string>, limit: number): readonly string[] {
  const wanted = word.slice(0, MAX_LENGTH).toLowerCase();
  if (wanted === '') return [];
  const scored: { readonly text: string; readonly score: number }[] = [];
  for (const text of known) {
    const candidate = text.slice(0, MAX_LENGTH).toLowerCase();
    const score = matchScore(wanted, candidate);
    if (score !== null) scored.push({ text, score });
  }
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, limit)
    .map((entry) => entry.text);
}

function matchScore(wanted: string, candidate: string): number | null {
  if (candidate === wanted) return 0;
  if (candidate.startsWith(`${wanted}.`) || candidate.endsWith(`.${wanted}`)) return 1;
  const limit = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
  const edits = editDistance(wanted, candidate, limit);
  if (edits <= limit) return 1 + edits;
  return wanted.length > 2 && candidate.includes(wanted) ? MAX_LENGTH : null;
}
