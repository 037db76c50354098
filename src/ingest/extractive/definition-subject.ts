import { stopWords, type Language } from './lexicon';
import { wordSet } from './word-set';

/** Nouns that a definitional sentence is often about without defining anything. */
export const vagueNouns =
  wordSet(`thing problem reason result purpose goal question way idea fact point answer example case difference aim solution key rest
  number amount part kind sort type use effect cause need issue task step rule choice matter truth trick lesson time day
  year place side end start beginning change message object subject following former latter latest proof test evidence`);

/** Words in the subject of a definition: one to five, none of them a pronoun or a clause. */
export function isDefinitionSubject(text: string, language: Language): boolean {
  const words = text.split(/\s+/);
  if (text.length < 2 || text.length > 70 || words.length > 5) return false;
  if (/[,;:!?.()"“”«»\d[\]{}<>|=]/.test(text.replace(/\.(?=\S)/g, ''))) return false;
  const stops = stopWords(language);
  const inner = new Set([
    'of',
    'and',
    'the',
    'de',
    'la',
    'du',
    'des',
    'del',
    'in',
    'for',
    'von',
    'der',
    'und',
    'et',
    'y',
  ]);
  const keys = words.map((word) => word.toLowerCase());
  if (keys.some((key, index) => stops.has(key) && (!inner.has(key) || index === 0 || index === keys.length - 1)))
    return false;
  return !vagueNouns.has(keys.at(-1) ?? '') && !vagueNouns.has((keys.at(-1) ?? '').replace(/s$/, ''));
}
