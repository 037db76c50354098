import { wordsOf } from '../../markdown';
import { type CurateRequest } from '../types';

/** Passages that are read for the spelling of words. */
const MAX_PASSAGES = 400;
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and as at by de der des die du for from in la le of on or the to und van von with'.split(' '),
);

/**
 * A title that a plain text shouts, in the case that the text itself uses: `CONDITION SURVEY OF THE HALDEN LIGHT` becomes `Condition
 * Survey of the Halden Light`. Words that the text only writes in capitals, such as LED, keep them.
 */
export function withoutAllCaps(title: string, { passages }: Pick<CurateRequest['text'], 'passages'>): string {
  const words = title.match(/\p{L}[\p{L}\p{M}’']*/gu) ?? [];
  if (words.length < 2 || title !== title.toUpperCase() || title === title.toLowerCase()) return title;
  const spellings = spellingsIn(passages, new Set(words.map((word) => word.toLowerCase())));
  return title.replace(/\p{L}[\p{L}\p{M}’']*/gu, (word, at: number) => {
    const known = spellings.get(word.toLowerCase()) ?? [];
    const usual = known.find((each) => each !== word) ?? known[0];
    const lower = word.toLowerCase();
    if (usual !== undefined && usual !== lower && word.length > 1) return usual;
    if (at > 0 && (usual === lower || SMALL_WORDS.has(lower))) return lower;
    return lower.charAt(0).toUpperCase() + lower.slice(1);
  });
}

/** How running text writes these words, by their lower case. Headings and lines in capitals tell nothing. */
function spellingsIn(
  passages: CurateRequest['text']['passages'],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { kind, text } of passages.slice(0, MAX_PASSAGES)) {
    if (kind === 'heading' || text === text.toUpperCase()) continue;
    for (const word of wordsOf(text)) {
      const key = word.toLowerCase();
      if (!wanted.has(key)) continue;
      const known = found.get(key) ?? [];
      if (!known.includes(word)) found.set(key, [...known, word]);
    }
  }
  // A word that also occurs in lower case is no name.
  for (const [key, known] of found) if (known.includes(key)) found.set(key, [key]);
  return found;
}
