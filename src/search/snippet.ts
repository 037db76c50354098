import { plainParts, shorten } from '../markdown';
import { fold, tokenise } from './tokenise';
import { type Snippet } from './types';

/** UTF-16 units of a snippet when nothing else is asked for. */
const LENGTH = 160;

/** The passage of a page where its rarest matched words stand together; its beginning when none is in the body. */
export const snippet: Snippet = (text, page, terms, length = LENGTH) => {
  const body = plainParts(text.slice(page.bodyStart)).prose.replace(/\s+/g, ' ').trim();
  const at = bestPlace(body, terms, Math.floor((length * 3) / 4));
  if (at === null) return shorten(body, length);
  const from = at === 0 ? 0 : wordStart(body, Math.max(0, at - Math.floor(length / 4)));
  const passage = shorten(body.slice(from), from > 0 ? length - 2 : length);
  return from > 0 ? `… ${passage}` : passage;
};

const RUN = /[\p{L}\p{N}\p{M}_'’]+/gu;

function bestPlace(body: string, terms: readonly string[], length: number): number | null {
  // Rarest first: one rare word is worth more than all the commoner ones together.
  const worth = new Map(terms.map((term, rank) => [term, 2 ** -rank]));
  const hits: { at: number; term: string }[] = [];
  for (const match of body.matchAll(RUN)) {
    const term = [fold(match[0]), ...tokenise(match[0])].find((candidate) => worth.has(candidate));
    if (term !== undefined) hits.push({ at: match.index, term });
  }
  let best: number | null = null;
  let highest = 0;
  hits.forEach((first, position) => {
    const seen = new Set<string>();
    for (let next = position; next < hits.length; next += 1) {
      const hit = hits[next];
      if (!hit || hit.at > first.at + length) break;
      seen.add(hit.term);
    }
    const value = [...seen].reduce((sum, term) => sum + (worth.get(term) ?? 0), 0);
    if (value <= highest) return;
    highest = value;
    best = first.at;
  });
  return best;
}

/** The start of the word at `at`, not further back than a few words. */
function wordStart(body: string, at: number): number {
  const space = body.lastIndexOf(' ', at);
  return space === -1 || at - space > 40 ? at : space + 1;
}
