/** The longest word worth comparing: beyond it a misspelling is no longer what went wrong. */
const MAX_LENGTH = 80;

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/**
 * The words of `known` that `word` may have meant: what holds it or begins it first, then near spellings, at most
 * `limit`. Ties keep the order of `known`.
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
  const edits = distance(wanted, candidate);
  if (edits <= Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3))) return 1 + edits;
  return wanted.length > 2 && candidate.includes(wanted) ? MAX_LENGTH : null;
}
