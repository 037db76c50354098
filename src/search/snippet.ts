import { plainText, shorten } from '../markdown';
import { fold, tokenise } from './tokenise';
import type { Snippet } from './types';

/** UTF-16 units of a snippet when nothing else is asked for. */
const LENGTH = 160;

/** The passage of a page with the most different matched words, the rarer (longer) ones first; its beginning when none is in the body. */
export const snippet: Snippet = (text, page, terms, length = LENGTH) => {
  const body = plainText(text.slice(page.bodyStart)).replace(/\s+/g, ' ').trim();
  const at = bestPlace(body, new Set(terms), length);
  if (at === null) return shorten(body, length);
  const from = at === 0 ? 0 : wordStart(body, Math.max(0, at - Math.floor(length / 4)));
  const passage = shorten(body.slice(from), from > 0 ? length - 2 : length);
  return from > 0 ? `… ${passage}` : passage;
};

const RUN = /[\p{L}\p{N}\p{M}_'’]+/gu;

function bestPlace(body: string, terms: ReadonlySet<string>, length: number): number | null {
  const hits: { at: number; term: string }[] = [];
  for (const match of body.matchAll(RUN)) {
    const term = [fold(match[0]), ...tokenise(match[0])].find((candidate) => terms.has(candidate));
    if (term !== undefined) hits.push({ at: match.index, term });
  }
  let best: { at: number; value: number } | null = null;
  hits.forEach((first, position) => {
    const seen = new Set<string>();
    for (let next = position; next < hits.length; next += 1) {
      const hit = hits[next];
      if (!hit || hit.at > first.at + length) break;
      seen.add(hit.term);
    }
    const value = [...seen].reduce((sum, term) => sum + term.length, 0);
    if (best === null || value > best.value) best = { at: first.at, value };
  });
  return (best as { at: number } | null)?.at ?? null;
}

/** The start of the word at `at`, not further back than a few words. */
function wordStart(body: string, at: number): number {
  const space = body.lastIndexOf(' ', at);
  return space === -1 || at - space > 40 ? at : space + 1;
}
