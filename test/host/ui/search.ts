export type Match = [number, number];
export interface SearchResult {
  score: number;
  matches: Match[];
}

/**
 * d.ts `prepareFuzzySearch`. Guess: the letters of the query in their order; a result's score is zero at best and lower
 * the more the letters are scattered and the later they begin.
 */
export function prepareFuzzySearch(query: string): (text: string) => SearchResult | null {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  return (text) => {
    if (wanted === '') return { score: 0, matches: [] };
    const lower = text.toLowerCase();
    const whole = lower.indexOf(query.toLowerCase().trim());
    if (whole >= 0) return { score: -whole / 1_000, matches: [[whole, whole + query.trim().length]] };
    const matches: Match[] = [];
    let at = 0;
    for (const letter of wanted) {
      const found = lower.indexOf(letter, at);
      if (found < 0) return null;
      const last = matches.at(-1);
      if (last?.[1] === found) last[1] = found + 1;
      else matches.push([found, found + 1]);
      at = found + 1;
    }
    return { score: -matches.length / 10 - (matches[0]?.[0] ?? 0) / 1_000, matches };
  };
}

/** d.ts `prepareSimpleSearch`: "the space-separated words", all of which have to be there. */
export function prepareSimpleSearch(query: string): (text: string) => SearchResult | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    const matches: Match[] = [];
    for (const word of words) {
      const first = lower.indexOf(word);
      if (first < 0) return null;
      for (let at = first; at >= 0; at = lower.indexOf(word, at + word.length)) matches.push([at, at + word.length]);
    }
    matches.sort((a, b) => a[0] - b[0]);
    return { score: -(matches[0]?.[0] ?? 0) / 1_000, matches };
  };
}

export function sortSearchResults(results: { match: SearchResult }[]): void {
  results.sort((a, b) => b.match.score - a.match.score);
}

/** d.ts `renderMatches`. Guess: what matched is in spans of the class `suggestion-highlight`. */
export function renderMatches(el: Node, text: string, matches: readonly Match[] | null, offset = 0): void {
  let at = 0;
  for (const [from, to] of matches ?? []) {
    const [start, end] = [Math.max(at, from + offset), to + offset];
    if (end <= at || start >= text.length) continue;
    el.appendText(text.slice(at, start));
    el.createSpan({ cls: 'suggestion-highlight', text: text.slice(start, end) });
    at = end;
  }
  el.appendText(text.slice(at));
}

export function renderResults(el: HTMLElement, text: string, result: SearchResult, offset = 0): void {
  renderMatches(el, text, result.matches, offset);
}
